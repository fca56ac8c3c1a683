/// The rows between header and footer, with the cursor's place among them.
struct Body: Sendable {
  var rows: [Line] = []
  var cursor: Frame.Position?

  /// Two bodies beside each other with a line between them.
  static func beside(_ left: Body, _ right: Body, leftColumns: Int, height: Int) -> Body {
    var result = Body()
    for index in 0..<height {
      var line = index < left.rows.count ? left.rows[index].cut(to: leftColumns) : Line()
      line.pad(to: leftColumns)
      line.add(Glyph.vertical, .dim)
      if index < right.rows.count { line.add(right.rows[index]) }
      result.rows.append(line)
    }
    result.cursor = left.cursor
    if let cursor = right.cursor {
      result.cursor = Frame.Position(row: cursor.row, column: leftColumns + 1 + cursor.column)
    }
    return result
  }
}

/// The few characters that draw lines.
enum Glyph {
  static let horizontal = "─"
  static let vertical = "│"
  static let topLeft = "┌"
  static let topRight = "┐"
  static let bottomLeft = "└"
  static let bottomRight = "┘"
  static let teeDown = "┬"
  static let teeUp = "┴"
  static let teeRight = "├"
  static let teeLeft = "┤"
}
