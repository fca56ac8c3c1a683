import Disclosure
import StoreModel
import Text

extension AppState {
  /// The purchases, newest first; only the rows that are seen are made.
  func purchaseListRows(columns: Int, height: Int, isFocused: Bool) -> Body {
    var body = Body()
    guard !queue.purchases.isEmpty else {
      var page = PageText(columns: columns)
      page.paragraph("")
      page.paragraph(queue.mode == .opening ? words["why.opening"] : words["empty.purchases"])
      body.rows = page.lines
      return body
    }
    let visible = queue.purchases.dropFirst(purchasePosition.top).prefix(height)
    let prices = visible.map(priceText)
    let table = PurchaseColumns(
      columns: columns, price: prices.map(Cells.width).max() ?? 0,
      state: PurchaseStage.allCases.map { Cells.width(words["state.\($0.rawValue)"]) }.max() ?? 0,
      isCompact: layout.isCompact)
    if !layout.isCompact { body.rows.append(headRow(table, isFocused: isFocused)) }
    for (offset, purchase) in visible.enumerated() {
      let isSelected = purchasePosition.top + offset == purchasePosition.selected
      if isSelected {
        body.cursor = Frame.Position(row: body.rows.count, column: layout.isCompact ? 0 : 1)
      }
      let line = row(of: purchase, price: prices[offset], table, isSelected: isSelected)
      body.rows.append(isSelected && isFocused ? line.styled(.reverse) : line)
    }
    return body
  }

  private func headRow(_ table: PurchaseColumns, isFocused: Bool) -> Line {
    let style: Style = isFocused ? .underline : .dim
    var line = Line()
    line.pad(to: table.gutter)
    line.addCell(words["col.name"], columns: table.name, style)
    for (word, width, alignment) in [
      ("col.state", table.state, Cells.Alignment.leading),
      ("col.price", table.price, .trailing),
      ("col.date", table.date, .leading),
    ] where width > 0 {
      line.pad(to: line.width + 2)
      line.addCell(words[word], columns: width, alignment: alignment, style)
    }
    return line.cut(to: table.columns)
  }

  private func row(
    of purchase: Purchase, price: String, _ table: PurchaseColumns, isSelected: Bool
  ) -> Line {
    var line = Line()
    line.addCell(isSelected ? "> " : "", columns: table.gutter - 2, alignment: .trailing, .bold)
    line.add(purchase.stage.isUnfinished ? "! " : "  ", [.yellow, .bold])
    let isQuiet = purchase.stage == .cancelled || purchase.stage == .closedUnpaid
    line.addCell(name(ofProduct: purchase.productID), columns: table.name, isQuiet ? .dim : [])
    if table.state > 0 {
      line.pad(to: line.width + 2)
      line.addCell(
        words["state.\(purchase.stage.rawValue)"], columns: table.state, purchase.stage.style)
    }
    line.pad(to: line.width + 2)
    line.addCell(price, columns: table.price, alignment: .trailing, isQuiet ? .dim : .bold)
    if table.date > 0 {
      line.pad(to: line.width + 2)
      let date = purchase.history.first?.date
      line.addCell(date.map { Moment($0).minute } ?? "-", columns: table.date, .dim)
    }
    line.pad(to: table.columns)
    return line.cut(to: table.columns)
  }

  /// What was paid, as the App Store would write it; `-` where nothing is known of it.
  func priceText(_ purchase: Purchase) -> String {
    guard let price = purchase.price else { return "-" }
    return priceText(price)
  }

  func priceText(_ price: Price) -> String {
    reading.map { shown($0.disclosures.displayPrice(price)) }
      ?? SafeText.line("\(price.amount) \(price.currencyCode)")
  }
}

/// How the width of the purchase list is shared out: the date gives way, then the state.
struct PurchaseColumns: Sendable, Hashable {
  let columns: Int
  private(set) var name = 0
  private(set) var state: Int
  let price: Int
  private(set) var date = 20
  /// What stands before the name: the marks of the selected row and of what is unfinished.
  let gutter: Int

  init(columns: Int, price: Int, state: Int, isCompact: Bool) {
    self.columns = columns
    gutter = isCompact ? 4 : 5
    self.price = min(max(price, isCompact ? 0 : 9), max(0, columns - gutter))
    self.state = state
    if isCompact { (self.state, date) = (0, 0) }
    if left < 18 { date = 0 }
    if left < 16 { self.state = 0 }
    name = max(0, left)
  }

  private var left: Int {
    [state, price, date].filter { $0 > 0 }.reduce(columns - gutter - 1) { $0 - $1 - 2 }
  }
}
