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
    let news = await world.news { _ = await $0.control(.refund(id: flight.id, .full)) }
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
    _ = await world.simulator.control(.refund(id: flight.id, .full))
    await world.simulator.finish(flight.id)
    #expect(await world.news { await $0.restoreCompletedTransactions() } == [.restoreFinished])
    let again = try #require(await world.buy("flight"))
    #expect(again.originalID == again.id)
    #expect(try await world.simulator.chargeCount == 2)
  }

  @Test func `a subscription that was taken back is active no longer`() async throws {
    let world = try World()
    let month = try #require(await world.own("month"))
    _ = await world.simulator.control(.refund(id: month.id, .full))
    #expect(await world.buy("month")?.state == .purchased)
  }

  @Test func `a consumable that was taken back is not handed back`() async throws {
    let world = try World()
    let coins = try #require(await world.buy("coins"))
    _ = await world.simulator.control(.refund(id: coins.id, .full))
    #expect(await world.buy("coins")?.id != coins.id)
    #expect(try await world.simulator.chargeCount == 2)
  }

  @Test func `only a purchase of this account can be taken back, and only once`() async throws {
    let world = try World()
    #expect(await world.simulator.control(.refund(id: "2000000001", .full)) != nil)
    #expect(try world.files.isEmpty)
    let flight = try #require(await world.own("flight"))
    await world.simulator.setNextOutcome(.fail(nil))
    let failed = try #require(await world.buy("coins"))
    #expect(await world.simulator.control(.refund(id: failed.id, .full)) != nil)
    #expect(await world.simulator.control(.refund(id: "nonsense", .full)) != nil)
    #expect(await world.relaunched(account: "B").control(.refund(id: flight.id, .full)) != nil)
    #expect(await world.simulator.control(.refund(id: flight.id, .full)) == nil)
    #expect(await world.simulator.control(.refund(id: flight.id, .full)) != nil)
  }
}
