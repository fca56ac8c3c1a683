import Foundation
import Simulator
import StoreModel
import Synchronization
import Testing

@Suite struct `Buying` {
  @Test func `a purchase is announced, asked for, charged and handed out with its proof`()
    async throws
  {
    let world = try World()
    let token = UUID()
    let news = await world.news {
      await $0.add(Payment(productID: "coins", quantity: 3, appAccountToken: token))
    }

    let told = news.transactions
    try #require(told.count == 2)
    #expect(told[0].state == .purchasing)
    #expect(told[0].signed == nil)
    #expect(told[0].appAccountToken == token)
    let bought = told[1]
    #expect(bought.state == .purchased)
    #expect(bought.id == "2000000001")
    #expect(bought.originalID == bought.id)
    #expect(bought.quantity == 3)
    #expect(bought.price == Price(Decimal(string: "2.97") ?? 0, "USD"))
    #expect(bought.purchaseDate == world.clock.now)
    #expect(bought.appAccountToken == token)
    #expect(bought.expirationDate == nil)
    #expect(bought.webOrderLineItemID == nil)
    #expect(bought.signed != nil)
    #expect(try await world.simulator.chargeCount == 1)
    #expect(try await world.simulator.transactions == [bought])

    let sheet = try #require(await world.customer.sheets.first)
    #expect(sheet.id == token)
    #expect(sheet.productID == "coins")
    #expect(sheet.quantity == 3)
    #expect(sheet.chargedNow == bought.price)
    #expect(sheet.renewal == nil)
    #expect(sheet.account == "A")
  }

  @Test func `nothing is charged while the sheet is open`() async throws {
    let world = try World()
    let seen = Mutex<[Int]>([])
    await world.customer.thinks { [simulator = world.simulator] in
      let count = (try? await simulator.chargeCount) ?? -1
      seen.withLock { $0.append(count) }
    }
    await world.buy("coins")
    #expect(seen.withLock { $0 } == [0])
  }

  @Test func `a charge is on disk before anybody hears of it`() async throws {
    let world = try World()
    let updates = await world.simulator.updates()
    let other = world.relaunched()
    let found = Task {
      for await update in updates {
        guard case .updated(let transactions) = update,
          transactions.contains(where: { $0.state == .purchased })
        else { continue }
        return (try await other.chargeCount, try await other.transactions.map(\.state))
      }
      return (0, [])
    }
    await world.simulator.add(Payment(productID: "coins", appAccountToken: UUID()))
    let (charges, states) = try await found.value
    #expect(charges == 1)
    #expect(states == [.purchased])
  }

  @Test func `without dialogs nobody is asked`() async throws {
    let world = try World(settings: Catalogue.Settings(disableDialogs: true))
    #expect(await world.buy("coins")?.state == .purchased)
    #expect(await world.customer.sheets.isEmpty)
  }

