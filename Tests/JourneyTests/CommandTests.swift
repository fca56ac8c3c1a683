import Foundation
import Testing

@Suite struct `The command line` {
  @Test func `the pieces of a purchase, step by step`() throws {
    let tool = try Tool()
    #expect(
      try tool.run(["buy", "com.example.superpowers.nightvision"]).output
        == "Night Vision is yours.\n")
    let list = try Tool.object(tool.run(["purchases", "--json"]).output)
    #expect((list["purchases"] as? [Any])?.count == 1)
    #expect((list["entitlements"] as? [[String: Any]])?.first?["isActive"] as? Bool == true)
    #expect(try tool.run(["reset", "--device", "--yes"]).exit == 0)
    let wiped = try Tool.object(tool.run(["purchases", "--json"]).output)
    #expect((wiped["purchases"] as? [Any])?.isEmpty == true)
    #expect((wiped["entitlements"] as? [Any])?.isEmpty == true)
    #expect(try tool.run(["restore"]).output == "Restored 1 purchase.\n")
    #expect(try tool.run(["restore"]).exit == 0)
  }

  @Test(arguments: [
    (["--outcome", "cancel"], Int32(1), "Cancelled. Nothing was charged.\n"),
    (["--outcome", "fail"], 1, "Night Vision was not bought. The store gave no reason.\n"),
    (
      ["--no-payments"], 1,
      "Night Vision: Payments are not allowed on this device. Restoring still works.\n"
    ),
  ])
  func `a purchase that does not happen says why`(
    options: [String], exit: Int32, sentence: String
  ) throws {
    let result = try Tool().run(["buy", "3"] + options)
    #expect(result.exit == exit)
    #expect(result.output == sentence)
  }

  @Test func `what show prints as JSON is a catalogue that reads the same and clean`() throws {
    let tool = try Tool()
    let first = try tool.run(["show", "--json"])
    let path = try tool.file("Copy.json", first.output)
    let copy = try Tool.object(tool.run(["show", path, "--json"]).output)
    let findings = try #require(copy["diagnostics"] as? [[String: Any]])
    #expect(findings.isEmpty, "\(findings)")
    let before = try #require(try Tool.object(first.output)["products"] as? [[String: Any]])
    let after = try #require(copy["products"] as? [[String: Any]])
    #expect(after.count == before.count)
    for key in ["id", "type", "displayName", "displayPrice", "period"] {
      #expect(after.map { $0[key] as? String } == before.map { $0[key] as? String }, "\(key)")
    }
  }

  @Test func `another language and storefront are marked`() throws {
    let result = try Tool().run(["show", "--locale", "de_DE", "--storefront", "DEU"])
    #expect(result.output.contains("not converted to EUR"))
    #expect(result.output.contains("49,99\u{A0}€ per year"))
    #expect(result.output.contains("(There is no disclosure text for de_DE; this one is in en"))
  }

  @Test func `show needs no data folder and writes nothing`() throws {
    let tool = try Tool()
    #expect(try tool.run(["show"]).exit == 0)
    #expect(!FileManager.default.fileExists(atPath: tool.home.appending(path: ".local").path))
  }

  @Test func `a first start that buys nothing writes nothing`() throws {
    let tool = try Tool()
    #expect(try tool.run(["purchases"]).exit == 0)
    #expect(try tool.run(["restore"]).output == "There is nothing to restore.\n")
    #expect(!FileManager.default.fileExists(atPath: tool.home.appending(path: ".local").path))
  }

  @Test func `files that hold secrets are the user's alone`() throws {
    let tool = try Tool()
    #expect(try tool.run(["buy", "3"]).exit == 0)
    let folder = tool.home.appending(path: ".local/state/storefront/demo")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names).isSuperset(of: ["journal.sqlite", "books.sqlite", "root.pem"]))
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: folder.appending(path: name).path)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test(arguments: [
    (["bui"], "storefront: unknown command \"bui\". Did you mean \"buy\"?\n"),
    (
      ["show", "--localle", "de"],
      "storefront: unknown option \"--localle\". Did you mean \"--locale\"?\n"
    ),
    (
      ["show", "--storefront"], "storefront: --storefront needs a value. Write --storefront CODE.\n"
    ),
    (
      ["show", "--storefront", "GER"],
      "storefront: --storefront cannot be \"GER\". Give an ISO 3166-1 alpha-3 code of an App Store storefront, perhaps DEU (Germany).\n"
    ),
    (
      ["show", "--locale", "xx_YY"],
      "storefront: --locale cannot be \"xx_YY\". Give a language and region such as de_DE.\n"
    ),
    (
      ["buy", "3", "--now", "yesterday"],
      "storefront: --now cannot be \"yesterday\". Give a time such as 2026-03-01T09:00:00Z.\n"
    ),
    (
      ["show", "--outcome", "fail"],
      "storefront: --outcome is not an option of \"show\". \"storefront show --help\" lists those.\n"
    ),
    (
      ["buy"],
      "storefront: Say which product, by its id or its number in \"show\". Write: storefront buy ID|N [CATALOGUE].\n"
    ),
  ])
  func `a usage error exits 2 and names the way out`(words: [String], sentence: String) throws {
    let result = try Tool().run(words)
    #expect(result.exit == 2)
    #expect(result.errors == sentence)
    #expect(result.output.isEmpty)
  }

  @Test(arguments: ["", "show", "buy", "restore", "purchases", "verify", "run", "reset", "help"])
  func `help fits 80 columns and ends with two examples`(command: String) throws {
    let result = try Tool().run(command.isEmpty ? ["--help"] : ["help", command])
    #expect(result.exit == 0)
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count < 80 })
    #expect(lines.suffix(4).first == "Examples:")
  }
}

