import Disclosure
import StoreModel
import Text

extension AppState {
  /// The product list, grouped, with its head; only the rows that are seen are made.
  func productListRows(columns: Int, height: Int, isFocused: Bool) -> Body {
    guard let list = products, let reading else { return Body() }
    var body = Body()
    let visible = list.rows(from: list.position.top, height: height, isCompact: layout.isCompact)
    let prices = visible.map { row -> String in
      if case .product(let index) = row { return priceText(list.products[index], reading) }
      return ""
    }
    let names = visible.map { row -> String in
      if case .product(let index) = row { return markedName(of: list.products[index], reading) }
      return ""
    }
    let table = ProductColumns(
      columns: columns, name: names.lazy.map(Cells.width).max() ?? 0,
      price: prices.lazy.map(Cells.width).max() ?? 0, type: widestType, state: stateColumns,
      isCompact: layout.isCompact)
    if !layout.isCompact { body.rows.append(headRow(table, isFocused: isFocused)) }
    let selected = layout.isCompact ? list.position.selected : list.selectedRow.row
    for (offset, row) in visible.enumerated() {
      switch row {
      case .heading(let section):
        body.rows.append(heading(section).cut(to: columns))
      case .product(let index):
        let isSelected = list.position.top + offset == selected
        if isSelected {
          body.cursor = Frame.Position(row: body.rows.count, column: layout.isCompact ? 0 : 1)
        }
        let line = productRow(
          list.products[index], name: names[offset], price: prices[offset], table, reading,
          isSelected: isSelected)
        body.rows.append(isSelected && isFocused ? line.styled(.reverse) : line)
      }
    }
    if list.matches.isEmpty {
      body.rows.append(Line())
      var page = PageText(columns: columns)
      page.paragraph(
        list.filter.isEmpty
          ? words["empty.products", ["file": SafeText.line(reading.catalogue.name)]]
          : words["list.noMatch", ["text": SafeText.line(list.filter)]])
      body.rows += page.lines
    }
    return body
  }

  private func headRow(_ table: ProductColumns, isFocused: Bool) -> Line {
    let style: Style = isFocused ? .underline : .dim
    var line = Line()
    line.pad(to: table.gutter)
    line.addCell(words["col.name"], columns: table.name, style)
    table.addGap(to: &line, before: table.type)
    line.addCell(words["col.type"], columns: table.type, style)
    table.addGap(to: &line, before: table.period)
    line.addCell(words["col.period"], columns: table.period, style)
    table.addGap(to: &line, before: table.price)
    line.addCell(words["col.price"], columns: table.price, alignment: .trailing, style)
    table.addGap(to: &line, before: table.state)
    line.addCell(words["col.state"], columns: table.state, style)
    return line
  }

  private func productRow(
    _ product: Product, name: String, price: String, _ table: ProductColumns,
    _ reading: CatalogueReading,
    isSelected: Bool
  ) -> Line {
    let (state, style) = stateText(of: product)
    let isSold = product.obstacle == nil
    var line = Line()
    line.addCell(isSelected ? "> " : "", columns: table.gutter, alignment: .trailing, .bold)
    if table.state == 0, needsAttention(product) {
      line.add(Line(name).cut(to: max(0, table.name - 2)))
      line.add(" !", [.yellow, .bold])
      line.pad(to: table.gutter + table.name)
    } else {
      line.addCell(name, columns: table.name, isSold ? [] : .dim)
    }
    table.addGap(to: &line, before: table.type)
    line.addCell(words["type.\(product.type.rawValue)"], columns: table.type, .dim)
    table.addGap(to: &line, before: table.period)
    line.addCell(periodText(of: product, reading), columns: table.period)
    table.addGap(to: &line, before: table.price)
    let priceStyle: Style = product.price == nil ? .dim : .bold
    line.addCell(price, columns: table.price, alignment: .trailing, priceStyle)
    table.addGap(to: &line, before: table.state)
    line.addCell(state, columns: table.state, style)
    line.pad(to: table.columns)
    return line.cut(to: table.columns)
  }

  private var widestType: Int {
    ProductType.allCases.map { Cells.width(words["type.\($0.rawValue)"]) }.max() ?? 0
  }

  private func heading(_ section: ProductList.Section) -> Line {
    var line = Line(" ")
    switch section {
    case .group(let name, let levels):
      line.add(SafeText.line(name), .bold)
      line.add("  " + words["section.levels", ["n": String(levels)]], .dim)
    case .nonRenewing: line.add(words["section.nonRenewing"], .bold)
    case .oneTime: line.add(words["section.oneTime"], .bold)
    }
    return line
  }

  // MARK: Words of a product

  /// The name with a star where another language stands in.
  func markedName(of product: Product, _ reading: CatalogueReading) -> String {
    let name = product.displayName(for: reading.locale)
    return SafeText.line(name.text) + (name.isStandIn ? " *" : "")
  }

  func name(of product: Product, _ reading: CatalogueReading) -> String {
    SafeText.line(product.displayName(for: reading.locale).text)
  }

  /// The price as the App Store would write it, or the words for no price; safe to print.
  func priceText(_ product: Product, _ reading: CatalogueReading) -> String {
    product.price.map { shown(reading.disclosures.displayPrice($0)) } ?? words["price.none"]
  }

  /// A text of our own formatter or copy, safe to print; the direction marks that locales put into
  /// prices are left out, since terminals show them in as many ways as there are terminals.
  func shown(_ text: String) -> String {
    var result = text
    result.unicodeScalars.removeAll { ["\u{200E}", "\u{200F}", "\u{61C}"].contains($0) }
    return SafeText.line(result)
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

extension ProductList {
  /// The rows that are seen; a compact list has no headings.
  fileprivate func rows(from top: Int, height: Int, isCompact: Bool) -> [Row] {
    if isCompact { return matches.dropFirst(top).prefix(height).map(Row.product) }
    return Array(rows.dropFirst(top).prefix(height))
  }
}

/// How the width of the product list is shared out; a column of 0 cells has given way.
///
/// Period, then type give way before a name is cut, and the state when hardly a name is left. The
/// price is never cut and never goes.
struct ProductColumns: Sendable, Hashable {
  let columns: Int
  private(set) var name = 0
  private(set) var type: Int
  private(set) var period = 9
  let price: Int
  private(set) var state: Int

  /// The least and the most that the state column takes.
  static let stateLimits = 8...20

  /// What stands before the name: the mark of the selected row.
  let gutter: Int

  private static let gap = 2
  /// What the longest name keeps, at the least and at the most, before period and type give way.
  private static let nameLimits = 20...32

  /// Takes the widths that the rows on the screen would like to have.
  init(columns: Int, name: Int, price: Int, type: Int, state: Int, isCompact: Bool) {
    self.columns = columns
    self.state = state
    gutter = isCompact ? 2 : 3
    self.price = min(max(price, isCompact ? 0 : 9), max(0, columns - gutter))
    self.type = type
    if isCompact {
      (self.type, period, self.state) = (0, 0, 0)
    }
    let wanted = min(max(name, Self.nameLimits.lowerBound), Self.nameLimits.upperBound)
    if left < wanted { period = 0 }
    if left < wanted { self.type = 0 }
    if left < Self.nameLimits.lowerBound { self.state = 0 }
    self.name = max(0, left)
  }

  /// What the other columns leave.
  private var left: Int {
    [type, period, price, state].filter { $0 > 0 }
      .reduce(columns - gutter - 1) { $0 - $1 - Self.gap }
  }

  func addGap(to line: inout Line, before column: Int) {
    if column > 0 { line.pad(to: line.width + Self.gap) }
  }
}
