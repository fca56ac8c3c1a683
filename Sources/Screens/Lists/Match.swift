import Text

/// Where the filter's text stands in a text on the screen, so that it can be marked there.
///
/// Counted in characters without the blanks: those are the same however the text is wrapped, padded
/// or cut.
struct Match: Sendable, Hashable {
  private let characters: Range<Int>

  /// The look of a match; it shows without colours too.
  static let style: Style = [.bold, .underline]

  /// Finds the folded `wanted` in `text`, which `shown` makes into what is on the screen.
  init?(of wanted: [UInt8], in text: String, shown: (String) -> String) {
    guard let range = Folding.range(of: wanted, in: text) else { return nil }
    let start = Self.count(shown(String(text[..<range.lowerBound])))
    let end = start + Self.count(shown(String(text[range])))
    guard start < end else { return nil }
    characters = start..<end
  }

  private static func count(_ text: String) -> Int { text.count { !$0.isWhitespace } }

  /// The pieces of `text` and whether each is marked; `offset` characters stand before it.
  func pieces(of text: String, from offset: inout Int) -> [(text: String, isMarked: Bool)] {
    var pieces: [(text: String, isMarked: Bool)] = []
    for character in text {
      let isBlank = character.isWhitespace
      let isMarked =
        isBlank
        ? characters.lowerBound < offset && offset < characters.upperBound
        : characters.contains(offset)
      if !isBlank { offset += 1 }
      if pieces.last?.isMarked == isMarked {
        pieces[pieces.count - 1].text.append(character)
      } else {
        pieces.append((String(character), isMarked))
      }
    }
    return pieces
  }
}

extension Line {
  /// Adds a text with a part of it marked; `offset` characters of the whole stand before it.
  mutating func add(
    _ text: String, _ style: Style, marking match: Match?, from offset: inout Int
  ) {
    guard let match else { return add(text, style) }
    for piece in match.pieces(of: text, from: &offset) {
      add(piece.text, piece.isMarked ? style.union(Match.style) : style)
    }
  }

  /// A text cut or padded to exactly `columns` cells, with a part of it marked.
  mutating func addCell(_ text: String, columns: Int, _ style: Style, marking match: Match?) {
    var offset = 0
    add(Cells.fitted(text, columns: columns), style, marking: match, from: &offset)
  }
}
