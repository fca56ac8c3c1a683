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
    let table = purchaseColumns
    if !layout.isCompact { body.rows.append(headRow(table, isFocused: isFocused)) }
    let end = body.rows.count + height
    for index in purchasePosition.top..<queue.purchases.count where body.rows.count < end {
      let isSelected = index == purchasePosition.selected
      if isSelected {
        body.cursor = Frame.Position(row: body.rows.count, column: layout.isCompact ? 0 : 1)
      }
      let entry = entry(of: queue.purchases[index], table, isSelected: isSelected)
      body.rows += isSelected && isFocused ? entry.map { $0.styled(.reverse) } : entry
    }
    body.rows = Array(body.rows.prefix(end))
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

  /// A purchase of the list, on one line, or on several where its name needs them.
  private func entry(
    of purchase: Purchase, _ table: PurchaseColumns, isSelected: Bool
  ) -> [Line] {
    let price = priceText(purchase)
    let shape = nameRows(of: purchase, table, price: price)
    let isQuiet = purchase.stage == .cancelled || purchase.stage == .closedUnpaid
    var lines: [Line] = []
    for name in shape.names {
      var line = Line()
      let isFirst = lines.isEmpty
      line.addCell(
        isFirst && isSelected ? "> " : "", columns: table.gutter - 2, alignment: .trailing, .bold)
      line.add(isFirst && purchase.stage.isUnfinished ? "! " : "  ", [.yellow, .bold])
      line.add(Cells.drawn(name), isQuiet ? .dim : [])
      lines.append(line)
    }
    if shape.isPriceBelow { lines.append(Line()) }
    addCells(of: purchase, price: price, isQuiet: isQuiet, table, to: &lines[lines.count - 1])
    for index in lines.indices { lines[index].pad(to: table.columns) }
    return lines
  }

  /// Everything that stands beside a name.
  private func addCells(
    of purchase: Purchase, price: String, isQuiet: Bool, _ table: PurchaseColumns,
    to line: inout Line
  ) {
    let style: Style = isQuiet ? .dim : .bold
    guard !table.isCompact else {
      line.pad(to: table.columns - 1 - Cells.width(price))
      line.add(Cells.drawn(price), style)
      return
    }
    line.pad(to: table.gutter + table.name)
    if table.state > 0 {
      line.pad(to: line.width + 2)
      line.addCell(
        words["state.\(purchase.stage.rawValue)"], columns: table.state, purchase.stage.style)
    }
    line.pad(to: line.width + 2)
    line.addCell(price, columns: table.price, alignment: .trailing, style)
    if table.date > 0 {
      line.pad(to: line.width + 2)
      let date = purchase.history.first?.date
      line.addCell(date.map { table.text(of: Moment($0)) } ?? "-", columns: table.date, .dim)
    }
  }

  /// How the name of a purchased product is laid out beside its price.
  private func nameRows(
    of purchase: Purchase, _ table: PurchaseColumns, price: String
  ) -> NameRows {
    let name = name(ofProduct: purchase.productID)
    return NameRows(
      name, width: Cells.width(name), columns: table.room,
      beside: table.isCompact ? table.room - 2 - Cells.width(price) : table.room)
  }

  /// How many lines a purchase takes in the list.
  func lineCount(of purchase: Purchase, _ table: PurchaseColumns) -> Int {
    purchaseWidths.name <= table.name
      ? 1 : nameRows(of: purchase, table, price: priceText(purchase)).count
  }

  /// The columns of the purchase list, as wide as all purchases want them.
  var purchaseColumns: PurchaseColumns {
    let states = PurchaseStage.allCases.map { Cells.width(words["state.\($0.rawValue)"]) }
    return PurchaseColumns(
      columns: layout.listColumns, name: min(purchaseWidths.name, NameRows.longest),
      price: purchaseWidths.price, state: states.max() ?? 0, isCompact: layout.isCompact)
  }

  /// Measures the names and the prices of all purchases, each once.
  mutating func measurePurchases() {
    let names = Set(queue.purchases.map(\.productID)).map { Cells.width(name(ofProduct: $0)) }
    let prices = Set(queue.purchases.map(\.price)).map { Cells.width($0.map(priceText) ?? "-") }
    purchaseWidths = PurchaseWidths(name: names.max() ?? 0, price: prices.max() ?? 0)
  }

  /// What was paid, as the App Store would write it; `-` where nothing is known of it.
  func priceText(_ purchase: Purchase) -> String {
    guard let price = purchase.price else { return "-" }
    return priceText(price)
  }

  func priceText(_ price: Price) -> String {
    reading.map { shown($0.disclosures.displayPrice(price)) }
      ?? self.line("\(price.amount) \(price.currencyCode)")
  }
}
