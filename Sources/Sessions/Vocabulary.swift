import StoreModel

/// The words of the scenario language.
package enum Vocabulary {
  static let directives = [
    "Catalogue", "Set", "Key", "Type", "Paste", "Buy", "Restore", "Link", "Store", "Verifier",
    "Clock", "Kill", "Launch", "Expect", "Shot",
  ]
  static let unplayedDirectives: Set = ["Verifier"]

  static let settings = [
    "size", "storefront", "locale", "lang", "now", "seed", "user", "account", "plain",
    "personality", "payments",
  ]
  static let languages = ["en", "zh-Hans"]

  static let expectations = [
    "screen", "exit", "refused", "charges", "refunds", "charged", "refunded", "queue", "grants",
    "state", "subscription", "entitled", "token", "calls", "journal",
  ]
  static let unplayedExpectations: Set = ["calls", "journal"]

  static let stages = PurchaseStage.allCases.map(\.rawValue)
  static let subscriptionStates = RenewalState.allCases.map { "\($0)" } + ["none"]

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
