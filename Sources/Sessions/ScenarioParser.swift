import FoundationEssentials
package import StoreModel

/// Why a scenario cannot be played: everything that is wrong with the file.
package struct ScenarioErrors: Error, Sendable, Hashable {
  package var diagnostics: [Diagnostic]
}

extension Scenario {
  /// Reads a scenario file; throws everything that is wrong with it at once.
  ///
  /// A directive of the language that is not played yet is an error like a misspelt one, so that
  /// no expectation is ever passed over in silence.
  package static func read(_ bytes: [UInt8], named fileName: String) throws(ScenarioErrors)
    -> Scenario
  {
    var name = fileName.split(separator: "/").last.map(String.init) ?? fileName
    if name.hasSuffix(".flow") { name.removeLast(5) }
    var parser = ScenarioParser(name: name)
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for line in bytes[start...].split(separator: 0x0A, omittingEmptySubsequences: false) {
      parser.take(line.last == 0x0D ? line.dropLast() : line)
    }
    parser.end()
    guard parser.errors.isEmpty else { throw ScenarioErrors(diagnostics: parser.errors) }
    return parser.scenario
  }
}

/// Reads a scenario line by line.
struct ScenarioParser {
  private(set) var scenario: Scenario
  private(set) var errors: [Diagnostic] = []
  /// The settings as of the current line.
  private var settings = Settings()
  private var line = 0
  /// The last set-up line below a step that no `Launch` has followed yet.
  private var waitingSetting: (line: Int, name: String)?
  private var shotLines: [String: Int] = [:]

  init(name: String) {
    scenario = Scenario(name: name)
  }

  /// Reads one line, without its line break.
  mutating func take(_ bytes: some Sequence<UInt8>) {
    line += 1
    guard let text = String(validating: Array(bytes), as: UTF8.self) else {
      report(LineError("not-utf-8", at: 1, "The line is not UTF-8. Save the file as UTF-8."))
      return
    }
    do throws(LineError) {
      var scanner = LineScanner(text)
      guard !scanner.isAtEnd else { return }
      guard let action = try directive(&scanner) else { return }
      scenario.steps.append(Scenario.Step(line: line, text: scanner.taken, action: action))
    } catch {
      report(error)
    }
  }

  /// Looks at what only the whole file can tell.
  mutating func end() {
    guard let (line, name) = waitingSetting else { return }
    self.line = line
    report(
      LineError(
        "late-setting", at: 1,
        "\(name) counts from the next Launch, and none follows. Move it above the first step."))
  }

  private mutating func report(_ error: LineError) {
    errors.append(
      Diagnostic(
        .error, error.code, line: line, column: error.column, Sentence(phrase: error.message)))
  }

  /// The step of one line; nil for a set-up line above the first step.
  private mutating func directive(_ scanner: inout LineScanner) throws(LineError)
    -> Scenario.Action?
  {
    let column = scanner.column
    let directive = scanner.word()
    if Vocabulary.unplayedDirectives.contains(directive) {
      throw .notPlayed(directive, at: column)
    }
    switch directive {
    case "Catalogue":
      settings.catalogue = try scanner.value(of: directive, wanted: "a file")
      return try set("Catalogue", &scanner)
    case "Set":
      let name = try setting(&scanner)
      return try set("Set \(name)", &scanner)
    case "Key":
      let key = try keyName(&scanner)
      let times = try scanner.count() ?? 1
      return try last(.instruct(.key(key, times: times)), directive, &scanner)
    case "Type":
      let text = try scanner.text(of: directive)
      return try last(.instruct(.type(text)), directive, &scanner)
    case "Paste":
      let text = try scanner.text(of: directive)
      return try last(.instruct(.paste(text)), directive, &scanner)
    case "Buy":
      let id = try scanner.value(of: directive, wanted: "the id of a product")
      let (quantity, option) = try order(&scanner)
      return try last(
        .instruct(.buy(productID: id, quantity: quantity, option: option)), directive, &scanner)
    case "Link":
      let link = try scanner.value(of: directive, wanted: "a link to a purchase")
      return try last(.instruct(.link(link)), directive, &scanner)
    case "Store":
      return try last(.instruct(.store(try storeControl(&scanner))), directive, &scanner)
    case "Clock":
      return try last(.instruct(.clock(try clockControl(&scanner))), directive, &scanner)
    case "Restore":
      return try last(.instruct(.restore), directive, &scanner)
    case "Kill":
      return try last(try kill(&scanner), directive, &scanner)
    case "Launch":
      waitingSetting = nil
      return try last(.launch, directive, &scanner)
    case "Expect":
      return try last(.expect(try expectation(&scanner)), directive, &scanner)
    case "Shot":
      return try last(.shot(name: try shotName(&scanner)), directive, &scanner)
    default:
      throw .unknown(directive, "directive", among: Vocabulary.directives, at: column)
    }
  }

