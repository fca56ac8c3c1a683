import StoreModel
import Text

extension AppState {
  // MARK: Header

  /// Where we are: the file, the environment in words, the shop, and what is unfinished.
  func header(_ layout: Layout) -> [Line] {
    let columns = layout.size.columns
    let right = headerState(layout)
    let left = headerName(layout, columns: columns - right.width)
    var rows = [Line.between(left, right, columns: columns)]
    if !layout.isCompact {
      let tabs = tabs
      let help = words["header.help"] + " "
      var right = onLine(columns: columns - tabs.width - Cells.width(help) - 2)
      right.add("  ")
      right.add(help, .dim)
      rows.append(.between(tabs, right, columns: columns))
    }
    rows.append(Self.rule(layout, tee: isSplit(layout) ? Glyph.teeDown : nil))
    return rows
  }

  private func headerName(_ layout: Layout, columns: Int) -> Line {
    var line = Line(" ")
    if layout.isCompact {
      line.add(tab == .products ? words["app.name"] : words[tab.word], .bold)
      return line
    }
    line.add(words["app.name"], .bold)
    if let name = (reading ?? failedReading).map({ self.line($0.catalogue.name) }) {
      line.add("  ")
      line.addCell(name, columns: columns - line.width - 2)
    }
    return line
  }

  /// What is on in the store, as much of it as there is room for.
  func onLine(columns: Int) -> Line {
    Line(panel.map { words.onText($0, columns: columns) } ?? "", .yellow)
  }

  /// The environment, the shop, the mode of the queue and the count of what is unfinished.
  ///
  /// The shop gives way on narrow screens; the environment and the count never do.
  private func headerState(_ layout: Layout) -> Line {
    let environment = words[layout.isCompact ? "env.simulator.short" : "env.simulator"]
    var parts = [Line(environment, [.yellow, .bold])]
    if let mode = modeText(layout) { parts.append(mode) }
    if unfinishedCount > 0 {
      let id = layout.isCompact ? "header.unfinished.short" : "header.unfinished"
      parts.append(Line(words[id, ["n": String(unfinishedCount)]], [.yellow, .bold]))
    }
    if layout.isCompact {
      let others = parts.map(\.width).reduce(0) { $0 + $1 + 2 }
      let name = Cells.width(tab == .products ? words["app.name"] : words[tab.word])
      let place = reading.map { Cells.width(self.line($0.locale)) + 2 } ?? 0
      let on = onLine(columns: layout.size.columns - others - place - name - 5)
      if on.width > 0 { parts.append(on) }
    }
    if let reading {
      let locale = self.line(reading.locale)
      let code = self.line(reading.storefront.countryCode)
      let place = Line(layout.isCompact ? locale : "\(locale)/\(code)")
      let others = parts.map(\.width).reduce(0) { $0 + $1 + 2 }
      let name =
        layout.isCompact
        ? 12 : min(Cells.width(self.line(reading.catalogue.name)) + 15, layout.size.columns / 2)
      if others + place.width + 2 + name <= layout.size.columns { parts.insert(place, at: 1) }
    }
    var line = Line()
    for part in parts {
      line.add("  ")
      line.add(part)
    }
    line.add(" ")
    return line
  }

  private func modeText(_ layout: Layout) -> Line? {
    switch queue.mode {
    case .open: nil
    case .opening where !isOpeningSlow: nil
    case .opening: Line(words[layout.isCompact ? "header.opening.short" : "header.opening"], .dim)
    case .readOnly(let holder):
      Line(
        layout.isCompact
          ? words["header.readOnly.short"]
          : words["header.readOnly", ["holder": self.line(words.text(of: holder))]], .yellow)
    case .unavailable:
      Line(words[layout.isCompact ? "header.noSale.short" : "header.noSale"], [.red, .bold])
    }
  }

  private var tabs: Line {
    var line = Line(" ")
    for item in Tab.allCases {
      var text = words[item.word]
      if let key = keyMap.key(for: item.action) { text = "\(key.label) \(text)" }
      if let count = tabCount(item) { text += " (\(count))" }
      line.add(item == tab ? "[\(text)]" : " \(text) ", item == tab ? .bold : [])
      line.add(" ")
    }
    return line
  }

