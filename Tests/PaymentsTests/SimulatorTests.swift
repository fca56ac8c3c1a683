import Foundation
import Payments
import Simulator
import StoreModel
import StoreTestSupport
import Testing
import Verification

/// The queue with the real store and the real judge; only the clock and the customer are ours.
private struct Shop {
  let folder: Folder
  let simulator: Simulator

  init(folder: Folder? = nil) throws {
    let folder = try folder ?? Folder()
    self.folder = folder
    simulator = Simulator(
      books: folder.path + "/books.sqlite", root: folder.path + "/root.pem",
      products: Array(shelf.values),
      storefront: Storefront(
        countryCode: "USA", regionCode: "US", currencyCode: "USD", name: "United States"),
      bundleID: "com.example.game", account: "A", clock: .frozen(at: now),
      chance: Chance { UUID() }, confirm: { _ in .buy })
  }

  /// A queue of an app that trusts the simulator, or nobody.
  func queue(journal: String = "journal.sqlite", isTrusting: Bool = true) -> PaymentQueue {
    let simulator = simulator
    return PaymentQueue(
      journal: folder.path + "/" + journal,
      doors: PaymentDoors(
        store: simulator.store,
        verifier: Verifier { signed in
          let own = isTrusting ? await simulator.trustedCertificates : []
          let roots = own.map { TrustedRoot(der: $0, trust: .simulator) }
          return ProofVerifier(roots: roots, now: { now }).verify(
            Array(signed.jwsRepresentation.utf8),
            expecting: Expectations(bundleID: "com.example.game"))
        },
        product: { shelf[$0] }, bundleID: "com.example.game", clock: .frozen(at: now),
        chance: Chance { UUID() }))
  }
}

