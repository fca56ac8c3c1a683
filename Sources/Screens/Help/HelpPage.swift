import Text

extension AppState {
  /// Every key of the screen below, from the key map, in as many columns as there is room for.
  func helpPage(columns: Int) -> PageText {
    var page = PageText(columns: columns)
    let bindings = KeyMap.bindings(in: screenContext)
    for group in Binding.Group.allCases {
      let entries = bindings.filter { $0.group == group }.map(helpEntry)
      guard !entries.isEmpty else { continue }
      page.heading(words["help.\(group.rawValue)"])
      add(entries, to: &page)
    }
    page.heading(words["help.marksTitle"])
    add(
      [("ok", "ok"), ("NO", "no"), ("!", "bang"), ("-", "none")].map {
        HelpEntry(keys: $0.0, text: words["mark.\($0.1)"])
      }, to: &page)
    page.blank()
    page.paragraph(words["help.marks"], .dim)
    return page
  }

  struct HelpEntry: Sendable, Hashable {
    var keys: String
    var text: String
  }

  /// The keys of a binding and what they do; a key that asks first says so.
  func helpEntry(_ binding: Binding) -> HelpEntry {
    let text = words[binding.word]
    return HelpEntry(
      keys: binding.keys.map(KeyMap.label).joined(separator: " "),
      text: binding.asksFirst ? words["help.asksFirst", ["action": text]] : text)
  }

  private func add(_ entries: [HelpEntry], to page: inout PageText) {
    let keys = 14
    let isDouble = page.columns >= 76
    let half = isDouble ? (page.columns - 2) / 2 : page.columns
    let rows = isDouble ? (entries.count + 1) / 2 : entries.count
    for row in 0..<rows {
      var line = Line()
      for index in [row, row + rows] where index < entries.count && (isDouble || index == row) {
        line.pad(to: index == row ? 1 : half)
        line.addCell(entries[index].keys, columns: keys, [.cyan, .bold])
        line.add("  ")
        var text = Line(entries[index].text)
        text = text.cut(to: max(0, half - keys - 4))
        line.add(text)
      }
      page.add(line)
    }
  }
}