  /// What was found wrong in the file and in the journal.
  private var findings: [Diagnostic] {
    ((failedReading ?? reading)?.catalogue.diagnostics ?? []) + queue.diagnostics
  }

  private func tabCount(_ item: Tab) -> Int? {
    let count =
      switch item {
      case .products: 0
      case .purchases: unfinishedCount
      case .store: panel?.requests.count ?? 0
      case .file:
        findings.count { $0.severity != .note }
          + ((failedReading ?? reading)?.catalogue.invalidProductIDs.count ?? 0)
      }
    return count > 0 ? count : nil
  }

  // MARK: Message line

  /// The message, or where we are in the list or the page; a long message takes the rows it needs.
  func messageLines(_ layout: Layout, place: String) -> [Line] {
    let columns = layout.size.columns
    if isFiltering { return [filterLine(columns)] }
    let place = Line(place + " ", .dim)
    guard let message = standingMessage else {
      if secondsAtWork > 0 { return [Line(" " + workText)] }
      if !dialogs.isEmpty || palette != nil { return [Line()] }
      let standing = Line(" " + standingText).cut(to: max(0, columns - place.width - 1))
      return [Line.between(standing, place, columns: columns)]
    }
    var line = Line(" ")
    line.add(message.text, message.style)
    if message.kind == .progress, secondsAtWork > 0 {
      line.add(" " + words["work.seconds", ["n": String(secondsAtWork)]])
    }
    if line.width < columns {
      return [line.width + place.width < columns ? .between(line, place, columns: columns) : line]
    }
    var page = PageText(columns: columns)
    page.paragraph(message.text, message.style)
    let limit = dialogs.isEmpty ? layout.size.rows - layout.headerRows - 4 : 1
    return Array(page.lines.prefix(max(1, limit)))
  }

  private func filterLine(_ columns: Int) -> Line {
    var line = Line(" " + words[field == .list ? "list.filter" : "page.find"] + " ", .bold)
    line.add(self.line(fieldText))
    let count = Line(fieldCount + " ", .dim)
    var result = line.cut(to: max(0, columns - count.width - 1))
    let cursor = result.width
    result = .between(result, count, columns: columns)
    return cursor > 0 ? result : line
  }

  /// How much the field's text leaves of the list, or finds on the page.
  private var fieldCount: String {
    switch field {
    case .list: listCount
    case .help: ""
    case .page: find.isEmpty ? "" : words["page.found", ["n": String(matchLines.count)]]
    }
  }

  private var listCount: String {
    words[
      "list.count",
      [
        "shown": String(products?.matches.count ?? 0),
        "total": String(products?.count ?? 0),
      ]]
  }

  /// What goes on, for how long, and that nothing waits for it.
  var workText: String {
    let seconds = words["work.seconds", ["n": String(secondsAtWork)]]
    guard let purchase = queue.purchases.first(where: { !$0.stage.comingSteps.isEmpty }),
      let step = purchase.stage.comingSteps.first
    else { return words["work.goesOn"] + " " + seconds }
    return name(ofProduct: purchase.productID) + ": " + words["coming.\(step)"] + " " + seconds
  }

  /// What is worth saying when nothing has happened.
  private var standingText: String {
    let filter = tab == .products && pages.isEmpty ? products?.filter ?? "" : ""
    if !filter.isEmpty { return words["list.filter"] + " " + line(filter) }
    if field == .page, !find.isEmpty {
      let text = words["page.find"] + " " + line(find)
      if layout.isCompact { return text }
      return text + "  " + words["page.found", ["n": String(matchLines.count)]] + "  "
        + words["page.findKeys"]
    }
    if showsHidden { return words[layout.isCompact ? "hidden.on.short" : "hidden.on"] }
    guard pages.isEmpty, helpScroll == nil else { return "" }
    if tab == .purchases, layout.isCompact, let purchase = selectedPurchase {
      return words["state.\(purchase.stage.rawValue)"]
    }
    guard tab == .products, let product = selectedProduct else { return "" }
    return layout.isCompact ? columnsText(of: product) : missingText ?? ""
  }

