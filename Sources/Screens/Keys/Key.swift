/// A key as the terminal reports it.
package enum Key: Sendable, Hashable {
  /// A typed character, never a control character.
  case character(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// Ctrl with a lower-case letter.
  case control(Character)
  /// F1 to F12.
  case function(Int)
}

extension Key {
  private static let named: [(name: String, key: Key)] = [
    ("Enter", .enter), ("Esc", .escape), ("Tab", .tab), ("Shift-Tab", .backTab),
    ("Backspace", .backspace), ("Delete", .delete), ("Space", .character(" ")), ("Up", .up),
    ("Down", .down), ("Left", .left), ("Right", .right), ("Home", .home), ("End", .end),
    ("PgUp", .pageUp), ("PgDn", .pageDown),
  ]

  /// A key by the name that scripts and the configuration give it.
  ///
  /// That is `Enter`, `PgDn`, `F1` to `F12`, `Ctrl-A` to `Ctrl-Z`, or one character.
  package init?(scriptName name: String) {
    if let key = Self.named.first(where: { $0.name == name })?.key {
      self = key
    } else if name.hasPrefix("F"), let number = Int(name.dropFirst()), (1...12).contains(number) {
      self = .function(number)
    } else if name.count == 6, name.hasPrefix("Ctrl-"), let letter = name.last,
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

  /// The name from which `init(scriptName:)` makes this key.
  package var scriptName: String {
    if let name = Self.named.first(where: { $0.key == self })?.name { return name }
    return switch self {
    case .control(let letter): "Ctrl-\(letter.uppercased())"
    case .function(let number): "F\(number)"
    case .character(let character): String(character)
    default: ""
    }
  }

  /// The key as it is printed: `Enter`, `Ctrl-L`, `b`.
  package var label: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "S-Tab"
    case .backspace: "Bksp"
    case .delete: "Del"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .control(let letter): "Ctrl-\(letter.uppercased())"
    case .function(let number): "F\(number)"
    }
  }
}
