import Foundation
import Simulator
import StoreModel
import Testing

@Suite struct `What the simulator signs` {
  @Test func `is LOCAL under its root, and nothing under Apple's or for another app`() async throws
  {
    let tool = try Tool()
    let root = tool.home.appending(path: "root.pem").path
    let token = try await boughtToken(tool, root: root)
    let file = try tool.file("transaction.jws", token)

    let asked = try tool.run(["verify", file, "--root", root, "--bundle-id", "com.example.app"])
    #expect(asked.exit == 0, "\(asked.output)")
    #expect(asked.output.contains("LOCAL"))
    #expect(try tool.run(["verify", file, "--data", tool.home.path]).exit == 3)

    let apple = try tool.run(["verify", file])
    #expect(apple.exit == 1)
    #expect(apple.output.contains("ERR_CHAIN"))
    let other = try tool.run(["verify", file, "--root", root, "--bundle-id", "com.example.other"])
    #expect(other.exit == 1)
    #expect(other.output.contains("ERR_BUNDLE"))
  }

  @Test func `no longer verifies when one character of it is changed`() async throws {
    let tool = try Tool()
    let root = tool.home.appending(path: "root.pem").path
    let token = try await boughtToken(tool, root: root)
    for part in 0..<3 {
      var parts = token.split(separator: ".").map { Array(String($0)) }
      let middle = parts[part].count / 2
      parts[part][middle] = parts[part][middle] == "A" ? "B" : "A"
      let file = try tool.file("changed.jws", parts.map { String($0) }.joined(separator: "."))
      #expect(try tool.run(["verify", file, "--root", root]).exit == 1, "part \(part)")
    }
  }

  @Test func `of several files the worst one decides the exit`() async throws {
    let tool = try Tool()
    let root = tool.home.appending(path: "root.pem").path
    let good = try tool.file("good.jws", await boughtToken(tool, root: root))
    let bad = try tool.file("bad.jws", "not.a.token")
    let trusted = ["--root", root]
    #expect(try tool.run(["verify", good, good] + trusted).exit == 0)
    #expect(try tool.run(["verify", good, bad] + trusted).exit == 1)
    #expect(try tool.run(["verify", bad, "missing.jws", good] + trusted).exit == 2)
    #expect(try tool.run(["verify", good, "--data", tool.home.path]).exit == 3)
    #expect(try tool.run(["verify", good, bad, "--data", tool.home.path]).exit == 1)
  }

  /// Buys one product in a simulated store of this process and answers with its token.
  private func boughtToken(_ tool: Tool, root: String) async throws -> String {
    let simulator = Simulator(
      books: tool.home.appending(path: "books.sqlite").path, root: root,
      products: [Product(id: "gold", type: .nonConsumable, price: 2)],
      storefront: Storefront(
        countryCode: "USA", regionCode: "US", currencyCode: "USD", name: "United States"),
      bundleID: "com.example.app", account: "A", clock: StoreClock { Date() },
      chance: Chance { UUID() }, confirm: { _ in .buy })
    await simulator.store.add(Payment(productID: "gold", appAccountToken: UUID()))
    let transactions = try await simulator.store.transactions()
    return try #require(transactions.first?.signed).jwsRepresentation
  }
}
