package import StoreModel
import Text

/// The shop without a screen: lines come in, lines go out, and nothing is ever drawn over.
///
/// The state behind it is that of the screens, with its actions, refusals and questions. What a
/// listener has not heard yet is collected after each event and handed out by `lines`.
package struct PlainShop: Sendable {
  var state: AppState
  /// The width that pages are wrapped at, in cells.
  var columns: Int
  /// What was collected since `lines` was last called.
  var collected: [String] = []
  /// What was said of the shop so far.
  var heard: Heard
  /// A list that was printed for an action and from which a number chooses.
  var choices: Choices?
  /// The purchases by their numbers, as they were printed last.
  var listedPurchases: [Purchase.ID] = []
  /// How much was printed of the list, and of the choices.
  var printed = 0
  var choosing = 0
  /// The action that waits for the catalogues of the working folder.
  var isAwaitingCatalogues = false
  /// What was typed of a line, where keys come one by one.
  private var field = ""

  package init(
    words: Words, size: Size, keyMap: KeyMap = .standard, storefronts: [Storefront] = [],
    isASCII: Bool = false
  ) {
    var words = words
    words.saysNames = true
    // Of the screen's layouts only the words matter here, and the usual one has all of them.
    state = AppState(
      words: words, size: Size(columns: 80, rows: 24), keyMap: keyMap, storefronts: storefronts,
      isASCII: isASCII)
    columns = Self.width(size)
    heard = Heard(view: View(of: state, readings: 0))
  }

  /// A list that waits for a number.
  struct Choices: Sendable, Hashable {
    var action: Action
    var entries: [PaletteEntry]
    /// The words of a control that come before what is chosen.
    var lead: [String] = []
  }

  private static func width(_ size: Size) -> Int { min(max(size.columns, 30), 100) }

  // MARK: In

  /// Takes an event and says what is to be done about it.
  ///
  /// Keys come from scripts: they are collected into a line, which Enter ends.
  package mutating func handle(_ event: AppEvent) -> [AppEffect] {
    switch event {
    case .key(.enter):
      defer { field = "" }
      return read(line: field)
    case .key(.character(let character)): field.append(character)
    case .key(.backspace): field = String(field.dropLast())
    case .pasted(let text): field += text
    case .key: break
    case .resized(let size): columns = Self.width(size)
    default: return hear(event)
    }
    return []
  }

  /// Takes a line that was typed.
  package mutating func read(line: String) -> [AppEffect] {
    state.message = nil
    let effects = obey(state.line(String(line.prefix(Self.longestLine))))
    state.settle()
    collect()
    return effects
  }

  private static let longestLine = 1_000

  // MARK: Out

  /// What is to be printed since the last call: no line has a control character or an end of blanks.
  package mutating func lines() -> [String] {
    defer { collected = [] }
    return collected.map(safe)
  }

  /// What stands before the line that is awaited.
  package var prompt: String {
    let place =
      !state.dialogs.isEmpty
      ? "question" : choices == nil ? state.screenContext.rawValue : "choice"
    return safe(state.words["prompt.\(place)"]) + "> "
  }

  /// Whether something takes so long that a line may be typed meanwhile.
  package var isWorkLong: Bool { heard.tensOfSeconds > 0 }

  /// Prints a text in place of copying it.
  package mutating func show(_ text: String, called what: String) -> Bool {
    say(what + state.words["gap.colon"])
    collected += text.split(separator: "\n").map(String.init)
    return true
  }

  /// The last words when nothing more can be typed.
  package mutating func end() {
    say(state.words["plain.ended"])
    if state.inFlightCount > 0 { say(state.words["purchase.safe"]) }
  }

  mutating func say(_ line: String) {
    collected.append(line)
  }

  /// A line as every terminal and every reader takes it.
  private func safe(_ line: String) -> String {
    var text = state.line(line)
    if state.isASCII { text = ASCII.text(text) }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
