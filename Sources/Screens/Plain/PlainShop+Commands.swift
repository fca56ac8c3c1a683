import StoreModel
import Text

extension PlainShop {
  /// What a line means here: an answer, a number of the last list, or the name of an action.
  mutating func obey(_ line: String) -> [AppEffect] {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    if let question = state.dialogs.last?.kind { return answer(question, words) }
    guard let first = words.first else {
      if choices != nil { say(state.words["plain.left"]) }
      choices = nil
      return []
    }
    let rest = words.dropFirst().joined(separator: " ")
    if rest.isEmpty, let number = Int(first) { return choose(number) }
    if let choices, isArgument(line, first) {
      return choices.action.isControl
        ? control(choices, words) : perform(choices.action, argument: line)
    }
    if first.hasPrefix("/") {
      filter(by: String(line.drop(while: \.isWhitespace).dropFirst()))
      return []
    }
    switch command(named: first) {
    case .list: state.pages = []
    case .more:
      printMore()
      return []
    case .action(let action): return perform(action, rest)
    case nil: return []
    }
    choices = nil
    heard.view = nil
    return []
  }

  /// Whether a line that follows choices is one of them or means one, and is no command by itself.
  private func isArgument(_ line: String, _ first: String) -> Bool {
    if choices?.entries.contains(where: { $0.argument == line.folded }) == true { return true }
    if let choices, choices.action.isControl, choices.entries.contains(where: { $0.name == line }) {
      return true
    }
    let name = first.lowercased()
    return !Self.commands.contains { $0.name == name }
      && (first.count > 1 || first.first.flatMap(action) == nil)
  }

  // MARK: Names

  private enum Command: Hashable {
    case action(Action)
    case list, more
  }

  private static let commands: [(name: String, command: Command)] =
    Action.spoken.map { ($0.rawValue, .action($0)) } + [("list", .list), ("more", .more)]

  /// The command of this name, of this key, or the only one that begins so; nil after saying why.
  private mutating func command(named word: String) -> Command? {
    let name = word.lowercased()
    if let exact = Self.commands.first(where: { $0.name == name }) { return exact.command }
    if word.count == 1, let letter = word.first, let action = action(of: letter) {
      return .action(action)
    }
    let found = Self.commands.filter { $0.name.hasPrefix(name) }
    if found.count == 1 { return found[0].command }
    let shown = state.line(word)
    if !found.isEmpty {
      let names = found.map(\.name).joined(separator: state.words["file.comma"])
      say(state.words["plain.several", ["text": shown, "names": names]])
    } else if let nearest = Nearest.word(to: name, among: Self.commands.map(\.name)),
      Nearest.distance(name, nearest) + 1 < name.count
    {
      say(state.words["plain.nearest", ["text": shown, "nearest": nearest]])
    } else {
      say(state.words["plain.unknown", ["text": shown]])
    }
    return nil
  }

  /// What the key of a letter does here, or else on another screen.
  private func action(of letter: Character) -> Action? {
    let here = state.keyMap.binding(for: .character(letter), in: state.screenContext)?.action
    let action =
      here
      ?? Action.spoken.first { state.keyMap.key(for: $0) == .character(letter) }
    return action.flatMap { Action.spoken.contains($0) ? $0 : nil }
  }

  // MARK: Actions

  private mutating func perform(_ action: Action, _ rest: String) -> [AppEffect] {
    choices = nil
    if action.isOfOne, let number = Int(rest) { return perform(action, onNumber: number) }
    let words = rest.split(separator: " ").map(String.init)
    switch action {
    case .showStore where !words.isEmpty, .clock where !words.isEmpty:
      return control(action, words)
    case .approve where !words.isEmpty || state.isNothingWaiting,
      .decline where !words.isEmpty || state.isNothingWaiting:
      return state.control(.showStore, [action.rawValue] + words)
    case .close: return state.quit()
    case .help:
      printHelp()
      return []
    case .filter:
      filter(by: rest)
      return []
    case _ where action.isOfOne && (isListOpen || !rest.isEmpty):
      guard state.canBeDone(action, in: state.screenContext) else { break }
      say(state.words["plain.which", ["name": action.rawValue]])
      return []
    case .openLink where isListOpen, .copy where isListOpen:
      guard state.canBeDone(action, in: state.screenContext) else { break }
      say(state.words["plain.openFirst"])
      return []
    default: break
    }
    if let reason = state.refusalAnywhere(of: action) {
      say(reason)
      return []
    }
    if action.takesArgument, action != .showStore { return perform(action, argument: rest) }
    let effects = state.perform(action)
    if [.showProducts, .showPurchases, .showFile, .showStore].contains(action) { heard.view = nil }
    return effects
  }

