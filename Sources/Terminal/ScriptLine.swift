import FoundationEssentials
import Glibc
package import Screens

/// What a script tells the program to do beside its keys.
package enum ScriptOrder: Sendable, Hashable {
  /// Pays for a product as its buy key and the sheet's Buy do.
  case buy(productID: String, quantity: Int)
  case restore
  /// The program kills itself with SIGKILL when it comes to this kill point.
  case killAt(point: String)

  /// Reads the text of `TerminalInput.instruction`.
  package init?(_ instruction: String) {
    let words = instruction.split(separator: " ", omittingEmptySubsequences: false)
    switch (words.first, words.count) {
    case ("buy", 3...):
      guard let quantity = words.last.flatMap({ Int($0) }) else { return nil }
      self = .buy(
        productID: words[1..<(words.count - 1)].joined(separator: " "), quantity: quantity)
    case ("restore", 1): self = .restore
    case ("kill-at", 2): self = .killAt(point: String(words[1]))
    default: return nil
    }
  }

  /// The text of `TerminalInput.instruction` that means this order: `buy coins100 1`.
  var instruction: String {
    switch self {
    case .buy(let productID, let quantity): "buy \(productID) \(quantity)"
    case .restore: "restore"
    case .killAt(let point): "kill-at \(point)"
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
    case "type": return text(rest).map { $0.map(typed) }
    case "paste":
      return text(rest).map {
        [.pasted($0.split(whereSeparator: isControl).joined(separator: " "))]
      }
    case "size":
      let numbers = rest.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1],
        columns > 0, rows > 0
      else { return nil }
      return [.resized(Size(columns: columns, rows: rows))]
    case "buy":
      let end = rest.lastIndex(of: "\"").map { rest.index(after: $0) } ?? rest.startIndex
      guard let id = text(rest[..<end]) else { return nil }
      guard let quantity = end == rest.endIndex ? 1 : Int(rest[end...].dropFirst()) else {
        return nil
      }
      return [.instruction(ScriptOrder.buy(productID: id, quantity: quantity).instruction)]
    case "restore", "kill-at":
      return ScriptOrder(line).map { [.instruction($0.instruction)] }
    default: return nil
    }
  }

  private static func text(_ json: Substring) -> String? {
    try? JSONDecoder().decode(String.self, from: Data(json.utf8))
  }

  /// The key that a terminal reports for a character; a control character is the key it stands for.
  private static func typed(_ character: Character) -> TerminalInput {
    switch character {
    case "\n", "\r", "\r\n": .key(.enter)
    case "\t": .key(.tab)
    case "\u{1B}": .key(.escape)
    case "\u{08}", "\u{7F}": .key(.backspace)
    default: .key(.character(isControl(character) ? "\u{FFFD}" : character))
    }
  }

  private static func isControl(_ character: Character) -> Bool {
    character.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// What a terminal reports when the key of this name is pressed.
  static func input(named name: String) -> TerminalInput? {
    switch name {
    case "Ctrl-C": .signal(SIGINT)
    case "Ctrl-Z": .suspendRequested
    default: Key(scriptName: name).map(TerminalInput.key)
    }
  }
}

extension Key {
  private static let named: [String: Key] = [
    "Enter": .enter, "Esc": .escape, "Tab": .tab, "Shift-Tab": .backTab, "Backspace": .backspace,
    "Delete": .delete, "Space": .character(" "), "Up": .up, "Down": .down, "Left": .left,
    "Right": .right, "Home": .home, "End": .end, "PgUp": .pageUp, "PgDn": .pageDown,
    // A terminal cannot tell these from the keys above.
    "Ctrl-H": .backspace, "Ctrl-I": .tab, "Ctrl-J": .enter, "Ctrl-M": .enter,
  ]

  /// A key by the name that scripts give it: `Enter`, `PgDn`, `F1`, `Ctrl-L`, or one character.
  package init?(scriptName name: String) {
    if let key = Self.named[name] {
      self = key
    } else if name.hasPrefix("F"), let number = Int(name.dropFirst()), (1...12).contains(number) {
      self = .function(number)
    } else if name.hasPrefix("Ctrl-"), name.count == 6, let letter = name.last,
      ("A"..."Z").contains(letter)
    {
      self = .control(Character(letter.lowercased()))
    } else if name.count == 1, let character = name.first,
      !character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    {
      self = .character(character)
    } else {
      return nil
    }
  }
}
