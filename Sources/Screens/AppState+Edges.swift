import StoreModel
import Text

extension AppState {
  // MARK: Header

  /// Where we are: the file, the environment in words, the shop, and what is unfinished.
  func header(_ layout: Layout) -> [Line] {
    let columns = layout.size.columns
    let left = headerName(layout)
    var right = Line()
    for part in headerParts(layout) {
      if right.width > 0 { right.add("  ") }
      right.add(part)
    }
    right.add(" ")
    var rows = [Line.between(left, right, columns: columns)]
    if !layout.isCompact {
      rows.append(
        .between(tabs, Line(words["header.help"] + " ", .dim), columns: columns))
    }
    rows.append(Line(String(repeating: Glyph.horizontal, count: columns), .dim))
    return rows
  }

  private func headerName(_ layout: Layout) -> Line {
    var line = Line(" ")
    let name = (reading ?? failedReading).map { SafeText.line($0.catalogue.name) }
    if layout.isCompact {
      line.add(tab == .products ? words["app.name"] : words["tab.\(tab)"], .bold)
    } else {
      line.add(words["app.name"], .bold)
      line.add("  " + (name ?? words["header.noCatalogue"]))
    }
    line.add("  ")
    return line
  }

  /// From the left; the locale gives way on narrow screens, the environment and the count never.
  private func headerParts(_ layout: Layout) -> [Line] {
    var parts: [Line] = []
    parts.append(
      Line(words[layout.isCompact ? "env.simulator.short" : "env.simulator"], [.yellow, .bold]))
    if let reading {
      let locale = SafeText.line(reading.locale)
      let place = "\(locale)/\(SafeText.line(reading.storefront.countryCode))"
      parts.append(Line(layout.isCompact ? locale : place))
    }
    if let mode = modeText(layout) { parts.append(mode) }
    if unfinishedCount > 0 {
      let id = layout.isCompact ? "header.unfinished.short" : "header.unfinished"
      parts.append(Line(words[id, ["n": String(unfinishedCount)]], [.yellow, .bold]))
    }
    return parts
  }

  private func modeText(_ layout: Layout) -> Line? {
    switch queue.mode {
    case .open: nil
    case .opening: Line(words[layout.isCompact ? "header.opening.short" : "header.opening"], .dim)
    case .readOnly(let holder):
      Line(
        layout.isCompact
          ? words["header.readOnly.short"]
          : words["header.readOnly", ["holder": SafeText.line(holder)]], .yellow)
    case .unavailable:
      Line(words[layout.isCompact ? "header.noSale.short" : "header.noSale"], [.red, .bold])
    }
  }

  private var tabs: Line {
    var line = Line(" ")
    for item in Tab.allCases {
      var text = "\(item.rawValue) \(words["tab.\(item)"])"
      if let count = tabCount(item) { text += " (\(count))" }
      line.add(item == tab ? "[\(text)]" : " \(text) ", item == tab ? .bold : [])
      line.add(" ")
    }
    return line
  }

  private func tabCount(_ item: Tab) -> Int? {
    let count =
      switch item {
      case .products: 0
      case .purchases: unfinishedCount
      case .file:
        ((failedReading ?? reading)?.catalogue).map {
          $0.diagnostics.count { $0.severity != .note } + $0.invalidProductIDs.count
        } ?? 0
      }
    return count > 0 ? count : nil
  }

  // MARK: Message line

  /// The message, or where we are in the list or the page; a long message takes the rows it needs.
  func messageLines(_ layout: Layout) -> [Line] {
    let columns = layout.size.columns
    if isFiltering { return [filterLine(columns)] }
    let place = Line(placeText + " ", .dim)
    guard let message else {
      return [Line.between(Line(" " + standingText), place, columns: columns)]
    }
    var line = Line(" ")
    line.add(message.text, message.style)
    if line.width < columns {
      return [line.width + place.width < columns ? .between(line, place, columns: columns) : line]
    }
    var page = PageText(columns: columns)
    page.paragraph(message.text, message.style)
    return Array(page.lines.prefix(max(1, layout.size.rows - layout.headerRows - 4)))
  }

  private func filterLine(_ columns: Int) -> Line {
    let list = products
    var line = Line(" " + words["list.filter"] + " ", .bold)
    line.add(SafeText.line(list?.filter ?? ""))
    let count = Line(listCount + " ", .dim)
    var result = line.cut(to: max(0, columns - count.width - 1))
    let cursor = result.width
    result = .between(result, count, columns: columns)
    return cursor > 0 ? result : line
  }

  private var listCount: String {
    words[
      "list.count",
      [
        "shown": String(products?.matches.count ?? 0),
        "total": String(products?.products.count ?? 0),
      ]]
  }

  /// What is worth saying when nothing has happened.
  private var standingText: String {
    guard pages.isEmpty, tab == .products, let product = selectedProduct else { return "" }
    if let filter = products?.filter, !filter.isEmpty {
      return words["list.filter"] + " " + SafeText.line(filter)
    }
    if layout.isCompact { return stateText(of: product).text }
    return ""
  }

  /// Which row of the list, or which lines of the page, are seen.
  private var placeText: String {
    if let helpScroll {
      return lines(from: helpScroll, height: helpHeight, of: helpPage(columns: size.columns))
    }
    if let page = pages.last {
      return lines(from: page.scroll, height: layout.bodyRows, of: text(of: page))
    }
    switch tab {
    case .products:
      guard let list = products, !list.matches.isEmpty else { return "" }
      return place(list.position.selected, of: list.matches.count)
    case .purchases:
      guard !queue.purchases.isEmpty else { return "" }
      return place(purchasePosition.selected, of: queue.purchases.count)
    case .file:
      return lines(from: fileScroll, height: layout.bodyRows, of: filePage(columns: size.columns))
    }
  }

  private func place(_ index: Int, of count: Int) -> String {
    words["list.place", ["n": String(index + 1), "total": String(count)]]
  }

  private func lines(from top: Int, height: Int, of page: PageText) -> String {
    let count = page.lines.count
    guard count > height else { return "" }
    return words[
      "page.lines",
      ["first": String(top + 1), "last": String(min(count, top + height)), "total": String(count)]]
  }

  // MARK: Key line

  /// The keys of the context, from the key map, as many as fit; a key in brackets says why not.
  func footer(_ layout: Layout) -> Line {
    let columns = layout.size.columns
    let hints = KeyMap.bindings(in: context).filter { $0.hint != nil }
      .sorted { ($0.hint ?? 0) < ($1.hint ?? 0) }
    let isQuit = { (binding: Binding) in binding.action == .close }
    var right = Line()
    if let quit = hints.first(where: isQuit) {
      right = hint(quit)
      right.add(" ")
    }
    var line = Line(" ")
    for binding in hints where !isQuit(binding) {
      let hint = hint(binding)
      guard line.width + hint.width + 2 + right.width <= columns else { continue }
      line.add(hint)
      line.add("  ")
    }
    return .between(line, right, columns: columns)
  }

  private func hint(_ binding: Binding) -> Line {
    let key = binding.keys.first.map(KeyMap.label) ?? ""
    if refusal(of: binding.action) != nil {
      return Line("(\(key) \(words[binding.word]))", .dim)
    }
    var line = Line(key, [.cyan, .bold])
    line.add(" " + words[binding.action == .close ? closeWord : binding.word])
    return line
  }

  /// What `q` does here: it closes what is open, and quits where nothing is.
  private var closeWord: String {
    helpScroll == nil && pages.isEmpty ? "key.quit" : "key.back"
  }
}
