import Foundation
import Simulator
import StoreModel
import Testing

@Suite struct `Subscribing` {
  @Test func `a subscription runs to the end of its period and says what renews it`() async throws {
    let world = try World()
    world.clock.advance(to: "2026-01-31T10:00:00Z")
    let bought = try #require(await world.buy("month"))
    #expect(bought.state == .purchased)
    #expect(bought.expirationDate == Date("2026-02-28T10:00:00Z"))
    #expect(bought.webOrderLineItemID == "1000000001")
    #expect(bought.usedIntroductoryOffer == false)

    let sheet = try #require(await world.customer.sheets.first)
    #expect(sheet.chargedNow.amount == Decimal(string: "9.99"))
    #expect(sheet.offer == nil)
    #expect(sheet.renewal?.price.amount == Decimal(string: "9.99"))
    #expect(sheet.renewal?.period.iso8601 == "P1M")
    #expect(sheet.renewal?.date == bought.expirationDate)
  }

  @Test func `the catalogue's rate shortens it`() async throws {
    let world = try World(settings: Catalogue.Settings(timeRate: 15))
    let bought = try #require(await world.buy("year"))
    #expect(bought.expirationDate == world.clock.now + 360)
  }

  @Test func `an active subscription is not sold again`() async throws {
    let world = try World()
    let first = try #require(await world.own("month"))
    let refused = await world.buy("month")
    #expect(
      refused?.state == .failed(StoreError(domain: "ASDServerErrorDomain", code: 3532)))
    #expect(try await world.simulator.chargeCount == 1)

    await world.stopRenewing("month")
    world.clock.advance(to: "2026-04-01T09:00:00Z")
    let again = try #require(await world.buy("month"))
    #expect(again.state == .purchased)
    #expect(again.id != first.id)
    #expect(again.originalID == first.id)
    #expect(again.originalPurchaseDate == first.purchaseDate)
    #expect(again.webOrderLineItemID != first.webOrderLineItemID)
    #expect(again.expirationDate == Date("2026-05-01T09:00:00Z"))
    #expect(try await world.simulator.chargeCount == 2)
  }

  @Test func `one second before the end it is still active`() async throws {
    let world = try World()
    await world.own("month")
    world.clock.advance(to: "2026-04-01T08:59:59Z")
    #expect(await world.buy("month")?.state == .failed(.alreadySubscribed))
  }

  @Test func `another length of the same level is a change at the next renewal`() async throws {
    let world = try World()
    let month = try #require(await world.own("month"))
    let told = try #require(await world.buy("year"))
    #expect(told.id == month.id)
    #expect(try await world.simulator.chargeCount == 1)
    let sheet = try #require(await world.customer.sheets.last)
    #expect(sheet.chargedNow.amount == 0)
    #expect(sheet.isFromRenewalOn)
    #expect(sheet.renewal?.date == month.expirationDate)

    world.clock.advance(to: "2026-04-01T09:00:00Z")
    let year = try #require(try await world.simulator.transactions.last)
    #expect(year.productID == "year")
    #expect(year.originalID == month.id)
    #expect(year.expirationDate == Date("2027-04-01T09:00:00Z"))
    #expect(try await world.simulator.chargeCount == 2)
  }

  @Test func `a free trial takes no money and lasts its own length`() async throws {
    let world = try World()
    let bought = try #require(await world.buy("trial"))
    #expect(bought.price == Price(0, "USD"))
    #expect(bought.usedIntroductoryOffer)
    #expect(bought.expirationDate == Date("2026-03-08T09:00:00Z"))
    #expect(try await world.simulator.chargeCount == 0)

    let sheet = try #require(await world.customer.sheets.first)
    #expect(sheet.chargedNow.amount == 0)
    #expect(sheet.offer?.mode == .freeTrial)
    #expect(sheet.renewal?.price.amount == Decimal(string: "4.99"))
    #expect(sheet.renewal?.date == Date("2026-03-08T09:00:00Z"))
  }

  @Test(arguments: [
    // Mode, one period, how many; charged now, end of what is paid, first regular charge.
    (Offer.PaymentMode.payUpFront, "P3M", 1, "2026-06-01T09:00:00Z", "2026-06-01T09:00:00Z"),
    (.payAsYouGo, "P1M", 3, "2026-04-01T09:00:00Z", "2026-06-01T09:00:00Z"),
  ])
  func `a reduced price is charged for its own period`(
    mode: Offer.PaymentMode, period: String, periods: Int, end: String, regular: String
  ) async throws {
    let offer = Offer(
      kind: .introductory, mode: mode, period: try #require(SubscriptionPeriod(iso8601: period)),
      periods: periods, price: 1)
    let world = try World(products: [World.subscription("plan", "P1M", "9.99", offer: offer)])
    let bought = try #require(await world.buy("plan"))
    #expect(bought.price == Price(1, "USD"))
    #expect(bought.usedIntroductoryOffer)
    #expect(bought.expirationDate == Date(end))
    #expect(await world.customer.sheets.first?.renewal?.date == Date(regular))
    #expect(await world.customer.sheets.first?.renewal?.price.amount == Decimal(string: "9.99"))
    #expect(try await world.simulator.chargeCount == 1)
  }

  @Test(arguments: [
    Offer(kind: .introductory, mode: .payUpFront, period: .week, price: nil),
    Offer(kind: .introductory, mode: .freeTrial, period: .week, periods: 0),
    Offer(kind: .introductory, mode: .freeTrial, period: .week, periods: .max),
    Offer(kind: .promotional, mode: .freeTrial, period: .week),
  ])
  func `an offer that cannot be granted leaves the regular price`(offer: Offer) async throws {
    let world = try World(products: [World.subscription("plan", "P1M", "9.99", offer: offer)])
    let bought = try #require(await world.buy("plan"))
    #expect(bought.usedIntroductoryOffer == false)
    #expect(bought.price?.amount == Decimal(string: "9.99"))
    #expect(bought.expirationDate == Date("2026-04-01T09:00:00Z"))
  }

  @Test func `an introductory offer is used once in its group`() async throws {
    let world = try World()
    #expect(await world.simulator.introductoryEligibility(inGroups: ["other"]) == ["other": true])
    await world.own("trial")
    #expect(
      await world.simulator.store.introductoryEligibility(["other", "power"])
        == ["other": false, "power": true])

    await world.stopRenewing("trial")
    world.clock.advance(to: "2026-05-01T00:00:00Z")
    let again = try #require(await world.buy("trial"))
    #expect(again.usedIntroductoryOffer == false)
    #expect(again.price?.amount == Decimal(string: "4.99"))
    #expect(await world.simulator.introductoryEligibility(inGroups: ["other"]) == ["other": false])
  }

  @Test func `an active level of the group bars the offer, an expired one does not`() async throws {
    let world = try World()
    await world.own("other-level")
    #expect(await world.simulator.introductoryEligibility(inGroups: ["other"]) == ["other": false])
    #expect(await world.buy("trial")?.usedIntroductoryOffer == false)

    await world.stopRenewing("other-level")
    world.clock.advance(to: "2028-01-01T00:00:00Z")
    #expect(await world.simulator.introductoryEligibility(inGroups: ["other"]) == ["other": true])
    #expect(await world.buy("trial")?.usedIntroductoryOffer == true)
  }

  @Test func `a cancelled sheet does not use the offer up`() async throws {
    let world = try World()
    await world.customer.answers(.cancel)
    await world.buy("trial")
    await world.customer.answers(.buy)
    #expect(await world.buy("trial")?.usedIntroductoryOffer == true)
  }
}
