import Disclosure
import StoreModel
import Text

extension AppState {
  /// The product list with its head; only the entries that are seen are made.
  func productListRows(columns: Int, height: Int, isFocused: Bool) -> Body {
    guard let list = products, let reading else { return Body() }
    var body = Body()
    if list.matches.isEmpty {
      if !layout.isCompact { body.rows.append(headRow(productColumns, list, isFocused: isFocused)) }
      body.rows.append(Line())
      var page = PageText(columns: columns)
      page.paragraph(
        list.filter.isEmpty
          ? words["empty.products", ["file": line(reading.catalogue.name)]]
          : words["list.noMatch", ["text": line(list.filter)]])
      body.rows += page.lines
      return body
    }
    let table = productColumns
    if !layout.isCompact { body.rows.append(headRow(table, list, isFocused: isFocused)) }
    let end = body.rows.count + height
    let selected = list.selectedRow.row
    for row in list.position.top..<list.rows.count where body.rows.count < end {
      switch list.rows[row] {
      case .heading(let section):
        if !layout.isCompact { body.rows.append(heading(section).cut(to: columns)) }
      case .product(let index):
        let isSelected = row == selected
        if isSelected {
          body.cursor = Frame.Position(row: body.rows.count, column: layout.isCompact ? 0 : 1)
        }
        let entry = entry(index, of: list, table, reading, isSelected: isSelected)
        body.rows += isSelected && isFocused ? entry.map { $0.styled(.reverse) } : entry
      }
    }
    body.rows = Array(body.rows.prefix(end))
    return body
  }

  private func headRow(_ table: ProductColumns, _ list: ProductList, isFocused: Bool) -> Line {
    let style: Style = isFocused ? .underline : .dim
    var line = Line()
    line.pad(to: table.gutter)
    line.addCell(headWord(.name, list), columns: table.name, style)
    table.addGap(to: &line, before: table.type)
    line.addCell(headWord(.type, list), columns: table.type, style)
    table.addGap(to: &line, before: table.period)
    line.addCell(words["col.period"], columns: table.period, style)
    table.addGap(to: &line, before: table.price)
    line.addCell(
      headWord(.price, list), columns: table.price, alignment: .trailing, style)
    table.addGap(to: &line, before: table.state)
    line.addCell(words["col.state"], columns: table.state, style)
    return line
  }

  /// The name of a column; a sign says that the list is sorted by it.
  private func headWord(_ order: ProductList.Order, _ list: ProductList) -> String {
    let word = words["col.\(order.rawValue)"]
    return list.order == order ? word + Self.sortedSign : word
  }

  private static let sortedSign = " ^"

  // MARK: Entries

  /// A product of the list, on one line, or on several where its name needs them.
  private func entry(
    _ index: Int, of list: ProductList, _ table: ProductColumns, _ reading: CatalogueReading,
    isSelected: Bool
  ) -> [Line] {
    let product = list.products[index]
    let price = priceText(product, reading)
    let shape = nameRows(index, of: list, table, price: price)
    let match = self.match(in: list.names[index].text)
    let style: Style = product.obstacle == nil ? [] : .dim
    var lines: [Line] = []
    var offset = 0
    for name in shape.names {
      var line = Line()
      let mark = isSelected && lines.isEmpty ? "> " : ""
      line.addCell(mark, columns: table.gutter, alignment: .trailing, .bold)
      line.add(Cells.drawn(name), style, marking: match, from: &offset)
      lines.append(line)
    }
    if hasSign(product, table) { lines[lines.count - 1].add(" !", [.yellow, .bold]) }
    if shape.isPriceBelow { lines.append(Line()) }
    addCells(
      of: product, price: price, table, reading, isNameMarked: match != nil,
      to: &lines[lines.count - 1])
    for index in lines.indices { lines[index].pad(to: table.columns) }
    return lines
  }

  /// Everything that stands beside a name; what the filter found is marked where the name has none.
  private func addCells(
    of product: Product, price: String, _ table: ProductColumns, _ reading: CatalogueReading,
    isNameMarked: Bool, to line: inout Line
  ) {
    let priceStyle: Style = product.price == nil ? .dim : .bold
    guard !table.isCompact else {
      line.pad(to: table.columns - 1 - Cells.width(price))
      line.add(Cells.drawn(price), priceStyle)
      return
    }
    line.pad(to: table.gutter + table.name)
    if table.type > 0 {
      let type = words["type.\(product.type.rawValue)"]
      table.addGap(to: &line, before: table.type)
      line.addCell(
        type, columns: table.type, .dim, marking: isNameMarked ? nil : match(in: type))
    }
    table.addGap(to: &line, before: table.period)
    line.addCell(periodText(of: product, reading), columns: table.period)
    table.addGap(to: &line, before: table.price)
    line.addCell(price, columns: table.price, alignment: .trailing, priceStyle)
    if table.state > 0 {
      let (state, style) = stateText(of: product)
      table.addGap(to: &line, before: table.state)
      line.addCell(
        state, columns: table.state, style, marking: isNameMarked ? nil : match(in: state))
    }
  }

  /// How the name of a product is laid out beside its price.
  private func nameRows(
    _ index: Int, of list: ProductList, _ table: ProductColumns, price: String
  ) -> NameRows {
    let room = table.room - (hasSign(list.products[index], table) ? 2 : 0)
    return NameRows(
      shownName(list.names[index]), width: list.nameColumns[index], columns: room,
      beside: table.isCompact ? room - ProductColumns.gap - Cells.width(price) : room)
  }

