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
    if let width = openWidth(text) { return width }
    return text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  /// The width of a text that holds nothing but common letters and signs, which are safe as they
  /// are; nil for other texts, which need a closer look.
  ///
  /// ASCII and the Latin letters take one cell; kana, Han and Hangul syllables take two.
  static func openWidth(_ text: some StringProtocol) -> Int? {
    text.utf8.withContiguousStorageIfAvailable(openWidth) ?? nil
  }

  private static func openWidth(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var width = 0
    var index = 0
    while index < bytes.count {
      let first = UInt32(bytes[index])
      let value: UInt32
      switch first {
      case 0x20..<0x7F:
        width += 1
        index += 1
        continue
      case 0xC0..<0xE0:
        value = (first & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)
        index += 2
      case 0xE0..<0xF0:
        value =
          (first & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6
          | UInt32(bytes[index + 2] & 0x3F)
        index += 3
      default: return nil
      }
      switch value {
      case 0xA1..<0xAD, 0xAE..<0x2B0: width += 1
      case 0x3041...0x3096, 0x30A1...0x30FF, 0x4E00...0x9FA5, 0xAC00...0xD7A3: width += 2
      default: return nil
      }
    }
    return width
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
