extension AppState {
  /// What the text field filters or looks through.
  enum Field: Sendable, Hashable {
    case list, help, page
  }

  var field: Field {
    if helpScroll != nil { return .help }
    return [.products, .purchases, .store].contains(screenContext) ? .list : .page
  }

  /// What stands in the text field.
  var fieldText: String {
    switch field {
    case .list: products?.filter ?? ""
    case .help: helpFilter
    case .page: find
    }
  }

  mutating func setField(_ text: String) {
    switch field {
    case .list: products?.filter(by: text, words: words, statuses: statuses)
    case .help:
      helpFilter = text
      helpScroll = 0
    case .page:
      find = text
      goToMatch(from: findStart)
    }
  }

  /// Opens the text field; what it finds is counted from here.
  mutating func openField() {
    if field == .list { tab = .products }
    findStart = shownScroll
    isFiltering = true
  }

  /// The line of each match on the page.
  var matchLines: [Int] {
    guard field == .page, let search = PageSearch(find), let text = shownText(layout) else {
      return []
    }
    return search.lines(in: text.lines)
  }

  /// Goes to the next match below the last one, or the one above it; round the end.
  mutating func goToMatch(forward: Bool) {
    let lines = matchLines
    let next =
      forward
      ? lines.first { $0 > matchLine } ?? lines.first
      : lines.last { $0 < matchLine } ?? lines.last
    if let next { scroll(to: next) }
  }

  private mutating func goToMatch(from start: Int) {
    let lines = matchLines
    guard let line = lines.first(where: { $0 >= start }) ?? lines.first else { return }
    scroll(to: line)
  }

  /// Shows the page from a line on, as far as there is enough of it.
  private mutating func scroll(to line: Int) {
    matchLine = line
    if pages.isEmpty { fileScroll = line } else { pages[pages.count - 1].scroll = line }
  }
}