@Suite(.timeLimit(.minutes(1))) struct `With the simulator` {
  @Test func `a purchase is delivered, refunded, and can be made again`() async throws {
    let shop = try Shop()
    let queue = shop.queue()
    await queue.open()
    let bought = try purchase(of: await queue.purchase(productID: "cape"))
    #expect(bought.stage == .finished)
    #expect(bought.verification?.trust == .simulator)
    #expect(try await shop.simulator.transactions.isEmpty)
    let id = try #require(bought.transactionID)
    #expect(await shop.simulator.control(.refund(id: id, .full)) == nil)
    for await state in queue.changes where state.purchases.first?.revocationDate != nil { break }
    #expect(await queue.state().entitlement(productID: "cape", at: now) == nil)
    #expect(try purchase(of: await queue.purchase(productID: "cape")).stage == .finished)
    #expect(await queue.state().entitlement(productID: "cape", at: now) != nil)
    #expect(try await shop.simulator.chargeCount == 2)
    await queue.close()
  }

  @Test func `what is owned is restored to an empty journal`() async throws {
    let shop = try Shop()
    let queue = shop.queue()
    await queue.open()
    for product in ["cape", "mask", "coins"] { _ = await queue.purchase(productID: product) }
    #expect(await queue.restore() == .restored(count: 2))
    await queue.close()
    let other = shop.queue(journal: "other.sqlite")
    await other.open()
    #expect(await other.state().entitlements.isEmpty)
    #expect(await other.restore() == .restored(count: 2))
    #expect(await other.state().entitlements.map(\.productID) == ["cape", "mask"])
    #expect(try await shop.simulator.transactions.isEmpty)
    await other.close()
  }

  @Test func `an untrusted proof is rejected, and another order is not charged`() async throws {
    let shop = try Shop()
    let queue = shop.queue(isTrusting: false)
    await queue.open()
    #expect(try purchase(of: await queue.purchase(productID: "coins")).stage == .rejected)
    #expect(try purchase(of: await queue.purchase(productID: "coins")).stage == .closedUnpaid)
    #expect(try await shop.simulator.transactions.count == 1)
    #expect(try await shop.simulator.chargeCount == 1)
    await queue.close()
  }

  @Test func `a level that begins at the next renewal charges nothing and closes its order`()
    async throws
  {
    let shop = try Shop()
    let queue = shop.queue()
    await queue.open()
    #expect(try purchase(of: await queue.purchase(productID: "gold")).stage == .finished)
    #expect(try purchase(of: await queue.purchase(productID: "silver")).stage == .closedUnpaid)
    let state = await queue.state()
    #expect(state.change(to: "silver")?.productID == "gold")
    #expect(state.change(to: "gold") == nil)
    #expect(state.entitlements.map(\.productID) == ["gold"])
    #expect(try await shop.simulator.chargeCount == 1)
    await queue.close()
  }

  @Test func `a better level takes the place of the lesser one at once`() async throws {
    let shop = try Shop()
    let queue = shop.queue()
    await queue.open()
    for product in ["silver", "gold"] {
      #expect(try purchase(of: await queue.purchase(productID: product)).stage == .finished)
    }
    #expect(await queue.state().entitlements.map(\.productID) == ["gold"])
    #expect(try await shop.simulator.chargeCount == 2)
    await queue.close()
  }

  @Test func `a request that waits is not made twice, and the second order ends`() async throws {
    let shop = try Shop()
    _ = await shop.simulator.control(.turn(.askToBuy, isOn: true))
    let queue = shop.queue()
    await queue.open()
    #expect(try purchase(of: await queue.purchase(productID: "coins")).stage == .deferred)
    #expect(try purchase(of: await queue.purchase(productID: "coins")).stage == .closedUnpaid)
    _ = await shop.simulator.control(.approve(id: nil))
    for await state in queue.changes where state.purchases.last?.stage == .finished { break }
    #expect(await queue.state().purchases.map(\.stage) == [.closedUnpaid, .finished])
    #expect(try await shop.simulator.chargeCount == 1)
    await queue.close()
  }

  @Test func `an order waits while its sheet is open, whatever else is told again`() async throws {
    let shop = try Shop()
    let simulator = shop.simulator
    _ = await simulator.control(.turn(.repeat, isOn: true))
    let queue = shop.queue()
    await queue.open()
    async let first = queue.purchase(productID: "silver")
    async let second = queue.purchase(productID: "gold")
    #expect(try purchase(of: await first).stage == .finished)
    #expect(try purchase(of: await second).stage == .finished)
    await queue.close()
  }

  @Test(arguments: StorePersonality.allCases)
  func `in every manner of signing a purchase is delivered once, and again after a kill`(
    personality: StorePersonality
  ) async throws {
    let shop = try Shop()
    #expect(await shop.simulator.control(.personality(personality)) == nil)
    let queue = shop.queue()
    await queue.open()
    for product in ["cape", "gold"] {
      let bought = try purchase(of: await queue.purchase(productID: product))
      #expect(bought.stage == .finished)
      #expect(bought.verification?.trust == .simulator)
      #expect(bought.verification?.verdict == .local)
    }
    #expect(await queue.restore() == .restored(count: 2))
    await queue.close()
    let other = shop.queue(journal: "other.sqlite")
    await other.open()
    #expect(await other.restore() == .restored(count: 2))
    #expect(await other.state().entitlements.map(\.productID) == ["cape", "gold"])
    await other.close()
  }

  @Test(
    arguments: StorePersonality.allCases,
    [
      ("revokedCertificate", "certificate-time"), ("invalidCertificateChain", "chain"),
      ("invalidDeviceVerification", "bundle-id"), ("invalidEncoding", "format"),
      ("invalidSignature", "signature"), ("missingRequiredProperties", "type"),
    ])
  func `a proof that is not good delivers nothing until the store signs it well`(
    personality: StorePersonality, fault: (name: String, check: String)
  ) async throws {
    let shop = try Shop()
    let error = try #require(SimulatedError(api: .verification, named: fault.name))
    for control: StoreControl in [.personality(personality), .fail(.verification, error)] {
      #expect(await shop.simulator.control(control) == nil)
    }
    let queue = shop.queue()
    await queue.open()
    let bought = try purchase(of: await queue.purchase(productID: "cape"))
    #expect(bought.stage == .rejected)
    let failed = bought.verification?.checks.first { $0.result == .fail }?.id ?? ""
    if personality != .xcode || fault.name != "invalidCertificateChain" {
      #expect(failed == fault.check)
    }
    #expect(await queue.state().entitlements.isEmpty)
    #expect(try await shop.simulator.transactions.count == 1)
    await queue.close()

    #expect(await shop.simulator.control(.fail(.verification, nil)) == nil)
    let next = shop.queue()
    await next.open()
    await next.settle()
    #expect(await next.state().entitlements.map(\.productID) == ["cape"])
    #expect(try await shop.simulator.transactions.isEmpty)
    #expect(try await shop.simulator.chargeCount == 1)
    await next.close()
  }
}
