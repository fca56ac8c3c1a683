import CText

/// Widths, cuts and line breaks of safe text, in terminal cells.
///
/// The text must have gone through `SafeText`; then no result begins, ends or breaks inside a
/// cluster. No-break spaces count as one cell and come out as spaces.
package enum Cells {
  package enum Alignment: Sendable, Hashable {
    case leading, trailing
  }

  /// The width in cells.
  package static func width(_ text: some StringProtocol) -> Int {
    if SafeText.isPlain(text) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  /// The longest beginning that fits in `columns`, whole clusters only, and its width.
  package static func prefix(_ text: String, columns: Int) -> (text: String, width: Int) {
    if SafeText.isPlain(text) {
      let prefix = text.utf8.prefix(max(columns, 0))
      return (String(text[..<prefix.endIndex]), prefix.count)
    }
    var total = 0
    var end = text.startIndex
    while end < text.endIndex {
      let next = text.index(after: end)
      let width = width(text[end..<next])
      guard total + width <= columns else { break }
      total += width
      end = next
    }
    return (drawn(text[..<end]), total)
  }

  /// The text in exactly `columns` cells: padded, or cut and ended with `...`.
  ///
  /// A cut text always shows it, even where only dots fit: a shortened price is a wrong price.
  package static func fitted(
    _ text: String, columns: Int, alignment: Alignment = .leading
  ) -> String {
    let columns = max(columns, 0)
    let whole = prefix(text, columns: columns)
    if whole.text.unicodeScalars.count == text.unicodeScalars.count {
      let padding = String(repeating: " ", count: columns - whole.width)
      return alignment == .leading ? whole.text + padding : padding + whole.text
    }
    let dots = String(repeating: ".", count: min(3, columns))
    let cut = prefix(text, columns: columns - dots.count)
    return cut.text + dots
      + String(repeating: " ", count: columns - dots.count - cut.width)
  }

  /// The cells of one scalar of safe text.
  static func width(_ scalar: Unicode.Scalar) -> Int {
    scalar.isASCII ? 1 : max(Int(ctext_cells(scalar.value)), 0)
  }

  /// The text as it is drawn: a no-break space is a space.
  package static func drawn(_ text: some StringProtocol) -> String {
    if SafeText.isPlain(text) { return String(text) }
    var result = ""
    result.unicodeScalars.append(
      contentsOf: text.unicodeScalars.map {
        switch $0 {
        case "\u{A0}", "\u{202F}", "\u{2007}": " "
        default: $0
        }
      })
    return result
  }
}
