import Text

/// The command palette: a text field over a list of everything that can be done.
///
/// It finds an action by its words in the interface's language or by its name. An action that needs
/// more, such as `locale`, takes the list over until it has it.
struct Palette: Sendable, Hashable {
  /// Whose argument is asked for; nil while an action is looked for.
  var action: Action?
  /// The words of a control that are known, between the action's name and the text.
  var lead: [String] = []
  /// What was typed after the prompt, the action's name and the words.
  var text = ""
  /// Everything that could be meant, in the order of the list.
  var offers: [PaletteEntry] = []
  /// What the text leaves, best first.
  var entries: [PaletteEntry] = []
  var position = ListPosition()

  var selected: PaletteEntry? {
    entries.indices.contains(position.selected) ? entries[position.selected] : nil
  }

  /// Leaves what the text finds: every word of it, as a beginning or inside.
  ///
  /// Letters with others between them count where nothing else is found.
  mutating func search() {
    let wanted = Folding.bytes(text).split(separator: UInt8(ascii: " ")).map(Array.init)
    position = ListPosition()
    guard !wanted.isEmpty else {
      entries = offers.filter { !$0.isFoundOnly }
      return
    }
    let found = offers.enumerated()
      .compactMap { index, entry in entry.distance(to: wanted).map { ($0, index, entry) } }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    let isNear = (found.first?.0 ?? 0) < PaletteEntry.far
    entries = found.prefix { !isNear || $0.0 < PaletteEntry.far }.map(\.2)
  }
}

/// One line of the palette.
struct PaletteEntry: Sendable, Hashable {
  enum Choice: Sendable, Hashable {
    case action(Action)
    /// An action with all it needs.
    case argument(Action, String)
    /// Words of a control, behind those that are known; more must follow unless they are the last.
    case words([String], isLast: Bool)
  }

  var choice: Choice
  /// What people read; safe to print.
  var title: String
  /// The name that can be typed, or the argument itself.
  var name: String
  /// The key that does the same without the palette, or what stands at the right edge.
  var hint = ""
  /// What the list has no room for, said of the selected line; safe to print.
  var detail = ""
  /// Whether it is listed only when something was typed.
  var isFoundOnly = false

  /// From here on letters are only scattered in an entry.
  static let far = 1_000

  /// How far the entry is from the words, 0 being nearest; nil when one of them is not in it.
  func distance(to words: [[UInt8]]) -> Int? {
    let title = Folding.bytes(title)
    let name = Folding.bytes(name)
    var sum = 0
    for word in words {
      if title.starts(with: word) || name.starts(with: word) {
        continue
      } else if Folding.contains([UInt8(ascii: " ")] + word, in: title) {
        sum += 1
      } else if Folding.contains(word, in: title) || Folding.contains(word, in: name) {
        sum += 2
      } else if word.count > 1, Self.isScattered(word, in: title) {
        sum += Self.far
      } else {
        return nil
      }
    }
    return sum
  }

  /// Whether the letters come in this order, with others between them.
  private static func isScattered(_ word: [UInt8], in text: [UInt8]) -> Bool {
    var rest = word[...]
    for byte in text where byte == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}
