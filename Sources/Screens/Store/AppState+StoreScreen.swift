import StoreModel
import Text

/// How the width of the store panel is shared out.
struct StoreColumns: Sendable, Hashable {
  let columns: Int
  /// What stands before a label: the mark of the selected row.
  let gutter: Int
  /// The column of the labels; a longer one has its value behind or below it.
  let label: Int

  init(columns: Int, labels: [Int], isCompact: Bool) {
    self.columns = columns
    gutter = isCompact ? 2 : 3
    label = min(labels.max() ?? 0, (columns - gutter) / 2)
  }

  /// The cells that label and value have on one line together.
  var room: Int { max(1, columns - gutter - 1) }
}

extension AppState {
  /// The store panel as a list; only the rows that are seen are drawn.
  func storeListRows(columns: Int, height: Int, isFocused: Bool) -> Body {
    let rows = storeRows
    guard !rows.isEmpty else {
      var page = PageText(columns: columns)
      page.paragraph("")
      page.paragraph(words["store.notOpen"])
      return Body(rows: page.lines)
    }
    var body = Body()
    let table = storeColumns(rows)
    let selected = selectedStoreRow(rows)
    for row in storePosition.top..<max(storePosition.top, rows.count)
    where body.rows.count < height {
      switch rows[row] {
      case .heading(let section):
        if !layout.isCompact {
          body.rows.append(Line(" " + words["panel.\(section.rawValue)"], .bold))
        }
      case .entry(let entry):
        let isSelected = row == selected
        if isSelected {
          body.cursor = Frame.Position(row: body.rows.count, column: layout.isCompact ? 0 : 1)
        }
        let lines = lines(of: entry, table, isSelected: isSelected)
        body.rows += isSelected && isFocused ? lines.map { $0.styled(.reverse) } : lines
      }
    }
    body.rows = Array(body.rows.prefix(height))
    return body
  }

  func storeColumns(_ rows: [StoreRow]) -> StoreColumns {
    StoreColumns(
      columns: layout.listColumns,
      labels: rows.compactMap { $0.entry.map { Cells.width($0.label) } }.filter { $0 <= 34 },
      isCompact: layout.isCompact)
  }

  /// The row of the selected entry, headings counted.
  func selectedStoreRow(_ rows: [StoreRow]) -> Int {
    var left = storePosition.selected
    for (index, row) in rows.enumerated() where row.entry != nil {
      if left == 0 { return index }
      left -= 1
    }
    return 0
  }

  /// How many lines a row of the panel takes.
  func lineCount(of row: StoreRow, _ table: StoreColumns) -> Int {
    guard let entry = row.entry else { return layout.isCompact ? 0 : 1 }
    return lines(of: entry, table, isSelected: false).count
  }

  /// An entry on one line, or with its value below it where that is narrow.
  private func lines(
    of entry: StoreEntry, _ table: StoreColumns, isSelected: Bool
  ) -> [Line] {
    let widths = (Cells.width(entry.label), Cells.width(entry.value))
    let style: Style = entry.isNotable ? [.yellow, .bold] : []
    var lines: [Line] = []
    if max(widths.0, table.label) + 2 + widths.1 <= table.room {
      lines = [line(Line(entry.label), table, mark: isSelected)]
      lines[0].pad(to: table.gutter + max(widths.0, table.label) + 2)
      lines[0].add(entry.value, style)
    } else if widths.0 + 2 + widths.1 <= table.room {
      lines = [line(Line(entry.label), table, mark: isSelected)]
      lines[0].pad(to: table.gutter + table.room - widths.1)
      lines[0].add(entry.value, style)
    } else {
      for text in Cells.wrapped(entry.label, columns: table.room) {
        lines.append(line(Line(text), table, mark: isSelected && lines.isEmpty))
      }
      if !entry.value.isEmpty {
        for text in Cells.wrapped(entry.value, columns: max(1, table.room - 2)) {
          lines.append(line(Line("  " + text, style), table, mark: false))
        }
      }
    }
    for index in lines.indices { lines[index].pad(to: table.columns) }
    return lines.map { $0.cut(to: table.columns) }
  }

  private func line(_ text: Line, _ table: StoreColumns, mark: Bool) -> Line {
    var line = Line()
    line.addCell(mark ? "> " : "", columns: table.gutter, alignment: .trailing, .bold)
    line.add(text)
    return line
  }

  // MARK: What stands beside or below the list