  /// What the columns would say that a small screen has no room for.
  private func columnsText(of product: Product) -> String {
    let state = stateText(of: product).text
    guard state == "-", let reading else { return state }
    let period = periodText(of: product, reading)
    return words["type.\(product.type.rawValue)"] + (period == "-" ? "" : "  " + period)
  }

  /// Which row of the list, or which lines of the text, are seen.
  func placeText(_ layout: Layout, _ text: PageText?) -> String {
    if let text, !(isSplit(layout) && pages.isEmpty) {
      let height = helpScroll == nil ? layout.bodyRows : helpHeight
      return lines(from: shownScroll, height: height, of: text)
    }
    if tab == .purchases {
      return place(purchasePosition.selected, of: queue.purchases.count)
    }
    if tab == .store { return place(storePosition.selected, of: storeEntries.count) }
    return products.map { place($0.position.selected, of: $0.matches.count) } ?? ""
  }

  func place(_ index: Int, of count: Int) -> String {
    count == 0 ? "" : words["list.place", ["n": String(index + 1), "total": String(count)]]
  }

  func lines(from top: Int, height: Int, of page: PageText) -> String {
    let count = page.lines.count
    guard count > height else { return "" }
    return words[
      "page.lines",
      ["first": String(top + 1), "last": String(min(count, top + height)), "total": String(count)]]
  }

  // MARK: Key line

  /// The keys of the context, from the key map, as many as fit; one in brackets says why not.
  ///
  /// On a small screen those that do something now come before those that do not; where a page stands
  /// in place of the list, only they are shown, the ways out first.
  func footer(_ layout: Layout) -> Line {
    let isEmpty = isShelfEmpty && context == .products
    let wayOut: [Action] = isEmpty ? [.readAgain, .openFile] : []
    let rank = { (entry: [Binding]) -> Int in
      guard let first = entry.first else { return 0 }
      return wayOut.firstIndex(of: first.action).map { $0 - wayOut.count } ?? first.hint ?? 0
    }
    let entries = keyMap.entries(in: context).filter { $0.first?.hint != nil }
      .sorted { rank($0) < rank($1) }
    var right = Line()
    if let last = entries.last, last.first?.action == .close {
      right.add(hint(last))
      right.add(" ")
    }
    let others = entries.filter { $0.first?.action != .close }
    let hints = others.map(hint)
    let isRefused = others.map { $0.first.map { refusal(of: $0.action) != nil } ?? false }
    var left = layout.size.columns - right.width - 1
    var shown: Set<Int> = []
    let live = hints.indices.filter { !isRefused[$0] }
    let dead = hints.indices.filter { isRefused[$0] }
    let order =
      isEmpty
      ? live : layout.isCompact ? live + dead : Array(hints.indices)
    for index in order where hints[index].width + 2 <= left {
      left -= hints[index].width + 2
      shown.insert(index)
    }
    var line = Line(" ")
    for index in hints.indices where shown.contains(index) {
      line.add(hints[index])
      line.add("  ")
    }
    return .between(line, right, columns: layout.size.columns)
  }

  private func hint(_ entry: [Binding]) -> Line {
    guard let first = entry.first else { return Line() }
    let keys = entry.compactMap(\.keys.first).map(\.label).joined(separator: " ")
    if refusal(of: first.action) != nil { return Line("(\(keys) \(words[first.word]))", .dim) }
    var line = Line(keys, [.cyan, .bold])
    line.add(" " + words[first.action == .close ? closeWord : first.word])
    return line
  }

  /// The key of an action, as a sign at the left of a line.
  func keyHint(_ action: Action) -> Line {
    Line(words.call(action), [.cyan, .bold])
  }

  /// What `q` does here: it closes what is open, and quits where nothing is.
  private var closeWord: String {
    helpScroll == nil && pages.isEmpty && products?.filter.isEmpty ?? true ? "key.quit" : "key.back"
  }
}
