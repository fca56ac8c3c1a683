import Text

/// One row under construction, from the left; it knows its width in cells.
///
/// Everything that is added must be safe text: words of our own, or outside text that has been
/// through `SafeText`.
struct Line: Sendable, Hashable {
  private(set) var spans: [Span] = []
  /// In cells.
  private(set) var width = 0

  init() {}

  init(_ text: String, _ style: Style = []) {
    add(text, style)
  }

  /// Adds a text; `link` is the web address that it leads to.
  mutating func add(_ text: String, _ style: Style = [], link: String? = nil) {
    guard !text.isEmpty else { return }
    let columns = Cells.width(text)
    spans.append(Span(text, style, width: columns, link: link))
    width += columns
  }

  mutating func add(_ other: Line) {
    spans += other.spans
    width += other.width
  }

  /// Blanks up to `columns`; nothing when the line is there already.
  mutating func pad(to columns: Int, _ style: Style = []) {
    guard width < columns else { return }
    spans.append(
      Span(String(repeating: " ", count: columns - width), style, width: columns - width))
    width = columns
  }

  /// A text cut or padded to exactly `columns` cells.
  mutating func addCell(
    _ text: String, columns: Int, alignment: Cells.Alignment = .leading, _ style: Style = []
  ) {
    guard columns > 0 else { return }
    spans.append(
      Span(Cells.fitted(text, columns: columns, alignment: alignment), style, width: columns))
    width += columns
  }

  /// The line cut to at most `columns` cells, never inside a character.
  func cut(to columns: Int) -> Line {
    guard width > columns else { return self }
    var result = Line()
    for span in spans {
      guard result.width + span.width <= columns else {
        let head = Cells.prefix(span.text, columns: columns - result.width).text
        result.add(head, span.style, link: span.link)
        break
      }
      result.spans.append(span)
      result.width += span.width
    }
    return result
  }

  /// The line without its first `columns` cells; half a wide character becomes a blank.
  func dropping(_ columns: Int) -> Line {
    var result = Line()
    var left = columns
    for span in spans {
      guard left > 0 else {
        result.spans.append(span)
        result.width += span.width
        continue
      }
      if span.width > left {
        let head = Cells.prefix(span.text, columns: left)
        var rest = span.text.dropFirst(head.text.count)
        if head.width < left, let split = rest.popFirst() {
          result.pad(to: head.width + Cells.width(String(split)) - left)
        }
        result.add(String(rest), span.style, link: span.link)
      }
      left = max(0, left - span.width)
    }
    return result
  }

  /// The line as a background: plain and dim, leading nowhere.
  var faded: Line {
    var result = self
    result.spans = spans.map { Span($0.text, .dim, width: $0.width) }
    return result
  }

  /// This line with `other` laid over it from `column` on.
  func covered(by other: Line, at column: Int) -> Line {
    var result = cut(to: column)
    result.pad(to: column)
    result.add(other)
    result.add(dropping(result.width))
    return result
  }

  /// The same line with `style` added to each part.
  func styled(_ style: Style) -> Line {
    var result = self
    for index in result.spans.indices { result.spans[index].style.formUnion(style) }
    return result
  }

  /// `left` and, at the right edge, `right`; the left one gives way.
  static func between(_ left: Line, _ right: Line, columns: Int) -> Line {
    guard right.width < columns else { return right.cut(to: columns) }
    var line = left.cut(to: columns - right.width)
    line.pad(to: columns - right.width)
    line.add(right)
    return line
  }
}