@Suite struct `Failures that are no accidents` {
  @Test func `FLOW-47: a failure without a reason is told, finished, and nothing is in its way`()
    throws
  {
    let tool = try Tool()
    let failed = try tool.run(["buy", "1", "--outcome", "fail"])
    #expect(failed.exit == 1)
    #expect(failed.output == "Invisibility Potion was not bought. The store gave no reason.\n")
    let list = try Tool.object(tool.run(["purchases", "--json"]).output)
    let purchase = try #require((list["purchases"] as? [[String: Any]])?.first)
    #expect(purchase["stage"] as? String == "failed")
    #expect(purchase["error"] is NSNull)
    #expect(list["unfinished"] as? Int == 0)
    #expect(try tool.run(["buy", "1"]).output == "Invisibility Potion is yours.\n")
  }

  @Test
  func
    `FLOW-48: without payments prices are shown, buying is refused and leaves no trace, restoring works`()
    throws
  {
    let tool = try Tool()
    #expect(try tool.run(["show"]).output.contains("$4.99"))
    let refused = try tool.run(["buy", "3", "--no-payments"])
    #expect(refused.exit == 1)
    #expect(refused.output.hasPrefix("Night Vision: Payments are not allowed on this device."))
    #expect(!FileManager.default.fileExists(atPath: tool.home.appending(path: ".local").path))
    #expect(try tool.run(["buy", "3"]).exit == 0)
    #expect(try tool.run(["reset", "--device", "--yes"]).exit == 0)
    #expect(try tool.run(["restore", "--no-payments"]).output == "Restored 1 purchase.\n")
  }
}

@Suite struct `Bad input` {
  @Test func `a catalogue that is not there`() throws {
    let result = try Tool().run(["show", "none.storekit"])
    #expect(result.exit == 1)
    #expect(result.errors == "storefront: none.storekit does not exist. Check the path.\n")
  }

  @Test(arguments: [
    ("", "empty"), ("not json", "line 1"), ("[1, 2", ""), ("{\"products\":", ""),
  ])
  func `a catalogue that is no catalogue is one sentence and exit 1`(
    text: String, part: String
  ) throws {
    let tool = try Tool()
    let path = try tool.file("Bad.storekit", text)
    let result = try tool.run(["show", path])
    #expect(result.exit == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("storefront: "))
    #expect(result.errors.split(separator: "\n").count == 1)
    let json = try tool.run(["show", path, "--json"])
    #expect(json.exit == 1)
    #expect((try Tool.object(json.output)["products"] as? [Any])?.isEmpty == true)
  }

