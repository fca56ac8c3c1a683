import Text

extension AppState {
  private static let widestPalette = 76

  /// The palette over the screen: its field, the list, and what there is to say of the selected line.
  func box(of palette: Palette, layout: Layout) -> DialogBox {
    let hasBorder = !layout.isCompact
    let columns = min(layout.size.columns - (hasBorder ? 4 : 0), Self.widestPalette)
    let inner = columns - (hasBorder ? 2 : 0)
    let detail = detailLines(of: palette, columns: inner)
    let space = max(1, layout.size.rows - 3 - 2 - detail.count - (hasBorder ? 4 : 0))
    let height = min(space, max(palette.entries.count, 1))
    var position = palette.position
    position.reveal(row: position.selected, height: height, count: palette.entries.count)
    let (field, column) = fieldLine(of: palette, columns: inner)
    var rows = [field, Line(String(repeating: Glyph.horizontal, count: inner), .dim)]
    for index in position.top..<min(position.top + height, palette.entries.count) {
      rows.append(
        row(of: palette.entries[index], isSelected: index == position.selected, columns: inner))
    }
    if palette.entries.isEmpty {
      let place = palette.action == .clock ? nil : controlPlace(behind: palette.lead)
      let text =
        palette.text.isEmpty
        ? place.map { words["place.\($0.name)"] } ?? words["palette.empty"]
        : words["palette.nothing", ["text": palette.text]]
      rows.append(Line(" " + text).cut(to: inner))
    }
    rows += detail
    var cursor = Frame.Position(row: 0, column: column)
    if hasBorder {
      rows = Self.bordered(rows, columns: columns)
      cursor = Frame.Position(row: 1, column: column + 1)
    }
    return DialogBox(
      rows: rows, row: hasBorder ? 1 : 0, column: (layout.size.columns - columns) / 2,
      cursor: cursor, lastScroll: 0)
  }

  /// The prompt with the text, and at its right how many lines there are.
  private func fieldLine(of palette: Palette, columns: Int) -> (line: Line, column: Int) {
    var line = Line(" : ", .bold)
    if let action = palette.action { line.add(action.rawValue + " ", .bold) }
    for word in palette.lead { line.add(self.line(word) + " ", .bold) }
    let count = Line(place(palette.position.selected, of: palette.entries.count) + " ", .dim)
    let longest = max(1, columns - count.width - 8)
    if line.width > longest { line = line.dropping(line.width - longest) }
    let room = max(1, columns - line.width - count.width - 2)
    let text = Line(palette.text)
    line.add(text.width > room ? text.dropping(text.width - room) : text)
    let column = line.width
    let prompt = words[palette.action == nil ? "palette.prompt" : "palette.promptValue"]
    if palette.text.isEmpty, line.width + Cells.width(prompt) + 2 + count.width <= columns {
      line.add(" " + prompt, .dim)
    }
    return (.between(line, count, columns: columns), column)
  }

  private func row(of entry: PaletteEntry, isSelected: Bool, columns: Int) -> Line {
    var isDim = false
    if case .action(let action) = entry.choice { isDim = refusalAnywhere(of: action) != nil }
    let hint = Line(entry.hint.isEmpty ? "" : entry.hint + " ", isDim ? .dim : [.cyan, .bold])
    var line = Line(isSelected ? " > " : "   ", .bold)
    line.add(entry.title, isDim ? .dim : [])
    let row = Line.between(line, hint, columns: columns)
    return isSelected ? row.styled(.reverse) : row
  }

  /// Why the selected line cannot be done, or what it has no room for.
  private func detailLines(of palette: Palette, columns: Int) -> [Line] {
    guard let entry = palette.selected else { return [] }
    var page = PageText(columns: columns)
    if case .action(let action) = entry.choice {
      if let reason = refusalAnywhere(of: action) {
        page.paragraph(reason, .yellow)
      } else {
        page.paragraph(words["palette.name", ["name": entry.name]], .dim)
      }
    } else if !entry.detail.isEmpty {
      page.paragraph(entry.detail, .cyan)
    } else if Cells.width(entry.title) + Cells.width(entry.hint) + 5 > columns {
      page.paragraph(entry.title, .cyan)
    } else {
      return []
    }
    return [Line(String(repeating: Glyph.horizontal, count: columns), .dim)]
      + page.lines.prefix(4)
  }
}
