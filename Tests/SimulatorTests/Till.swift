import Foundation
import StoreModel
import Testing

@testable import Simulator

/// A store without books: told what happens in the words of a scenario, asked how things stand.
struct Till {
  static let start = Date("2026-03-01T09:00:00Z")

  private(set) var machine: StoreMachine
  /// What the observer heard since it was asked last, as `purchased pro`.
  private var heard: [String] = []

  init(settings: Catalogue.Settings = Catalogue.Settings(), products: [Product] = Till.products) {
    machine = StoreMachine(
      shelf: Shelf(products: products, settings: settings, storefront: .usa), account: "A",
      now: Till.start)
  }

  /// Plays lines such as `buy pro`, `finish`, `wait P1M`, or any control of a tester.
  ///
  /// A control that is refused is an issue, unless the line begins with `refused:`.
  mutating func play(_ lines: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    for line in lines { perform(line, sourceLocation) }
  }

  private mutating func perform(_ line: String, _ location: SourceLocation) {
    let isRefused = line.hasPrefix("refused: ")
    let words = (isRefused ? String(line.dropFirst(9)) : line).split(separator: " ").map(
      String.init)
    switch (words.first, words.count) {
    case ("purchase", 2...3):
      pay(words[1], quantity: words.count == 3 ? Int(words[2]) ?? 1 : 1)
    case ("finish", 1):
      for entry in machine.customer(account).queue { machine.finish(entry.id, account: account) }
    case ("restore", 1): machine.restore(account: account)
    case ("wait", 2):
      guard let period = SubscriptionPeriod(iso8601: words[1]) else {
        Issue.record("no period: \(line)", sourceLocation: location)
        return
      }
      machine.advance(to: TimeRate.realTime.end(of: period, from: machine.now))
    default:
      do {
        try machine.perform(try StoreControl(words: words))
        if isRefused { Issue.record("not refused: \(line)", sourceLocation: location) }
      } catch {
        if !isRefused { Issue.record("\(line): \(error)", sourceLocation: location) }
      }
    }
    take()
  }

  /// Pays for a product, or for one with an option such as `pro:winBack:COMEBACK`.
  private mutating func pay(_ words: String, quantity: Int) {
    let parts = words.split(separator: ":").map(String.init)
    let option: PurchaseOption? =
      switch parts.dropFirst().first {
      case "promotional": .promotionalOffer(id: parts[2])
      case "winBack": .winBackOffer(id: parts[2])
      case "plan": .billingPlan(parts[2])
      default: nil
      }
    let payment = Payment(
      productID: parts[0], quantity: quantity, appAccountToken: UUID(), option: option)
    let terms = machine.terms(of: payment, account: account)
    machine.settle(payment, agreed: terms, account: account)
  }

  private mutating func take() {
    for case .tell(let entry) in machine.takeSteps() {
      heard.append("\(entry.word) \(entry.productID)")
    }
  }

  mutating func news() -> [String] {
    defer { heard = [] }
    return heard
  }

  var account: String { machine.accounts.current ?? "" }
  var customer: Customer { machine.customer(account) }

  func life(_ groupID: String = "club", isShared: Bool = false) -> Life? {
    customer.life(Life.Key(groupID: groupID, isShared: isShared))
  }

  /// How the subscription of a group stands, such as `pro subscribed until 2026-04-01T09:00:00Z`.
  func standing(_ groupID: String = "club", isShared: Bool = false) -> String {
    guard let life = life(groupID, isShared: isShared) else { return "none" }
    let end = (life.graceEnd ?? life.periodEnd).formatted(.iso8601)
    return "\(life.productID) \(life.state) until \(end)"
  }

  /// What was charged less what was given back, in the storefront's currency.
  var takings: Decimal {
    let sum = machine.turnovers["USD"] ?? StoreMachine.Sum()
    return Decimal(sum.charged - sum.refunded) / 1000
  }

  static let products = [
    Product(id: "coins", type: .consumable, price: 1),
    Product(id: "cape", type: .nonConsumable, price: 5, isFamilyShareable: true),
    Product(id: "pass", type: .nonRenewing, price: 20),
    level("pro", 1, "P1M", 10), level("pro-month", 1, "P1M", 11), level("pro-year", 1, "P1Y", 100),
    level("lite", 2, "P1M", 4, isFamilyShareable: true),
    level("trial", 3, "P1M", 3, offer: Offer(kind: .introductory, mode: .freeTrial, period: .week)),
  ]

  static func level(
    _ id: String, _ level: Int, _ period: String, _ price: Decimal, offer: Offer? = nil,
    isFamilyShareable: Bool = false
  ) -> Product {
    Product(
      id: id, type: .autoRenewable, price: price, isFamilyShareable: isFamilyShareable,
      subscription: Subscription(
        groupID: "club", level: level, period: SubscriptionPeriod(iso8601: period),
        offers: offer.map { [$0] } ?? []))
  }
}

extension Entry {
  /// How it is told, in one word.
  fileprivate var word: String {
    switch transaction.state {
    case .purchasing: "purchasing"
    case .purchased: revocation == nil ? "purchased" : "revoked"
    case .restored: "restored"
    case .deferred: "deferred"
    case .failed(let error): "failed(\(error?.code ?? -1))"
    }
  }
}
