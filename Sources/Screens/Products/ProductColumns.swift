/// How the width of the product list is shared out; a column of 0 cells has given way.
///
/// Period, type and state give way, in this order, before a name needs a second line. The price is
/// never cut and never goes.
struct ProductColumns: Sendable, Hashable {
  let columns: Int
  let isCompact: Bool
  private(set) var name = 0
  private(set) var type: Int
  private(set) var period: Int
  let price: Int
  private(set) var state: Int

  /// The least and the most that the state column takes.
  static let stateLimits = 8...20
  static let gap = 2

  /// What stands before the name: the mark of the selected row.
  let gutter: Int

  /// What the longest name keeps at least.
  private static let leastName = 20

  /// Takes the widths that the products of the list would like to have.
  init(
    columns: Int, name: Int, price: Int, type: Int, period: Int, state: Int, isCompact: Bool
  ) {
    self.columns = columns
    self.isCompact = isCompact
    gutter = isCompact ? 2 : 3
    self.price = min(price, max(0, columns - gutter - 1))
    (self.period, self.type, self.state) = isCompact ? (0, 0, 0) : (period, type, state)
    let wanted = max(name, Self.leastName)
    if left < wanted { self.period = 0 }
    if left < wanted { self.type = 0 }
    if left < wanted { self.state = 0 }
    self.name = max(0, left)
  }

  /// What the other columns leave.
  private var left: Int {
    [type, period, price, state].filter { $0 > 0 }
      .reduce(columns - gutter - 1) { $0 - $1 - Self.gap }
  }

  /// The cells that a name has on a line without other cells.
  var room: Int { isCompact ? max(1, columns - gutter - 1) : max(1, name) }

  func addGap(to line: inout Line, before column: Int) {
    if column > 0 { line.pad(to: line.width + Self.gap) }
  }
}
