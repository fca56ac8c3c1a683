/// Which entry of a list is selected and which row stands at the top.
///
/// A row is a heading or an entry. It takes as many lines of the screen as `lines` says: none where
/// the layout leaves it out, several where a name is wrapped.
struct ListPosition: Sendable, Hashable {
  var selected = 0
  var top = 0

  mutating func move(by step: Int, count: Int) {
    selected = min(max(0, selected + step), max(0, count - 1))
  }

  /// Moves `top` as little as needed so that all of `row` is inside `height` lines.
  ///
  /// `lead` rows above it (a heading) are kept in sight too where there is room.
  mutating func reveal(
    row: Int, lead: Int = 0, height: Int, count: Int, lines: (Int) -> Int = { _ in 1 }
  ) {
    guard height > 0, count > 0 else {
      top = 0
      return
    }
    let first = max(0, row - lead)
    let whole = (first...max(first, row)).reduce(0) { $0 + lines($1) }
    top = min(top, whole <= height ? first : row)
    top = max(top, Self.top(showing: row, at: height - lines(row), lines: lines))
    top = min(
      top, Self.top(showing: count - 1, at: height - lines(count - 1), lines: lines))
    top = max(0, top)
  }

  /// How many lines stand between the top of the list and `row`.
  func offset(of row: Int, lines: (Int) -> Int) -> Int {
    (min(top, row)..<row).reduce(0) { $0 + lines($1) }
  }

  /// Puts `row` as near to `offset` lines below the top of the list as it goes.
  mutating func place(row: Int, at offset: Int, lines: (Int) -> Int) {
    top = Self.top(showing: row, at: offset, lines: lines)
  }

  /// The first of the rows that fit in `offset` lines above `row`.
  private static func top(showing row: Int, at offset: Int, lines: (Int) -> Int) -> Int {
    var top = row
    var left = offset
    while top > 0, lines(top - 1) <= left {
      left -= lines(top - 1)
      top -= 1
    }
    return top
  }
}
