import Disclosure
import FoundationEssentials
import Payments
import Screens
import Simulator
import StoreModel
import Synchronization
import Verification

/// The two parties of a running shop: the simulated store, and the queue on the customer's device.
struct Shop: Sendable {
  let simulator: Simulator
  let queue: PaymentQueue
  /// What the customer has with the app itself, outside of the store.
  let balance: AppBalance
  private let shelf: Shelf

  /// Builds both; nothing is opened or written yet.
  ///
  /// - Parameters:
  ///   - settings: the options.
  ///   - reading: the catalogue that the store sells.
  ///   - confirm: shows the store's payment sheet and brings the customer's answer.
  ///   - signIn: shows the sheet that asks whose account it is; without it the suggested one is
  ///     taken.
  ///   - checkpoint: called at each kill point of a purchase.
  init(
    _ settings: ShopSettings, selling reading: CatalogueReading,
    confirm: @escaping @Sendable (PaymentSheet) async -> PaymentSheet.Answer,
    signIn: @escaping @Sendable (SignInSheet) async -> SignInSheet.Answer = { $0.acceptance },
    checkpoint: @escaping @Sendable (Checkpoint) -> Void = { _ in }
  ) {
    let simulator = Simulator(
      books: settings.folder.books, root: settings.folder.root,
      products: reading.catalogue.products, settings: reading.catalogue.settings,
      storefront: reading.disclosures.storefront, bundleID: settings.bundleID,
      account: settings.account, clock: StoreClock { Date() }, start: settings.now,
      chance: settings.chance(stream: 2), canMakePayments: settings.canMakePayments,
      confirm: confirm, signIn: signIn)
    let clock = simulator.deviceClock
    let shelf = Shelf(reading.catalogue)
    let judge = Judge(now: clock.now)
    self.simulator = simulator
    self.shelf = shelf
    balance = AppBalance(
      path: settings.folder.balance, clock: clock, chance: settings.chance(stream: 3))
    queue = PaymentQueue(
      journal: settings.folder.journal,
      doors: PaymentDoors(
        store: simulator.store,
        verifier: Verifier { signed in
          let verifier = judge.verifier(simulator: await simulator.trustedCertificates)
          return verifier.verify(
            Array(signed.jwsRepresentation.utf8),
            expecting: Expectations(
              bundleID: settings.bundleID, environment: await simulator.environment,
              kind: .transaction))
        },
        product: { shelf.catalogue.product($0) },
        subscriptionGroups: { shelf.catalogue.groups.map(\.id) },
        discount: { await simulator.discount($0) },
        bundleID: settings.bundleID, clock: clock, wallClock: StoreClock { Date() },
        chance: settings.chance(stream: 1), checkpoint: checkpoint))
  }

  /// Opens the data folder and takes up what is unfinished; selling begins when that is done.
  func open(_ settings: ShopSettings) async {
    await queue.open()
  }

  /// Waits until the queue has dealt with all that the store told so far.
  func settle() async {
    var told = -1
    while case let count = await simulator.told, count != told {
      told = count
      await queue.hear(upTo: count)
      await queue.settle()
    }
  }

  /// Sells another catalogue from now on.
  func sell(_ reading: CatalogueReading) async {
    shelf.catalogue = reading.catalogue
    await simulator.restock(
      products: reading.catalogue.products, settings: reading.catalogue.settings,
      storefront: reading.disclosures.storefront)
  }
}

/// The catalogue in force, for those who look a product up.
private final class Shelf: Sendable {
  private let current: Mutex<Catalogue>

  init(_ catalogue: Catalogue) {
    current = Mutex(catalogue)
  }

  var catalogue: Catalogue {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}

/// The verifier in force: Apple's root, and the simulator's once the first purchase made one.
private final class Judge: Sendable {
  private let now: @Sendable () -> Date
  private let current = Mutex<(own: [[UInt8]], verifier: ProofVerifier)?>(nil)

  init(now: @escaping @Sendable () -> Date) {
    self.now = now
  }

  /// The same verifier, with the chains that it remembers, for as long as its own certificates are.
  func verifier(simulator own: [[UInt8]]) -> ProofVerifier {
    current.withLock { current in
      if let current, current.own == own { return current.verifier }
      let verifier = ProofVerifier(roots: TrustedRoot.shop(simulator: own), now: now)
      current = (own, verifier)
      return verifier
    }
  }
}
