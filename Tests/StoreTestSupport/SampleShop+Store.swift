import FoundationEssentials
package import StoreModel

/// What a tester sees of a store, and the lives of its subscriptions.
extension SampleShop {
  private static func day(_ days: Double) -> Date { now.addingTimeInterval(days * 86_400) }

  private static func dollars(_ text: String) -> Price { Price(Decimal(string: text) ?? 0, "USD") }

  /// A store that nobody has touched.
  package static let panel = StorePanel(
    clock: ClockReading(now: now), accounts: ["A"], account: "A")

  /// A store in which much is on and much has happened.
  package static let busyPanel: StorePanel = {
    var panel = StorePanel(
      clock: ClockReading(
        now: now, mode: .frozen, deviceOffset: 7_200,
        due: [
          ClockReading.Due(.requestTimeOut, day(0.7), productID: "pass90", account: "A"),
          ClockReading.Due(.renewal, day(3.2), productID: "pro.month", account: "A"),
        ]),
      switches: [.askToBuy, .billingIssues, .payments, .silent],
      failures: [
        SimulatedFailure(api: .purchase, error: networkError, isEnabled: true),
        SimulatedFailure(api: .manageSubscriptions, isEnabled: true),
        SimulatedFailure(api: .verification, isEnabled: false),
      ],
      unpublished: ["noads"], speed: StoreSpeed(.sandbox(5)), isAsFile: false,
      accounts: ["A", "tester@example.com"], account: "A",
      requests: [
        StoreRequest(
          id: "2000000130", kind: .askToBuy, productID: "pass90", since: day(-0.3),
          until: day(0.7)),
        StoreRequest(id: "2000000131", kind: .interrupted, productID: "coins100", since: now),
      ],
      lives: [trialLife, troubledLife, upgradedLife],
      money: [
        Turnover(charges: 5, charged: dollars("112.95"), refunds: 1, refunded: dollars("9.99"))
      ])
    panel.isNextCancelled = true
    return panel
  }()

  /// A store in which a subscription costs more from the next renewal on, if the customer agrees.
  package static let raisedPanel: StorePanel = {
    var raised = panel
    var life = trialLife
    life.nextProductID = life.productID
    life.priceIncrease = SubscriptionLife.PriceIncrease(
      price: dollars("12.99"), before: dollars("9.99"), isAgreed: false)
    raised.lives = [life]
    return raised
  }()

  private static let networkError = SimulatedError(kind: .generic, index: 2)

  /// Products that could be sold, and a store that offers none.
  package static let withheldPanel: StorePanel = {
    var withheld = panel
    withheld.withheld = .tax
    withheld.isAsFile = false
    return withheld
  }()

  /// A trial and two renewals; at the next one it becomes another product.
  package static let trialLife = SubscriptionLife(
    id: "2000000124", groupID: "pro", productID: "pro.month", nextProductID: "lite.month",
    renewalDate: day(31), renewalPrice: dollars("2.99"), expirationDate: day(31),
    periods: [
      period("2000000124", "pro.month", -35, -28, "0", offer: .introductory, isTrial: true),
      period("2000000125", "pro.month", -28, 0, "9.99"),
      period("2000000127", "pro.month", 0, 31, "9.99"),
    ],
    marks: [
      SubscriptionLife.Mark(.started, day(-35)), SubscriptionLife.Mark(.changeChosen, day(-2)),
    ])

  /// Not charged, in grace, in retry, recovered, and not charged again.
  package static let troubledLife = SubscriptionLife(
    id: "2000000100", groupID: "lite", productID: "lite.month", state: .inBillingRetry,
    expirationDate: day(-10), expirationReason: .billingError, retryEnd: day(50),
    periods: [
      period("2000000100", "lite.month", -120, -90, "2.99"),
      period("2000000101", "lite.month", -60, -10, "2.99"),
    ],
    marks: [
      SubscriptionLife.Mark(.started, day(-120)), SubscriptionLife.Mark(.graceBegan, day(-90)),
      SubscriptionLife.Mark(.retryBegan, day(-74)), SubscriptionLife.Mark(.recovered, day(-60)),
      SubscriptionLife.Mark(.priceRaised, day(-40)), SubscriptionLife.Mark(.priceAgreed, day(-39)),
      SubscriptionLife.Mark(.retryBegan, day(-10)),
    ])

  /// A month that was upgraded to a year, which was refunded.
  package static let upgradedLife = SubscriptionLife(
    id: "2000000090", groupID: "other", productID: "pro.year", state: .revoked,
    willAutoRenew: false, expirationDate: day(-20),
    periods: [
      period("2000000090", "pro.month", -60, -45, "9.99"),
      period("2000000091", "pro.year", -45, -20, "79.99", isRefunded: true),
    ],
    marks: [
      SubscriptionLife.Mark(.started, day(-60)), SubscriptionLife.Mark(.upgraded, day(-45)),
      SubscriptionLife.Mark(.refunded, day(-20)),
    ])

  private static func period(
    _ id: String, _ productID: String, _ start: Double, _ end: Double, _ price: String,
    offer: Offer.Kind? = nil, isTrial: Bool = false, isRefunded: Bool = false
  ) -> SubscriptionLife.Period {
    SubscriptionLife.Period(
      transactionID: id, productID: productID, start: day(start), end: day(end),
      price: dollars(price), offer: offer, isTrial: isTrial, isRefunded: isRefunded)
  }
}
