/// Which row of a list is selected and which one stands at the top.
struct ListPosition: Sendable, Hashable {
  var selected = 0
  var top = 0

  mutating func move(by step: Int, count: Int) {
    selected = min(max(0, selected + step), max(0, count - 1))
  }

  /// Moves `top` as little as needed so that `row` is inside `height` of `count` rows.
  ///
  /// `lead` rows above it (a heading) are kept in sight too where there is room.
  mutating func reveal(row: Int, lead: Int = 0, height: Int, count: Int) {
    guard height > 0 else { return }
    let first = max(0, row - (height > lead ? lead : 0))
    if first < top { top = first }
    if row >= top + height { top = row - height + 1 }
    top = min(max(0, top), max(0, count - height))
  }
}
