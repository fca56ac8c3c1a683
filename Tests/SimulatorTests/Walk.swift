import Foundation
import StoreModel
import StoreTestSupport

@testable import Simulator

/// A long way through a store by chance: any control, purchase and clock, with everything checked
/// after each step.
struct Walk {
  private var random: SplitMix
  private var machine: StoreMachine
  private var books = BookModel()
  private var shelf: Shelf
  /// What was done last, newest last.
  private(set) var trail: [String] = []
  private(set) var steps = 0

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    shelf = Walk.shelf(&random)
    machine = StoreMachine(shelf: shelf, account: "A", now: Till.start)
  }

  /// Takes steps until one breaks something, and says what; nil where none did.
  ///
  /// It ends early where the history has grown long, so that each step costs about the same.
  mutating func go(steps count: Int) -> [String] {
    for _ in 0..<count {
      step()
      steps += 1
      books.write(machine.takeSteps(), lastID: machine.lastID)
      var violations = machine.violations(books)
      if steps.isMultiple(of: 20) { violations += rereadViolations() }
      if !violations.isEmpty { return violations }
      if books.entries.count > 120 { break }
    }
    return []
  }

  /// What a machine that is read from the books sees otherwise.
  private func rereadViolations() -> [String] {
    let other = books.machine(selling: shelf, now: machine.now)
    var found: [String] = []
    let customers = machine.customers.filter {
      !$0.value.entries.isEmpty || !$0.value.lives.isEmpty
    }
    if other.customers.mapValues(\.entries) != customers.mapValues(\.entries) {
      found.append("the books have other purchases")
    }
    for (account, customer) in customers {
      let lives = Dictionary(uniqueKeysWithValues: customer.lives.map { ($0.key, $0) })
      let read = other.customer(account).lives.map { ($0.key, $0) }
      if lives != Dictionary(uniqueKeysWithValues: read) { found.append("other subscriptions") }
    }
    if other.controls != machine.controls { found.append("the books have other controls") }
    if other.accounts != machine.accounts { found.append("the books have other accounts") }
    if other.turnovers != machine.turnovers { found.append("the books have other money") }
    if other.lastID != machine.lastID { found.append("the books have another last id") }
    if other.due(limit: 1_000) != machine.due(limit: 1_000) { found.append("other things are due") }
    return found
  }

  private mutating func step() {
    let account = machine.accounts.current ?? ""
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<28: purchase(account)
    case 28..<42:
      guard let entry = machine.customer(account).queue.randomElement(using: &random) else { break }
      note("finish \(entry.id)")
      machine.finish(entry.id, account: account)
    case 42..<62: wait()
    case 62..<65:
      note("restore")
      machine.restore(account: account)
    case 65..<67: restock()
    default:
      let control = control()
      note(control.words.joined(separator: " "))
      try? machine.perform(control)
    }
    // What was bought at an earlier date is renewed up to now.
    machine.advance(to: machine.now)
  }

  private mutating func note(_ text: String) {
    trail.append(text)
    if trail.count > 25 { trail.removeFirst() }
  }

  private mutating func purchase(_ account: String) {
    let payment = Payment(
      productID: Walk.productIDs.randomElement(using: &random) ?? "",
      quantity: chance(8) ? Int.random(in: 0...11, using: &random) : 1,
      appAccountToken: UUID(), option: chance(3) ? Walk.options.randomElement(using: &random) : nil)
    let terms = machine.terms(of: payment, account: account)
    note("purchase \(payment.productID) \(payment.option.map { "\($0)" } ?? "")")
    // The customer thinks for a while, and the world goes on.
    if chance(10) { wait() }
    if chance(10) {
      machine.fail(payment, .paymentCancelled, account: account)
    } else if !account.isEmpty {
      machine.settle(payment, agreed: terms, account: account)
    }
  }

  private mutating func wait() {
    let due = machine.due(limit: 1).first?.date.timeIntervalSince(machine.now)
    let seconds: Double =
      switch (due, Int.random(in: 0..<4, using: &random)) {
      case (let due?, 0): due
      case (let due?, 1): due * Double.random(in: 0..<1, using: &random)
      case (let due?, _): due * Double.random(in: 0..<4, using: &random)
      case (nil, _): Double.random(in: 0..<5_000_000, using: &random)
      }
    let date = Milliseconds(machine.now + seconds).date
    note("wait until \(date.formatted(.iso8601))")
    machine.advance(to: date)
  }

  /// The catalogue is read again, with other prices and offers.
  private mutating func restock() {
    note("restock")
    shelf = Walk.shelf(&random)
    machine = books.machine(selling: shelf, now: machine.now)
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  private mutating func id() -> String {
    let entry = machine.customer(machine.accounts.current ?? "").entries
      .randomElement(using: &random)
    return switch Int.random(in: 0..<10, using: &random) {
    case 0: "nonsense"
    case 1..<6: entry.map { "\($0.id)" } ?? "2000000001"
    default: Walk.productIDs.randomElement(using: &random) ?? ""
    }
  }

  private mutating func control() -> StoreControl {
    let isOn = Bool.random(using: &random)
    let id = id()
    let maybeID = chance(2) ? id : nil
    switch Int.random(in: 0..<31, using: &random) {
    case 0..<4:
      return .turn(StoreSwitch.allCases.randomElement(using: &random) ?? .grace, isOn: isOn)
    case 4:
      let api = StoreAPI.allCases.randomElement(using: &random) ?? .purchase
      return .fail(
        api, chance(3) ? SimulatedError.all(for: api).randomElement(using: &random) : nil)
    case 5: return .approve(id: maybeID)
    case 6: return .decline(id: maybeID)
    case 7: return .timeOut(id: maybeID)
    case 8: return .resolve(id: maybeID)
    case 9, 10: return .refund(id: id, chance(2) ? .full : .prorated)
    case 11: return .renew(id: id)
    case 12: return .expire(id: id)
    case 13, 14: return .autoRenew(id: id, isOn: isOn)
    case 15: return .raisePrice(id: id, Decimal(Int.random(in: 1...30, using: &random)))
    case 16: return .consent(id: id)
    case 17: return .refuse(id: id)
    case 18:
      let age = Double.random(in: 0..<9_000_000, using: &random)
      return .buyElsewhere(productID: id, on: chance(2) ? machine.now - age : nil)
    case 19: return .redeem(name: chance(4) ? "NONE" : "GIFT")
    case 20: return .share(productID: id)
    case 21: return .stopSharing(productID: id)
    case 22: return .withhold(chance(3) ? .tax : nil)
    case 23: return .publish(productID: id, isPublished: !chance(3))
    case 24: return chance(2) ? .addAccount("B") : .removeAccount(chance(6) ? "A" : "B")
    case 25: return .signIn(chance(4) ? nil : chance(3) ? "B" : "A")
    case 26: return .speed(StoreSpeed.all.randomElement(using: &random) ?? .realTime)
    case 27: return chance(4) ? .clear : .delete(id: id)
    case 28: return chance(3) ? .reset : .cancelNext
    case 29: return .forget(id: maybeID)
    default:
      return .personality(StorePersonality.allCases.randomElement(using: &random) ?? .sandbox)
    }
  }

  private static let productIDs = [
    "coins", "cape", "pass", "pro", "pro-month", "pro-year", "lite", "trial", "year", "nothing",
  ]

  private static let options: [PurchaseOption] = [
    .promotionalOffer(id: "LOYAL"), .promotionalOffer(id: "NONE"), .winBackOffer(id: "COMEBACK"),
    .billingPlan(BillingPlan.monthly), .billingPlan(BillingPlan.billedUpFront),
  ]

  private static func shelf(_ random: inout SplitMix) -> Shelf {
    let month = SubscriptionPeriod(value: 1, unit: .month)
    func price() -> Decimal { Decimal(Int.random(in: 1...20, using: &random)) }
    var pro = Till.level("pro", 1, "P1M", price())
    pro.subscription?.offers = [
      Offer(
        kind: .promotional, mode: .payAsYouGo, period: month, periods: 2, price: price(),
        id: "LOYAL"),
      Offer(kind: .winBack, mode: .freeTrial, period: month, id: "COMEBACK"),
      Offer(
        kind: .offerCode, mode: .payUpFront, period: month, periods: 1, price: price(),
        referenceName: "GIFT", isStackable: Bool.random(using: &random)),
    ]
    var year = Till.level("year", 1, "P1Y", price())
    year.subscription?.groupID = "annual"
    year.subscription?.billingPlans = [
      BillingPlan(type: BillingPlan.monthly, price: price(), commitmentPrice: 100)
    ]
    let trial = Offer(
      kind: .introductory, mode: Bool.random(using: &random) ? .freeTrial : .payAsYouGo,
      period: month, periods: Int.random(in: 1...3, using: &random), price: price())
    let products =
      Till.products.filter { !["pro", "trial"].contains($0.id) } + [
        pro, year, Till.level("trial", 3, "P1M", price(), offer: trial),
      ]
    return Shelf(products: products, settings: Catalogue.Settings(), storefront: .usa)
  }
}
