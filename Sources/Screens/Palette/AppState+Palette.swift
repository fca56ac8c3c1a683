import FoundationEssentials
import Pricing
import StoreModel
import Text

extension AppState {
  /// Opens the palette, for an action's argument where one is given.
  mutating func openPalette(for action: Action? = nil) {
    helpScroll = nil
    isFiltering = false
    var palette = Palette(action: action)
    palette.offers = action.map(argumentOffers) ?? paletteOffers()
    palette.search()
    if action != nil, let current = palette.entries.firstIndex(where: isCurrent) {
      palette.position.selected = current
    }
    self.palette = palette
  }

  /// Opens the palette for an action's argument.
  mutating func ask(for action: Action) -> [AppEffect] {
    openPalette(for: action)
    return action == .openFile ? [.findCatalogues] : []
  }

  func isCurrent(_ entry: PaletteEntry) -> Bool { entry.hint == words["palette.current"] }

  /// Takes typed or pasted text; a name and a blank ask for the name's argument, and a number chooses
  /// at once from a list that is numbered.
  mutating func typeIntoPalette(_ text: String) -> [AppEffect] {
    guard var palette else { return [] }
    if palette.action?.isControl == true {
      typeIntoControls(text)
      return []
    }
    palette.text += self.line(text)
    if let action = palette.action, [.openLink, .copy].contains(action),
      let number = Int(palette.text), let entry = palette.offers.first(where: { $0.has(number) })
    {
      return choose(entry)
    }
    if palette.action == nil, let blank = palette.text.firstIndex(of: " "),
      let action = Action(rawValue: String(palette.text[..<blank])), action.takesArgument,
      refusal(of: action) == nil
    {
      let rest = String(palette.text[palette.text.index(after: blank)...])
      let asked = ask(for: action)
      return asked + (rest.isEmpty ? [] : typeIntoPalette(rest))
    }
    palette.search()
    self.palette = palette
    return []
  }

  mutating func eraseInPalette(all: Bool) {
    guard var palette else { return }
    if palette.action?.isControl == true, eraseInControls(all: all) { return }
    if palette.text.isEmpty, palette.action != nil {
      openPalette()
      return
    }
    palette.text = all ? "" : String(palette.text.dropLast())
    palette.search()
    self.palette = palette
  }

  /// Puts the selected name into the field, and asks for its argument if it takes one.
  mutating func completeInPalette() -> [AppEffect] {
    guard let entry = palette?.selected else { return [] }
    if case .action(let action) = entry.choice, action.takesArgument {
      return action.isControl ? ask(for: action) : choose(entry)
    }
    if case .words(_, isLast: false) = entry.choice { return choose(entry) }
    palette?.text = entry.name
    if palette?.action?.isControl == true { searchControls() } else { palette?.search() }
    return []
  }

  /// Does what is selected; what is typed where nothing is.
  mutating func pressInPalette() -> [AppEffect] {
    guard let palette else { return [] }
    if palette.action?.isControl == true { return pressInControls() }
    if let entry = palette.selected { return choose(entry) }
    guard let action = palette.action, !palette.text.isEmpty else {
      message = Message(.waiting, words["palette.nothing", ["text": palette.text]])
      return []
    }
    self.palette = nil
    return perform(action, argument: palette.text)
  }

  mutating func choose(_ entry: PaletteEntry) -> [AppEffect] {
    switch entry.choice {
    case .words(let words, let isLast): return take(words, isLast: isLast)
    case .argument(let action, let value):
      palette = nil
      return perform(action, argument: value)
    case .action(let action):
      if let reason = refusalAnywhere(of: action) {
        message = Message(.waiting, reason)
        return []
      }
      palette = nil
      return action == .sort ? ask(for: action) : perform(action)
    }
  }

  /// Why an action cannot be done from here, also where this screen has nothing to do it with.
  func refusalAnywhere(of action: Action) -> String? {
    if canBeDone(action, in: screenContext) { return refusal(of: action) }
    let homes: [(context: Context, tab: Tab)] = [
      (.products, .products), (.product, .products), (.purchases, .purchases),
      (.purchase, .purchases), (.verification, .purchases), (.file, .file), (.store, .store),
    ]
    let home = homes.first { canBeDone(action, in: $0.context) }?.tab ?? .products
    return words[
      home == tab ? "why.onPage" : "why.elsewhere",
      [
        "screen": words[home.word],
        "key": words.call(home.action),
      ]]
  }

  // MARK: Arguments

  /// Does an action that has all it needs.
  mutating func perform(_ action: Action, argument: String) -> [AppEffect] {
    switch action {
    case .locale: return changeLocale(argument)
    case .storefront: return changeStorefront(argument)
    case .language: return changeLanguage(argument)
    case .theme: return change(theme: argument)
    case .sort:
      guard let order = ProductList.Order(rawValue: argument) else { break }
      sort(by: order)
      return []
    case .openLink:
      message = Message(.progress, words["link.opening"])
      return [.openLink(url: argument)]
    case .copy:
      guard let index = Int(argument), copyables.indices.contains(index) else { break }
      return [.copy(text: copyables[index].text, what: copyables[index].label)]
    case .openFile:
      message = Message(.progress, words["msg.reading"])
      return [.openCatalogue(path: argument == Self.demo ? nil : argument)]
    case .go:
      go(to: argument)
      return []
    case .topUp:
      guard let amount = Decimal(string: argument), amount > 0 else { break }
      return [.topUp(amount)]
    case .buyWithOption:
      if let reason = refusal(of: action) {
        message = Message(.waiting, reason)
        return []
      }
      return buy(PurchaseOption(named: argument, of: selectedProduct))
    default: break
    }
    message = Message(.waiting, words["palette.noValue", ["text": self.line(argument)]])
    return []
  }

  /// Takes the catalogues that were found into the list that asked for them.
  mutating func list(catalogues: [String]) {
    catalogueFiles = catalogues
    guard palette?.action == .openFile else { return }
    let offers = argumentOffers(for: .openFile)
    palette?.offers = offers
    palette?.search()
  }

  mutating func go(to id: String) {
    tab = .products
    pages = []
    if products?.select(id: id) != true {
      products?.filter(by: "", words: words, statuses: statuses)
      _ = products?.select(id: id)
    }
  }
}

extension PaletteEntry {
  /// Whether the line begins with this number in brackets.
  fileprivate func has(_ number: Int) -> Bool { title.hasPrefix("[\(number)] ") }
}
