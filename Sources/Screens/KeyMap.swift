/// Where a key was pressed: the topmost thing on the screen.
enum Context: String, Sendable, Hashable, CaseIterable {
  case products, product, purchases, purchase, verification, file
  /// The filter's text field.
  case filter
  case help
  /// A question or the payment sheet: buttons.
  case dialog
}

/// What a key does.
enum Action: Sendable, Hashable, CaseIterable {
  case up, down, halfPageUp, halfPageDown, pageUp, pageDown, first, last
  case open, buy, restore, filter, verify, raw, otherPane, readAgain, write
  case showProducts, showPurchases, showFile
  case nextButton, previousButton, press, yes, no, scrollUp, scrollDown
  case erase, clear, accept
  case help, back, close, repaint, suspend
}

/// One line of the key map: keys that do the same, where they do it, and the words for it.
struct Binding: Sendable {
  enum Group: String, Sendable, CaseIterable {
    case move, act, always
  }

  var action: Action
  var keys: [Key]
  var contexts: Set<Context>
  /// The id of the words in the help.
  var word: String
  var group: Group
  /// The place in the footer, smallest first; nil where the key is not shown there.
  var hint: Int?

  /// Whether the key opens a question or a sheet before anything happens.
  var asksFirst: Bool { action == .buy || action == .restore }

  init(
    _ action: Action, _ keys: [Key], _ contexts: Set<Context>, _ word: String, _ group: Group,
    hint: Int? = nil
  ) {
    self.action = action
    self.keys = keys
    self.contexts = contexts
    self.word = word
    self.group = group
    self.hint = hint
  }
}

/// Every key of the program, once: handling, footer and help are made from it.
enum KeyMap {
  private static let lists: Set<Context> = [.products, .purchases, .file]
  private static let pages: Set<Context> = [.product, .purchase, .verification, .file, .help]
  private static let screens: Set<Context> = [
    .products, .product, .purchases, .purchase, .verification, .file,
  ]
  private static let readers: Set<Context> = screens.union([.help])
  private static let everywhere = Set(Context.allCases)

  static let bindings: [Binding] = [
    Binding(.down, [.character("j"), .down], readers, "help.down", .move),
    Binding(.up, [.character("k"), .up], readers, "help.up", .move),
    Binding(.down, [.down], [.filter], "help.down", .move),
    Binding(.up, [.up], [.filter], "help.up", .move),
    Binding(.first, [.character("g"), .home], readers, "help.first", .move),
    Binding(.last, [.character("G"), .end], readers, "help.last", .move),
    Binding(.halfPageDown, [.control("d")], readers, "help.halfDown", .move),
    Binding(.halfPageUp, [.control("u")], readers, "help.halfUp", .move),
    Binding(.pageDown, [.pageDown, .character(" ")], readers, "help.pageDown", .move),
    Binding(.pageUp, [.pageUp], readers, "help.pageUp", .move),
    Binding(.pageDown, [.pageDown], [.filter], "help.pageDown", .move),
    Binding(.pageUp, [.pageUp], [.filter], "help.pageUp", .move),
    Binding(.otherPane, [.tab, .backTab], screens, "key.pane", .move),
    Binding(.showProducts, [.character("1")], screens, "help.products", .move),
    Binding(.showPurchases, [.character("2")], screens, "help.purchases", .move),
    Binding(.showFile, [.character("3")], screens, "help.file", .move),

    Binding(.open, [.enter, .right], [.products, .purchases], "key.open", .act, hint: 1),
    Binding(.open, [.enter], [.purchase], "key.proof", .act, hint: 1),
    Binding(.buy, [.character("b")], [.products, .product], "key.buy", .act, hint: 2),
    Binding(
      .verify, [.character("v")], [.purchases, .purchase, .verification],
      "key.verifyAgain", .act, hint: 3),
    Binding(.raw, [.character("u")], [.verification], "key.raw", .act, hint: 2),
    Binding(.restore, [.character("R")], screens, "key.restore", .act, hint: 6),
    Binding(.filter, [.character("/")], [.products, .product], "key.filter", .act, hint: 5),
    Binding(.readAgain, [.character("r")], screens, "key.readAgain", .act, hint: 7),
    Binding(.write, [.character("w")], screens, "key.write", .act, hint: 8),

    Binding(.accept, [.enter], [.filter], "key.accept", .act, hint: 1),
    Binding(.back, [.escape], [.filter], "key.clearFilter", .act, hint: 2),
    Binding(.erase, [.backspace, .delete], [.filter], "key.erase", .act),
    Binding(.clear, [.control("u")], [.filter], "key.clear", .act),

    Binding(.nextButton, [.right, .tab, .character("l")], [.dialog], "key.choose", .move, hint: 1),
    Binding(.previousButton, [.left, .backTab, .character("h")], [.dialog], "key.choose", .move),
    Binding(.scrollDown, [.down, .character("j"), .pageDown], [.dialog], "help.down", .move),
    Binding(.scrollUp, [.up, .character("k"), .pageUp], [.dialog], "help.up", .move),
    Binding(.press, [.enter, .character(" ")], [.dialog], "key.press", .act, hint: 2),
    Binding(.yes, [.character("y")], [.dialog], "key.yes", .act, hint: 3),
    Binding(.no, [.character("n"), .escape, .character("q")], [.dialog], "key.no", .act, hint: 4),

    Binding(.help, [.character("?"), .function(1)], readers, "key.help", .always, hint: 9),
    Binding(.back, [.escape], readers, "help.stepBack", .always),
    Binding(.back, [.left], [.product, .purchase, .verification], "help.stepBack", .always),
    Binding(.close, [.character("q")], readers, "help.closeQuit", .always, hint: 10),
    Binding(.repaint, [.control("l")], everywhere, "help.redraw", .always),
    Binding(.suspend, [.control("z")], everywhere, "help.shell", .always),
  ]

  /// What `key` means in `context`; nil when it means nothing there.
  static func binding(for key: Key, in context: Context) -> Binding? {
    bindings.first { $0.contexts.contains(context) && $0.keys.contains(key) }
  }

  /// The lines that hold in `context`, in the order of the table.
  static func bindings(in context: Context) -> [Binding] {
    bindings.filter { $0.contexts.contains(context) }
  }

  /// A key as it is printed: `Enter`, `Ctrl-L`, `b`.
  static func label(_ key: Key) -> String {
    switch key {
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
