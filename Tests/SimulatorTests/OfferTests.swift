import Foundation
import StoreModel
import Testing

@testable import Simulator

@Suite struct `Offers` {
  private static let week = SubscriptionPeriod(value: 1, unit: .week)
  private static let month = SubscriptionPeriod(value: 1, unit: .month)

  private static let products = [
    Till.level("lite", 2, "P1M", 4),
    Product(
      id: "pro", type: .autoRenewable, price: 10,
      subscription: Subscription(
        groupID: "club", level: 1, period: month,
        offers: [
          Offer(
            kind: .promotional, mode: .payAsYouGo, period: month, periods: 2, price: 6, id: "LOYAL"),
          Offer(kind: .promotional, mode: .payAsYouGo, period: month, price: 11, id: "DEAR"),
          Offer(kind: .winBack, mode: .freeTrial, period: month, id: "COMEBACK"),
          Offer(kind: .winBack, mode: .freeTrial, period: month, id: "CLOSED", isEligible: false),
          Offer(
            kind: .offerCode, mode: .freeTrial, period: week, referenceName: "GIFT",
            eligibility: ["new"]),
        ])),
    Product(
      id: "year", type: .autoRenewable, price: 99,
      subscription: Subscription(
        groupID: "annual", level: 1, period: SubscriptionPeriod(value: 1, unit: .year),
        billingPlans: [
          BillingPlan(type: BillingPlan.billedUpFront, price: 99),
          BillingPlan(type: BillingPlan.monthly, price: 9, commitmentPrice: 108),
          BillingPlan(type: "WEEKLY", price: 3, isEnabled: false),
        ])),
    Product(id: "coins", type: .consumable, price: 1),
  ]

  @Test(arguments: [
    // What happens, what is heard last, how it stands, what was taken.
    (["purchase pro:promotional:LOYAL"], "failed(18) pro", "none", 0),
    (["purchase coins:promotional:LOYAL"], "failed(11) coins", "none", 0),
    (
      ["purchase lite", "expire lite", "purchase pro:promotional:LOYAL"], "purchased pro",
      "pro subscribed until 2026-04-01T09:00:00Z", 10
    ),
    (
      ["purchase lite", "expire lite", "purchase pro:promotional:LOYAL", "wait P1M", "wait P1M"],
      "purchased pro", "pro subscribed until 2026-06-01T09:00:00Z", 26
    ),
    (
      ["purchase pro", "purchase pro:promotional:NONE"], "failed(11) pro",
      "pro subscribed until 2026-04-01T09:00:00Z", 10
    ),
    (
      ["purchase pro", "purchase pro:promotional:DEAR"], "failed(14) pro",
      "pro subscribed until 2026-04-01T09:00:00Z", 10
    ),
    (
      ["purchase pro", "offer-signature stale-price", "purchase pro:promotional:LOYAL"],
      "failed(14) pro", "pro subscribed until 2026-04-01T09:00:00Z", 10
    ),
    // Whoever is subscribed gets it with the next period.
    (
      ["purchase pro", "purchase pro:promotional:LOYAL"], "purchased pro",
      "pro subscribed until 2026-04-01T09:00:00Z", 10
    ),
    (
      ["purchase pro", "purchase pro:promotional:LOYAL", "wait P1M", "wait P1M", "wait P1M"],
      "purchased pro", "pro subscribed until 2026-07-01T09:00:00Z", 32
    ),
    // Win-back.
    (["purchase pro:winBack:COMEBACK"], "failed(18) pro", "none", 0),
    (
      ["purchase pro", "purchase pro:winBack:COMEBACK"], "failed(18) pro",
      "pro subscribed until 2026-04-01T09:00:00Z", 10
    ),
    (
      ["purchase pro", "expire pro", "purchase pro:winBack:CLOSED"], "failed(18) pro",
      "pro expired until 2026-03-01T09:00:00Z", 10
    ),
    (
      ["purchase pro", "expire pro", "purchase pro:winBack:COMEBACK", "wait P1M"], "purchased pro",
      "pro subscribed until 2026-05-01T09:00:00Z", 20
    ),
    // Codes.
    (
      ["redeem GIFT", "wait P1W"], "purchased pro", "pro subscribed until 2026-04-08T09:00:00Z", 10
    ),
    // A request keeps its offer.
    (
      ["purchase pro", "expire pro", "ask-to-buy on", "purchase pro:winBack:COMEBACK", "approve"],
      "purchased pro", "pro subscribed until 2026-04-01T09:00:00Z", 10
    ),
    (
      ["purchase pro", "expire pro", "interrupt on", "purchase pro:winBack:COMEBACK", "resolve"],
      "purchased pro", "pro subscribed until 2026-04-01T09:00:00Z", 10
    ),
  ])
  func `are granted to those whom they are for`(
    lines: [String], heard: String, standing: String, takings: Decimal
  ) {
    var till = Till(products: Self.products)
    for line in lines { till.play(line) }
    #expect(till.news().last == heard)
    #expect(till.standing() == standing)
    #expect(till.takings == takings)
  }

