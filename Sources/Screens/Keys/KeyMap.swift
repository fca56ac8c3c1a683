import Text

/// Every key of the program, once: handling, footer, help and palette are made from it.
package struct KeyMap: Sendable {
  let bindings: [Binding]

  /// The keys that nobody has changed.
  package static let standard = KeyMap(bindings: table)

  private init(bindings: [Binding]) {
    self.bindings = bindings
  }

  /// The standard keys with those of some actions replaced; no keys leave an action to the palette.
  ///
  /// - Throws: `KeyMapError` for an unknown action, for one key with two meanings in one place, and
  ///   where nothing would be left to quit with.
  package init(changing changes: [(action: String, keys: [Key])]) throws(KeyMapError) {
    var bindings = Self.table
    for (name, keys) in changes {
      guard let action = Action(rawValue: name), !action.isOfBox else {
        throw .unknownAction(name, nearest: Nearest.word(to: name, among: Self.actionNames))
      }
      if action == .close, keys.isEmpty { throw .noWayOut }
      for index in bindings.indices
      where bindings[index].action == action && bindings[index].contexts.isSubset(of: Self.readers)
      {
        bindings[index].keys = keys
      }
    }
    for context in Context.allCases {
      var owners: [Key: Action] = [:]
      for binding in bindings where binding.contexts.contains(context) {
        for key in binding.keys {
          if let other = owners[key] {
            throw .usedTwice(key, other.rawValue, binding.action.rawValue)
          }
          owners[key] = binding.action
        }
      }
    }
    self.bindings = bindings
  }

  /// The names of the actions whose keys can be changed.
  package static let actionNames = Action.allCases.filter { !$0.isOfBox }.map(\.rawValue)

  /// Each action whose keys can be changed, with its keys as the configuration writes them.
  package var named: [(action: String, keys: [Key])] {
    Self.actionNames.map { name in
      let keys = bindings.filter {
        $0.action.rawValue == name && $0.contexts.isSubset(of: Self.readers)
      }.flatMap(\.keys)
      var seen: Set<Key> = []
      return (action: name, keys: keys.filter { seen.insert($0).inserted })
    }
  }

  private static let lists: Set<Context> = [.products, .purchases, .store]
  private static let pages: Set<Context> = [.product, .purchase, .verification, .timeline]
  private static let screens: Set<Context> = lists.union(pages).union([.file])
  /// Where letters are keys and something can be scrolled.
  private static let readers: Set<Context> = screens.union([.help])
  private static let boxes: Set<Context> = [.dialog, .note]
  /// Where letters are text.
  private static let fields: Set<Context> = [.filter, .palette]

  private static let table: [Binding] = [
    Binding(.down, [.character("j"), .down], in: readers, "help.row", .move),
    Binding(.up, [.character("k"), .up], in: readers, "help.row", .move),
    Binding(.first, [.character("g"), .home], in: readers, "help.firstLast", .move),
    Binding(.last, [.character("G"), .end], in: readers, "help.firstLast", .move),
    Binding(.halfPageDown, [.control("d")], in: readers, "help.halfPage", .move),
    Binding(.halfPageUp, [.control("u")], in: readers, "help.halfPage", .move),
    Binding(
      .pageDown, [.pageDown, .character(" ")], in: readers.subtracting([.store]), "help.page",
      .move),
    Binding(.pageDown, [.pageDown], in: [.store], "help.page", .move),
    Binding(.pageUp, [.pageUp], in: readers, "help.page", .move),
    Binding(
      .otherPane, [.tab, .backTab], in: [.products, .product, .purchases, .purchase], "key.pane",
      .move),
    Binding(.showProducts, [.character("1")], in: screens, "tab.products", .move),
    Binding(.showPurchases, [.character("2")], in: screens, "tab.purchases", .move),
    Binding(.showFile, [.character("3")], in: screens, "tab.file", .move),
    Binding(.showStore, [.character("4"), .function(9)], in: screens, "tab.store", .move),
    Binding(.showNextTime, [.character("!")], in: screens, "key.nextTime", .move),

    Binding(
      .open, [.enter, .right, .character("l")], in: [.products, .purchases], "key.open", .act,
      hint: 1),
    Binding(
      .open, [.enter, .character(" "), .right, .character("l")], in: [.store], "key.change", .act,
      hint: 1),
    Binding(.open, [.enter, .right, .character("l")], in: [.purchase], "key.proof", .act, hint: 1),
    Binding(.buy, [.character("b")], in: [.products, .product], "key.buy", .act, hint: 2),
    Binding(.payFromBalance, [.character("P")], in: [.products, .product], "key.balance", .act),
    Binding(.buyWithOption, [.character("O")], in: [.products, .product], "key.offer", .act),
    Binding(
      .verify, [.character("v")], in: [.purchases, .purchase, .verification], "key.verifyAgain",
      .act, hint: 3),
    Binding(.approve, [.character("a")], in: [.store], "key.approve", .act, hint: 2),
    Binding(.decline, [.character("x")], in: [.store], "key.decline", .act, hint: 3),
    Binding(
      .approve, [.character("a")], in: [.products, .product, .purchases, .purchase, .timeline],
      "key.approve", .act),
    Binding(
      .decline, [.character("x")], in: [.products, .product, .purchases, .purchase, .timeline],
      "key.decline", .act),
    Binding(
      .controlTransaction, [.character("c")], in: [.purchases, .purchase, .timeline],
      "key.transaction", .act, hint: 2),
    Binding(
      .timeline, [.character("i")], in: [.products, .product, .store], "key.timeline", .act,
      hint: 17),
    Binding(.timeline, [.character("i")], in: [.purchases, .purchase], "key.timeline", .act),
    Binding(.clock, [.function(10)], in: [.store, .timeline], "key.clock", .act, hint: 4),
    Binding(
      .clock, [.function(10)], in: screens.subtracting([.store, .timeline]), "key.clock", .act),
    Binding(.raw, [.character("u")], in: [.verification], "key.raw", .act, hint: 2),
    Binding(.filter, [.character("/")], in: [.products], "key.filter", .act, hint: 4),
    Binding(.filter, [.character("/")], in: pages.union([.file]), "key.find", .act, hint: 4),
    Binding(.nextMatch, [.character("n")], in: pages.union([.file]), "help.matches", .act),
    Binding(.previousMatch, [.character("N")], in: pages.union([.file]), "help.matches", .act),
    Binding(.filter, [.character("/")], in: [.help], "key.search", .act, hint: 1),
    Binding(.openLink, [.character("o")], in: [.products, .product], "key.link", .act, hint: 7),
    Binding(.restore, [.character("R")], in: screens, "key.restore", .act, hint: 5),
    Binding(.sort, [.character("s")], in: [.products], "key.sort", .act, hint: 10),
    Binding(.copy, [.character("y")], in: screens, "key.copy", .act, hint: 9),
    Binding(
      .copyJSON, [.character("Y")],
      in: [.products, .product, .purchases, .purchase, .verification],
      "key.copyJSON", .act, hint: 14),
    Binding(.locale, [.character("L")], in: screens, "key.locale", .act, hint: 11),
    Binding(.storefront, [.character("T")], in: screens, "key.storefront", .act, hint: 12),
    Binding(.readAgain, [.character("r")], in: screens, "key.readAgain", .act, hint: 13),
    Binding(.openFile, [.character("p")], in: screens, "key.openFile", .act, hint: 16),
    Binding(.write, [.character("w")], in: screens, "key.write", .act, hint: 15),
    Binding(.showHidden, [.character(".")], in: screens, "key.hidden", .act),
    Binding(.undo, [.character("z")], in: screens, "key.undo", .act),

    Binding(.help, [.character("?"), .function(1)], in: readers, "key.help", .always, hint: 8),
    Binding(.palette, [.character(":")], in: readers, "key.palette", .always, hint: 6),
    Binding(.back, [.escape, .left, .character("h")], in: pages, "help.stepBack", .always),
    Binding(.back, [.escape], in: lists.union([.file, .help]), "help.stepBack", .always),
    Binding(.close, [.character("q")], in: readers, "help.closeQuit", .always, hint: 99),
    Binding(.repaint, [.control("l")], in: readers, "help.redraw", .always),
    Binding(.suspend, [.control("z")], in: readers, "help.shell", .always),

    Binding(.down, [.down, .control("n")], in: fields, "help.row", .move),
    Binding(.up, [.up, .control("p")], in: fields, "help.row", .move),
    Binding(.accept, [.enter], in: [.filter], "key.accept", .act, hint: 1),
    Binding(.back, [.escape], in: [.filter], "key.clearFilter", .act, hint: 2),
    Binding(.press, [.enter], in: [.palette], "key.press", .act, hint: 1),
    Binding(.complete, [.tab], in: [.palette], "key.complete", .act, hint: 2),
    Binding(.back, [.escape], in: [.palette], "key.back", .act, hint: 3),
    Binding(.erase, [.backspace, .delete], in: fields, "key.erase", .act),
    Binding(.clear, [.control("u")], in: fields, "key.eraseAll", .act),

    Binding(.down, [.character("j"), .down], in: boxes, "help.row", .move),
    Binding(.up, [.character("k"), .up], in: boxes, "help.row", .move),
    Binding(.pageDown, [.pageDown], in: boxes.union(fields), "help.page", .move),
    Binding(.pageUp, [.pageUp], in: boxes.union(fields), "help.page", .move),
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
    Binding(.repaint, [.control("l")], in: boxes.union(fields), "help.redraw", .always),
    Binding(.suspend, [.control("z")], in: boxes.union(fields), "help.shell", .always),
  ]

  /// What `key` means in `context`; nil when it means nothing there.
  func binding(for key: Key, in context: Context) -> Binding? {
    bindings.first { $0.contexts.contains(context) && $0.keys.contains(key) }
  }

  /// The key that stands first for an action, wherever that is.
  func key(for action: Action) -> Key? {
    bindings.first { $0.action == action && !$0.keys.isEmpty }?.keys.first
  }

  /// The key that stands first for an action in `context`; nil where it has none.
  func key(for action: Action, in context: Context) -> Key? {
    bindings.first { $0.action == action && $0.contexts.contains(context) }?.keys.first
  }

  /// Lines of the table that are one entry for people: the same words, one after the other.
  func entries(in context: Context) -> [[Binding]] {
    var entries: [[Binding]] = []
    for binding in bindings where binding.contexts.contains(context) && !binding.keys.isEmpty {
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
}
