import Foundation
import Simulator
import StoreModel
import Testing

@Suite struct `Signing in` {
  /// A store with two accounts, of which `current` is signed in.
  private func world(signedIn current: String?, asking isAsking: Bool = false) async throws -> World
  {
    let world = try World()
    _ = await world.simulator.control(.addAccount("B"))
    _ = await world.simulator.control(.signIn(current))
    _ = await world.simulator.control(.turn(.askSignIn, isOn: isAsking))
    return world
  }

  /// What a customer does that may ask for the account.
  enum Deed: String, CaseIterable, CustomTestStringConvertible {
    case purchase, restore

    var testDescription: String { rawValue }

    func run(_ world: World) async -> [StoreUpdate] {
      await world.news { simulator in
        switch self {
        case .purchase:
          await simulator.add(Payment(productID: "coins", appAccountToken: UUID()))
        case .restore: await simulator.restoreCompletedTransactions()
        }
      }
    }

    /// How it ends where the customer does not sign in.
    func isCancelled(_ news: [StoreUpdate]) -> Bool {
      switch self {
      case .purchase: news.transactions.map(\.state) == [.purchasing, .failed(.paymentCancelled)]
      case .restore: news == [.restoreFailed(.paymentCancelled)]
      }
    }
  }

  @Test(arguments: Deed.allCases)
  func `whoever is signed in is not asked`(deed: Deed) async throws {
    let world = try await world(signedIn: "A")
    #expect(!deed.isCancelled(await deed.run(world)))
    #expect(await world.customer.signIns.isEmpty)
  }

  @Test(arguments: Deed.allCases)
  func `nobody who is signed in is asked for an account, which stays`(deed: Deed) async throws {
    let world = try await world(signedIn: nil)
    await world.customer.signsIn(as: "B")
    #expect(!deed.isCancelled(await deed.run(world)))
    _ = await deed.run(world)
    let asked = await world.customer.signIns
    #expect(asked.map(\.accounts) == [["A", "B"]])
    #expect(asked.first?.suggested == "A")
    #expect(await world.simulator.panel().account == "B")
  }

  @Test(arguments: Deed.allCases)
  func `each time is asked where that is on, and who is signed in is suggested`(
    deed: Deed
  ) async throws {
    let world = try await world(signedIn: "B", asking: true)
    _ = await deed.run(world)
    _ = await deed.run(world)
    let asked = await world.customer.signIns
    #expect(asked.map(\.suggested) == ["B", "B"])
    #expect(Set(asked.map(\.id)).count == 2)
    #expect(
      asked.allSatisfy {
        $0.purpose == (deed == .restore ? .restore : .purchase(productID: "coins"))
      })
  }

  @Test(arguments: Deed.allCases, ["A", nil])
  func `not signing in cancels it`(deed: Deed, account: String?) async throws {
    let world = try await world(signedIn: account, asking: true)
    await world.customer.refusesToSignIn()
    #expect(deed.isCancelled(await deed.run(world)))
    #expect(await world.simulator.panel().account == account)
    #expect(await world.customer.sheets.isEmpty)
  }

  @Test(arguments: Deed.allCases)
  func `an account that is gone meanwhile signs nobody in`(deed: Deed) async throws {
    let world = try await world(signedIn: nil)
    await world.customer.signsIn(as: "B")
    await world.customer.thinks { [simulator = world.simulator] in
      _ = await simulator.control(.removeAccount("B"))
    }
    #expect(deed.isCancelled(await deed.run(world)))
  }

  @Test(arguments: Deed.allCases)
  func `without dialogs the first account is taken`(deed: Deed) async throws {
    let world = try await world(signedIn: nil)
    _ = await world.simulator.control(.turn(.dialogs, isOn: false))
    #expect(!deed.isCancelled(await deed.run(world)))
    #expect(await world.customer.signIns.isEmpty)
    #expect(await world.simulator.panel().account == "A")
  }

  @Test func `what cannot be bought is refused before anybody signs in`() async throws {
    let world = try await world(signedIn: nil)
    let news = await world.news {
      await $0.add(Payment(productID: "nothing", appAccountToken: UUID()))
    }
    #expect(
      news.transactions.map(\.state) == [.purchasing, .failed(.storeProductNotAvailable)])
    #expect(await world.customer.signIns.isEmpty)
  }

  @Test func `the sheet names the account that signed in`() async throws {
    let world = try await world(signedIn: nil)
    await world.customer.signsIn(as: "B")
    let bought = await world.buy("coins")
    #expect(bought?.state == .purchased)
    #expect(await world.customer.sheets.map(\.account) == ["B"])
    _ = await world.simulator.control(.signIn("A"))
    #expect(try await world.simulator.transactions.isEmpty)
  }
}
