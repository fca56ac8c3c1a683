/// The widest name and the widest price of the purchases, in cells.
struct PurchaseWidths: Sendable, Hashable {
  var name = 0
  var price = 0
}

/// How the width of the purchase list is shared out: the time gives way, then the date, then the
/// state, before a name needs a second line.
struct PurchaseColumns: Sendable, Hashable {
  let columns: Int
  let isCompact: Bool
  private(set) var name = 0
  private(set) var state: Int
  let price: Int
  private(set) var date = Self.minuteColumns
  /// What stands before the name: the marks of the selected row and of what is unfinished.
  let gutter: Int

  init(columns: Int, name: Int, price: Int, state: Int, isCompact: Bool) {
    self.columns = columns
    self.isCompact = isCompact
    gutter = isCompact ? 4 : 5
    self.price = min(max(price, isCompact ? 0 : 9), max(0, columns - gutter))
    self.state = state
    if isCompact { (self.state, date) = (0, 0) }
    let wanted = max(name, 10)
    if left < wanted { date = min(date, Self.dayColumns) }
    if left < wanted { date = 0 }
    if left < wanted { self.state = 0 }
    self.name = max(0, left)
  }

  private static let minuteColumns = 20
  private static let dayColumns = 10

  /// The moment as the column has room for it.
  func text(of moment: Moment) -> String {
    date < Self.minuteColumns ? moment.date : moment.minute
  }

  private var left: Int {
    [state, price, date].filter { $0 > 0 }.reduce(columns - gutter - 1) { $0 - $1 - 2 }
  }

  /// The cells that a name has on a line without other cells.
  var room: Int { isCompact ? max(1, columns - gutter - 1) : max(1, name) }
}
