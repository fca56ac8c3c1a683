import Sessions
import StoreModel
import Testing

private func read(_ text: String) throws -> Scenario {
  try Scenario.read(Array(text.utf8), named: "Scenarios/story.flow")
}

/// The first error of a file, as `line:column message`.
private func error(in text: String) -> String? {
  do {
    _ = try read(text)
    return nil
  } catch let errors as ScenarioErrors {
    return errors.diagnostics.first.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.message)" }
  } catch {
    return "\(error)"
  }
}

@Suite struct `Reading a scenario` {
  @Test func `an empty file has the defaults of the language`() throws {
    let scenario = try read("# nothing\n\n")
    #expect(scenario.name == "story")
    #expect(scenario.steps.isEmpty)
    let settings = scenario.settings
    #expect((settings.columns, settings.rows) == (80, 24))
    #expect(settings.seed == 1)
    #expect(settings.now == "2026-03-01T09:00:00Z")
    #expect((settings.user, settings.account, settings.lang) == ("me", "A", "en"))
    #expect(settings.catalogue == nil)
    #expect(settings.storefront == nil)
    #expect(!settings.isPlain)
    #expect(settings.locale == nil)
  }

  @Test func `set-up lines above the first step say how it begins`() throws {
    let scenario = try read(
      """
      Catalogue "My Shop.storekit"   # with a blank in its name
      Set size 100x30
      Set storefront DEU
      Set locale de_DE
      Set lang zh-Hans
      Set now 2027-01-02T03:04:05Z
      Set seed 9223372036854775807
      Set user bob
      Set account "B 2"
      Set plain
      """)
    let settings = scenario.settings
    #expect(settings.catalogue == "My Shop.storekit")
    #expect((settings.columns, settings.rows) == (100, 30))
    #expect((settings.storefront, settings.locale) == ("DEU", "de_DE"))
    #expect((settings.lang, settings.now) == ("zh-Hans", "2027-01-02T03:04:05Z"))
    #expect(settings.seed == .max)
    #expect((settings.user, settings.account) == ("bob", "B 2"))
    #expect(settings.isPlain)
    #expect(scenario.steps.isEmpty)
  }

  static let steps: [(String, Scenario.Action)] = [
    ("Key Enter", .instruct(.key("Enter", times: 1))),
    ("  Key Down x3 # thrice", .instruct(.key("Down", times: 3))),
    ("Key x x10", .instruct(.key("x", times: 10))),
    ("Key \"#\"", .instruct(.key("#", times: 1))),
    ("Key /", .instruct(.key("/", times: 1))),
    ("Key é", .instruct(.key("é", times: 1))),
    ("Key \" \"", .instruct(.key("Space", times: 1))),
    ("Key Ctrl-L", .instruct(.key("Ctrl-L", times: 1))),
    ("Key F12", .instruct(.key("F12", times: 1))),
    ("Type \"a \\\"b\\\" \\\\ \\u{1F600} # é\"", .instruct(.type("a \"b\" \\ 😀 # é"))),
    ("Paste \"one\\ntwo\\t\"", .instruct(.paste("one\ntwo\t"))),
    ("Buy coins100", .instruct(.buy(productID: "coins100", quantity: 1))),
    ("Buy \"an id\" x3", .instruct(.buy(productID: "an id", quantity: 3))),
    ("Restore", .instruct(.restore)),
    ("Kill now", .kill),
    ("Kill at C3", .instruct(.armKill(point: "C3"))),
    ("Kill at CF", .instruct(.armKill(point: "CF"))),
    ("Launch", .launch),
    ("Expect screen /a\\/b [#]/", .expect(.screen(.regex("a\\/b [#]"), isWanted: true))),
    ("Expect no screen /x/", .expect(.screen(.regex("x"), isWanted: false))),
    ("Expect screen \"9,99 €\"", .expect(.screen(.text("9,99 €"), isWanted: true))),
    ("Expect exit 130", .expect(.exit(130))),
    ("Shot after-buying_1.2", .shot(name: "after-buying_1.2")),
  ]

  @Test(arguments: steps)
  func `a line is one step`(line: String, action: Scenario.Action) throws {
    #expect(try read(line).steps.map(\.action) == [action])
  }

  @Test func `a step knows its line and what was written there`() throws {
    let scenario = try read("# a story\r\nSet seed 2\r\n\r\n  Key b x2  # buy\r\n")
    let step = try #require(scenario.steps.first)
    #expect(step.line == 4)
    #expect(step.text == "Key b x2")
    #expect(scenario.settings.seed == 2)
  }

