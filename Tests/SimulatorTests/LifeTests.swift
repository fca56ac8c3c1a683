import Foundation
import StoreModel
import Testing

@testable import Simulator

@Suite struct `A subscription's life` {
  @Test(arguments: [
    // What happens, how it stands then, and what was taken in all.
    (["purchase pro"], "pro subscribed until 2026-04-01T09:00:00Z", 10),
    (["purchase pro", "wait P1M"], "pro subscribed until 2026-05-01T09:00:00Z", 20),
    (
      ["purchase pro", "auto-renew pro off", "wait P1M"], "pro expired until 2026-04-01T09:00:00Z",
      10
    ),
    (
      ["purchase pro", "auto-renew pro off", "auto-renew pro on", "wait P1M"],
      "pro subscribed until 2026-05-01T09:00:00Z", 20
    ),
    (["purchase trial"], "trial subscribed until 2026-03-08T09:00:00Z", 0),
    (["purchase trial", "wait P1W"], "trial subscribed until 2026-04-08T09:00:00Z", 3),
    (["purchase pro", "wait P5D", "expire pro"], "pro expired until 2026-03-06T09:00:00Z", 10),
    (
      ["purchase pro", "wait P5D", "renew pro"], "pro subscribed until 2026-04-06T09:00:00Z", 20
    ),
    (
      ["purchase pro", "publish pro off", "wait P1M"], "pro expired until 2026-04-01T09:00:00Z", 10
    ),
    // Billing.
    (
      ["purchase pro", "billing-issues on", "wait P1M"],
      "pro inBillingRetry until 2026-04-01T09:00:00Z", 10
    ),
    (
      ["purchase pro", "billing-issues on", "grace on", "wait P1M"],
      "pro inGracePeriod until 2026-04-17T09:00:00Z", 10
    ),
    (
      ["purchase pro", "billing-issues on", "grace on", "wait P1M", "wait P16D"],
      "pro inBillingRetry until 2026-04-01T09:00:00Z", 10
    ),
    (
      ["purchase pro", "billing-issues on", "wait P1M", "wait P60D"],
      "pro expired until 2026-04-01T09:00:00Z", 10
    ),
    // From grace the billing date stays, from the retry it starts again.
    (
      ["purchase pro", "billing-issues on", "grace on", "wait P1M", "wait P3D", "resolve pro"],
      "pro subscribed until 2026-05-01T09:00:00Z", 20
    ),
    (
      ["purchase pro", "billing-issues on", "wait P1M", "wait P3D", "resolve pro"],
      "pro subscribed until 2026-05-04T09:00:00Z", 20
    ),
    (
      ["purchase pro", "billing-issues on", "wait P1M", "wait P3D", "billing-issues off"],
      "pro subscribed until 2026-05-04T09:00:00Z", 20
    ),
    (
      [
        "purchase pro", "billing-issues on", "grace on", "wait P1M", "wait P3D",
        "auto-renew pro off",
      ], "pro expired until 2026-04-01T09:00:00Z", 10
    ),
    // Changes within the group.
    (
      ["purchase lite", "wait P15D", "purchase pro"], "pro subscribed until 2026-04-16T09:00:00Z",
      Decimal(string: "11.94")!
    ),
    (["purchase pro", "purchase lite"], "pro subscribed until 2026-04-01T09:00:00Z", 10),
    (
      ["purchase pro", "purchase lite", "wait P1M"], "lite subscribed until 2026-05-01T09:00:00Z",
      14
    ),
    (
      ["purchase pro", "purchase lite", "purchase pro", "wait P1M"],
      "pro subscribed until 2026-05-01T09:00:00Z", 20
    ),
    (
      ["purchase pro", "purchase pro-month"], "pro-month subscribed until 2026-04-01T09:00:00Z", 11
    ),
    (["purchase pro", "purchase pro-year"], "pro subscribed until 2026-04-01T09:00:00Z", 10),
    (
      ["purchase pro", "purchase pro-year", "wait P1M"],
      "pro-year subscribed until 2027-04-01T09:00:00Z", 110
    ),
    // A higher price.
    (["purchase pro", "price pro 12", "wait P1M"], "pro expired until 2026-04-01T09:00:00Z", 10),
    (
      ["purchase pro", "price pro 12", "consent pro", "wait P1M", "wait P1M"],
      "pro subscribed until 2026-06-01T09:00:00Z", 34
    ),
    (
      ["purchase pro", "price pro 12", "refuse pro", "wait P1M"],
      "pro expired until 2026-04-01T09:00:00Z", 10
    ),
    (
      ["purchase pro", "price pro 12", "price pro 12", "wait P1M"],
      "pro expired until 2026-04-01T09:00:00Z", 10
    ),
    (["purchase pro", "price pro 9", "wait P1M"], "pro subscribed until 2026-05-01T09:00:00Z", 19),
    (
      ["purchase pro", "price pro 12", "renew pro", "wait P1M"],
      "pro subscribed until 2026-05-01T09:00:00Z", 30
    ),
    // Money back.
    (["purchase pro", "refund pro"], "pro revoked until 2026-04-01T09:00:00Z", 0),
    (
      ["purchase pro", "wait P15D", "refund pro prorated"],
      "pro revoked until 2026-04-01T09:00:00Z", Decimal(string: "4.84")!
    ),
    (["purchase pro", "refund pro declined"], "pro subscribed until 2026-04-01T09:00:00Z", 10),
    (["purchase pro", "delete pro"], "none", 10),
  ])
  func `stands as its rules say`(lines: [String], standing: String, takings: Decimal) {
    var till = Till()
    for line in lines { till.play(line) }
    #expect(till.standing() == standing)
    #expect(till.takings == takings)
  }

