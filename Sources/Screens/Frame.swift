/// A size in terminal cells.
package struct Size: Sendable, Hashable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// How a run of text looks; colour repeats what a word or a sign already says.
package struct Style: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  package static let bold = Style(rawValue: 1 << 0)
  package static let dim = Style(rawValue: 1 << 1)
  package static let reverse = Style(rawValue: 1 << 2)
  package static let underline = Style(rawValue: 1 << 3)
  /// ok, VALID.
  package static let green = Style(rawValue: 1 << 4)
  /// NO, INVALID, failed.
  package static let red = Style(rawValue: 1 << 5)
  /// Waiting, COULD NOT CHECK.
  package static let yellow = Style(rawValue: 1 << 6)
  /// Keys and links.
  package static let cyan = Style(rawValue: 1 << 7)
}

/// A run of safe text in one style: no control character, no bidi control, width known.
package struct Span: Sendable, Hashable {
  package var text: String
  package var style: Style
  /// In cells.
  package var width: Int
  /// The web address that the text leads to, on terminals that know links.
  package private(set) var link: String?

  /// An address that is no `WebAddress.isLinkable` gives no link.
  package init(_ text: String, _ style: Style, width: Int, link: String? = nil) {
    self.text = text
    self.style = style
    self.width = width
    self.link = link.flatMap { WebAddress.isLinkable($0) ? $0 : nil }
  }
}

/// One screen, row by row; no row is wider than the size, and missing cells are blanks.
package struct Frame: Sendable, Hashable {
  package struct Position: Sendable, Hashable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  package var size: Size
  /// As many rows as the size has, or fewer.
  package var rows: [[Span]]
  /// Where the real cursor sits, so that a screen reader and a magnifier follow the selection.
  package var cursor: Position?

  package init(size: Size, rows: [[Span]], cursor: Position? = nil) {
    self.size = size
    self.rows = rows
    self.cursor = cursor
  }

  /// The screen as text, right-trimmed, one line a row.
  package var text: String {
    (0..<size.rows).map { index in
      guard index < rows.count else { return "" }
      var line = rows[index].map(\.text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }
}
