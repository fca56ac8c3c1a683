import Foundation
import Simulator
import StoreModel
import Synchronization

/// A store in a folder of its own, with a clock and a customer that the test holds.
final class World: Sendable {
  let folder: String
  let clock = ManualClock("2026-03-01T09:00:00Z")
  let customer = Buyer()
  let simulator: Simulator

  init(
    products: [Product] = World.products, settings: Catalogue.Settings = Catalogue.Settings(),
    storefront: Storefront = .usa
  ) throws {
    folder = NSTemporaryDirectory() + "simulator-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    simulator = World.simulator(
      folder, clock, customer, products: products, settings: settings, storefront: storefront)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var books: String { folder + "/books.sqlite" }
  var root: String { folder + "/root.pem" }
  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }

  /// Another run over the same files.
  func relaunched(
    account: String = "A", products: [Product] = World.products,
    settings: Catalogue.Settings = Catalogue.Settings()
  ) -> Simulator {
    World.simulator(
      folder, clock, customer, products: products, settings: settings, storefront: .usa,
      account: account)
  }

  private static func simulator(
    _ folder: String, _ clock: ManualClock, _ customer: Buyer, products: [Product],
    settings: Catalogue.Settings, storefront: Storefront, account: String = "A"
  ) -> Simulator {
    Simulator(
      books: folder + "/books.sqlite", root: folder + "/root.pem", products: products,
      settings: settings, storefront: storefront, bundleID: "com.example.game",
      account: account, clock: StoreClock { clock.now }, chance: Chance { UUID() },
      confirm: { await customer.answer($0) }, signIn: { await customer.signsIn($0) })
  }

  /// Everything the store says while `body` runs.
  func news(
    of simulator: Simulator? = nil, _ body: (Simulator) async throws -> Void
  ) async rethrows -> [StoreUpdate] {
    let simulator = simulator ?? self.simulator
    let stream = await simulator.updates()
    try await body(simulator)
    _ = await simulator.updates()
    var news: [StoreUpdate] = []
    for await update in stream { news.append(update) }
    return news
  }

  /// Buys, and returns what the payment ended with.
  @discardableResult
  func buy(
    _ productID: String, quantity: Int = 1, token: UUID = UUID(), from simulator: Simulator? = nil
  ) async -> Transaction? {
    let news = await news(of: simulator) {
      await $0.add(Payment(productID: productID, quantity: quantity, appAccountToken: token))
    }
    return news.transactions.last
  }

  /// Buys and finishes.
  @discardableResult
  func own(_ productID: String) async -> Transaction? {
    let transaction = await buy(productID)
    if let transaction { await simulator.finish(transaction.id) }
    return transaction
  }

  /// Takes care that a subscription ends with its period.
  func stopRenewing(_ productID: String) async {
    _ = await simulator.control(.autoRenew(id: productID, isOn: false))
  }

  static let products = [
    Product(id: "coins", type: .consumable, price: Decimal(string: "0.99")),
    Product(id: "flight", type: .nonConsumable, price: Decimal(string: "4.99")),
    Product(id: "season", type: .nonRenewing, price: 10),
    subscription("month", "P1M", "9.99"),
    subscription("year", "P1Y", "99.99"),
    subscription(
      "trial", "P1M", "4.99", group: "other",
      offer: Offer(kind: .introductory, mode: .freeTrial, period: .week, price: nil)),
    subscription("other-level", "P1Y", "49.99", group: "other"),
    Product(id: "priceless", type: .consumable, obstacle: .noPrice),
    Product(id: "forgotten", type: .consumable),
    Product(id: "suite", type: .autoRenewable, price: 1, obstacle: .suite),
    Product(id: "again", type: .consumable, price: 1, obstacle: .duplicateID),
    Product(id: "riddle", type: .unknown, rawType: "Riddle", price: 1),
  ]

  static func subscription(
    _ id: String, _ period: String, _ price: String, group: String = "power", offer: Offer? = nil
  ) -> Product {
    Product(
      id: id, type: .autoRenewable, price: Decimal(string: price),
      subscription: Subscription(
        groupID: group, period: SubscriptionPeriod(iso8601: period),
        offers: offer.map { [$0] } ?? []))
  }
}

/// Who looks at the payment sheet: answers as told, and remembers what was shown.
actor Buyer {
  private(set) var sheets: [PaymentSheet] = []
  private(set) var signIns: [SignInSheet] = []
  private var nextAnswer = PaymentSheet.Answer.buy
  private var nextAccount: @Sendable (SignInSheet) -> SignInSheet.Answer = { $0.acceptance }
  private var thinking: (@Sendable () async -> Void)?

  func answers(_ answer: PaymentSheet.Answer) { nextAnswer = answer }
  func refusesToSignIn() { nextAccount = { _ in .cancel } }
  func signsIn(as account: String) { nextAccount = { _ in .signIn(account) } }
  /// Runs `body` while a sheet or the sign-in is open.
  func thinks(_ body: @escaping @Sendable () async -> Void) { thinking = body }

  func answer(_ sheet: PaymentSheet) async -> PaymentSheet.Answer {
    sheets.append(sheet)
    await think()
    return nextAnswer
  }

  func signsIn(_ sheet: SignInSheet) async -> SignInSheet.Answer {
    signIns.append(sheet)
    await think()
    return nextAccount(sheet)
  }

  private func think() async {
    let thought = thinking
    thinking = nil
    await thought?()
  }
}

/// A clock that stands still until the test moves it.
final class ManualClock: Sendable {
  private let date: Mutex<Date>

  init(_ text: String) {
    date = Mutex(Date(text))
  }

  var now: Date { date.withLock { $0 } }
  func advance(to text: String) { date.withLock { $0 = Date(text) } }
  func advance(by seconds: TimeInterval) { date.withLock { $0 += seconds } }
}

extension Date {
  /// An ISO 8601 moment, with or without milliseconds; the year 1 for what is none.
  init(_ text: String) {
    let plain = Date.ISO8601FormatStyle()
    let fine = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    self = (try? plain.parse(text)) ?? (try? fine.parse(text)) ?? .distantPast
  }
}

extension Storefront {
  static let usa = Storefront(
    countryCode: "USA", regionCode: "US", currencyCode: "USD", name: "United States")
  static let germany = Storefront(
    countryCode: "DEU", regionCode: "DE", currencyCode: "EUR", name: "Germany")
}

extension SubscriptionPeriod {
  static let week = SubscriptionPeriod(value: 1, unit: .week)
}

extension [StoreUpdate] {
  /// The transactions in the order in which they were told.
  var transactions: [Transaction] {
    flatMap { update -> [Transaction] in
      if case .updated(let transactions) = update { transactions } else { [] }
    }
  }
}
