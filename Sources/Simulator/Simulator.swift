package import FoundationEssentials
package import StoreModel

/// The local App Store: it sells what the catalogue holds, keeps books, and signs what it sold.
///
/// It speaks StoreKit 1's queue. Every charge is committed to the books before anybody hears of
/// it, and what was sold waits in the queue until it is finished, through any number of launches.
/// What the store does is decided by `StoreMachine`; this actor commits it and tells it. Nothing is
/// made or written before the first purchase or control. Its certificates prove no payment.
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

  let books: Books
  let time: StoreTime
  /// The account that the device was started with.
  let account: String
  let isDeviceAllowed: Bool
  let confirm: @Sendable (PaymentSheet) async -> PaymentSheet.Answer
  let signIn: @Sendable (SignInSheet) async -> SignInSheet.Answer
  /// How often somebody was asked to sign in.
  var signIns = 0
  var waiting: [Payment] = []
  /// The payment that is being asked about.
  var till: Payment?
  var isSelling = false
  var isRestoring = false
  private var shelf: Shelf
  private var machine: StoreMachine?
  private let rootPath: String
  let bundleID: String
  private let newInstance: String
  /// What the keys of new books are drawn from.
  private let newSeed: [UInt8]
  var signer: Signer?
  private var proofs: [Int64: (entry: Entry, stamp: Stamp, signed: SignedTransaction)] = [:]
  private var listener: AsyncStream<StoreUpdate>.Continuation?
  /// How much the observer was told since it began to listen.
  package private(set) var told = 0

  /// A store over the books at `books`, a SQLite file, with its root certificate at `root`.
  ///
  /// Neither file needs to exist; both are of mode 0600. `account` is the store account that is
  /// signed in; each has a queue and purchases of its own. Where `canMakePayments` is false the
  /// device itself forbids them. `clock` is real time, and the store's
  /// clock stands at `start` where that is given. `confirm` is the payment sheet, and `signIn` the
  /// one that asks whose account it is; neither is shown when dialogs are off.
  package init(
    books: String, root: String, products: [Product],
    settings: Catalogue.Settings = Catalogue.Settings(), storefront: Storefront, bundleID: String,
    account: String, clock: StoreClock, start: Date? = nil, chance: Chance,
    canMakePayments: Bool = true,
    confirm: @escaping @Sendable (PaymentSheet) async -> PaymentSheet.Answer,
    signIn: @escaping @Sendable (SignInSheet) async -> SignInSheet.Answer = { $0.acceptance }
  ) {
    self.books = Books(path: books)
    time = StoreTime(real: clock, start: start)
    rootPath = root
    shelf = Shelf(products: products, settings: settings, storefront: storefront)
    self.bundleID = bundleID
    self.account = account
    isDeviceAllowed = canMakePayments
    newInstance = chance.uuid().uuidString.lowercased()
    newSeed = [chance.uuid(), chance.uuid()].flatMap { withUnsafeBytes(of: $0.uuid, Array.init) }
    self.confirm = confirm
    self.signIn = signIn
  }

  /// The time in the store.
  nonisolated package var storeClock: StoreClock { StoreClock { [time] in time.now } }

  /// The time on the customer's device.
  nonisolated package var deviceClock: StoreClock { StoreClock { [time] in time.deviceNow } }

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
      statuses: { await self.statuses },
      updates: { await self.updates() })
  }

  /// Names these books: a UUID made with them, which is known before they are made.
  package var instance: String {
    get throws(SimulatorError) { try books.identity()?.instance ?? newInstance }
  }

  /// False as under parental controls: every payment then fails.
  package var canMakePayments: Bool {
    answer(orElse: true) { machine, _ in machine.canMakePayments }
  }

  /// The products among `ids` that can be sold, and the ids that cannot.
  package func products(_ ids: [String]) -> ProductsResponse {
    answer(orElse: ProductsResponse(productIDs: [], invalidProductIDs: ids)) { machine, _ in
      let isFailing = machine.controls.failures[.loadProducts] != nil
      let sold = isFailing ? [] : ids.filter { machine.product($0) != nil }
      return ProductsResponse(
        productIDs: sold, invalidProductIDs: isFailing ? [] : ids.filter { !sold.contains($0) })
    }
  }

  /// Everything unfinished, oldest first, from the books.
  package var transactions: [Transaction] {
    get throws(SimulatorError) {
      let queue = try perform { machine, account in machine.customer(account).queue }
      return try queue.map { entry throws(SimulatorError) in try transaction(entry) }
    }
  }

  /// Ends a transaction's stay in the queue; what cannot be written stays there.
  package func finish(_ id: Transaction.ID) {
    do throws(SimulatorError) {
      if let number = Int64(id), try books.identity() != nil {
        try perform { machine, account in machine.finish(number, account: account) }
      }
      send(.removed([id]))
    } catch {
      lastError = error
    }
  }

  /// What was sold, or failed, for an attempt; empty also where the books cannot be read.
  package func history(of appAccountToken: UUID) -> [Transaction] {
    if let payment = ([till].compactMap(\.self) + waiting).first(where: {
      $0.appAccountToken == appAccountToken
    }) {
      return [unrecorded(payment, .purchasing)]
    }
    do throws(SimulatorError) {
      let entries = try perform { machine, account in
        machine.history(of: appAccountToken, account: account)
      }
      return try entries.map { entry throws(SimulatorError) in try transaction(entry) }
    } catch {
      lastError = error
      return []
    }
  }

  /// The newest purchase or renewal of a product by the account, or the one of an id, with its proof
  /// (`Transaction.latest`).
  package func latestTransaction(of productID: Product.ID) -> Transaction? {
    do throws(SimulatorError) {
      let entry = try perform { machine, account in
        machine.customer(account).newest(productID) { $0.state == .purchased }
      }
      return try entry.map { entry throws(SimulatorError) in try transaction(entry) }
    } catch {
      lastError = error
      return nil
    }
  }

  /// For each group, whether the customer may still use an introductory offer.
  ///
  /// Where the books cannot be read the answer is no: nobody is promised what may be refused.
  package func introductoryEligibility(inGroups groupIDs: [String]) -> [String: Bool] {
    answer(orElse: Dictionary(groupIDs.map { ($0, false) }) { first, _ in first }) {
      machine, account in
      Dictionary(
        groupIDs.map { ($0, machine.allowsIntroductoryOffer(inGroup: $0, account: account)) }
      ) { first, _ in first }
    }
  }

  /// How the subscriptions of the account stand; none where the store fails to say.
  package var statuses: [SubscriptionStatus] {
    answer(orElse: []) { machine, account in
      machine.controls.failures[.subscriptionStatus] == nil ? machine.statuses(of: account) : []
    }
  }

  /// The observer's ear; a new listener ends the stream of the one before.
  ///
  /// What is unfinished is not sent again here: the queue reads `transactions` at each launch.
  package func updates() -> AsyncStream<StoreUpdate> {
    listener?.finish()
    let (stream, continuation) = AsyncStream<StoreUpdate>.makeStream()
    listener = continuation
    told = 0
    return stream
  }

  /// The root certificate in DER; nil while nothing was ever bought, or the books are unreadable.
  package var rootCertificate: [UInt8]? {
    (try? books.identity()).map { Array($0.root) }
  }

  /// What its proofs rest on, in DER: the root, and the certificate that stands alone as Xcode's.
  package var trustedCertificates: [[UInt8]] {
    (try? books.identity()).map { [Array($0.root), Array($0.xcode)] } ?? []
  }

  /// The name of the key that promotional offers are signed with: the catalogue's, where it has one.
  var offersKeyID: String { shelf.settings.offersKeyID ?? "LOCALKEY01" }

  /// How often money was taken, by whichever account; a free trial takes none.
  package var chargeCount: Int {
    get throws(SimulatorError) {
      try perform { machine, _ in machine.turnovers.values.map(\.charges).reduce(0, +) }
    }
  }

  package func setNextOutcome(_ outcome: Outcome) {
    nextOutcome = outcome
  }

  /// How the payment at hand ends, which uses a chosen outcome up.
  func takeOutcome() -> Outcome {
    defer { nextOutcome = .succeed }
    return nextOutcome
  }

  /// Puts another catalogue on the shelf, as it was read again; the books stay as they are, and so
  /// does every control that is not as the old file says.
  package func restock(
    products: [Product], settings: Catalogue.Settings, storefront: Storefront
  ) {
    shelf = Shelf(products: products, settings: settings, storefront: storefront)
    machine = nil
  }

  // MARK: - What everything goes through

  /// Lets the store do something, after all that was due: decided by the machine, committed, told.
  ///
  /// Another process may write the books at the same time; what was decided on older books is
  /// decided again. `body` may so run more than once.
  func perform<Result>(
    _ body: (inout StoreMachine, _ account: String) throws(SimulatorError) -> Result
  ) throws(SimulatorError) -> Result {
    while true {
      var working = try current()
      machine = nil
      working.advance(to: time.now)
      let result = try body(&working, working.accounts.current ?? "")
      let steps = working.takeSteps()
      if steps.isEmpty {
        machine = working
        return result
      }
      _ = try openForBusiness()
      guard try books.write(steps, lastID: working.lastID) else { continue }
      machine = working
      lastError = nil
      try tell(steps)
      return result
    }
  }

  /// What the store answers where it cannot read its books.
  func answer<Result>(
    orElse fallback: Result, _ body: (StoreMachine, String) -> Result
  ) -> Result {
    do throws(SimulatorError) {
      return try perform { machine, account in body(machine, account) }
    } catch {
      lastError = error
      return fallback
    }
  }

  /// The machine as the books have it.
  private func current() throws(SimulatorError) -> StoreMachine {
    if let machine, try !books.haveChanged() { return machine }
    var fresh = StoreMachine(
      shelf: shelf, account: account, isDeviceAllowed: isDeviceAllowed)
    let settings = try books.load(into: &fresh)
    if let clock = settings.clock, settings.clockStart == time.start { time.current = clock }
    return fresh
  }

  private func tell(_ steps: [StoreMachine.Step]) throws(SimulatorError) {
    var told: [Transaction] = []
    for case .tell(let entry) in steps { told.append(try transaction(entry)) }
    if !told.isEmpty { send(.updated(told)) }
    for case .tellRemoved(let ids) in steps { send(.removed(ids.map { "\($0)" })) }
  }

  /// Tells the observer, as the switches say: not at all, once, or twice.
  func send(_ update: StoreUpdate) {
    let controls = machine?.controls
    guard controls?.isOn(.silent) != true else { return }
    for _ in 0..<(controls?.isOn(.repeat) == true ? 2 : 1) {
      listener?.yield(update)
      told += 1
    }
  }

  /// The transaction with its proof, which is signed when it is read first and anew when the books
  /// say something else of it.
  func transaction(_ entry: Entry) throws(SimulatorError) -> Transaction {
    var transaction = entry.transaction
    guard entry.state == .purchased || entry.state == .restored else { return transaction }
    var stated = entry
    stated.isFinished = false
    let signer = try openForBusiness()
    let stamp = machine.map(stamp) ?? .sandbox
    if stamp.personality == .xcode {
      (transaction.signedID, transaction.signedOriginalID) = (
        stamp.id(entry.id), stamp.id(entry.originalID)
      )
    }
    if let proof = proofs[entry.id], proof.entry == stated, proof.stamp == stamp {
      transaction.signed = proof.signed
    } else {
      let payload = TransactionPayload(
        entry, bundleID: bundleID, signedDate: entry.changeDate, as: stamp)
      let signed = try signer.sign(payload, as: stamp)
      proofs[entry.id] = (stated, stamp, signed)
      transaction.signed = signed
    }
    return transaction
  }

  /// Makes what the first purchase needs: books, keys, and the root certificate beside them.
  func openForBusiness() throws(SimulatorError) -> Signer {
    if let signer { return signer }
    let (instance, seed) = (newInstance, newSeed)
    let identity = try books.make { () throws(SimulatorError) in
      try Identity.made(instance: instance, seed: seed)
    }
    try RootFile.write(identity.rootPEM, to: rootPath)
    let opened = try Signer(identity)
    signer = opened
    return opened
  }
}
