import StoreModel

extension AppState {
  /// How many lines the list of a tab has, without its head.
  func listHeight(of tab: Tab) -> Int {
    let preview =
      switch tab {
      case .products: layout.previewRows
      case .store: layout.storePreviewRows
      case .purchases, .file: 0
      }
    let head = layout.isCompact || tab == .store ? 0 : 1
    return max(1, layout.bodyRows - preview - head)
  }

  /// How many entries of the list are in sight, so that a page key skips none.
  var entriesInSight: Int {
    let list =
      tab == .purchases ? purchaseRows : tab == .store ? storeListRows : productRows
    var left = listHeight(of: tab)
    var count = 0
    var row = list.position.top
    while row < list.count, left >= list.lines(row) {
      left -= list.lines(row)
      count += list.isEntry(row) ? 1 : 0
      row += 1
    }
    return max(1, count)
  }

  /// Keeps the selected entries of the lists in sight, whole.
  mutating func revealSelection() {
    let (products, purchases) = (productRows, purchaseRows)
    let height = (listHeight(of: .products), listHeight(of: .purchases))
    self.products?.position.reveal(
      row: products.selected, lead: products.lead, height: height.0, count: products.count,
      lines: products.lines)
    purchasePosition.reveal(
      row: purchases.selected, height: height.1, count: purchases.count, lines: purchases.lines)
    guard tab == .store else { return }
    let store = storeListRows
    storePosition.reveal(
      row: store.selected, lead: store.lead, height: listHeight(of: .store), count: store.count,
      lines: store.lines)
  }

  /// Changes the size, the order or the look of the lists; what is selected stays where it is on
  /// the screen, as far as it goes.
  mutating func keepPlace(_ change: (inout AppState) -> Void) {
    let wasShown = !layout.isTooSmall
    let offsets = (productRows.offset, purchaseRows.offset)
    change(&self)
    guard wasShown, !layout.isTooSmall else { return }
    let (products, purchases) = (productRows, purchaseRows)
    self.products?.position.place(
      row: products.selected, at: offsets.0, lines: products.lines)
    purchasePosition.place(row: purchases.selected, at: offsets.1, lines: purchases.lines)
  }

  mutating func resize(to size: Size) {
    keepPlace { $0.size = size }
  }

  /// A list as its position sees it: rows that are headings or entries, each of some lines.
  private struct ListRows {
    var position: ListPosition
    var count: Int
    /// The row of the selected entry, and how many heading rows belong above it.
    var selected: Int
    var lead = 0
    var lines: (Int) -> Int
    var isEntry: (Int) -> Bool = { _ in true }

    /// How many lines stand above the selected entry.
    var offset: Int { position.offset(of: selected, lines: lines) }
  }

  private var productRows: ListRows {
    guard let list = products else {
      return ListRows(position: ListPosition(), count: 0, selected: 0, lines: { _ in 1 })
    }
    let table = productColumns
    let (row, lead) = list.selectedRow
    return ListRows(
      position: list.position, count: list.rows.count, selected: row, lead: lead,
      lines: { lineCount(ofRow: $0, in: list, table) },
      isEntry: { if case .product = list.rows[$0] { true } else { false } })
  }

  private var storeListRows: ListRows {
    let rows = storeRows
    let table = storeColumns(rows)
    let selected = selectedStoreRow(rows)
    let isUnderHeading = selected > 0 && rows[selected - 1].entry == nil
    return ListRows(
      position: storePosition, count: rows.count, selected: selected,
      lead: isUnderHeading ? 1 : 0,
      lines: { lineCount(of: rows[$0], table) },
      isEntry: { rows[$0].entry != nil })
  }

  private var purchaseRows: ListRows {
    let table = purchaseColumns
    return ListRows(
      position: purchasePosition, count: queue.purchases.count,
      selected: purchasePosition.selected,
      lines: { lineCount(of: queue.purchases[$0], table) })
  }
}
