import FoundationEssentials
import StoreModel
import StoreTestSupport
import Testing

@testable import Screens

/// A shop that is open, in whose store one subscription runs.
private func openShop(_ life: SubscriptionLife = life, words: String = "en") -> ScreenDriver {
  var driver = ScreenDriver(words: SampleShop.words(words))
  driver.hand(.catalogueRead(SampleShop.reading()))
  driver.hand(.queueChanged(QueueState(mode: .open), at: SampleShop.now))
  driver.hand(.storeChanged(panel(life)))
  return driver
}

private func panel(_ lives: SubscriptionLife...) -> StorePanel {
  var panel = SampleShop.panel
  panel.lives = lives
  return panel
}

private func day(_ days: Double) -> Date { SampleShop.now.addingTimeInterval(days * 86_400) }

private func period(_ index: Int) -> SubscriptionLife.Period {
  SubscriptionLife.Period(
    transactionID: "\(100 + index)", productID: "pro.month", start: day(Double(index) * 30),
    end: day(Double(index + 1) * 30), price: Price(Decimal(string: "9.99") ?? 0, "USD"))
}

private let life = SubscriptionLife(
  id: "100", groupID: "pro", productID: "pro.month", renewalDate: day(30),
  expirationDate: day(30), periods: [period(0)],
  marks: [SubscriptionLife.Mark(.started, day(0))])

@Suite struct `What happens by itself` {
  /// What became of a subscription, and the sentence that says it.
  static let lives:
    [(name: String, change: @Sendable (inout SubscriptionLife) -> Void, text: String?)] = [
      (
        "renewed",
        {
          $0.periods.append(period(1))
          $0.expirationDate = day(60)
        }, "Pro Monthly was renewed for $9.99, until 2026-04-30 09:00."
      ),
      (
        "renewed twice",
        {
          $0.periods += [period(1), period(2)]
          $0.expirationDate = day(90)
        }, "Pro Monthly was renewed 2 times, now until 2026-05-30 09:00."
      ),
      (
        "shared",
        {
          $0.isShared = true
          $0.periods.append(period(1))
          $0.expirationDate = day(60)
        }, "Pro Monthly goes on until 2026-04-30 09:00; somebody of the family pays."
      ),
      (
        "changed",
        {
          $0.productID = "lite.month"
          $0.periods.append(period(1))
        }, "Lite Monthly took the place of Pro Monthly, until 2026-03-31 09:00."
      ),
      (
        "grace",
        {
          $0.state = .inGracePeriod
          ($0.gracePeriodEnd, $0.retryEnd) = (day(46), day(90))
        },
        "Pro Monthly could not be charged. It stays yours until 2026-04-16 09:00 (grace period)."
      ),
      (
        "retry",
        {
          $0.state = .inBillingRetry
          $0.retryEnd = day(90)
        },
        "It is not yours until it is paid; the store tries until 2026-05-30 09:00."
      ),
      (
        "recovered",
        {
          $0.marks.append(SubscriptionLife.Mark(.recovered, day(40)))
          $0.periods.append(period(1))
        }, "Pro Monthly is paid again, until 2026-03-31 09:00."
      ),
      (
        "ended",
        { ($0.state, $0.expirationReason) = (.expired, .didNotConsentToPriceIncrease) },
        "Pro Monthly has ended: the higher price was not agreed to."
      ),
      ("ended for no reason", { $0.state = .expired }, "the store gave no reason."),
      (
        "refunded",
        {
          $0.state = .revoked
          $0.marks.append(SubscriptionLife.Mark(.refunded, day(3)))
        }, "Pro Monthly was refunded; it is not yours any more."
      ),
      (
        "an older period refunded", { $0.marks.append(SubscriptionLife.Mark(.refunded, day(3))) },
        "A period of Pro Monthly was refunded; the subscription goes on."
      ),
      (
        "not shared any more",
        {
          $0.state = .revoked
          $0.marks.append(SubscriptionLife.Mark(.revoked, day(3)))
        }, "Pro Monthly is not shared with you any more."
      ),
      (
        "bought again",
        {
          $0.marks.append(SubscriptionLife.Mark(.started, day(40)))
          $0.periods.append(period(1))
        }, nil
      ),
      ("auto-renew off", { $0.willAutoRenew = false }, nil),
    ]

