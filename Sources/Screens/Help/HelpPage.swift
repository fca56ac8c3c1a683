import Text

extension AppState {
  /// Every key of the screen below, from the key map, in two columns where there is room.
  func helpPage(columns: Int) -> PageText {
    var page = PageText(columns: columns)
    let entries = keyMap.entries(in: screenContext)
    for group in Binding.Group.allCases {
      let rows = entries.filter { $0.first?.group == group }.map(helpEntry).filter(isFound)
      guard !rows.isEmpty else { continue }
      page.heading(words["help.\(group.rawValue)"])
      add(rows, to: &page)
    }
    let marks = [("ok", "ok"), ("NO", "no"), ("!", "bang"), ("*", "standIn")].map {
      HelpEntry(keys: $0.0, text: words["mark.\($0.1)"])
    }.filter(isFound)
    if !marks.isEmpty {
      page.heading(words["help.marksTitle"])
      add(marks, to: &page)
    }
    if page.lines.isEmpty {
      page.paragraph("")
      page.paragraph(words["list.noMatch", ["text": self.line(helpFilter)]])
    }
    return page
  }

  /// Whether the entry has what is looked for, in its keys or its words.
  private func isFound(_ entry: HelpEntry) -> Bool {
    let text = Folding.bytes(entry.keys + " " + entry.text)
    return Folding.contains(Folding.bytes(helpFilter), in: text)
  }

  /// One entry of the help: keys, and what they do.
  struct HelpEntry: Sendable, Hashable {
    var keys: String
    var text: String
  }

  /// An entry of the key map in words; a key that asks first says so.
  func helpEntry(_ entry: [Binding]) -> HelpEntry {
    let text = entry.first.map { words[$0.word] } ?? ""
    let asks = entry.contains(where: \.action.asksFirst)
    return HelpEntry(
      keys: KeyMap.keys(of: entry).map(\.label).joined(separator: " "),
      text: asks ? words["help.asksFirst", ["action": text]] : text)
  }

  private func add(_ entries: [HelpEntry], to page: inout PageText) {
    let keys = 15
    guard page.columns >= 76 else {
      for entry in entries {
        page.fact(
          Line("  " + entry.keys, [.cyan, .bold]), entry.text, labelColumns: keys + 2)
      }
      return
    }
    let half = (page.columns - 2) / 2
    let rows = (entries.count + 1) / 2
    for row in 0..<rows {
      var line = cell(entries[row], keys: keys, columns: half)
      if row + rows < entries.count {
        line.pad(to: half + 1)
        line.add(cell(entries[row + rows], keys: keys, columns: half))
      }
      page.add(line)
    }
  }

  private func cell(_ entry: HelpEntry, keys: Int, columns: Int) -> Line {
    var line = Line("  ")
    line.addCell(entry.keys, columns: max(keys, Cells.width(entry.keys)), [.cyan, .bold])
    line.add("  " + entry.text)
    return line.cut(to: columns)
  }
}
