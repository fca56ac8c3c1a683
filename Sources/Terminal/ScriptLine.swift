import FoundationEssentials
import Screens

/// What a script tells the program to do beside its keys.
package enum ScriptOrder: Sendable, Hashable {
  /// Pays for a product as its buy key and the sheet's Buy do; `option` names an offer or a plan.
  case buy(productID: String, quantity: Int, option: String? = nil)
  case restore
  /// What a tester does to the store, in the words of `StoreControl`.
  case store([String])
  /// What a tester does to its clock, in the words of `ClockControl`.
  case clock([String])
  /// Says what store and queue hold, with `TerminalScreen.report`.
  case facts
  /// The App Store opens the app with a promoted purchase.
  case link(String)
  /// The program kills itself with SIGKILL when it comes to this kill point.
  case killAt(point: String)

  /// Reads the text of `TerminalInput.instruction`, a JSON array of words.
  package init?(_ instruction: String) {
    guard let words = try? JSONDecoder().decode([String].self, from: Data(instruction.utf8))
    else { return nil }
    self.init(words: words)
  }

  private init?(words: [String]) {
    switch (words.first, words.count) {
    case ("buy", 3...4):
      guard let quantity = Int(words[2]) else { return nil }
      self = .buy(
        productID: words[1], quantity: quantity, option: words.count == 4 ? words[3] : nil)
    case ("restore", 1): self = .restore
    case ("store", 2...): self = .store(Array(words.dropFirst()))
    case ("clock", 2...): self = .clock(Array(words.dropFirst()))
    case ("facts", 1): self = .facts
    case ("link", 2): self = .link(words[1])
    case ("kill-at", 2): self = .killAt(point: words[1])
    default: return nil
    }
  }

  /// The text of `TerminalInput.instruction` that means this order: `["buy","coins100","1"]`.
  package var instruction: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let bytes = (try? encoder.encode(words)) ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }

  private var words: [String] {
    switch self {
    case .buy(let productID, let quantity, let option):
      ["buy", productID, "\(quantity)"] + [option].compactMap(\.self)
    case .restore: ["restore"]
    case .store(let words): ["store"] + words
    case .clock(let words): ["clock"] + words
    case .facts: ["facts"]
    case .link(let link): ["link", link]
    case .killAt(let point): ["kill-at", point]
    }
  }
}

/// The lines that `ScriptTerminal` understands.
enum ScriptLine {
  /// What the line stands for; nil when it is no instruction.
  static func inputs(of line: String) -> [TerminalInput]? {
    let space = line.firstIndex(of: " ") ?? line.endIndex
    let rest = line[space...].dropFirst()
    switch line[..<space] {
    case "key":
      let words = rest.split(separator: " ", omittingEmptySubsequences: false)
      guard let name = words.first, let input = input(named: String(name)) else { return nil }
      guard words.count < 3, let count = words.count == 2 ? Int(words[1]) : 1,
        (1...1000).contains(count)
      else { return nil }
      return Array(repeating: input, count: count)
    case "type": return text(rest).map { typed(Array($0.utf8)) }
    case "paste":
      return text(rest).map { typed(Array("\u{1B}[200~\($0)\u{1B}[201~".utf8)) }
    case "size":
      let numbers = rest.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1],
        columns > 0, rows > 0
      else { return nil }
      return [.resized(Size(columns: columns, rows: rows))]
    case "order":
      return ScriptOrder(String(rest)).map { [.instruction($0.instruction)] }
    default: return nil
    }
  }

  private static func text(_ json: Substring) -> String? {
    try? JSONDecoder().decode(String.self, from: Data(json.utf8))
  }

  /// What a terminal reports when these bytes come from it.
  private static func typed(_ bytes: [UInt8]) -> [TerminalInput] {
    var parser = InputParser()
    return parser.read(bytes) + parser.lapse()
  }

  /// What a terminal reports when the key of this name is pressed.
  private static func input(named name: String) -> TerminalInput? {
    switch Key(scriptName: name) {
    // What a terminal makes of it: Ctrl-C is a signal, Ctrl-M is Enter.
    case .control(let letter): typed([(letter.asciiValue ?? 0) & 0x1F]).first
    case let key: key.map(TerminalInput.key)
    }
  }
}