  /// How many lines a row of the list takes.
  func lineCount(ofRow row: Int, in list: ProductList, _ table: ProductColumns) -> Int {
    guard case .product(let index) = list.rows[row], let reading else {
      return table.isCompact ? 0 : 1
    }
    // What fits beside the widest price with its sign fits.
    if list.nameColumns[index] + 2 <= table.name { return 1 }
    return nameRows(index, of: list, table, price: priceText(list.products[index], reading)).count
  }

  /// Where the filter's text stands in a text of a product.
  func match(in text: String) -> Match? {
    guard let wanted = products?.wanted, !wanted.isEmpty else { return nil }
    return Match(of: wanted, in: text, shown: line)
  }

  /// Whether a sign behind the name stands for the state, which has no column.
  private func hasSign(_ product: Product, _ table: ProductColumns) -> Bool {
    table.state == 0 && needsAttention(product)
  }

  // MARK: Columns

  /// The columns of the list, as wide as the products that the filter leaves want them.
  var productColumns: ProductColumns {
    let wanted = columnWidths?.key == columnKey ? columnWidths : nil
    let widths = wanted ?? measuredColumns
    return ProductColumns(
      columns: layout.listColumns, name: products?.extent.name ?? 0, price: widths.price,
      type: widths.type, period: widths.period, state: stateColumns, isCompact: layout.isCompact)
  }

  /// What the widths of the columns depend on.
  struct ColumnKey: Sendable, Hashable {
    var extent: ProductList.Extent
    var shop: [String]
    var isRevealed: Bool
  }

  /// How many cells the texts of the columns take at the most.
  struct ColumnWidths: Sendable, Hashable {
    var key: ColumnKey
    var price: Int
    var type: Int
    var period: Int
  }

  private var columnKey: ColumnKey {
    let shop = reading.map { [$0.locale, $0.storefront.currencyCode] } ?? []
    return ColumnKey(
      extent: products?.extent ?? ProductList.Extent(), shop: shop + [words["app.language"]],
      isRevealed: showsHidden)
  }

  /// Keeps the widths until something that they depend on changes: prices are dear to write.
  mutating func measureColumns() {
    if columnWidths?.key != columnKey { columnWidths = measuredColumns }
  }

  private var measuredColumns: ColumnWidths {
    let extent = products?.extent ?? ProductList.Extent()
    var prices: [String] = []
    var periods: [String] = []
    if let reading {
      prices = [extent.least, extent.most].compactMap { $0 }
        .map { shown(reading.disclosures.displayPrice($0)) }
      periods = extent.periods.map { shown(reading.disclosures.periodLength($0)) }
    }
    if extent.lacksPrice { prices.append(words["price.none"]) }
    let types = ProductType.allCases.map { words["type.\($0.rawValue)"] }
    let heads = ["type", "price"].map { words["col.\($0)"] + Self.sortedSign }
    return ColumnWidths(
      key: columnKey, price: widest(prices + [heads[1]]), type: widest(types + [heads[0]]),
      period: widest(periods + [words["col.period"]]))
  }

  private func widest(_ texts: [String]) -> Int { texts.map(Cells.width).max() ?? 0 }

  /// Measures every name as it is shown now.
  mutating func measureNames() {
    guard let names = products?.names else { return }
    let columns = names.map { Cells.width(shownName($0)) }
    products?.nameColumns = columns
  }

  func heading(_ section: ProductList.Section) -> Line {
    var line = Line(" ")
    switch section {
    case .group(let name, let levels):
      line.add(self.line(name), .bold)
      line.add("  " + words["section.levels", ["n": String(levels)]], .dim)
    case .nonRenewing: line.add(words["section.nonRenewing"], .bold)
    case .oneTime: line.add(words["section.oneTime"], .bold)
    }
    return line
  }

  // MARK: Words of a product

  /// The name with a star where another language stands in.
  func markedName(of product: Product, _ reading: CatalogueReading) -> String {
    shownName(product.displayName(for: reading.locale))
  }

  private func shownName(_ name: LocalizedText) -> String {
    line(name.text) + (name.isStandIn ? " *" : "")
  }

  func name(of product: Product, _ reading: CatalogueReading) -> String {
    self.line(product.displayName(for: reading.locale).text)
  }

  /// The price as the App Store would write it, or the words for no price; safe to print.
  func priceText(_ product: Product, _ reading: CatalogueReading) -> String {
    product.price.map { shown(reading.disclosures.displayPrice($0)) } ?? words["price.none"]
  }

  func periodText(of product: Product, _ reading: CatalogueReading) -> String {
    product.subscription?.period.map { shown(reading.disclosures.periodLength($0)) } ?? "-"
  }

  /// Whether the customer may still use the introductory offer of the product's group.
  func isEligible(_ product: Product) -> Bool {
    product.subscription.map { queue.introductoryEligibility[$0.groupID] ?? true } ?? false
  }

  /// The state column: what is under way, what is owned, why it is not sold, or the offer.
  func stateText(of product: Product) -> (text: String, style: Style) {
    if product.obstacle != nil { return (words["state.notSold"], .dim) }
    if let status = statuses[product.id] { return (status.text(words), status.style) }
    if let offer = product.subscription?.introductoryOffer, isEligible(product) {
      return (words["mode.\(offer.mode.rawValue)"], .dim)
    }
    return ("-", .dim)
  }

  private func needsAttention(_ product: Product) -> Bool {
    if case .underWay = statuses[product.id] { true } else { false }
  }
}