  @Test func `a code for new customers is not for those who were subscribed`() throws {
    var till = Till(products: Self.products)
    till.play("purchase lite")
    var machine = till.machine
    let refusal = #expect(throws: StoreMachine.Refusal.self) {
      try machine.perform(.redeem(name: "GIFT"))
    }
    #expect(refusal?.sentence.text == "GIFT is for new customers, and A is existing.")
  }

  @Test func `those who left are told how they may come back`() {
    var till = Till(products: Self.products)
    till.play("purchase pro")
    #expect(till.machine.statuses(of: "A").first?.winBackOfferIDs == [])
    till.play("expire pro")
    #expect(till.machine.statuses(of: "A").first?.winBackOfferIDs == ["COMEBACK"])
  }

  @Test(arguments: [
    // What happens, how it stands, what was taken, the bill at hand.
    (["purchase year:plan:MONTHLY"], "year subscribed until 2026-04-01T09:00:00Z", 9, 1),
    (
      ["purchase year:plan:MONTHLY", "wait P1M", "wait P1M"],
      "year subscribed until 2026-06-01T09:00:00Z", 27, 3
    ),
    // Whoever cancels pays the rest of the commitment.
    (
      ["purchase year:plan:MONTHLY", "auto-renew year off", "wait P11M"],
      "year subscribed until 2027-03-01T09:00:00Z", 108, 12
    ),
    (
      ["purchase year:plan:MONTHLY", "auto-renew year off", "wait P12M"],
      "year expired until 2027-03-01T09:00:00Z", 108, 12
    ),
    (
      ["purchase year:plan:MONTHLY", "wait P12M"], "year subscribed until 2027-04-01T09:00:00Z",
      117, 1
    ),
    (["purchase year:plan:BILLED_UPFRONT"], "year subscribed until 2027-03-01T09:00:00Z", 99, nil),
    (["purchase year:plan:WEEKLY"], "none", 0, nil),
  ])
  func `a commitment is paid bill by bill to its end`(
    lines: [String], standing: String, takings: Decimal, bill: Int?
  ) {
    var till = Till(products: Self.products)
    for line in lines { till.play(line) }
    #expect(till.standing("annual") == standing)
    #expect(till.takings == takings)
    #expect(till.life("annual")?.bill?.number == bill)
    #expect(till.customer.entries.last?.bill == till.life("annual")?.bill)
  }

  @Test func `the sheet of a commitment says all of it`() async throws {
    let world = try World(products: Self.products)
    await world.simulator.add(
      Payment(
        productID: "year", appAccountToken: UUID(), option: .billingPlan(BillingPlan.monthly)))
    let sheet = try #require(await world.customer.sheets.first)
    #expect(sheet.chargedNow.amount == 9)
    #expect(sheet.renewal?.date == Date("2026-04-01T09:00:00Z"))
    #expect(
      sheet.commitment
        == PaymentSheet.Commitment(
          bills: 12, total: Price(108, "USD"), end: Date("2027-03-01T09:00:00Z")))
    let later = world.relaunched(products: Self.products)
    #expect(await later.panel().lives.first?.renewalPrice == Price(9, "USD"))
  }

  @Test(arguments: [
    (DiscountFault?.none, Transaction?.none),
    (.unknownOffer, .failed(11)), (.wrongSignature, .failed(12)), (.otherKey, .failed(12)),
    (.otherBuyer, .failed(12)), (.expired, .failed(12)), (.incomplete, .failed(13)),
    (.stalePrice, .failed(14)),
  ])
  func `a promotional offer is taken with the signature of the app's server alone`(
    fault: DiscountFault?, failure: Transaction?
  ) async throws {
    let world = try World(products: Self.products)
    await world.own("pro")
    _ = await world.simulator.control(.signOffers(fault))
    let token = UUID()
    let discount = try #require(
      await world.simulator.discount(
        DiscountRequest(offerID: "LOYAL", productID: "pro", appAccountToken: token, nonce: UUID())))
    let news = await world.news {
      await $0.add(
        Payment(
          productID: "pro", appAccountToken: token, option: .promotionalOffer(id: "LOYAL"),
          discount: discount))
    }
    #expect(news.transactions.last?.state == (failure?.state ?? .purchased))
  }

  @Test func `a promotional offer without a signature is refused`() async throws {
    let world = try World(products: Self.products)
    await world.own("pro")
    let news = await world.news {
      await $0.add(
        Payment(
          productID: "pro", appAccountToken: UUID(), option: .promotionalOffer(id: "LOYAL")))
    }
    #expect(news.transactions.last?.state == .failed(.missingOfferParams))
  }
}

extension Transaction {
  fileprivate static func failed(_ code: Int) -> Transaction {
    Transaction(
      id: "", productID: "", state: .failed(StoreError(domain: StoreError.domain, code: code)),
      purchaseDate: Till.start)
  }
}
