import FoundationEssentials
import StoreModel
import StoreTestSupport
import Testing

@testable import Screens

@Suite struct `The timeline of a subscription` {
  private let now = SampleShop.now

  private func strip(_ life: SubscriptionLife, columns: Int = 60) -> String {
    Timeline(life, today: now)?.strip(columns: columns).spans.map(\.text).joined() ?? ""
  }

  @Test func `draws trial, paid, grace, retry, refund and end with signs of their own`() {
    #expect(strip(SampleShop.trialLife).prefix(8) == "|~~~~~|=")
    #expect(Timeline(SampleShop.trialLife, today: now)?.kinds == [.trial, .paid])
    #expect(Timeline(SampleShop.troubledLife, today: now)?.kinds == [.paid, .grace, .retry])
    #expect(Timeline(SampleShop.upgradedLife, today: now)?.kinds == [.paid, .refunded, .ended])
    #expect(Set(Timeline.Kind.allCases.map(\.sign)).count == Timeline.Kind.allCases.count)
  }

  @Test(arguments: [1, 2, 3, 10, 38, 200])
  func `fills its axis at every width`(columns: Int) {
    for life in SampleShop.busyPanel.lives {
      #expect(strip(life, columns: columns).count == columns)
    }
  }

  @Test func `has no axis without a period, and survives times that run backwards`() {
    var life = SampleShop.trialLife
    life.periods = []
    #expect(Timeline(life, today: now) == nil)
    life.periods = [
      SubscriptionLife.Period(
        transactionID: "1", productID: "pro.month", start: now, end: now.addingTimeInterval(-9))
    ]
    #expect(strip(life, columns: 20).count == 20)
  }

  private func standing(_ change: (inout SubscriptionLife) -> Void) -> String {
    var driver = ScreenDriver(words: SampleShop.words())
    driver.hand(.catalogueRead(SampleShop.reading()))
    var life = SampleShop.trialLife
    change(&life)
    return driver.state.standing(of: life)
  }

  @Test func `says how it stands and what comes next`() {
    #expect(standing { _ in } == "Pro Monthly until 2026-04-01, then Lite Monthly for $2.99.")
    #expect(
      standing { $0.nextProductID = "pro.month" }
        == "Pro Monthly until 2026-04-01, then it renews for $2.99.")
    #expect(
      standing { $0.willAutoRenew = false }
        == "Pro Monthly until 2026-04-01, then it ends: renewal is turned off.")
    #expect(
      standing {
        $0.priceIncrease = SubscriptionLife.PriceIncrease(price: Price(12, "USD"), isAgreed: false)
      } == "Pro Monthly until 2026-04-01; it ends then unless the customer agrees to $12.00.")
    #expect(
      standing { $0.renewalsLeft = 0 }
        == "Pro Monthly until 2026-04-01, then it ends: this speed makes no more renewals.")
    #expect(
      standing { $0.state = .inGracePeriod }
        .hasPrefix("Pro Monthly is in the grace period until 2026-04-01"))
    #expect(
      standing { ($0.state, $0.retryEnd) = (.inBillingRetry, self.now) }
        == "Pro Monthly is in billing retry: no access; the store tries until 2026-03-01.")
    #expect(
      standing { ($0.state, $0.expirationReason) = (.expired, .autoRenewDisabled) }
        == "Pro Monthly ended 2026-04-01: renewal was turned off.")
  }

  @Test func `is as precise as it takes to tell periods apart`() {
    var life = SampleShop.trialLife
    #expect(life.precision == .day)
    life.periods[0].end = life.periods[0].start.addingTimeInterval(300)
    #expect(life.precision == .minute)
    life.periods[0].end = life.periods[0].start.addingTimeInterval(30)
    #expect(life.precision == .second)
  }

  @Test func `opens from a product, a purchase and the store, and says where there is none`() {
    var driver = ScreenDriver(words: SampleShop.words())
    driver.hand(.catalogueRead(SampleShop.reading()))
    driver.hand(.queueChanged(SampleShop.queue, at: SampleShop.now))
    driver.press(.down)
    #expect(driver.type("i").isEmpty)
    #expect(driver.said.contains("There is no subscription here to draw."))
    driver.hand(.storeChanged(SampleShop.busyPanel))
    driver.type("i")
    #expect(driver.state.context == .timeline)
    driver.press(.escape)
    driver.press(.character("2"), .down, .down, .enter, .character("i"))
    #expect(driver.state.context == .timeline)
    #expect(driver.said.contains("Original transaction 2000000124") || driver.said.contains("~"))
    driver.type("c")
    #expect(driver.press(.down, .down, .enter) == [.control(.renew(id: "2000000127"))])
    driver.hand(.storeChanged(SampleShop.panel))
    #expect(driver.state.context == .purchase)
  }
}

@Suite struct `What StoreKit 2 says of a purchase` {
  private func text(_ change: (inout Purchase) -> Void) -> String {
    let driver = ScreenDriver(words: SampleShop.words())
    var purchase = SampleShop.purchases[2]
    change(&purchase)
    return driver.state.storeKit2Text(of: purchase)
  }

  private func facts(_ facts: [String: String]) -> Verification {
    var verification = SampleShop.verification
    verification.facts = facts.map { Verification.Fact($0.key, .text($0.value)) }
    return verification
  }

  @Test func `is derived from its stage, its error and its proof`() {
    #expect(text { _ in } == ".success(.verified)")
    #expect(text { $0.stage = .deferred } == ".pending")
    #expect(text { $0.stage = .cancelled } == ".userCancelled")
    #expect(text { $0.stage = .failed } == "throws StoreKitError.unknown")
    #expect(
      text { ($0.stage, $0.error) = (.failed, .paymentNotAllowed) }
        == "throws Product.PurchaseError.purchaseNotAllowed")
    #expect(text { ($0.stage, $0.error) = (.failed, .paymentCancelled) } == ".userCancelled")
    #expect(text { $0.stage = .rejected } == ".success(.unverified)")
    #expect(text { $0.id = "tx-9" } == ".verified in Transaction.updates")
    #expect(
      text {
        $0.id = "tx-9"
        $0.verification = facts(["transactionReason": "RENEWAL"])
      } == "RENEWAL in Transaction.updates: .verified")
    #expect(
      text { $0.verification = facts(["offerType": "1"]) }
        == ".success(.verified), offer: .introductory")
    #expect(
      text {
        $0.id = "tx-9"
        $0.verification = facts(["inAppOwnershipType": "FAMILY_SHARED"])
      } == ".verified in Transaction.updates, ownershipType: .familyShared")
  }
}
