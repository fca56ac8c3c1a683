/// Where a key was pressed: the topmost thing on the screen.
enum Context: String, Sendable, Hashable, CaseIterable {
  case products, product, purchases, purchase, verification, file
  /// The filter's text field.
  case filter
  case help
  /// A question or the payment sheet: something to decide.
  case dialog
  /// A box with something to read and one button.
  case note
}

/// What a key does.
enum Action: Sendable, Hashable, CaseIterable {
  case up, down, halfPageUp, halfPageDown, pageUp, pageDown, first, last
  case open, buy, restore, filter, verify, raw, otherPane, readAgain, write
  case showProducts, showPurchases, showFile
  case nextButton, previousButton, press, yes, no
  case erase, clear, accept
  case help, back, close, repaint, suspend
}

/// One line of the key map: keys that do the same, where they do it, and the words for it.
///
/// Neighbours with the same words are one entry in help and footer, such as `j` and `k`.
struct Binding: Sendable {
  enum Group: String, Sendable, CaseIterable {
    case move, act, always
  }

  var action: Action
  var keys: [Key]
  var contexts: Set<Context>
  /// The id of the words in help and footer.
  var word: String
  var group: Group
  /// The place in the footer, smallest first; nil where the key is not shown there.
  var hint: Int?

  init(
    _ action: Action, _ keys: [Key], in contexts: Set<Context>, _ word: String, _ group: Group,
    hint: Int? = nil
  ) {
    self.action = action
    self.keys = keys
    self.contexts = contexts
    self.word = word
    self.group = group
    self.hint = hint
  }

  /// Whether the key opens a question or a sheet before anything happens.
  var asksFirst: Bool { action == .buy || action == .restore }
}

/// Every key of the program, once: handling, footer and help are made from it.
enum KeyMap {
  private static let lists: Set<Context> = [.products, .purchases]
  private static let pages: Set<Context> = [.product, .purchase, .verification]
  private static let screens: Set<Context> = lists.union(pages).union([.file])
  /// Where letters are keys and something can be scrolled.
  private static let readers: Set<Context> = screens.union([.help])
  private static let boxes: Set<Context> = [.dialog, .note]
  private static let everywhere = Set(Context.allCases)

  static let bindings: [Binding] = [
    Binding(.down, [.character("j"), .down], in: readers.union(boxes), "help.row", .move),
    Binding(.up, [.character("k"), .up], in: readers.union(boxes), "help.row", .move),
    Binding(.down, [.down], in: [.filter], "help.row", .move),
    Binding(.up, [.up], in: [.filter], "help.row", .move),
    Binding(.first, [.character("g"), .home], in: readers, "help.firstLast", .move),
    Binding(.last, [.character("G"), .end], in: readers, "help.firstLast", .move),
    Binding(.halfPageDown, [.control("d")], in: readers, "help.halfPage", .move),
    Binding(.halfPageUp, [.control("u")], in: readers, "help.halfPage", .move),
    Binding(.pageDown, [.pageDown, .character(" ")], in: readers, "help.page", .move),
    Binding(.pageUp, [.pageUp], in: readers, "help.page", .move),
    Binding(.pageDown, [.pageDown], in: boxes.union([.filter]), "help.page", .move),
    Binding(.pageUp, [.pageUp], in: boxes.union([.filter]), "help.page", .move),
    Binding(
      .otherPane, [.tab, .backTab], in: [.products, .product, .purchases, .purchase], "key.pane",
      .move),
    Binding(.showProducts, [.character("1")], in: screens, "tab.products", .move),
    Binding(.showPurchases, [.character("2")], in: screens, "tab.purchases", .move),
    Binding(.showFile, [.character("3")], in: screens, "tab.file", .move),

    Binding(.open, [.enter, .right], in: lists, "key.open", .act, hint: 1),
    Binding(.open, [.enter, .right], in: [.purchase], "key.proof", .act, hint: 1),
    Binding(.buy, [.character("b")], in: [.products, .product], "key.buy", .act, hint: 2),
    Binding(
      .verify, [.character("v")], in: [.purchases, .purchase, .verification], "key.verifyAgain",
      .act, hint: 3),
    Binding(.raw, [.character("u")], in: [.verification], "key.raw", .act, hint: 2),
    Binding(.filter, [.character("/")], in: [.products, .product], "key.filter", .act, hint: 4),
    Binding(.restore, [.character("R")], in: screens, "key.restore", .act, hint: 5),
    Binding(.readAgain, [.character("r")], in: screens, "key.readAgain", .act, hint: 7),
    Binding(.write, [.character("w")], in: screens, "key.write", .act, hint: 8),

    Binding(.accept, [.enter], in: [.filter], "key.accept", .act, hint: 1),
    Binding(.back, [.escape], in: [.filter], "key.clearFilter", .act, hint: 2),
    Binding(.erase, [.backspace, .delete], in: [.filter], "key.erase", .act),
    Binding(.clear, [.control("u")], in: [.filter], "key.eraseAll", .act),

    Binding(
      .previousButton, [.left, .backTab, .character("h")], in: [.dialog], "key.choose", .act,
      hint: 1),
    Binding(
      .nextButton, [.right, .tab, .character("l")], in: [.dialog], "key.choose", .act, hint: 1),
    Binding(.press, [.enter, .character(" ")], in: [.dialog], "key.press", .act, hint: 2),
    Binding(.yes, [.character("y")], in: [.dialog], "key.yes", .act, hint: 3),
    Binding(
      .no, [.character("n"), .escape, .character("q")], in: [.dialog], "key.no", .act, hint: 4),
    Binding(
      .press,
      [.enter, .escape, .character("q"), .character(" "), .character("y"), .character("n")],
      in: [.note], "key.close", .act, hint: 1),

    Binding(.help, [.character("?"), .function(1)], in: readers, "key.help", .always, hint: 6),
    Binding(.back, [.escape, .left], in: pages, "help.stepBack", .always),
    Binding(.back, [.escape], in: lists.union([.file, .help]), "help.stepBack", .always),
    Binding(.close, [.character("q")], in: readers, "help.closeQuit", .always, hint: 9),
    Binding(.repaint, [.control("l")], in: everywhere, "help.redraw", .always),
    Binding(.suspend, [.control("z")], in: everywhere, "help.shell", .always),
  ]

  /// What `key` means in `context`; nil when it means nothing there.
  static func binding(for key: Key, in context: Context) -> Binding? {
    bindings.first { $0.contexts.contains(context) && $0.keys.contains(key) }
  }

  /// Lines of the table that are one entry for people: the same words, one after the other.
  static func entries(in context: Context) -> [[Binding]] {
    var entries: [[Binding]] = []
    for binding in bindings where binding.contexts.contains(context) {
      if let last = entries.last?.last, last.word == binding.word {
        entries[entries.count - 1].append(binding)
      } else {
        entries.append([binding])
      }
    }
    return entries
  }

  /// The keys of an entry, the first of each line before the second ones: `j k Down Up`.
  static func keys(of entry: [Binding]) -> [Key] {
    let longest = entry.map(\.keys.count).max() ?? 0
    return (0..<longest).flatMap { index in
      entry.compactMap { index < $0.keys.count ? $0.keys[index] : nil }
    }
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