  @Test(arguments: [
    ("xcode-13", 1_000), ("sandbox-5m", 12), ("testflight", 6),
  ])
  func `the environment renews as often as Apple's does`(speed: String, renewals: Int) {
    var till = Till()
    till.play("speed \(speed)", "purchase pro", "wait P30D")
    let renewed = till.customer.entries.count { $0.isRenewal }
    #expect(renewed == renewals)
    #expect(till.life()?.state == .expired)
    #expect(till.life()?.expirationReason == .autoRenewDisabled)
  }

  @Test func `a month from the last day of January finds the last day of each month`() throws {
    var till = Till()
    till.play("wait P10M", "wait P30D", "purchase pro", "wait P1M", "wait P1M")
    let ends = till.customer.entries.compactMap { $0.expirationDate?.formatted(.iso8601) }
    #expect(ends == ["2027-02-28T09:00:00Z", "2027-03-31T09:00:00Z"])
  }

  @Test func `an upgrade gives back what was not used and marks what it replaced`() throws {
    var till = Till()
    till.play("purchase lite", "finish", "wait P15D", "purchase pro")
    let entries = till.customer.entries
    #expect(entries.map(\.isUpgraded) == [true, false])
    #expect(entries.map(\.revocation) == [nil, nil])
    #expect(entries.map(\.originalID) == [entries[0].id, entries[0].id])
    #expect(till.takings == Decimal(string: "11.94"))
  }

  @Test func `a family's subscription stands beside the customer's own and is not charged`() {
    var till = Till()
    till.play("purchase pro", "share lite", "wait P1M")
    #expect(till.standing() == "pro subscribed until 2026-05-01T09:00:00Z")
    #expect(till.standing(isShared: true) == "lite subscribed until 2026-05-01T09:00:00Z")
    #expect(till.takings == 20)
    till.play("stop-sharing lite")
    #expect(till.life(isShared: true)?.state == .revoked)
    #expect(till.life()?.state == .subscribed)
  }

  @Test func `an earlier purchase elsewhere has been renewed up to now`() {
    var till = Till()
    till.play("wait P1Y", "buy pro 2026-12-15T09:00:00Z", "wait P1D")
    #expect(till.standing() == "pro subscribed until 2027-03-15T09:00:00Z")
    #expect(till.takings == 30)
  }
}
