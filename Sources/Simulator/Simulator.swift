package import FoundationEssentials
package import StoreModel

/// The local App Store: it sells what the catalogue holds, keeps books, and signs what it sold.
///
/// It speaks StoreKit 1's queue. Every charge is committed to the books before anybody hears of
/// it, and what was sold waits in the queue until it is finished, through any number of launches.
/// Nothing is made or written before the first purchase. Its certificates prove no payment.
package actor Simulator {
  /// How the next payment ends, for tests and commands.
  package enum Outcome: Sendable, Hashable {
    case succeed
    /// The store may give no reason.
    case fail(StoreError?)
    /// As the customer's Cancel; no sheet is shown.
    case cancel
  }

  /// What kept the store from acting when it last had to write its books; nil when nothing did.
  package internal(set) var lastError: SimulatorError?
  /// How the next payment ends; it falls back to `succeed` once that payment was taken.
  package private(set) var nextOutcome = Outcome.succeed
  /// False as under parental controls: every payment then fails.
  package private(set) var canMakePayments = true

  let books: Books
  let account: String
  let clock: StoreClock
  let confirm: @Sendable (PaymentSheet) async -> PaymentSheet.Answer
  let signIn: @Sendable () async -> Bool
  private(set) var shelf: Shelf
  var waiting: [Payment] = []
  var isSelling = false
  var isRestoring = false
  private let rootPath: String
  private let bundleID: String
  private let newInstance: String
  private var signer: Signer?
  private var listener: AsyncStream<StoreUpdate>.Continuation?

  /// A store over the books at `books`, a SQLite file, with its root certificate at `root`.
  ///
  /// Neither file needs to exist; both are of mode 0600. `account` is the store account that is
  /// signed in; each has a queue and purchases of its own. `confirm` is the payment sheet, not
  /// asked when the settings disable dialogs; `signIn` is asked for each restore, and false is a
  /// customer who cancelled.
  package init(
    books: String, root: String, products: [Product],
    settings: Catalogue.Settings = Catalogue.Settings(), storefront: Storefront, bundleID: String,
    account: String, clock: StoreClock, chance: Chance,
    confirm: @escaping @Sendable (PaymentSheet) async -> PaymentSheet.Answer,
    signIn: @escaping @Sendable () async -> Bool = { true }
  ) {
    self.books = Books(path: books)
    rootPath = root
    shelf = Shelf(products: products, settings: settings, storefront: storefront)
    self.bundleID = bundleID
    self.account = account
    self.clock = clock
    newInstance = chance.uuid().uuidString.lowercased()
    self.confirm = confirm
    self.signIn = signIn
  }

  /// The seam that the payment queue uses.
  nonisolated package var store: Store {
    Store(
      instance: { try await self.instance },
      products: { await self.products($0) },
      canMakePayments: { await self.canMakePayments },
      add: { await self.add($0) },
      transactions: { try await self.transactions },
      finish: { await self.finish($0) },
      restoreCompletedTransactions: { await self.restoreCompletedTransactions() },
      history: { await self.history(of: $0) },
      introductoryEligibility: { await self.introductoryEligibility(inGroups: $0) },
      updates: { await self.updates() })
  }

  /// Names these books: a UUID made with them, which is known before they are made.
  package var instance: String {
    get throws(SimulatorError) { try books.identity()?.instance ?? newInstance }
  }

  /// The products among `ids` that can be sold, and the ids that cannot.
  package func products(_ ids: [String]) -> ProductsResponse {
    ProductsResponse(
      productIDs: ids.filter { shelf.product($0) != nil },
      invalidProductIDs: ids.filter { shelf.product($0) == nil })
  }

  /// Everything unfinished, oldest first, from the books.
  package var transactions: [Transaction] {
    get throws(SimulatorError) {
      try books.read { try $0.queue(of: account) }?.map(\.transaction) ?? []
    }
  }

  /// Ends a transaction's stay in the queue; what cannot be written stays there.
  package func finish(_ id: Transaction.ID) {
    do throws(SimulatorError) {
      if let number = Int64(id), try books.identity() != nil {
        try books.commit { try $0.finish(number, of: account) }
      }
      send(.removed([id]))
    } catch {
      lastError = error
    }
  }

  /// What was sold, or failed, for an attempt; empty also where the books cannot be read.
  package func history(of appAccountToken: UUID) -> [Transaction] {
    do throws(SimulatorError) {
      return try books.read { try $0.history(of: appAccountToken, account: account) }?
        .map(\.transaction) ?? []
    } catch {
      lastError = error
      return []
    }
  }

  /// For each group, whether the customer may still use an introductory offer.
  ///
  /// Where the books cannot be read the answer is no: nobody is promised what may be refused.
  package func introductoryEligibility(inGroups groupIDs: [String]) -> [String: Bool] {
    Dictionary(
      groupIDs.map { ($0, isEligibleForIntroductoryOffer(inGroup: $0)) }
    ) { first, _ in first }
  }

  private func isEligibleForIntroductoryOffer(inGroup groupID: String) -> Bool {
    do throws(SimulatorError) {
      return try books.read { page in
        try page.allowsIntroductoryOffer(inGroup: groupID, account: account, at: now)
      } ?? true
    } catch {
      lastError = error
      return false
    }
  }

  /// The observer's ear; a new listener ends the stream of the one before.
  ///
  /// What is unfinished is not sent again here: the queue reads `transactions` at each launch.
  package func updates() -> AsyncStream<StoreUpdate> {
    listener?.finish()
    let (stream, continuation) = AsyncStream<StoreUpdate>.makeStream()
    listener = continuation
    return stream
  }

  /// The root certificate in DER; nil while nothing was ever bought, or the books are unreadable.
  package var rootCertificate: [UInt8]? {
    (try? books.identity()).map { Array($0.root) }
  }

  /// How often money was taken, by whichever account; a free trial takes none.
  package var chargeCount: Int {
    get throws(SimulatorError) { try books.chargeCount() }
  }

  package func setNextOutcome(_ outcome: Outcome) {
    nextOutcome = outcome
  }

  package func setCanMakePayments(_ isAllowed: Bool) {
    canMakePayments = isAllowed
  }

  /// Puts another catalogue on the shelf, as it was read again; the books stay as they are.
  package func restock(
    products: [Product], settings: Catalogue.Settings, storefront: Storefront
  ) {
    shelf = Shelf(products: products, settings: settings, storefront: storefront)
  }

  /// The time in the store, in whole milliseconds as the books keep it.
  var now: Date { Milliseconds(clock.now()).date }

  func send(_ update: StoreUpdate) {
    listener?.yield(update)
  }

  /// How the payment at hand ends, which uses a chosen outcome up.
  func takeOutcome() -> Outcome {
    defer { nextOutcome = .succeed }
    let failsAlways = shelf.settings.failTransactions
    return nextOutcome == .succeed && failsAlways ? .fail(.unknown) : nextOutcome
  }

  /// Makes what the first purchase needs: books, keys, and the root certificate beside them.
  func openForBusiness() throws(SimulatorError) -> Signer {
    if let signer { return signer }
    let instance = newInstance
    let identity = try books.make { () throws(SimulatorError) in
      try Identity.made(instance: instance)
    }
    try RootFile.write(identity.rootPEM, to: rootPath)
    let opened = try Signer(identity, bundleID: bundleID)
    signer = opened
    return opened
  }
}
