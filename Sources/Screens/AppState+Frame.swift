import StoreModel
import Text

extension AppState {
  /// The screen for a size; it reads the state and nothing else.
  package func frame(size: Size) -> Frame {
    guard size.columns > 0, size.rows > 0 else { return Frame(size: size, rows: []) }
    let frame = size == self.size ? draw() : resized(to: size).draw()
    return isASCII ? frame.ascii : frame
  }

  private func resized(to size: Size) -> AppState {
    var state = self
    state.resize(to: size)
    state.settle()
    return state
  }

  private func draw() -> Frame {
    let layout = layout
    if layout.isTooSmall { return tooSmall }
    var rows: [Line]
    var cursor: Frame.Position?
    let text = shownText(layout)
    if let helpScroll, let text {
      (rows, cursor) = drawHelp(layout, text, from: helpScroll)
    } else {
      rows = header(layout)
      let body = body(layout, text)
      cursor = body.cursor.map {
        Frame.Position(row: $0.row + rows.count, column: $0.column)
      }
      rows += body.rows.prefix(layout.bodyRows)
    }
    let last = size.rows - 1
    while rows.count < last { rows.append(Line()) }
    let messages = messageLines(layout, place: placeText(layout, text))
    let start = last - messages.count
    rows[start - 1] = Self.rule(layout, tee: isSplit(layout) ? Glyph.teeUp : nil)
    if !dialogs.isEmpty || palette != nil {
      rows = rows.map { layout.isCompact ? Line() : $0.faded }
    }
    for (index, line) in messages.enumerated() { rows[start + index] = line }
    if isFiltering {
      cursor = Frame.Position(row: last - 1, column: min(messages[0].width, size.columns - 1))
    }
    if let box = topBox(layout) {
      let top = layout.isCompact ? 0 : box.row ?? max(0, (last - box.rows.count) / 2)
      for (index, row) in box.rows.enumerated() where top + index < last {
        rows[top + index] = rows[top + index].covered(by: row, at: box.column)
      }
      cursor = Frame.Position(row: top + box.cursor.row, column: box.column + box.cursor.column)
    }
    rows.append(footer(layout))
    return Frame(
      size: size, rows: rows.map { $0.cut(to: size.columns).spans },
      cursor: cursor.map {
        Frame.Position(
          row: min(max(0, $0.row), size.rows - 1), column: min(max(0, $0.column), size.columns - 1))
      })
  }

  /// The dialog or the palette, whichever is on top.
  private func topBox(_ layout: Layout) -> DialogBox? {
    dialogs.last.map { box(of: $0, layout: layout) } ?? palette.map { box(of: $0, layout: layout) }
  }

  /// A line across the screen; `tee` is where the line between two panes meets it.
  static func rule(_ layout: Layout, tee: String? = nil) -> Line {
    let columns = layout.size.columns
    guard let tee else {
      return Line(String(repeating: Glyph.horizontal, count: columns), .dim)
    }
    let left = String(repeating: Glyph.horizontal, count: layout.listColumns)
    let right = String(repeating: Glyph.horizontal, count: columns - layout.listColumns - 1)
    return Line(left + tee + right, .dim)
  }

  /// Whether list and page stand beside each other.
  func isSplit(_ layout: Layout) -> Bool {
    layout.isWide && pages.count <= 1 && tab != .file && helpScroll == nil
      && !(tab == .products && isShelfEmpty)
  }

  // MARK: Body

  /// The text that scrolls on this screen; nil where there is only a list.
  func shownText(_ layout: Layout) -> PageText? {
    if helpScroll != nil { return helpPage(columns: layout.size.columns) }
    if let page = pages.last { return text(of: page) }
    if tab == .file { return filePage(columns: layout.size.columns) }
    if tab == .products, isShelfEmpty { return emptyShopPage(columns: layout.size.columns) }
    guard isSplit(layout) else { return nil }
    return tab == .store
      ? storeDetail(columns: layout.pageColumns) : text(of: Page(kind: pageKindBeside))
  }

  private func body(_ layout: Layout, _ text: PageText?) -> Body {
    let height = layout.bodyRows
    if isSplit(layout) {
      return besideList(layout, text ?? PageText(columns: layout.pageColumns))
    }
    if let text { return scrolled(text, from: shownScroll, height: height) }
    var body = listBody(layout, isFocused: true)
    if tab == .store, layout.storePreviewRows > 0 {
      while body.rows.count < height - layout.storePreviewRows { body.rows.append(Line()) }
      body.rows.append(Self.rule(layout))
      body.rows += storePreview(columns: size.columns, height: layout.storePreviewRows - 1)
    }
    if tab == .products, layout.previewRows > 0, let product = selectedProduct {
      while body.rows.count < height - layout.previewRows { body.rows.append(Line()) }
      body.rows.append(Self.rule(layout))
      body.rows += productPreview(
        of: product, columns: layout.size.columns, height: layout.previewRows - 1)
    }
    return body
  }

