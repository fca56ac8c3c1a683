import Foundation
import StoreModel
import Testing

@testable import Simulator

@Suite struct `The renewal info` {
  private func payload(
    _ lines: [String], as stamp: Stamp = .sandbox
  ) throws -> [String: String] {
    var till = Till()
    for line in lines { till.play(line) }
    let life = try #require(till.life())
    let bytes = try JSONEncoder().encode(till.machine.renewalPayload(life, of: "A", as: stamp))
    let members = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    return members.mapValues { "\($0)" }
  }

  @Test(arguments: [
    (
      ["purchase pro"],
      [
        "autoRenewStatus": "1", "renewalPrice": "10000", "currency": "USD",
        "renewalDate": "1775034000000", "environment": "Sandbox",
      ]
    ),
    (["purchase pro", "auto-renew pro off"], ["autoRenewStatus": "0", "renewalDate": ""]),
    (
      ["purchase pro", "purchase lite"],
      [
        "autoRenewProductId": "lite", "productId": "pro",
        "renewalPrice": "4000",
      ]
    ),
    (["purchase pro", "expire pro"], ["expirationIntent": "1"]),
    (["purchase pro", "billing-issues on", "wait P1M", "wait P60D"], ["expirationIntent": "2"]),
    (["purchase pro", "price pro 12", "wait P1M"], ["expirationIntent": "3"]),
    (["purchase pro", "publish pro off", "wait P1M"], ["expirationIntent": "4"]),
    (["purchase pro", "price pro 12"], ["priceIncreaseStatus": "0"]),
    (
      ["purchase pro", "price pro 12", "consent pro"],
      [
        "priceIncreaseStatus": "1",
        "renewalPrice": "12000",
      ]
    ),
    (
      ["purchase pro", "billing-issues on", "grace on", "wait P1M"],
      ["gracePeriodExpiresDate": "1776416400000", "isInBillingRetryPeriod": "true"]
    ),
    (
      ["purchase pro", "billing-issues on", "wait P1M"],
      ["gracePeriodExpiresDate": "", "isInBillingRetryPeriod": "true"]
    ),
    (["purchase pro", "wait P1M"], ["recentSubscriptionStartDate": "1772355600000"]),
  ])
  func `says how it goes on`(lines: [String], members: [String: String]) throws {
    let payload = try payload(lines)
    for (name, value) in members {
      // Booleans of Foundation print as numbers.
      let found = payload[name] ?? ""
      #expect(found == value || value == "true" && found == "1", "\(name): \(found)")
    }
  }

  @Test func `is signed anew when the history changes, and fails as the tester chose`() async throws
  {
    let world = try World()
    let month = try #require(await world.own("month"))
    let first = try #require(try await world.simulator.renewalInfo(originalID: month.id))
    #expect(try await world.simulator.renewalInfo(originalID: month.id) == first)
    world.clock.advance(by: 60)
    await world.stopRenewing("month")
    #expect(try await world.simulator.renewalInfo(originalID: month.id) != first)
    #expect(try await world.simulator.renewalInfo(originalID: "1") == nil)
    let error = try #require(SimulatedError(api: .subscriptionStatus, named: "networkError"))
    _ = await world.simulator.control(.fail(.subscriptionStatus, error))
    await #expect(throws: StoreError.cloudServiceNetworkConnectionFailed) {
      try await world.simulator.renewalInfo(originalID: month.id)
    }
    let other = try #require(SimulatedError(api: .appTransaction, named: "systemError"))
    _ = await world.simulator.control(.fail(.appTransaction, other))
    await #expect(throws: StoreError.unknown) { try await world.simulator.appTransaction() }
  }
}
