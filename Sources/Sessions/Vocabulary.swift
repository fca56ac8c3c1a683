/// The words of the scenario language.
package enum Vocabulary {
  static let directives = [
    "Catalogue", "Set", "Key", "Type", "Paste", "Buy", "Restore", "Link", "Store", "Verifier",
    "Clock", "Kill", "Launch", "Expect", "Shot",
  ]
  static let unplayedDirectives: Set = ["Link", "Store", "Verifier", "Clock"]

  static let settings = [
    "size", "storefront", "locale", "lang", "now", "seed", "user", "account", "plain",
    "personality",
  ]
  static let languages = ["en", "zh-Hans"]

  static let expectations = [
    "screen", "exit", "grants", "charges", "queue", "state", "calls", "journal",
  ]
  static let unplayedExpectations: Set = [
    "grants", "charges", "queue", "state", "calls", "journal",
  ]

  /// Every name of a key that is longer than one character.
  package static let keys =
    [
      "Enter", "Esc", "Tab", "Shift-Tab", "Backspace", "Delete", "Space", "Up", "Down", "Left",
      "Right", "Home", "End", "PgUp", "PgDn",
    ] + (1...12).map { "F\($0)" } + "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { "Ctrl-\($0)" }

  /// The moments of a purchase at which a program can be killed.
  package static let killPoints =
    (0...12).map { "C\($0)" } + ["CF", "CD", "CR", "CV", "CU", "CP"]
}
