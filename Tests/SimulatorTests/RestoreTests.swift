import Foundation
import Simulator
import StoreModel
import Testing

@Suite struct `Restoring` {
  @Test func `a copy comes of each thing that is kept, and of each period`() async throws {
    let world = try World()
    let flight = try #require(await world.own("flight"))
    await world.own("flight")
    await world.own("coins")
    await world.own("season")
    let first = try #require(await world.own("month"))
    await world.stopRenewing("month")
    world.clock.advance(to: "2026-06-01T00:00:00Z")
    let second = try #require(await world.own("month"))

    let news = await world.news { await $0.restoreCompletedTransactions() }
    #expect(news.last == .restoreFinished)
    let copies = news.transactions
    #expect(copies.map(\.productID) == ["flight", "month", "month"])
    #expect(copies.map(\.originalID) == [flight.id, first.id, first.id])
    #expect(copies.map(\.id) == ["2000000007", "2000000008", "2000000009"])
    #expect(copies.allSatisfy { $0.state == .restored && $0.signed != nil })
    #expect(copies[0].purchaseDate == world.clock.now)
    #expect(copies[0].originalPurchaseDate == flight.purchaseDate)
    #expect(copies[0].appAccountToken == flight.appAccountToken)
    #expect(copies[1].purchaseDate == first.purchaseDate)
    #expect(copies[1].expirationDate == first.expirationDate)
    #expect(copies[1].webOrderLineItemID == first.webOrderLineItemID)
    #expect(copies[2].webOrderLineItemID == second.webOrderLineItemID)
    #expect(try await world.simulator.transactions == copies)
    #expect(try await world.relaunched().transactions == copies)
    #expect(try await world.simulator.chargeCount == 5)
  }

  @Test func `a copy is no purchase of its own`() async throws {
    let world = try World()
    let flight = try #require(await world.own("flight"))
    await world.simulator.restoreCompletedTransactions()
    for copy in try await world.simulator.transactions { await world.simulator.finish(copy.id) }
    let news = await world.news { await $0.restoreCompletedTransactions() }
    #expect(news.transactions.map(\.originalID) == [flight.id])
    let history = await world.simulator.history(of: try #require(flight.appAccountToken))
    #expect(history == [flight])
  }

  @Test func `what is unfinished, failed or used up is not restored`() async throws {
    let world = try World()
    await world.buy("flight")
    await world.own("coins")
    await world.own("season")
    await world.simulator.setNextOutcome(.fail(nil))
    await world.own("month")
    let news = await world.news { await $0.restoreCompletedTransactions() }
    #expect(news == [.restoreFinished])
  }

  @Test func `nothing to restore is no failure, and writes nothing`() async throws {
    let world = try World()
    let news = await world.news { await $0.restoreCompletedTransactions() }
    #expect(news == [.restoreFinished])
    #expect(try world.files.isEmpty)
  }

  @Test func `a customer who does not sign in has cancelled`() async throws {
    let world = try World()
    await world.own("flight")
    _ = await world.simulator.control(.turn(.askSignIn, isOn: true))
    await world.customer.refusesToSignIn()
    let news = await world.news { await $0.restoreCompletedTransactions() }
    #expect(news == [.restoreFailed(.paymentCancelled)])
  }

  @Test func `a second call while one runs is ignored`() async throws {
    let world = try World()
    await world.own("flight")
    _ = await world.simulator.control(.turn(.askSignIn, isOn: true))
    await world.customer.thinks { [simulator = world.simulator] in
      await simulator.restoreCompletedTransactions()
    }
    let news = await world.news { await $0.restoreCompletedTransactions() }
    #expect(news.count == 2)
    #expect(news.transactions.count == 1)
  }

  @Test func `what another account bought is not restored`() async throws {
    let world = try World()
    await world.own("flight")
    let news = await world.news(of: world.relaunched(account: "B")) {
      await $0.restoreCompletedTransactions()
    }
    #expect(news == [.restoreFinished])
  }
}