  /// What there is to say of the selected line.
  func storeDetail(columns: Int) -> PageText {
    var page = PageText(columns: columns)
    guard let panel, let entry = selectedEntry else { return page }
    if case .life(let id) = entry.kind, let life = panel.lives.first(where: { $0.id == id }) {
      return timelinePage(of: life, columns: columns)
    }
    page.paragraph(entry.label, .bold)
    if !entry.value.isEmpty {
      page.paragraph(entry.value, entry.isNotable ? [.yellow, .bold] : [])
    }
    page.blank()
    explain(entry, panel, &page)
    switch entry.kind {
    case .request:
      addKeys(
        [(.open, "entry.answer"), (.approve, "key.approve"), (.decline, "key.decline")], &page)
    case .clock, .device, .due: addKeys([(.open, "entry.turnClock"), (.clock, "key.clock")], &page)
    case .money, .life, .verb("reset"): break
    default: addKeys([(.open, "key.change")], &page)
    }
    return page
  }

  /// What the list does not say of the selected line, in the rows below it.
  func storePreview(columns: Int, height: Int) -> [Line] {
    guard let panel, let entry = selectedEntry else { return [] }
    if case .life = entry.kind { return Array(storeDetail(columns: columns).lines.prefix(height)) }
    var page = PageText(columns: columns)
    explain(entry, panel, &page)
    return Array(page.lines.prefix(height))
  }

  /// What a line means, and what it stands for one by one.
  private func explain(_ entry: StoreEntry, _ panel: StorePanel, _ page: inout PageText) {
    if let explanation = explanation(of: entry) { page.paragraph(explanation) }
    switch entry.kind {
    case .request(let id):
      page.fact(
        words["fact.transaction"], line(id), labelColumns: Cells.width(words["fact.transaction"]))
    case .published:
      for id in panel.unpublished { page.paragraph(name(ofProduct: id), .yellow, indent: 2) }
    case .verb("reset"):
      for difference in differences(panel) { page.paragraph(difference, .yellow, indent: 2) }
    default: break
    }
  }

  private func addKeys(_ keys: [(action: Action, word: String)], _ page: inout PageText) {
    page.blank()
    let hints = keys.map { key in
      var hint = Line(keyMap.key(for: key.action, in: .store)?.label ?? "", [.cyan, .bold])
      if hint.width == 0 { hint = keyHint(key.action) }
      return hint
    }
    let columns = hints.map(\.width).max() ?? 0
    for (hint, key) in zip(hints, keys) {
      page.fact(hint, words[key.word], labelColumns: columns)
    }
  }

  /// What a line of the panel means, in a sentence; nil where the line says all.
  private func explanation(of entry: StoreEntry) -> String? {
    switch entry.kind {
    case .request(let id):
      let request = panel?.requests.first { $0.id == id }
      return request.map { words["waits.\($0.kind.rawValue)"] }
    case .clock, .device, .due: return words["clock.why"]
    case .cancelNext: return explanation(ofVerb: "cancel")
    case .turn(let name): return line(words.text(of: name.explanation))
    case .failure(let api):
      return words[
        api.isSheet ? "fail.whySheet" : "fail.why", ["name": line(api.fileName)]]
    case .withheld: return explanation(ofVerb: "withhold")
    case .published: return explanation(ofVerb: "publish")
    case .speed: return words["speed.why"]
    case .personality: return explanation(ofVerb: "personality")
    case .discount: return explanation(ofVerb: "offer-signature")
    case .account: return explanation(ofVerb: "sign-in")
    case .addAccount: return explanation(ofVerb: "add-account")
    case .verb(let verb): return explanation(ofVerb: verb)
    case .money: return words["money.why"]
    case .life: return nil
    }
  }

  func explanation(ofVerb name: String) -> String? {
    StoreControl.verbs.first { $0.name == name }.map { line(words.text(of: $0.explanation)) }
  }

  /// What was said last, where something was.
  package var saidText: String? { message?.text }

  /// The panel whole, as the lines of a text of so many columns.
  package func storeText(columns: Int) -> String { storePage(columns: columns).text }

  /// The panel whole, as text: for lines, files and the clipboard.
  func storePage(columns: Int) -> PageText {
    var page = PageText(columns: columns)
    let rows = storeRows
    if rows.isEmpty { page.paragraph(words["store.notOpen"]) }
    for row in rows {
      switch row {
      case .heading(let section): page.heading(words["panel.\(section.rawValue)"])
      case .entry(let entry):
        page.paragraph(
          [entry.label, entry.value].filter { !$0.isEmpty }.joined(
            separator: words["gap.colon"] + words["gap.sentence"]), indent: 2)
      }
    }
    return page
  }
}