  /// Whether a list and no page is open: what is selected in it cannot be heard.
  private var isListOpen: Bool {
    guard state.pages.isEmpty else { return false }
    return switch state.tab {
    case .products: state.selectedProduct != nil
    case .purchases: state.selectedPurchase != nil
    case .file, .store: false
    }
  }

  /// Does to one of the list what the action does.
  private mutating func perform(_ action: Action, onNumber number: Int) -> [AppEffect] {
    let list: Context =
      switch state.tab {
      case .purchases: .purchases
      case .store: .store
      case .products, .file: .products
      }
    guard state.canBeDone(action, in: list), state.tab != .file else {
      say(state.refusalAnywhere(of: action) ?? state.words["plain.noNumbers"])
      return []
    }
    guard select(number) else { return [] }
    if action == .open { return open() }
    if let reason = state.refusal(of: action) {
      say(reason)
      return []
    }
    return state.perform(action)
  }

  private mutating func perform(_ action: Action, argument: String) -> [AppEffect] {
    choices = nil
    if action == .openFile {
      if !argument.isEmpty { return state.perform(action, argument: argument) }
      isAwaitingCatalogues = true
      return [.findCatalogues]
    }
    let offers = state.argumentOffers(for: action)
    if argument.isEmpty {
      offer(action, offers)
      return []
    }
    if let number = Int(argument), offers.indices.contains(number - 1) {
      return choose(offers[number - 1])
    }
    if let entry = offers.first(where: { $0.argument == argument.folded }) { return choose(entry) }
    let wanted = argument.folded.split(separator: UInt8(ascii: " ")).map(Array.init)
    let found = offers.filter { ($0.distance(to: wanted) ?? .max) < PaletteEntry.far }
    if found.count == 1 { return choose(found[0]) }
    if !found.isEmpty {
      offer(action, found)
    } else if [.locale, .storefront].contains(action) {
      return state.perform(action, argument: argument)
    } else {
      say(state.words["palette.noValue", ["text": state.line(argument)]])
    }
    return []
  }

  private mutating func choose(_ entry: PaletteEntry) -> [AppEffect] {
    let asked = choices
    choices = nil
    switch entry.choice {
    case .action: return []
    case .argument(let action, let value):
      let effects = state.perform(action, argument: value)
      return action == .go ? effects + open() : effects
    case .words(let words, let isLast):
      guard let asked else { return [] }
      let typed = asked.lead + words
      if isLast { return state.control(asked.action, typed) }
      state.openControls(asked.action == .clock ? .clock : .showStore, typed)
      offerPalette()
      return []
    }
  }

  /// Does what the words say; where one is missing that a list has, the list is printed.
  private mutating func control(_ action: Action, _ words: [String]) -> [AppEffect] {
    if action == .showStore, (try? StoreControl(words: words)) == nil,
      !state.controlOffers(behind: words).isEmpty
    {
      state.openControls(action, words)
      offerPalette()
      return []
    }
    return state.control(action, words)
  }

  /// Takes what is typed behind a list of controls: one of its names, or words of one's own.
  private mutating func control(_ asked: Choices, _ words: [String]) -> [AppEffect] {
    let name = words.joined(separator: " ")
    if let entry = asked.entries.first(where: { $0.name == name }) { return choose(entry) }
    choices = nil
    return state.control(asked.action, asked.lead + words)
  }

  private mutating func filter(by text: String) {
    choices = nil
    if let reason = state.refusalAnywhere(of: .filter), state.isShelfEmpty {
      say(reason)
      return
    }
    state.tab = .products
    state.pages = []
    state.products?.filter(by: text, words: state.words, statuses: state.statuses)
    heard.view = nil
  }

