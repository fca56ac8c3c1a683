import Foundation
import Testing

@Suite struct `The store from a shell` {
  private let tool: Tool
  private let flags = [
    "--catalogue",
    Tool.root.appending(path: "Tests/JourneyTests/Scenarios/Comet.storekit").path, "--now",
    "2026-03-01T09:00:00Z",
  ]

  init() throws { tool = try Tool() }

  private func run(_ words: String...) throws -> Tool.Result { try tool.run(words + flags) }

  @Test func `without a verb says how it stands, and nothing is made for that`() throws {
    let result = try run("store")
    #expect(result.exit == 0)
    for text in ["2026-03-01 09:00 UTC: frozen", "Ask to Buy: off", "A: signed in"] {
      #expect(result.output.contains(text), "\(text)")
    }
    let files = try FileManager.default.subpathsOfDirectory(atPath: tool.home.path)
    #expect(!files.contains { $0.hasSuffix("books.sqlite") })
  }

  @Test func `a control counts for the next command and for the shop`() throws {
    #expect(try run("store", "ask-to-buy", "on").output.contains("Ask to Buy"))
    let json = try Tool.object(try run("store", "--json").output)
    #expect((json["switches"] as? [String])?.contains("ask-to-buy") == true)
    #expect(json["isAsFile"] as? Bool == false)
    #expect(try run("store", "reset").exit == 0)
    let after = try Tool.object(try run("store", "--json").output)
    #expect(after["isAsFile"] as? Bool == true)
  }

  @Test func `the clock turns, and what is due happens and is delivered`() throws {
    #expect(try run("store", "buy", "gold").exit == 0)
    #expect(try run("clock", "+2mo").output.contains("2026-05-01 09:00 UTC"))
    let json = try Tool.object(try run("store", "--json").output)
    let money = (json["money"] as? [[String: Any]])?.first
    #expect(money?["charges"] as? Int == 3)
    let life = (json["subscriptions"] as? [[String: Any]])?.first
    #expect(life?["state"] as? String == "subscribed")
    #expect(life?["expirationDate"] as? String == "2026-06-01T09:00:00Z")
    let purchases = try tool.run(
      ["purchases", flags[1], "--now", "2026-03-01T09:00:00Z", "--json"])
    let listed = try Tool.object(purchases.output)["purchases"] as? [[String: Any]]
    #expect(listed?.map { $0["stage"] as? String } == ["finished", "finished", "finished"])
  }

  @Test(arguments: [
    (["store", "refund", "gold"], 1, "A has no purchase gold that could be refunded."),
    (["clock", "next"], 1, "Nothing is due in the store."),
    (
      ["store", "withhold", "all"], 2,
      "\"all\" is not a reason. There are tax, bank, agreement, off."
    ),
    (["clock", "soon"], 2, "\"soon\" is no time."),
  ])
  func `what cannot be done says why`(words: [String], exit: Int, text: String) throws {
    let result = try tool.run(words + flags)
    #expect(result.exit == Int32(exit))
    #expect(result.errors.contains(text))
  }

  @Test func `its help lists every verb`() throws {
    let help = try tool.run(["store", "--help"]).output
    for verb in ["ask-to-buy on|off", "refund ID [full|prorated|declined]", "forget [ID]"] {
      #expect(help.contains(verb), "\(verb)")
    }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: [
    ("transaction:gold", "transaction"), ("renewal:gold", "renewal"), ("app", "app-transaction"),
  ])
  func `a proof is printed as the store signs it, and verified as local`(
    proof: String, kind: String
  ) throws {
    #expect(try run("store", "buy", "gold").exit == 0)
    let token = try run("store", "--proof", proof)
    #expect(token.exit == 0)
    let file = try tool.file("proof.jws", token.output)
    let verified = try tool.run(["verify", file, "--json", "--root", try root()])
    let list = try JSONSerialization.jsonObject(with: Data(verified.output.utf8))
    let first = try #require((list as? [[String: Any]])?.first)
    #expect(first["kind"] as? String == kind)
    #expect(first["verdict"] as? String == "local")
  }

  /// The certificate of the store's root, which stands beside its books.
  private func root() throws -> String {
    let files = try FileManager.default.subpathsOfDirectory(atPath: tool.home.path)
    return tool.home.path + "/" + (try #require(files.first { $0.hasSuffix("root.pem") }))
  }

  @Test func `a proof fails as the tester chose, and is not there for what was not bought`() throws
  {
    #expect(try run("store", "fail", "app-transaction", "networkError").exit == 0)
    let failed = try run("store", "--proof", "app")
    #expect(failed.exit == 1)
    #expect(failed.errors.contains("The store could not be reached (SKErrorDomain 7)."))
    let missing = try run("store", "--proof", "renewal:gold")
    #expect(missing.exit == 1)
    #expect(missing.errors.contains("The store has signed nothing of that."))
    #expect(try run("store", "--proof", "receipt").exit == 2)
  }
}