  /// List and page; the cursor is where the focus is, and a page that is longer says so.
  private func besideList(_ layout: Layout, _ text: PageText) -> Body {
    let height = layout.bodyRows
    let isListFocused = pages.isEmpty
    var list = listBody(layout, isFocused: isListFocused)
    var page = scrolled(text, from: shownScroll, height: height)
    if isListFocused {
      page.cursor = nil
      if text.lines.count > height {
        let key = tab == .store ? Key.enter : Key.tab
        page.rows[height - 1] = Line(" " + words["page.more", ["key": key.label]], .dim)
      }
    } else {
      list.cursor = nil
    }
    return .beside(list, page, leftColumns: layout.listColumns, height: height)
  }

  /// The first line that is shown of the text on this screen.
  var shownScroll: Int {
    if let helpScroll { return helpScroll }
    if let page = pages.last { return page.scroll }
    return switch tab {
    case .file: fileScroll
    case .products where isShelfEmpty: shelfScroll
    case .products, .purchases, .store: 0
    }
  }

  /// The kind of page that stands beside the list of this tab.
  private var pageKindBeside: Page.Kind { tab == .purchases ? .purchase : .product }

  private func listBody(_ layout: Layout, isFocused: Bool) -> Body {
    let columns = layout.listColumns
    let height = listHeight(of: tab)
    return switch tab {
    case .purchases: purchaseListRows(columns: columns, height: height, isFocused: isFocused)
    case .store: storeListRows(columns: columns, height: height, isFocused: isFocused)
    case .products, .file:
      productListRows(columns: columns, height: height, isFocused: isFocused)
    }
  }

  private func scrolled(_ page: PageText, from top: Int, height: Int) -> Body {
    var rows = Array(page.lines.dropFirst(top).prefix(height))
    if field == .page, let search = PageSearch(find) {
      // A phrase may begin above the first line that is shown.
      let lead = min(top, 4)
      let lines = page.lines.dropFirst(top - lead).prefix(height + lead)
      rows = Array(search.marked(Array(lines)).dropFirst(lead))
    }
    return Body(rows: rows, cursor: Frame.Position(row: 0, column: 0))
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
    case .timeline(let id):
      let columns = isSplit(layout) ? layout.pageColumns : layout.size.columns
      guard let life = panel?.lives.first(where: { $0.id == id }) else { break }
      return timelinePage(of: life, columns: columns)
    }
    return PageText(columns: layout.pageColumns)
  }

  // MARK: Heights and positions

  /// How many rows a page key moves.
  var pageHeight: Int {
    switch context {
    case .products, .purchases, .store, .filter: entriesInSight
    case .palette: 8
    case .help: helpHeight
    default: layout.bodyRows
    }
  }

  var helpHeight: Int { max(1, size.rows - 5) }

  mutating func clampScrolls() {
    let height = layout.bodyRows
    if let page = pages.last, page.scroll != 0 {
      let count = text(of: page).lines.count
      pages[pages.count - 1].scroll = min(max(0, page.scroll), max(0, count - height))
    }
    if fileScroll != 0 {
      let count = filePage(columns: size.columns).lines.count
      fileScroll = min(max(0, fileScroll), max(0, count - height))
    }
    if shelfScroll != 0 {
      let count = emptyShopPage(columns: size.columns)?.lines.count ?? 0
      shelfScroll = min(max(0, shelfScroll), max(0, count - height))
    }
    if let scroll = helpScroll, scroll != 0 {
      let count = helpPage(columns: size.columns).lines.count
      helpScroll = min(max(0, scroll), max(0, count - helpHeight))
    }
    if let dialog = dialogs.last, dialog.scroll != 0 {
      let last = box(of: dialog, layout: layout).lastScroll
      dialogs[dialogs.count - 1].scroll = min(max(0, dialog.scroll), last)
    }
  }

  // MARK: Help

  private func drawHelp(
    _ layout: Layout, _ page: PageText, from scroll: Int
  ) -> ([Line], Frame.Position?) {
    var title = Line(" ")
    title.add(
      words["help.title", ["screen": words["screen.\(screenContext.rawValue)"]]], .bold)
    var right = onLine(columns: size.columns - title.width - Cells.width(words["help.closes"]) - 4)
    right.add("  ")
    right.add(words["help.closes"] + " ", .dim)
    let head = Line.between(title, right, columns: size.columns)
    let rows = [head, Self.rule(layout)] + page.lines.dropFirst(scroll).prefix(helpHeight)
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
    let on = panel.map { words.whatIsOn($0) } ?? []
    if !on.isEmpty { lines.append(words["on.count", ["n": String(on.count)]]) }
    if let quit = keyMap.key(for: .close, in: .products) {
      lines.append("\(quit.label) \(words["key.quit"])")
    }
    let rows = lines.prefix(size.rows).map { Line($0).cut(to: size.columns).spans }
    return Frame(size: size, rows: Array(rows), cursor: Frame.Position(row: 0, column: 0))
  }
}
