import Foundation
import Simulator
import StoreModel
import Testing

@Suite struct `Refunding` {
  @Test func `the transaction comes back with a revocation date, until it is finished again`()
    async throws
  {
    let world = try World()
    let flight = try #require(await world.own("flight"))
    world.clock.advance(by: 60)
    let news = try await world.news { _ = try await $0.refund(flight.id) }
    let revoked = try #require(news.transactions.first)
    #expect(news.count == 1)
    #expect(revoked.id == flight.id)
    #expect(revoked.state == .purchased)
    #expect(revoked.revocationDate == world.clock.now)
    #expect(revoked.signed != flight.signed)
    #expect(try await world.relaunched().transactions == [revoked])
    await world.simulator.finish(flight.id)
    #expect(try await world.simulator.transactions.isEmpty)
  }

  @Test func `what was taken back is owned no longer, and not restored`() async throws {
    let world = try World()
    let flight = try #require(await world.own("flight"))
    _ = try await world.simulator.refund(flight.id)
    await world.simulator.finish(flight.id)
    #expect(await world.news { await $0.restoreCompletedTransactions() } == [.restoreFinished])
    let again = try #require(await world.buy("flight"))
    #expect(again.originalID == again.id)
    #expect(try await world.simulator.chargeCount == 2)
  }

  @Test func `a subscription that was taken back is active no longer`() async throws {
    let world = try World()
    let month = try #require(await world.own("month"))
    _ = try await world.simulator.refund(month.id)
    #expect(await world.buy("month")?.state == .purchased)
  }

  @Test func `a consumable that was taken back is not handed back`() async throws {
    let world = try World()
    let coins = try #require(await world.buy("coins"))
    _ = try await world.simulator.refund(coins.id)
    #expect(await world.buy("coins")?.id != coins.id)
    #expect(try await world.simulator.chargeCount == 2)
  }

  @Test func `only a purchase of this account can be taken back, and only once`() async throws {
    let world = try World()
    #expect(try await world.simulator.refund("2000000001") == false)
    #expect(try world.files.isEmpty)
    let flight = try #require(await world.own("flight"))
    await world.simulator.setNextOutcome(.fail(nil))
    let failed = try #require(await world.buy("coins"))
    #expect(try await world.simulator.refund(failed.id) == false)
    #expect(try await world.simulator.refund("nonsense") == false)
    #expect(try await world.relaunched(account: "B").refund(flight.id) == false)
    #expect(try await world.simulator.refund(flight.id))
    #expect(try await world.simulator.refund(flight.id) == false)
  }
}