  /// Hands `action` on when the line ends here.
  private func last(
    _ action: Scenario.Action, _ directive: String, _ scanner: inout LineScanner
  ) throws(LineError) -> Scenario.Action {
    let column = scanner.column
    guard scanner.isAtEnd else {
      throw LineError(
        "too-much", at: column, "\"\(scanner.word())\" is too much: \(directive) ends before it.")
    }
    return action
  }

  private mutating func set(_ name: String, _ scanner: inout LineScanner) throws(LineError)
    -> Scenario.Action?
  {
    let action = try last(.set(settings), name, &scanner)
    if scenario.steps.isEmpty {
      scenario.settings = settings
      return nil
    }
    if name != "Set size" { waitingSetting = (line, name) }
    return action
  }

  /// Reads what follows `Set` into the settings; its name comes back.
  private mutating func setting(_ scanner: inout LineScanner) throws(LineError) -> String {
    let nameColumn = scanner.column
    let name = scanner.word()
    guard Vocabulary.settings.contains(name) else {
      throw .unknown(name, "setting", among: Vocabulary.settings, at: nameColumn)
    }
    guard name != "plain" else {
      settings.isPlain = true
      return name
    }
    let column = scanner.column
    let value = try scanner.value(of: "Set \(name)", wanted: "a value")
    func require<Value>(_ read: Value?, _ wanted: String) throws(LineError) -> Value {
      if let read { return read }
      throw LineError("wrong-value", at: column, "\"\(value)\" is no \(wanted).")
    }
    switch name {
    case "size":
      (settings.columns, settings.rows) = try require(
        Self.size(value), "size. Write columns x rows, such as 100x30; each 1 to 500")
    case "storefront":
      let isCode = value.utf8.count == 3 && value.utf8.allSatisfy { (65...90).contains($0) }
      settings.storefront = try require(
        isCode ? value : nil, "storefront. Write three capitals, such as DEU")
    case "locale":
      let isLocale = value.allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-")
      }
      settings.locale = try require(isLocale ? value : nil, "locale. Write one such as de_DE")
    case "lang":
      guard Vocabulary.languages.contains(value) else {
        throw .unknown(value, "language", among: Vocabulary.languages, at: column)
      }
      settings.lang = value
    case "now":
      let isMoment = (try? Date(value, strategy: .iso8601)) != nil
      settings.now = try require(
        isMoment ? value : nil, "moment. Write one such as 2026-03-01T09:00:00Z")
    case "seed":
      settings.seed = try require(
        Int(value).flatMap { $0 < 0 ? nil : $0 }, "seed. Write a number such as 1")
    case "user":
      settings.user = value
    case "personality":
      settings.personality = try require(
        StorePersonality(rawValue: value), "personality. Write sandbox, production or xcode")
    case "payments":
      settings.allowsPayments = try require(
        ["on": true, "off": false][value], "switch. Write on or off")
    default:
      settings.account = value
    }
    return name
  }

  /// How many, and with which offer or plan: `x3`, `offer LOYAL`.
  private func order(
    _ scanner: inout LineScanner
  ) throws(LineError) -> (quantity: Int, option: String?) {
    var ahead = scanner
    var quantity = 1
    if ahead.word() != "offer" {
      quantity = try scanner.count() ?? 1
      ahead = scanner
      guard ahead.word() == "offer" else { return (quantity, nil) }
    }
    scanner = ahead
    return (
      quantity, try scanner.value(of: "Buy", wanted: "the name of an offer or a plan")
    )
  }

  private static func size(_ text: String) -> (columns: Int, rows: Int)? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let columns = parts[0], let rows = parts[1],
      (1...500).contains(columns), (1...500).contains(rows)
    else { return nil }
    return (columns, rows)
  }

  private func keyName(_ scanner: inout LineScanner) throws(LineError) -> String {
    let column = scanner.column
    let name = try scanner.value(of: "Key", wanted: "a key, such as Enter or b")
    if name == " " { return "Space" }
    let isCharacter = name.count == 1 && name.unicodeScalars.allSatisfy { $0.value >= 0x20 }
    guard isCharacter || Vocabulary.keys.contains(name) else {
      throw .unknown(name, "key", among: Vocabulary.keys, at: column)
    }
    return name
  }

  private func kill(_ scanner: inout LineScanner) throws(LineError) -> Scenario.Action {
    let column = scanner.column
    switch scanner.word() {
    case "now": return .kill
    case "at":
      let column = scanner.column
      let point = try scanner.value(of: "Kill at", wanted: "a kill point, such as C3")
      guard Vocabulary.killPoints.contains(point) else {
        throw .unknown(point, "kill point", among: Vocabulary.killPoints, at: column)
      }
      return .instruct(.armKill(point: point))
    default: throw LineError("wrong-value", at: column, "Write Kill now or Kill at C3.")
    }
  }

  private func expectation(_ scanner: inout LineScanner) throws(LineError) -> Scenario.Expectation {
    var column = scanner.column
    var kind = scanner.word()
    let isWanted = kind != "no"
    if !isWanted {
      column = scanner.column
      kind = scanner.word()
    }
    if Vocabulary.unplayedExpectations.contains(kind) {
      throw .notPlayed("Expect \(kind)", at: column)
    }
    switch (kind, isWanted) {
    case ("screen", _):
      if scanner.isAtSlash { return .screen(.regex(try scanner.pattern()), isWanted: isWanted) }
      let column = scanner.column
      let text = try scanner.text(of: "Expect screen")
      guard !text.isEmpty else {
        throw LineError("empty-pattern", at: column, "An empty text is met by every screen.")
      }
      return .screen(.text(text), isWanted: isWanted)
    case ("refused", true):
      if scanner.isAtSlash { return .refused(.regex(try scanner.pattern())) }
      return .refused(.text(try scanner.text(of: "Expect refused")))
    case ("exit", true):
      let column = scanner.column
      let value = scanner.word()
      guard let status = UInt8(value) else {
        throw LineError("wrong-value", at: column, "Expect exit needs a number from 0 to 255.")
      }
      return .exit(Int32(status))
    default:
      if let expectation = try factExpectation(kind, isWanted: isWanted, &scanner) {
        return .fact(expectation)
      }
      if !isWanted, Vocabulary.expectations.contains(kind) {
        throw LineError(
          "wrong-value", at: column, "Expect no goes with screen, entitled and token only.")
      }
      throw .unknown(kind, "expectation", among: Vocabulary.expectations, at: column)
    }
  }

  private mutating func shotName(_ scanner: inout LineScanner) throws(LineError) -> String {
    let column = scanner.column
    let name = try scanner.value(of: "Shot", wanted: "a name")
    let isPlain = name.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0))
    }
    guard isPlain, !name.hasPrefix("."), name.utf8.count <= 100 else {
      throw LineError(
        "wrong-value", at: column, "A shot's name is made of letters, digits, - and _.")
    }
    if let first = shotLines.updateValue(line, forKey: name) {
      throw LineError(
        "wrong-value", at: column, "The shot of line \(first) has this name. Choose another one.")
    }
    return name
  }
}