  @Test(arguments: [[], ["--json"], ["--locale", "all"]])
  func `the private key of a catalogue's offers is printed nowhere`(options: [String]) throws {
    let tool = try Tool()
    let path = try tool.file(
      "Keyed.storekit",
      """
      {"products" : [], "subscriptionGroups" : [], "subscriptionOffersKeyPair" : {"id" : 7,
      "privateKey" : "SECRET", "privatekey" : ["SECRET"]}}
      """)
    let result = try tool.run(["show", path] + options)
    #expect(result.exit == 0)
    #expect((result.output + result.errors).contains("subscriptionOffersKeyPair"))
    #expect(!(result.output + result.errors).contains("SECRET"))
  }

  @Test func `a data folder that cannot be written sells nothing and charges nothing`() throws {
    let tool = try Tool()
    let file = try tool.file("no-folder", "")
    let result = try tool.run(["buy", "3", "--data", "\(file)/data"])
    #expect(result.exit == 1)
    #expect(result.output.hasPrefix("Night Vision: Nothing can be bought: "), "\(result.output)")
    #expect(!result.output.contains("yours"))
  }

  @Test func `damaged books sell nothing, and the sentence says which file and what to do`() throws
  {
    let tool = try Tool()
    _ = try tool.file("books.sqlite", "this is no database at all")
    let result = try tool.run(["buy", "3", "--data", tool.home.path])
    #expect(result.exit == 1)
    #expect(result.output.contains("The store's books are damaged"))
    #expect(result.output.contains("move the file away to begin with empty books."))
  }

  @Test func `a damaged journal is moved aside, and the store's copy is restored`() throws {
    let tool = try Tool()
    let data = ["--data", tool.home.path]
    #expect(try tool.run(["buy", "3"] + data).exit == 0)
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(at: tool.home.appending(path: "journal.sqlite\(suffix)"))
    }
    _ = try tool.file("journal.sqlite", "this is no database at all")
    let list = try tool.run(["purchases"] + data)
    #expect(list.exit == 0)
    #expect(list.errors.contains("quarantine"), "\(list.errors)")
    #expect(try tool.run(["restore"] + data).output == "Restored 1 purchase.\n")
  }

  @Test func `without a terminal the shop prints what show prints and says so`() throws {
    let tool = try Tool()
    let shop = try tool.run([])
    #expect(shop.exit == 0)
    #expect(shop.output == (try tool.run(["show"]).output))
    #expect(
      shop.errors
        == "storefront: standard output is no terminal, so this is what \"storefront show\" prints.\n"
    )
  }

  @Test func `an escape sequence in a file name does not reach standard error`() throws {
    let result = try Tool().run(["show", "a\u{1B}]52;c;ZXZpbA==\u{07}.storekit"])
    #expect(result.exit == 1)
    #expect(!result.errors.contains("\u{1B}"))
    #expect(!result.errors.contains("\u{07}"))
  }

  @Test func `ids that the catalogue lacks are named with the nearest spelling`() throws {
    let tool = try Tool()
    let list = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><array><string>com.example.superpowers.nightvison</string>
      <string>com.example.superpowers.weekly</string></array></plist>
      """
    let path = try tool.file("productIDs.plist", list)
    let demo = Tool.root.appending(path: "Resources/catalogues/demo.storekit").path
    let result = try tool.run(["show", path, "--catalogue", demo, "--json"])
    #expect(result.exit == 0, "\(result.errors)")
    let json = try Tool.object(result.output)
    #expect((json["products"] as? [Any])?.count == 1)
    #expect(json["invalidProductIDs"] as? [String] == ["com.example.superpowers.nightvison"])
    #expect(result.output.contains("com.example.superpowers.nightvision"))
  }
}