  @Test func `a byte order mark is passed over`() throws {
    #expect(try read("\u{FEFF}Restore").steps.count == 1)
  }

  @Test func `a set-up line below a step counts from there`() throws {
    let scenario = try read("Set user alice\nKey b\nSet user bob\nSet size 40x12\nLaunch")
    #expect(scenario.settings.user == "alice")
    guard case .set(let later) = scenario.steps[2].action else {
      Issue.record("\(scenario.steps[2].action)")
      return
    }
    #expect((later.user, later.columns, later.rows) == ("bob", 40, 12))
  }
}

@Suite struct `What is wrong with a scenario` {
  static let sentences: [(String, String)] = [
    ("Tpye \"a\"", "1:1 \"Tpye\" is no directive. Did you mean Type?"),
    ("  key b", "1:3 \"key\" is no directive. Did you mean Key?"),
    (
      "Frobnicate",
      "1:1 \"Frobnicate\" is no directive. There are Catalogue, Set, Key, Type, Paste, Buy, "
        + "Restore, Link, Store, Verifier, Clock, Kill, Launch, Expect, Shot."
    ),
    ("Key", "1:4 Key needs a key, such as Enter or b."),
    ("Key #", "1:5 Key needs a key, such as Enter or b."),
    ("Key Entre", "1:5 \"Entre\" is no key. Did you mean Enter?"),
    ("Key Ctrl-l", "1:5 \"Ctrl-l\" is no key. Did you mean Ctrl-L?"),
    ("Key b x0", "1:7 \"x0\" is no count. Write x1 to x1000."),
    ("Key b 3", "1:7 \"3\" is no count. Write x1 to x1000."),
    ("Key b x3 x4", "1:10 \"x4\" is too much: Key ends before it."),
    ("Type hello", "1:6 Type needs a text in quotes: \"hello\"."),
    ("Type", "1:5 Type needs a text in quotes: \"…\"."),
    ("Type \"a", "1:6 The text has no closing quote (\")."),
    ("Type \"a\\", "1:8 The text ends in a backslash. Write \\\\ for one."),
    ("Type \"\\q\"", "1:7 \\q is no escape. There are \\\" \\\\ \\n \\t and \\u{1F600}."),
    ("Type \"\\u{D800}\"", "1:7 \\u is no escape. There are \\\" \\\\ \\n \\t and \\u{1F600}."),
    ("Type \"\\u{41\"", "1:7 \\u is no escape. There are \\\" \\\\ \\n \\t and \\u{1F600}."),
    ("Type \"a\"b", "1:9 A blank is missing after the text."),
    ("Buy", "1:4 Buy needs the id of a product."),
    ("Restore now", "1:9 \"now\" is too much: Restore ends before it."),
    ("Catalogue My Shop.storekit", "1:14 \"Shop.storekit\" is too much: Catalogue ends before it."),
    (
      "Set",
      "1:4 Here a setting is missing. There are size, storefront, locale, lang, now, seed, "
        + "user, account, plain, personality, payments."
    ),
    ("Set sise 80x24", "1:5 \"sise\" is no setting. Did you mean size?"),
    ("Set size", "1:9 Set size needs a value."),
    (
      "Set size 80",
      "1:10 \"80\" is no size. Write columns x rows, such as 100x30; each 1 to 500."
    ),
    (
      "Set size 80x501",
      "1:10 \"80x501\" is no size. Write columns x rows, such as 100x30; each 1 to 500."
    ),
    ("Set storefront de", "1:16 \"de\" is no storefront. Write three capitals, such as DEU."),
    ("Set locale de/DE", "1:12 \"de/DE\" is no locale. Write one such as de_DE."),
    ("Set lang zh-hans", "1:10 \"zh-hans\" is no language. Did you mean zh-Hans?"),
    ("Set now today", "1:9 \"today\" is no moment. Write one such as 2026-03-01T09:00:00Z."),
    ("Set plain yes", "1:11 \"yes\" is too much: Set plain ends before it."),
    ("Set seed -1", "1:10 \"-1\" is no seed. Write a number such as 1."),
    (
      "Set personality macOS",
      "1:17 \"macOS\" is no personality. Write sandbox, production or xcode."
    ),
    ("Store withhold all", "1:16 \"all\" is not a reason. There are tax, bank, agreement, off."),
    ("Store \"withhold\"  tax now", "1:23 \"now\" is one word too many behind withhold."),
    ("Store ask-to-buy", "1:17 Here on or off is missing. There are on, off."),
    ("Buy pro offer", "1:14 Buy needs the name of an offer or a plan."),
    ("Link", "1:5 Link needs a link to a purchase."),
    ("Expect refused", "1:15 Expect refused needs a text in quotes: \"…\"."),
    ("Expect charges = many", "1:18 Expect charges needs a number, as in Expect charges = 1."),
    (
      "Expect state paid",
      "1:14 Expect state needs which purchase, 1 being the newest, and its stage."
    ),
    ("Expect state 1 payed", "1:16 \"payed\" is no stage of a purchase. Did you mean paid?"),
    (
      "Expect subscription pro active",
      "1:25 \"active\" is no state of a subscription. There are subscribed, expired, inBillingRetry, inGracePeriod, revoked, none."
    ),
    ("Expect no charges = 1", "1:11 Expect no goes with screen, entitled and token only."),
    ("Verifier yes", "1:1 Verifier is not played yet. Take the line out to play the rest."),
    (
      "Clock soon",
      "1:7 \"soon\" is no time. There are +24h, next, 2026-04-01T00:00:00Z, freeze, real, x60, "
        + "device +2h."
    ),
    (
      "Expect calls verify <= 1",
      "1:8 Expect calls is not played yet. Take the line out to play the rest."
    ),
    (
      "Expect no journal PAID",
      "1:11 Expect journal is not played yet. Take the line out to play the rest."
    ),
    ("Expect scren /a/", "1:8 \"scren\" is no expectation. Did you mean screen?"),
    ("Expect screen hello", "1:15 Expect screen needs a text in quotes: \"hello\"."),
    ("Expect screen \"\"", "1:15 An empty text is met by every screen."),
    ("Expect screen //", "1:15 An empty pattern is met by every screen."),
    ("Expect screen /a", "1:15 The pattern has no closing slash. Write \\/ for one inside."),
    ("Expect screen /a\\/", "1:15 The pattern has no closing slash. Write \\/ for one inside."),
    ("Expect screen /é(b/", "1:19 The pattern cannot be read: expected ')'."),
    (
      "Expect screen /ab\\q/",
      "1:19 The pattern cannot be read: invalid escape sequence '\\q'."
    ),
    ("Expect screen /a/ x", "1:19 \"x\" is too much: Expect ends before it."),
    ("Expect exit", "1:12 Expect exit needs a number from 0 to 255."),
    ("Expect exit 256", "1:13 Expect exit needs a number from 0 to 255."),
    ("Expect no exit 0", "1:11 Expect no goes with screen, entitled and token only."),
    ("Kill", "1:5 Write Kill now or Kill at C3."),
    ("Kill at", "1:8 Kill at needs a kill point, such as C3."),
    ("Kill at C13", "1:9 \"C13\" is no kill point. Did you mean C1?"),
    ("Shot ../x", "1:6 A shot's name is made of letters, digits, - and _."),
    ("Shot a\nShot a", "2:6 The shot of line 1 has this name. Choose another one."),
    (
      "Restore\nSet user bob\nRestore",
      "2:1 Set user counts from the next Launch, and none follows. Move it above the first step."
    ),
  ]

  @Test(arguments: sentences)
  func `the reason is a sentence with its place`(text: String, sentence: String) {
    #expect(error(in: text) == sentence)
  }

  @Test func `all errors of a file come at once`() {
    #expect {
      try read("Kye b\nRestore\nShot ..\nVerifier yes")
    } throws: { error in
      let diagnostics = (error as? ScenarioErrors)?.diagnostics ?? []
      return diagnostics.map(\.line) == [1, 3, 4]
        && diagnostics.map(\.code) == ["unknown-word", "wrong-value", "not-played-yet"]
    }
  }

  @Test func `a line that is not UTF-8 is named`() {
    #expect {
      try Scenario.read(Array("Restore\nType \"".utf8) + [0xFF, 0x22], named: "x.flow")
    } throws: { error in
      let diagnostic = (error as? ScenarioErrors)?.diagnostics.first
      return diagnostic?.line == 2
        && diagnostic?.message == "The line is not UTF-8. Save the file as UTF-8."
    }
  }
}
