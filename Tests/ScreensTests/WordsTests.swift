import Foundation
import StoreModel
import StoreTestSupport
import Testing
import Text

@testable import Screens

/// A file of words as a dictionary; duplicate ids are kept apart.
private func texts(_ language: String) throws -> [(id: String, text: String)] {
  let node = try JSONReader.read(SampleShop.resource("strings/\(language).json"), strict: true)
  return try #require(node.members).map { (id: $0.key, text: try #require($0.node.string)) }
}

private func placeholders(_ text: String) -> Set<String> {
  Set(text.matches(of: /\{([a-z:-]+)\}/).map { String($0.1) })
}

@Suite struct `The interface's words` {
  private static let languages = ["en", "zh-Hans"]

  /// Families of ids that the code puts together, with the names it may put in.
  private static let families: [String: [String]] = [
    "action.": Action.allCases.filter { !$0.isOfBox }.map(\.rawValue),
    "language.": ["en", "zh-Hans"],
    "theme.": Theme.allCases.map(\.rawValue),
    "call.": StoreAPI.allCases.map(\.rawValue),
    "check.": [
      "format", "header", "x5c", "payload", "chain", "certificate-time", "marker-oids",
      "signature", "type", "bundle-id", "environment", "app-id", "parts",
    ],
    "col.": ["name", "type", "price", "period"],
    "coming.": ["answer", "approval", "setting", "verify", "deliver", "finish"],
    "do.": ["refund", "expire", "delete", "forget", "remove-account", "clear"],
    "lacks.": Withholding.allCases.map(\.rawValue),
    "mend.": Withholding.allCases.map(\.rawValue),
    "due.": ClockReading.Due.Kind.allCases.map(\.rawValue),
    "ended.": ExpirationReason.allCases.map { "\($0)" },
    "fail.": StoreAPI.allCases.map(\.rawValue),
    "fails.": StoreAPI.allCases.map(\.rawValue),
    "happened.": SubscriptionLife.Mark.Kind.allCases.map(\.rawValue),
    "life.": Timeline.Kind.allCases.map(\.rawValue),
    "on.": StoreSwitch.allCases.map(\.rawValue) + ["production", "xcode"],
    "optional.": ["approve", "decline", "time-out", "resolve", "forget", "buy"],
    "panel.": StoreRow.Section.allCases.map(\.rawValue),
    "place.": ["ID", "NAME", "AMOUNT", "DATE"],
    "refund.": StoreControl.Refund.allCases.map(\.rawValue),
    "request.": StoreRequest.Kind.allCases.map(\.rawValue),
    "signs.": StorePersonality.allCases.map(\.rawValue),
    "switch.": StoreSwitch.allCases.map(\.rawValue),
    "unit.": ["d", "h", "m", "s"],
    "verb.": StoreControl.verbs.map(\.name).filter { StoreSwitch(rawValue: $0) == nil },
    "waits.": StoreRequest.Kind.allCases.map(\.rawValue),
    "withheld.": Withholding.allCases.map(\.rawValue),
    "discount.": DiscountFault.allCases.map(\.rawValue) + ["good"],
    "diag.": Diagnostic.Severity.allCases.map(\.rawValue),
    "error.": ["0", "1", "2", "3", "4", "5", "7", "11", "12", "13", "14", "18"],
    "format.": ["storekit", "plist", "json"],
    "help.": Binding.Group.allCases.map(\.rawValue),
    "kind.": ProductType.allCases.map(\.rawValue),
    "mark.": ["ok", "no", "bang", "standIn"],
    "mode.": Offer.PaymentMode.allCases.map(\.rawValue),
    "obstacle.": Product.Obstacle.allCases.map(\.rawValue),
    "offer.": Offer.Kind.allCases.filter { $0 != .introductory }.map(\.rawValue),
    "ordered.": PurchaseStage.allCases.map(\.rawValue).filter { $0 != "delivered" }
      + ["declined", "interrupted"],
    "proof.": ["transaction", "renewal", "app-transaction", "notification", "unknown"],
    "prompt.": [
      "products", "product", "purchases", "purchase", "verification", "file", "store",
      "timeline", "question", "choice",
    ],
    "spoken.": ProductType.allCases.map(\.rawValue),
    "screen.": Context.allCases.map(\.rawValue).filter {
      !["filter", "help", "palette", "dialog", "note"].contains($0)
    },
    "sort.": ProductList.Order.allCases.map(\.rawValue),
    "stage.": PurchaseStage.allCases.map(\.rawValue),
    "state.": PurchaseStage.allCases.map(\.rawValue),
    "step.": PurchaseStage.allCases.map(\.rawValue),
    "tab.": AppState.Tab.allCases.map { "\($0)" },
    "trust.": Verification.Trust.allCases.map(\.rawValue),
    "type.": ProductType.allCases.map(\.rawValue),
    "verdict.": Verification.Verdict.allCases.map(\.rawValue),
  ]