  @Test(arguments: lives)
  func `is said of a subscription`(
    name: String, change: @Sendable (inout SubscriptionLife) -> Void, text: String?
  ) {
    var driver = openShop()
    driver.press(.down)
    var changed = life
    change(&changed)
    driver.hand(.storeChanged(panel(changed)))
    #expect(driver.state.news.isEmpty == (text == nil))
    if let text { #expect(driver.said.contains(text)) }
    driver.hand(.storeChanged(panel(changed)))
    #expect(driver.state.news.count == (text == nil ? 0 : 1))
    driver.press(.down)
    #expect(driver.state.news.isEmpty)
  }

  @Test func `is not said where another account signed in`() {
    var driver = openShop()
    var changed = panel(life)
    changed.account = "B"
    changed.lives[0].periods.append(period(1))
    driver.hand(.storeChanged(changed))
    #expect(driver.state.news.isEmpty)
  }

  @Test func `stands behind what was done, and of much the latest`() {
    var driver = openShop()
    driver.press(.down)
    var changed = life
    for index in 1...5 {
      changed.periods.append(period(index))
      driver.hand(.storeChanged(panel(changed)))
    }
    driver.hand(.clockControlled(.next))
    #expect(driver.said.contains("in the store now: real time. Pro Monthly was renewed"))
    #expect(driver.said.contains("2 more; 4 and 2 show all."))
  }

  /// How a purchase stood, how it stands, and the sentence that says it.
  static let purchases: [(before: Purchase?, after: Purchase, text: String?)] = [
    (
      purchase(.deferred, [.open, .deferred]),
      purchase(.finished, [.open, .deferred, .paid, .delivered, .finished]),
      "100 Coins was approved, and is yours."
    ),
    (
      purchase(.paid, [.open, .deferred, .paid]),
      purchase(.delivered, [.open, .deferred, .paid, .delivered]),
      "100 Coins was approved, and is yours."
    ),
    (
      purchase(.deferred, [.open, .deferred]), purchase(.cancelled, [.deferred, .cancelled]),
      "100 Coins was not approved. Nothing was charged."
    ),
    (
      purchase(.deferred, [.open, .deferred]),
      purchase(.cancelled, [.deferred, .cancelled], hours: 24),
      "100 Coins: nobody answered the request for 24 hours, so it is over."
    ),
    (
      purchase(.failed, [.open, .failed]), purchase(.finished, [.open, .failed, .finished]),
      "100 Coins: what interrupted the purchase is settled, and it is yours."
    ),
    (nil, purchase(.finished, [.paid, .finished], id: "tx-7"), "100 Coins came without an order"),
    (nil, purchase(.finished, [.open, .finished]), nil),
    (purchase(.finished, [.finished]), purchase(.finished, [.finished]), nil),
  ]

  private static func purchase(
    _ stage: PurchaseStage, _ stages: [PurchaseStage], hours: Double = 1, id: String = "a"
  ) -> Purchase {
    Purchase(
      id: id, productID: "coins100", stage: stage,
      history: stages.enumerated().map {
        Purchase.Mark($1, SampleShop.now.addingTimeInterval(Double($0) * hours * 3_600))
      }, transactionID: "7", originalID: "7")
  }

  @Test(arguments: purchases)
  func `is said of a purchase`(before: Purchase?, after: Purchase, text: String?) {
    var driver = openShop()
    var queue = QueueState(mode: .open, purchases: before.map { [$0] } ?? [])
    driver.hand(.queueChanged(queue, at: SampleShop.now))
    driver.press(.down)
    queue.purchases = [after]
    driver.hand(.queueChanged(queue, at: SampleShop.now))
    #expect(driver.state.news.count == (text == nil ? 0 : 1))
    if let text { #expect(driver.said.contains(text)) }
  }

  @Test(arguments: [(1, 0), (3, 1)])
  func `is said of a subscription that began elsewhere, and not of its renewals`(
    index: Int, count: Int
  ) {
    var again = life
    again.periods += [period(1), period(3)]
    again.marks.append(SubscriptionLife.Mark(.started, day(90)))
    var driver = openShop(again)
    var bought = Self.purchase(.finished, [.paid, .finished], id: "tx-1")
    (bought.transactionID, bought.originalID) = ("\(100 + index)", "100")
    driver.hand(
      .queueChanged(QueueState(mode: .open, purchases: [bought]), at: SampleShop.now))
    #expect(driver.state.news.count == count)
  }

  @Test func `is said of what was taken back, unless a subscription says it`() {
    for (original, count) in [("7", 1), ("100", 0)] {
      var driver = openShop()
      var bought = Self.purchase(.finished, [.finished])
      bought.originalID = original
      var queue = QueueState(mode: .open, purchases: [bought])
      driver.hand(.queueChanged(queue, at: SampleShop.now))
      queue.purchases[0].revocationDate = SampleShop.now
      driver.hand(.queueChanged(queue, at: SampleShop.now))
      #expect(driver.state.news.count == count)
    }
  }

  @Test func `is not said of what the journal held when it was opened`() {
    var driver = ScreenDriver(words: SampleShop.words())
    driver.hand(.catalogueRead(SampleShop.reading()))
    let bought = Self.purchase(.finished, [.paid, .finished], id: "tx-7")
    driver.hand(.queueChanged(QueueState(mode: .open, purchases: [bought]), at: SampleShop.now))
    #expect(driver.state.news.isEmpty)
  }
}
