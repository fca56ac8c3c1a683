import Text

extension Frame {
  /// The same screen in printable ASCII, cell for cell, for terminals that draw nothing else.
  ///
  /// Lines are drawn with `- | +`, letters lose their marks, quotes, dashes and spaces become the
  /// plain ones. What has no such likeness is a `?` in each of its cells, so no width changes and
  /// nothing moves.
  package var ascii: Frame {
    var frame = self
    frame.rows = rows.map { row in
      row.map { span in
        var span = span
        span.text = ASCII.text(span.text)
        return span
      }
    }
    return frame
  }
}

/// Text in printable ASCII, cell for cell.
enum ASCII {
  static func text(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      let cells = Cells.width(String(scalar))
      result += String(repeating: likeness(of: scalar), count: cells)
    }
    return result
  }

  /// What stands in one cell of the scalar.
  private static func likeness(of scalar: Unicode.Scalar) -> Character {
    if let sign = signs[scalar] { return sign }
    switch scalar.value {
    case 0x20..<0x7F: return Character(scalar)
    case 0x2500...0x257F: return "+"
    default: break
    }
    let properties = scalar.properties
    if properties.isWhitespace { return " " }
    if properties.generalCategory == .dashPunctuation { return "-" }
    return letter(of: properties) ?? "?"
  }

  private static let signs: [Unicode.Scalar: Character] = [
    "─": "-", "━": "-", "│": "|", "┃": "|",
    "‘": "'", "’": "'", "‚": "'", "‛": "'", "′": "'", "‹": "<", "›": ">",
    "“": "\"", "”": "\"", "„": "\"", "‟": "\"", "″": "\"", "«": "\"", "»": "\"",
    "…": ".", "·": ".", "•": "*", "−": "-", "×": "x", "→": ">", "←": "<", "↑": "^", "↓": "v",
  ]

  /// The letter without its marks, from a Unicode name such as `LATIN SMALL LETTER E WITH ACUTE`.
  private static func letter(of properties: Unicode.Scalar.Properties) -> Character? {
    let words = (properties.name ?? "").split(separator: " ", maxSplits: 5)
    guard words.count == 6, words[0] == "LATIN", words[2] == "LETTER", words[3].count == 1,
      words[4] == "WITH"
    else { return nil }
    return (words[1] == "SMALL" ? words[3].lowercased() : String(words[3])).first
  }
}