  /// Every id that is said: named whole, or as the family of an interpolation.
  ///
  /// In this room each dotted literal is an id; the program says only what it looks up.
  private func idsInCode() throws -> Set<String> {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    var ids: Set<String> = []
    for room in ["Screens", "storefront"] {
      let folder = sources.appending(path: room)
      for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where name.hasSuffix(".swift") {
        let source = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        let literal =
          room == "Screens"
          ? /"([a-z][A-Za-z]*\.[A-Za-z0-9.-]+)"/ : /words\["([a-z][A-Za-z]*\.[A-Za-z0-9.-]+)"/
        ids.formUnion(source.matches(of: literal).map { String($0.1) })
        for match in source.matches(of: /(?:words\[|self\[|words\.text\(|text\()"([a-z]+\.)\\\(/) {
          let names = try #require(Self.families[String(match.1)], "\(match.1) in \(name)")
          ids.formUnion(names.map { match.1 + $0 })
        }
      }
    }
    return ids
  }

  @Test(arguments: languages)
  func `are all there, and none that is never said`(language: String) throws {
    let known = Set(try texts(language).map(\.id))
    let used = try idsInCode()
    let singular = known.filter { $0.hasSuffix("One") && used.contains(String($0.dropLast(3))) }
    #expect(used.subtracting(known) == [])
    #expect(known.subtracting(used).subtracting(singular) == [])
  }

  @Test(arguments: languages)
  func `name each id once, in order`(language: String) throws {
    let ids = try texts(language).map(\.id)
    #expect(ids == Set(ids).sorted())
  }

  @Test func `have the same placeholders in both languages`() throws {
    let chinese = Dictionary(uniqueKeysWithValues: try texts("zh-Hans").map { ($0.id, $0.text) })
    for (id, english) in try texts("en") {
      guard let other = chinese[id] else {
        #expect(id.hasSuffix("One"), "\(id) is missing in Chinese")
        continue
      }
      #expect(placeholders(english) == placeholders(other), "\(id)")
    }
  }

  @Test(arguments: languages)
  func `hold nothing that a terminal cannot draw`(language: String) throws {
    for (id, text) in try texts(language) {
      #expect(SafeText.line(text) == text, "\(id)")
      #expect(!text.contains { "€“”…·—→×°≥".contains($0) }, "\(id) has an uncertain width")
    }
  }

  /// Where a word has a fixed number of cells at 80 columns and in the small layout.
  ///
  /// The first room whose family is the beginning of an id is the one it stands in; a word without a
  /// room is wrapped, and `Nothing is cut` looks at it.
  static let rooms: [(family: String, columns: Int)] = [
    ("app.name", 12), ("button.", 10), ("col.name", 18), ("col.price", 7), ("col.state", 8),
    ("col.date", 10), ("col.", 10), ("diag.", 8), ("empty.andMore", 36), ("env.simulator.short", 4),
    ("env.simulator", 10), ("file.comma", 2), ("gap.sentence", 1), ("header.help", 10),
    ("header.opening.short", 4), ("header.opening", 24), ("header.noSale.short", 4),
    ("header.noSale", 16), ("header.readOnly.short", 10), ("header.readOnly", 26),
    ("header.unfinished.short", 4), ("header.unfinished", 16), ("help.asksFirst", 13),
    ("help.closes", 12), ("help.title", 26), ("help.", 24), ("hidden.on.short", 30),
    ("hidden.on", 66), ("key.", 20), ("link.onPage", 30), ("list.count", 10), ("list.filter", 10),
    ("list.place", 10), ("mark.", 22), ("mode.", 20), ("on.count", 8), ("page.lines", 24),
    ("page.more", 36), ("price.none", 9), ("quit.leave", 10), ("quit.stay", 10), ("quit.title", 36),
    ("restore.title", 36), ("section.group", 80), ("section.levels", 40), ("section.", 36),
    ("sheet.buy", 20),
    ("sheet.simulated", 36), ("sheet.subscribe", 20), ("sheet.title", 36), ("sheet.trial", 20),
    ("sort.", 30), ("state.", 20), ("step.done", 6), ("step.next", 6), ("step.now", 6),
    ("tab.", 12),
    ("type.", 12), ("verdict.", 16),
  ]

  /// The longest that can stand for a placeholder where a word has a fixed room.
  private static let longest = [
    "date": "2026-12-31", "n": "999", "total": "999", "shown": "999", "first": "999", "last": "999",
    "ms": "999", "price": "$1,234.50", "key": "Enter", "screen": "", "action": "", "holder": "",
    "group": "",
  ]

  @Test(arguments: languages)
  func `fit where they stand`(language: String) throws {
    for (id, text) in try texts(language) {
      guard let room = Self.rooms.first(where: { id.hasPrefix($0.family) }) else { continue }
      let filled = Self.longest.reduce(text.replacing(/\{key:[a-z-]+\}/, with: "F12")) {
        $0.replacing("{\($1.key)}", with: $1.value)
      }
      #expect(Cells.width(filled) <= room.columns, "\(id): \(filled)")
    }
  }

  @Test func `that are missing are seen`() {
    let words = Words(json: Array(#"{"a.b":"{n} things","a.bOne":"1 thing"}"#.utf8))
    #expect(words["x.y"] == "[x.y]")
    #expect(words["x.y", ["n": "1"]] == "[x.y]")
    #expect(words["a.b", ["n": "1"]] == "1 thing")
    #expect(words["a.b", ["n": "12"]] == "12 things")
    #expect(words["a.b", [:]] == "{n} things")
    #expect(Words(json: Array("no json".utf8))["a.b"] == "[a.b]")
  }
}
