import StoreModel
import Text

extension AppState {
  /// The screen for a size; it reads the state and nothing else.
  package func frame(size: Size) -> Frame {
    guard size.columns > 0, size.rows > 0 else { return Frame(size: size, rows: []) }
    var state = self
    state.size = size
    state.settle()
    return state.draw()
  }

  private func draw() -> Frame {
    let layout = layout
    if layout.isTooSmall { return tooSmall }
    var rows: [Line]
    var cursor: Frame.Position?
    if helpScroll != nil {
      (rows, cursor) = drawHelp(layout)
    } else {
      rows = header(layout)
      let body = body(layout)
      cursor = body.cursor.map {
        Frame.Position(row: $0.row + rows.count, column: $0.column)
      }
      rows += body.rows.prefix(layout.bodyRows)
    }
    let last = size.rows - 1
    while rows.count < last { rows.append(Line()) }
    let messages = messageLines(layout)
    let start = last - messages.count
    rows[start - 1] = rule(layout)
    for (index, line) in messages.enumerated() { rows[start + index] = line }
    if isFiltering {
      cursor = Frame.Position(row: last - 1, column: min(messages[0].width, size.columns - 1))
    }
    if let dialog = dialogs.last {
      let box = box(of: dialog, layout: layout)
      let top = max(0, (last - box.rows.count) / 2)
      for (index, row) in box.rows.enumerated() where top + index < last {
        rows[top + index] = row
      }
      cursor = Frame.Position(row: top + box.cursor.row, column: box.cursor.column)
    }
    rows.append(footer(layout))
    return Frame(
      size: size, rows: rows.map { $0.cut(to: size.columns).spans },
      cursor: cursor.map {
        Frame.Position(
          row: min(max(0, $0.row), size.rows - 1), column: min(max(0, $0.column), size.columns - 1))
      })
  }

  private func rule(_ layout: Layout) -> Line {
    Line(String(repeating: Glyph.horizontal, count: layout.size.columns), .dim)
  }

  // MARK: Body

  private func body(_ layout: Layout) -> Body {
    let height = layout.bodyRows
    if tab == .products, pages.isEmpty, let page = emptyShopPage(columns: layout.size.columns) {
      return Body(rows: page.lines)
    }
    if layout.isWide, pages.count <= 1, tab != .file {
      let list = listBody(layout, isFocused: pages.isEmpty)
      var page = pageBody(layout, page: pages.last ?? Page(kind: pageKindBeside))
      if pages.isEmpty { page.cursor = nil }
      var left = list
      if !pages.isEmpty { left.cursor = nil }
      return .beside(left, page, leftColumns: layout.listColumns, height: height)
    }
    if let page = pages.last { return pageBody(layout, page: page) }
    if tab == .file {
      return scrolled(filePage(columns: layout.size.columns), from: fileScroll, height: height)
    }
    var body = listBody(layout, isFocused: true)
    if tab == .products, layout.previewRows > 0, let product = selectedProduct {
      while body.rows.count < height - layout.previewRows { body.rows.append(Line()) }
      body.rows.append(rule(layout))
      body.rows += productPreview(
        of: product, columns: layout.size.columns, height: layout.previewRows - 1)
    }
    return body
  }

  /// The kind of page that stands beside the list of this tab.
  private var pageKindBeside: Page.Kind { tab == .purchases ? .purchase : .product }

  private func listBody(_ layout: Layout, isFocused: Bool) -> Body {
    let columns = layout.isWide ? layout.listColumns : layout.size.columns
    let height = listHeight(layout)
    return tab == .purchases
      ? purchaseListRows(columns: columns, height: height, isFocused: isFocused)
      : productListRows(columns: columns, height: height, isFocused: isFocused)
  }

  private func pageBody(_ layout: Layout, page: Page) -> Body {
    scrolled(text(of: page), from: page.scroll, height: layout.bodyRows)
  }

  private func scrolled(_ page: PageText, from top: Int, height: Int) -> Body {
    Body(
      rows: Array(page.lines.dropFirst(top).prefix(height)),
      cursor: Frame.Position(row: 0, column: 0))
  }

  /// The text of a page at the width it has now.
  func text(of page: Page) -> PageText {
    let layout = layout
    switch page.kind {
    case .product:
      guard let product = selectedProduct else { break }
      return productPage(of: product, columns: layout.pageColumns)
    case .purchase:
      guard let purchase = selectedPurchase else { break }
      return purchasePage(of: purchase, columns: layout.pageColumns)
    case .verification(let isRaw):
      guard let purchase = selectedPurchase else { break }
      return verificationPage(of: purchase, isRaw: isRaw, columns: layout.size.columns)
    }
    return PageText(columns: layout.pageColumns)
  }

  // MARK: Heights and positions

  /// How many rows of a list are seen.
  func listHeight(_ layout: Layout) -> Int {
    let preview = tab == .products ? layout.previewRows : 0
    return max(1, layout.bodyRows - preview - (layout.isCompact ? 0 : 1))
  }

  /// How many rows a page key moves.
  var pageHeight: Int {
    switch context {
    case .products, .purchases, .filter: listHeight(layout)
    case .help: helpHeight
    default: layout.bodyRows
    }
  }

  var helpHeight: Int { max(1, size.rows - 5) }

  mutating func clampScrolls() {
    guard !layout.isTooSmall else { return }
    let height = layout.bodyRows
    if let page = pages.last {
      let count = text(of: page).lines.count
      pages[pages.count - 1].scroll = min(max(0, page.scroll), max(0, count - height))
    }
    if tab == .file {
      let count = filePage(columns: size.columns).lines.count
      fileScroll = min(max(0, fileScroll), max(0, count - height))
    }
    if let scroll = helpScroll {
      let count = helpPage(columns: size.columns).lines.count
      helpScroll = min(max(0, scroll), max(0, count - helpHeight))
    }
    if let dialog = dialogs.last {
      let last = box(of: dialog, layout: layout).lastScroll
      dialogs[dialogs.count - 1].scroll = min(max(0, dialog.scroll), last)
    }
  }

  // MARK: Help

  private func drawHelp(_ layout: Layout) -> ([Line], Frame.Position?) {
    let scroll = helpScroll ?? 0
    let page = helpPage(columns: size.columns)
    var title = Line(" ")
    title.add(
      words["help.title", ["screen": words["screen.\(screenContext.rawValue)"]]], .bold)
    let head = Line.between(
      title, Line(words["help.closes"] + " ", .dim), columns: size.columns)
    let rows = [head, rule(layout)] + page.lines.dropFirst(scroll).prefix(helpHeight)
    return (rows, Frame.Position(row: 2, column: 0))
  }

  // MARK: Too small

  /// A card that still counts what is unfinished.
  private var tooSmall: Frame {
    var lines = [
      words["app.name"],
      words["err.tooSmall", ["w": String(size.columns), "h": String(size.rows)]],
      words[
        "err.needed",
        ["w": String(Layout.minimum.columns), "h": String(Layout.minimum.rows)]],
    ]
    if unfinishedCount > 0 {
      lines.insert(
        words["header.unfinished", ["n": String(unfinishedCount)]], at: size.rows < 3 ? 0 : 3)
    }
    let rows = lines.prefix(size.rows).map { Line($0).cut(to: size.columns).spans }
    return Frame(size: size, rows: Array(rows), cursor: Frame.Position(row: 0, column: 0))
  }
}
