import Foundation
import Payments
import StoreModel
import Testing

@Suite struct `The app's own balance` {
  private let folder: Folder
  private let balance: AppBalance

  init() throws {
    folder = try Folder()
    balance = AppBalance(
      path: folder.path + "/data/balance.sqlite", clock: .frozen(at: now), chance: Chance { UUID() }
    )
  }

  private func product(_ id: String) throws -> Product { try #require(shelf[id]) }

  @Test func `pays and hands over in one, and says what is left`() async throws {
    #expect(await balance.amount(in: "USD") == Price(0, "USD"))
    #expect(try folder.names == [])
    try await balance.add(Price(10, "USD"))
    try await balance.pay(for: try product("coins"), quantity: 3, in: "USD")
    #expect(await balance.amount(in: "USD") == Price(7, "USD"))
    #expect(await balance.amount(in: "EUR") == Price(0, "EUR"))
    let again = AppBalance(
      path: folder.path + "/data/balance.sqlite", clock: .frozen(at: now), chance: Chance { UUID() }
    )
    #expect(
      await again.payments
        == [AppBalance.Payment(productID: "coins", quantity: 3, price: Price(3, "USD"))])
    let mode = try FileManager.default.attributesOfItem(
      atPath: folder.path + "/data/balance.sqlite")[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test(arguments: [
    (
      "coins", 11,
      "1 USD are missing in the app's balance. Add some (:top-up 10), or buy in the store."
    ),
    (
      "cape", 1,
      "cape cannot be paid with the app's balance. Only consumables can; the store sells the rest."
    ),
    (
      "club", 1,
      "club cannot be paid with the app's balance. Only consumables can; the store sells the rest."
    ),
    (
      "broken", 1,
      "broken cannot be paid with the app's balance. Only consumables can; the store sells the rest."
    ),
  ])
  func `refuses what it cannot pay, and keeps what is there`(
    id: String, quantity: Int, reason: String
  ) async throws {
    try await balance.add(Price(10, "USD"))
    let error = await #expect(throws: AppBalanceError.self) {
      try await balance.pay(for: try product(id), quantity: quantity, in: "USD")
    }
    #expect(error?.sentence.text == reason)
    #expect(await balance.amount(in: "USD") == Price(10, "USD"))
    #expect(await balance.payments.isEmpty)
  }

  @Test func `takes no amount that is none, and says where it cannot write`() async throws {
    await #expect(throws: AppBalanceError.noAmount("-1")) {
      try await balance.add(Price(-1, "USD"))
    }
    let other = AppBalance(
      path: "/dev/null/balance.sqlite", clock: .frozen(at: now), chance: Chance { UUID() })
    let error = await #expect(throws: AppBalanceError.self) {
      try await other.add(Price(1, "USD"))
    }
    #expect(error?.sentence.text.hasPrefix("The app's balance at /dev/null/balance.sqlite") == true)
  }
}
