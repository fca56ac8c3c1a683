import Screens

/// The links of a painted screen as the terminal takes them: OSC 8, which ncurses does not know.
///
/// Each is written over its own cells with the same text and look, so that neither the picture of
/// the screen nor that of ncurses changes; cursor and attributes are put back.
enum Hyperlinks {
  /// What is written after ncurses has drawn the rows, by number; nothing where there is no link.
  ///
  /// A link that does not fit is left out.
  static func overlay(_ rows: [Int: [Span]], columns: Int, theme: Theme) -> [UInt8] {
    var text = ""
    for (row, spans) in rows.sorted(by: { $0.key < $1.key }) {
      var column = 0
      for span in spans {
        if let link = span.link, column + span.width <= columns, isPlain(span) {
          let look = Look(span.style, isLink: true, theme: theme)
          text += "\u{1B}[\(row + 1);\(column + 1)H\(look.sequence)"
          text += "\u{1B}]8;;\(link)\u{1B}\\\(span.text)\u{1B}]8;;\u{1B}\\"
        }
        column += span.width
      }
    }
    return text.isEmpty ? [] : Array("\u{1B}7\(text)\u{1B}8".utf8)
  }

  /// Whether the text is one cell a byte, as every address is that can be a link.
  private static func isPlain(_ span: Span) -> Bool {
    span.text.utf8.count == span.width && span.text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
  }
}
