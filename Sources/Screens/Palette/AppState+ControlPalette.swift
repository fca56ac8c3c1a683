import StoreModel
import Text

extension AppState {
  /// Opens the palette for a control of which some words are known already.
  ///
  /// - Parameters:
  ///   - action: `showStore` or `clock`.
  ///   - typed: the words that are known.
  ///   - offers: what is listed; nil is what can come next.
  mutating func openControls(
    _ action: Action, _ typed: [String] = [], offering offers: [PaletteEntry]? = nil
  ) {
    openPalette(for: action)
    palette?.lead = typed
    listControls(offers)
  }

  /// Lists what can come behind the words that are known.
  private mutating func listControls(_ offers: [PaletteEntry]? = nil) {
    guard let lead = palette?.lead, let action = palette?.action else { return }
    let listed = offers ?? controlOffers(for: action, behind: lead)
    palette?.text = ""
    palette?.offers = listed
    searchControls()
    if let current = palette?.entries.firstIndex(where: isCurrent) {
      palette?.position.selected = current
    }
  }

  private func controlOffers(for action: Action, behind lead: [String]) -> [PaletteEntry] {
    switch action {
    case .clock: clockOffers(behind: lead)
    case .controlTransaction where lead.isEmpty: transactionOffers
    default: controlOffers(behind: lead)
    }
  }

  /// Leaves what the text finds; where anything may stand, what is typed is a line of its own.
  mutating func searchControls() {
    guard var palette else { return }
    palette.search()
    let text = palette.text
    if !text.isEmpty, !palette.offers.contains(where: { $0.name == text }),
      let typed = typedOffer(text, palette)
    {
      let isFound = palette.action != .clock && !palette.entries.isEmpty
      palette.entries.insert(typed, at: isFound ? palette.entries.count : 0)
    }
    self.palette = palette
  }

  /// What is typed, as a line to choose; nil where only what is listed can stand.
  private func typedOffer(_ text: String, _ palette: Palette) -> PaletteEntry? {
    if palette.action == .clock {
      let typed = palette.lead + [text]
      guard (try? ClockControl(words: typed)) != nil else { return nil }
      return clockOffer(typed, name: text)
    }
    guard let place = controlPlace(behind: palette.lead), place.isFree else { return nil }
    return PaletteEntry(
      choice: .words([text], isLast: place.isLast), title: "\"\(text)\"", name: text)
  }

  /// Takes typed or pasted text; a blank behind a word asks for the next one.
  mutating func typeIntoControls(_ text: String) {
    for character in line(text) {
      if character == " ", takeTypedWord() { continue }
      palette?.text.append(character)
    }
    searchControls()
  }

  /// Makes what is typed the next word where more may follow it; false where the blank belongs to it.
  private mutating func takeTypedWord() -> Bool {
    guard let palette else { return true }
    guard !palette.text.isEmpty else { return true }
    for entry in palette.offers where entry.name == palette.text {
      guard case .words(let words, isLast: false) = entry.choice else { continue }
      self.palette?.lead += words
      listControls()
      return true
    }
    guard let place = controlPlace(behind: palette.lead), place.isFree, !place.isLast else {
      return false
    }
    self.palette?.lead.append(palette.text)
    listControls()
    return true
  }

  /// Takes the last character back, or the last word where nothing is typed.
  ///
  /// - Returns: whether there was something to take back.
  mutating func eraseInControls(all: Bool) -> Bool {
    guard let palette, !palette.text.isEmpty || !palette.lead.isEmpty else { return false }
    if palette.text.isEmpty {
      self.palette?.lead.removeLast()
      listControls()
    } else {
      self.palette?.text = all ? "" : String(palette.text.dropLast())
      searchControls()
    }
    return true
  }

  /// Does what is typed or selected; a name that is typed whole counts before what it finds.
  mutating func pressInControls() -> [AppEffect] {
    guard let palette, let action = palette.action else { return [] }
    let exact = palette.offers.first { !$0.name.isEmpty && $0.name == palette.text }
    if let entry = exact ?? palette.selected { return choose(entry) }
    self.palette = nil
    return control(action, palette.lead + [palette.text].filter { !$0.isEmpty })
  }

  /// Adds words to those that are known, and does it when they are all.
  mutating func take(_ typed: [String], isLast: Bool) -> [AppEffect] {
    guard let palette, let action = palette.action else { return [] }
    let lead = palette.lead + typed
    if isLast {
      self.palette = nil
      return control(action, lead)
    }
    self.palette?.action = action == .controlTransaction ? .showStore : action
    self.palette?.lead = lead
    listControls()
    return []
  }
}

extension Action {
  /// Whether its argument is a control of several words.
  var isControl: Bool { self == .showStore || self == .clock || self == .controlTransaction }
}
