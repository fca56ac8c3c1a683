import Text

/// A page of text under construction: lines of a fixed width, longer than the screen if need be.
struct PageText: Sendable {
  /// The width in cells that every line keeps to, with a blank cell at either edge.
  let columns: Int
  /// Whether blank lines are left out, where rows are dear.
  private let isTight: Bool
  private(set) var lines: [Line] = []

  init(columns: Int, isTight: Bool = false) {
    self.columns = columns
    self.isTight = isTight
  }

  private static let margin = 1

  private func inner(_ indent: Int) -> Int { max(1, columns - 2 * Self.margin - indent) }

  mutating func blank() {
    if !isTight, let last = lines.last, last.width > 0 { lines.append(Line()) }
  }

  /// A line that is laid out already; it is cut, not wrapped.
  mutating func add(_ line: Line) {
    var result = Line()
    result.pad(to: min(Self.margin, columns))
    result.add(line)
    lines.append(result.cut(to: columns))
  }

  /// A paragraph, wrapped; line breaks in it are kept, web addresses break behind `/ ? &` only.
  ///
  /// Each line of it leads to the whole of `link`.
  mutating func paragraph(
    _ text: String, _ style: Style = [], indent: Int = 0, link: String? = nil
  ) {
    for row in Cells.wrapped(text, columns: inner(indent)) {
      var line = Line()
      line.pad(to: min(Self.margin + indent, columns))
      line.add(row, style, link: link)
      lines.append(line.cut(to: columns))
    }
  }

  mutating func heading(_ text: String) {
    blank()
    paragraph(text, .bold)
  }

  /// A label and its value; the value is wrapped beside the label, or below where that is narrow.
  mutating func fact(_ label: Line, _ value: String, _ style: Style = [], labelColumns: Int) {
    let indent = labelColumns + 2
    guard inner(indent) >= 16, label.width <= labelColumns else {
      add(label)
      paragraph(value, style, indent: 2)
      return
    }
    let start = lines.count
    paragraph(value.isEmpty ? "-" : value, style, indent: indent)
    guard start < lines.count else { return }
    var line = Line()
    line.pad(to: Self.margin)
    line.add(label.cut(to: labelColumns))
    line.pad(to: Self.margin + indent)
    for span in lines[start].spans.dropFirst() { line.add(span.text, span.style, link: span.link) }
    lines[start] = line
  }

  mutating func fact(_ label: String, _ value: String, _ style: Style = [], labelColumns: Int) {
    fact(Line(label, .dim), value, style, labelColumns: labelColumns)
  }

  /// A text without spaces, such as a token, broken wherever the line is full.
  mutating func solid(_ text: String, _ style: Style = [], indent: Int = 0) {
    var rest = text[...]
    while !rest.isEmpty {
      let part = rest.prefix(inner(indent))
      rest = rest.dropFirst(part.count)
      paragraph(String(part), style, indent: indent)
    }
  }

  /// The page as text, right-trimmed.
  var text: String {
    lines.map { line in
      var text = line.spans.map(\.text).joined()
      while text.last == " " { text.removeLast() }
      return text
    }.joined(separator: "\n") + "\n"
  }
}