  @Test func `payments run one after another, in the order in which they came`() async throws {
    let world = try World()
    let news = await world.news { simulator in
      await world.customer.thinks {
        await simulator.add(Payment(productID: "flight", appAccountToken: UUID()))
        await simulator.add(Payment(productID: "season", appAccountToken: UUID()))
      }
      await simulator.add(Payment(productID: "coins", appAccountToken: UUID()))
    }
    #expect(
      news.transactions.map { "\($0.productID) \($0.state)" } == [
        "coins purchasing", "coins purchased", "flight purchasing", "flight purchased",
        "season purchasing", "season purchased",
      ])
    #expect(try await world.simulator.chargeCount == 3)
  }

  @Test(arguments: [
    ("gone", 1, StoreError.storeProductNotAvailable),
    ("priceless", 1, .storeProductNotAvailable),
    ("forgotten", 1, .storeProductNotAvailable),
    ("suite", 1, .storeProductNotAvailable),
    ("again", 1, .storeProductNotAvailable),
    ("riddle", 1, .storeProductNotAvailable),
    ("coins", 0, .paymentInvalid),
    ("coins", 11, .paymentInvalid),
    ("coins", -3, .paymentInvalid),
  ])
  func `what cannot be sold fails with a reason`(
    productID: String, quantity: Int, error: StoreError
  ) async throws {
    let world = try World()
    let failed = await world.buy(productID, quantity: quantity)
    #expect(failed?.state == .failed(error))
    #expect(failed?.signed == nil)
    #expect(await world.customer.sheets.isEmpty)
    #expect(try await world.simulator.chargeCount == 0)
  }

  @Test func `ten of a thing can be bought at once`() async throws {
    let world = try World()
    #expect(await world.buy("coins", quantity: 10)?.quantity == 10)
  }

  @Test func `Cancel on the sheet is a failure with code 2`() async throws {
    let world = try World()
    await world.customer.answers(.cancel)
    #expect(await world.buy("coins")?.state == .failed(.paymentCancelled))
    #expect(try await world.simulator.chargeCount == 0)
  }

  @Test(arguments: [
    (Simulator.Outcome.cancel, StoreError.paymentCancelled as StoreError?),
    (.fail(.cloudServiceNetworkConnectionFailed), .cloudServiceNetworkConnectionFailed),
    (.fail(nil), nil),
  ])
  func `a chosen outcome meets one payment`(
    outcome: Simulator.Outcome, error: StoreError?
  ) async throws {
    let world = try World()
    await world.simulator.setNextOutcome(outcome)
    #expect(await world.buy("coins")?.state == .failed(error))
    #expect(try await world.simulator.chargeCount == 0)
    #expect(await world.buy("coins")?.state == .purchased)
  }

  @Test func `the catalogue's own switch fails every payment`() async throws {
    let world = try World(settings: Catalogue.Settings(failTransactions: true))
    #expect(await world.buy("coins")?.state == .failed(.unknown))
    #expect(await world.buy("coins")?.state == .failed(.unknown))
  }

  @Test func `where payments are not allowed they fail with code 4`() async throws {
    let world = try World()
    _ = await world.simulator.control(.turn(.payments, isOn: false))
    #expect(await world.simulator.store.canMakePayments() == false)
    #expect(await world.buy("coins")?.state == .failed(.paymentNotAllowed))
    #expect(await world.customer.sheets.isEmpty)
    _ = await world.simulator.control(.turn(.payments, isOn: true))
    #expect(await world.buy("coins")?.state == .purchased)
  }

  @Test func `what is owned comes again for nothing, as a purchase of its own`() async throws {
    let world = try World()
    let first = try #require(await world.own("flight"))
    world.clock.advance(by: 60)
    let token = UUID()
    let again = try #require(await world.buy("flight", token: token))
    #expect(again.state == .purchased)
    #expect(again.id != first.id)
    #expect(again.originalID == first.id)
    #expect(again.purchaseDate == world.clock.now)
    #expect(again.originalPurchaseDate == first.purchaseDate)
    #expect(again.appAccountToken == token)
    #expect(again.price?.amount == 0)
    #expect(try await world.simulator.chargeCount == 1)
    #expect(await world.customer.sheets.count == 1)
  }

  @Test func `an unfinished consumable is handed back, not sold again`() async throws {
    let world = try World()
    let first = try #require(await world.buy("coins"))
    let again = await world.buy("coins")
    #expect(again == first)
    #expect(try await world.simulator.chargeCount == 1)
    #expect(try await world.simulator.transactions == [first])

    await world.simulator.finish(first.id)
    let second = try #require(await world.buy("coins"))
    #expect(second.id != first.id)
    #expect(second.originalID == second.id)
    #expect(try await world.simulator.chargeCount == 2)
  }

  @Test func `a failure that nobody finished does not stand in the way`() async throws {
    let world = try World()
    await world.simulator.setNextOutcome(.fail(nil))
    await world.buy("coins")
    #expect(await world.buy("coins")?.state == .purchased)
  }

  @Test func `a price that changed while the sheet was open is not charged`() async throws {
    let world = try World()
    await world.customer.thinks { [simulator = world.simulator] in
      await simulator.restock(
        products: [Product(id: "coins", type: .consumable, price: 500)],
        settings: Catalogue.Settings(), storefront: .usa)
    }
    #expect(await world.buy("coins")?.state == .failed(.storeProductNotAvailable))
    #expect(try await world.simulator.chargeCount == 0)
  }

  @Test(arguments: [(Storefront.germany, true), (.usa, false)])
  func `a storefront of another currency while the sheet was open ends the purchase`(
    storefront: Storefront, isEnded: Bool
  ) async throws {
    let world = try World()
    await world.customer.thinks { [simulator = world.simulator] in
      await simulator.restock(
        products: World.products, settings: Catalogue.Settings(), storefront: storefront)
    }
    #expect(
      await world.buy("month")?.state == (isEnded ? .failed(.storeProductNotAvailable) : .purchased)
    )
    #expect(try await world.simulator.chargeCount == (isEnded ? 0 : 1))
  }

  @Test func `what another run sold while the sheet was open is not sold again`() async throws {
    let world = try World()
    let other = world.relaunched()
    await world.customer.thinks {
      await other.add(Payment(productID: "flight", appAccountToken: UUID()))
    }
    let bought = try #require(await world.buy("flight"))
    #expect(bought.state == .purchased)
    #expect(bought.originalID == "2000000001")
    #expect(bought.id == "2000000002")
    #expect(try await world.simulator.chargeCount == 1)
  }

  @Test func `another catalogue is sold once it is on the shelf`() async throws {
    let world = try World()
    await world.simulator.restock(
      products: [Product(id: "gems", type: .consumable, price: 2)],
      settings: Catalogue.Settings(), storefront: .germany)
    #expect(await world.buy("coins")?.state == .failed(.storeProductNotAvailable))
    #expect(await world.buy("gems")?.price == Price(2, "EUR"))
  }

  @Test func `the store names what it can sell, and what it cannot`() async throws {
    let world = try World()
    let answer = await world.simulator.store.products(["priceless", "year", "gone", "coins"])
    #expect(answer.productIDs == ["year", "coins"])
    #expect(answer.invalidProductIDs == ["priceless", "gone"])
  }

  @Test(arguments: ["-1", "0.0001", "99999999999999999999"])
  func `an amount that cannot be charged exactly is not sold`(price: String) async throws {
    let world = try World(products: [
      Product(id: "odd", type: .consumable, price: Decimal(string: price))
    ])
    #expect(await world.simulator.products(["odd"]).productIDs.isEmpty)
    #expect(await world.buy("odd")?.state == .failed(.storeProductNotAvailable))
  }

  @Test(arguments: ["0", "0.99", "0.001", "480", "39.0", "1000000000000"])
  func `an amount survives the books`(price: String) async throws {
    let amount = try #require(Decimal(string: price))
    let world = try World(products: [Product(id: "thing", type: .consumable, price: amount)])
    await world.buy("thing")
    #expect(try await world.relaunched().transactions.first?.price == Price(amount, "USD"))
    #expect(try await world.simulator.chargeCount == (amount == 0 ? 0 : 1))
  }
}