  // MARK: Numbers

  /// Takes the one of this number: of the choices, of the links of the page, or of the list.
  private mutating func choose(_ number: Int) -> [AppEffect] {
    if let choices {
      guard isIn(number, choices.entries.count) else { return [] }
      return choose(choices.entries[number - 1])
    }
    let links = state.links
    if state.screenContext == .product, !links.isEmpty {
      guard let link = links.first(where: { $0.number == number }) else {
        _ = isIn(number, links.count)
        return []
      }
      return state.perform(.openLink, argument: link.url)
    }
    return select(number) ? open() : []
  }

  /// Selects the one of this number in the list that was printed last.
  private mutating func select(_ number: Int) -> Bool {
    switch state.tab {
    case .file:
      say(state.words["plain.noNumbers"])
      return false
    case .products:
      guard isIn(number, state.isShelfEmpty ? 0 : state.products?.matches.count ?? 0) else {
        return false
      }
      state.products?.position.selected = number - 1
    case .purchases:
      guard isIn(number, listedPurchases.count) else { return false }
      let id = listedPurchases[number - 1]
      guard let index = state.queue.purchases.firstIndex(where: { $0.id == id }) else {
        say(state.words["plain.noNumbers"])
        return false
      }
      state.purchasePosition.selected = index
    case .store:
      guard isIn(number, state.storeEntries.count) else { return false }
      state.storePosition.selected = number - 1
    }
    return true
  }

  private mutating func isIn(_ number: Int, _ count: Int) -> Bool {
    if (1...max(1, count)).contains(number), count > 0 { return true }
    say(
      count == 0
        ? state.words["plain.noNumbers"]
        : state.words["plain.noNumber", ["n": String(number), "total": String(count)]])
    return false
  }

  /// Opens the page of what is selected in the list, and prints it also where it was open.
  ///
  /// A line of the store is changed, or what it can be is listed.
  private mutating func open() -> [AppEffect] {
    guard state.tab != .store else {
      state.pages = []
      if let reason = state.refusal(of: .open) {
        say(reason)
        return []
      }
      let effects = state.changeSelectedEntry()
      offerPalette()
      return effects
    }
    state.pages = [AppState.Page(kind: state.tab == .purchases ? .purchase : .product)]
    heard.view = nil
    return []
  }

  // MARK: Questions

  /// Answers a question by number, by a word of the answer or by its key; nothing is the first.
  private mutating func answer(_ question: Dialog.Kind, _ words: [String]) -> [AppEffect] {
    let labels = state.buttonLabels(of: question)
    let text = words.joined(separator: " ")
    let folded = text.folded
    if let number = Int(text), labels.indices.contains(number - 1) { return press(number - 1) }
    if text.isEmpty { return press(0) }
    if text.count == 1, let key = text.first {
      switch state.keyMap.binding(for: .character(key), in: .dialog)?.action {
      case .yes: return press(Dialog(question).agreeing)
      case .no: return press(0)
      default: break
      }
    }
    let found = labels.indices.filter { Folding.bytes(labels[$0]).starts(with: folded) }
    if text.count > 1, found.count == 1 { return press(found[0]) }
    if Action.close.rawValue.utf8.elementsEqual(folded) {
      return question == .quit ? press(labels.count - 1) : state.quit()
    }
    heard.question = nil
    return []
  }

  private mutating func press(_ button: Int) -> [AppEffect] {
    state.dialogs[state.dialogs.count - 1].focus = button
    return state.perform(.press)
  }
}

extension Action {
  /// Whether it is done to one of the list, which a number names.
  fileprivate var isOfOne: Bool { [.open, .buy, .verify, .copyJSON].contains(self) }
}

extension String {
  /// The text as it is compared.
  fileprivate var folded: [UInt8] { Folding.bytes(self) }
}

extension PaletteEntry {
  /// The argument that it stands for, as it is compared.
  fileprivate var argument: [UInt8] {
    if case .argument(_, let value) = choice { value.folded } else { [] }
  }
}
