import Disclosure
import FoundationEssentials
import StoreModel
import Text

/// The shop as a conversation: the same state as on the screens, said line by line.
///
/// Nothing is drawn and nothing is repeated: a line is appended for each thing that changed. A list
/// or a page is said when it is opened; a question waits for a number.
package struct PlainShop: Sendable {
  private(set) var state: AppState
  /// Where the list goes on after `more`.
  private var listStart = 0
  private var told = Told()
  private var pending: [String] = []

  /// What was said already.
  private struct Told: Sendable {
    /// How many marks of each purchase; nil before the queue was first heard of.
    var marks: [Purchase.ID: Int]?
    var message: Message?
    var place: Place?
    var list: ListView?
    var dialog: Dialog?
    var palette: Palette?
  }

  /// The page that is open, and whatever else changes its text.
  private struct Place: Sendable, Hashable {
    var context: Context
    var id: String?
    var shop: [String]
    var isRaw: Bool
  }

  /// What a list shows: said anew when one of these changes.
  private struct ListView: Sendable, Hashable {
    var tab: AppState.Tab
    var shop: [String]
    var filter: String
    var order: ProductList.Order?
    var start: Int
    var isReadable: Bool
  }

  /// So wide that nothing is wrapped: that is left to whoever reads the lines.
  static let columns = 4_000
  static let listLength = 50

  package init(_ state: AppState) {
    self.state = state
    self.state.size = Size(columns: 80, rows: 24)
  }

  package mutating func handle(_ event: AppEvent) -> [AppEffect] {
    if case .resized = event { return [] }
    let effects = state.handle(event)
    if case .stillWorking(let seconds) = event, seconds > 0, seconds % 10 == 0 {
      pending.append(state.workText)
    }
    return effects
  }

  /// What is to be printed now; nothing where nothing has changed.
  package mutating func lines() -> [String] {
    var lines = pending
    pending = []
    lines += newMarks()
    if let message = state.message, message != told.message {
      lines.append(timed(message.text))
    }
    told.message = state.message
    lines += newPlace()
    if let dialog = state.dialogs.last, dialog != told.dialog { lines += question(dialog) }
    told.dialog = state.dialogs.last
    if let palette = state.palette, palette != told.palette { lines += choices(palette) }
    told.palette = state.palette
    return lines.map { Self.plain(state.isASCII ? ASCII.text($0) : $0) }
  }

  /// A line without the blanks that only a layout needs: at its ends, and more than two in a row.
  private static func plain(_ line: String) -> String {
    var result = ""
    var blanks = 0
    for character in line.first == " " ? line.dropFirst() : line[...] {
      blanks = character == " " ? blanks + 1 : 0
      if blanks < 3 { result.append(character) }
    }
    while result.last == " " { result.removeLast() }
    return result
  }

  /// What stands before the place where the next line is typed.
  package var prompt: String {
    let place =
      if state.dialogs.isEmpty, let action = state.palette?.action {
        action.rawValue
      } else if state.dialogs.isEmpty {
        state.words["screen.\(state.screenContext.rawValue)"]
      } else {
        state.words["plain.answer"]
      }
    let text = place + "> "
    return state.isASCII ? ASCII.text(text) : text
  }

  // MARK: What changed

  private func timed(_ text: String) -> String {
    state.now.map { "\(Moment($0).time)  \(text)" } ?? text
  }

  /// One line for each new stage of a purchase; what was there at the start is not news.
  private mutating func newMarks() -> [String] {
    guard state.queue.mode != .opening else { return [] }
    var marks: [Purchase.ID: Int] = [:]
    var lines: [(date: Double, text: String)] = []
    for purchase in state.queue.purchases {
      marks[purchase.id] = purchase.history.count
      guard let known = told.marks else { continue }
      let name = state.name(ofProduct: purchase.productID)
      for mark in purchase.history.dropFirst(known[purchase.id] ?? 0) {
        let step = state.words["step.\(mark.stage.rawValue)"]
        lines.append(
          (
            mark.date.timeIntervalSince1970,
            "\(Moment(mark.date).time)  \(name)\(state.words["plain.colon"])\(step)"
          ))
      }
    }
    told.marks = marks
    return lines.sorted { $0.date < $1.date }.map(\.text)
  }

  /// The page or the list, when another one is open than before.
  private mutating func newPlace() -> [String] {
    let place = place
    let list = listView
    defer { (told.place, told.list) = (place, list) }
    if place.context != .products, place.context != .purchases {
      return place == told.place ? [] : page()
    }
    return list == told.list ? [] : listLines()
  }

  private var shop: [String] {
    guard let reading = state.reading else { return [state.words["app.language"]] }
    return [
      reading.catalogue.name, reading.locale, reading.storefront.countryCode,
      state.words["app.language"], String(state.showsHidden),
    ]
  }

  private var place: Place {
    var isRaw = false
    if case .verification(let raw) = state.pages.last?.kind { isRaw = raw }
    let id: String? =
      switch state.screenContext {
      case .product: state.selectedProduct?.id
      case .purchase, .verification: state.selectedPurchase?.id
      default: nil
      }
    let context = state.screenContext
    let voice = [state.words["app.language"], String(state.showsHidden)]
    return Place(
      context: context, id: id, shop: context == .product ? shop : voice, isRaw: isRaw)
  }

  private var listView: ListView {
    ListView(
      tab: state.tab, shop: shop, filter: state.products?.filter ?? "",
      order: state.products?.order, start: listStart, isReadable: state.failedReading == nil)
  }

  private func page() -> [String] {
    let text: PageText =
      switch state.screenContext {
      case .product:
        state.selectedProduct.map { state.productPage(of: $0, columns: Self.columns) }
          ?? PageText(columns: Self.columns)
      case .purchase:
        state.selectedPurchase.map { state.purchasePage(of: $0, columns: Self.columns) }
          ?? PageText(columns: Self.columns)
      case .verification:
        state.selectedPurchase.map {
          state.verificationPage(of: $0, isRaw: place.isRaw, columns: Self.columns)
        } ?? PageText(columns: Self.columns)
      default: state.filePage(columns: Self.columns)
      }
    return Self.text(of: text)
  }

  private static func text(of page: PageText) -> [String] {
    page.lines.map { $0.spans.map(\.text).joined() }
  }

  // MARK: Lists

  private func listLines() -> [String] {
    if state.tab == .purchases { return purchaseLines() }
    if let page = state.emptyShopPage(columns: Self.columns) { return Self.text(of: page) }
    return productLines()
  }

  private func productLines() -> [String] {
    guard let list = state.products, let reading = state.reading else { return [] }
    var lines: [String] = []
    var number = 0
    for row in list.rows {
      switch row {
      case .heading(let section):
        if number >= listStart, number < listStart + Self.listLength {
          lines.append(state.headingText(section))
        }
      case .product(let index):
        number += 1
        guard number > listStart, number <= listStart + Self.listLength else { continue }
        lines.append(line(number, list.products[index], reading))
      }
    }
    if list.matches.isEmpty {
      lines.append(state.words["list.noMatch", ["text": state.line(list.filter)]])
    }
    return lines + rest(of: list.matches.count)
  }

  /// A product in one line: number, name, price with its period, kind, and what the customer has.
  private func line(_ number: Int, _ product: Product, _ reading: CatalogueReading) -> String {
    var price = state.priceText(product, reading)
    if product.price != nil, let period = product.subscription?.period {
      price =
        state.words[
          "sheet.rate",
          ["price": price, "period": state.shown(reading.disclosures.periodRate(period))]]
    }
    let standing = state.stateText(of: product).text
    let parts = [
      state.markedName(of: product, reading), price,
      state.words["type.\(product.type.rawValue)"],
    ]
    return "\(number)  "
      + (parts + (standing == "-" ? [] : [standing])).joined(separator: state.words["file.comma"])
  }

  private func purchaseLines() -> [String] {
    let purchases = state.queue.purchases
    guard !purchases.isEmpty else {
      return [state.words[state.queue.mode == .opening ? "why.opening" : "empty.purchases"]]
    }
    let shown = purchases.enumerated().dropFirst(listStart).prefix(Self.listLength)
    return shown.map { index, purchase in
      let parts = [
        state.name(ofProduct: purchase.productID),
        state.words["state.\(purchase.stage.rawValue)"], state.priceText(purchase),
        purchase.history.first.map { Moment($0.date).minute } ?? "-",
      ]
      return "\(index + 1)  " + parts.joined(separator: state.words["file.comma"])
    } + rest(of: purchases.count)
  }

  private func rest(of count: Int) -> [String] {
    let left = count - listStart - Self.listLength
    return left > 0 ? [state.words["plain.more", ["n": String(left)]]] : []
  }

  // MARK: Questions

  private func question(_ dialog: Dialog) -> [String] {
    let labels = state.buttonLabels(of: dialog.kind)
    return state.text(of: dialog, columns: Self.columns)
      + labels.enumerated().map { "\($0.offset + 1)  \($0.element)" }
  }

  private func choices(_ palette: Palette) -> [String] {
    let shown = palette.entries.prefix(20).enumerated().map { index, entry in
      let detail = entry.detail.isEmpty || entry.detail == entry.title ? "" : "  \(entry.detail)"
      let hint = entry.hint.isEmpty ? "" : "  (\(entry.hint))"
      return "\(index + 1)  \(entry.title)\(detail)\(hint)"
    }
    let left = palette.entries.count - shown.count
    return shown + (left > 0 ? [state.words["plain.narrow", ["n": String(left)]]] : [])
  }
}

// MARK: - What is typed

extension PlainShop {
  /// Takes a line: a number, an action by its name or its key, or a text to filter by.
  package mutating func read(line typed: String) -> [AppEffect] {
    let text = state.line(typed).trimmed
    state.message = nil
    told.message = nil
    defer { state.settle() }
    if !state.dialogs.isEmpty { return answer(text) }
    if state.palette != nil { return choose(text) }
    if text.isEmpty { return [] }
    if let number = Int(text) { return open(number) }
    if text.hasPrefix("/"), text.count > 1 { return filter(by: String(text.dropFirst())) }
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    return perform(words[0], with: words.count > 1 ? words[1].trimmed : "")
  }

  private mutating func answer(_ text: String) -> [AppEffect] {
    let count = state.dialogs.last?.buttonCount ?? 1
    switch text.lowercased() {
    case "", "n", "no", "q", "quit", "back", "否": return state.answer(0)
    case "y", "yes", "是": return state.answer(count - 1)
    case let text:
      if let number = Int(text), (1...count).contains(number) { return state.answer(number - 1) }
      told.dialog = nil
      return []
    }
  }

  private mutating func choose(_ text: String) -> [AppEffect] {
    guard var palette = state.palette else { return [] }
    if ["", "q", "quit", "back"].contains(text.lowercased()) {
      state.palette = nil
      return []
    }
    if let number = Int(text), palette.entries.indices.contains(number - 1) {
      return state.choose(palette.entries[number - 1])
    }
    palette.text = text
    palette.search()
    if palette.entries.count == 1 { return state.choose(palette.entries[0]) }
    if palette.entries.isEmpty, let action = palette.action {
      state.palette = nil
      return state.perform(action, argument: text)
    }
    state.palette = palette
    return []
  }

  /// Opens a row of the list by its number.
  private mutating func open(_ number: Int) -> [AppEffect] {
    guard select(number) else { return [] }
    state.pages = []
    return state.perform(.open)
  }

  /// Selects a row of the list by its number; says so when there is none.
  private mutating func select(_ number: Int) -> Bool {
    let count =
      state.tab == .purchases ? state.queue.purchases.count : state.products?.matches.count
    guard let count, state.tab != .file, (1...max(1, count)).contains(number), count > 0 else {
      pending.append(state.words["plain.noNumber", ["text": String(number)]])
      return false
    }
    if state.tab == .purchases {
      state.purchasePosition.selected = number - 1
    } else {
      state.products?.position.selected = number - 1
    }
    return true
  }

  private mutating func filter(by text: String) -> [AppEffect] {
    state.pages = []
    state.tab = .products
    listStart = 0
    state.products?.filter(by: text, words: state.words, statuses: state.statuses)
    return []
  }

  private mutating func perform(_ word: String, with rest: String) -> [AppEffect] {
    switch word.lowercased() {
    case "list":
      (state.pages, listStart, told.list) = ([], 0, nil)
      return []
    case "more":
      listStart += Self.listLength
      return []
    case "help", "?":
      pending += helpLines
      return []
    case "filter", "find": return filter(by: rest)
    default: break
    }
    guard let action = action(named: word) else { return [] }
    if let number = Int(rest), !action.takesArgument {
      guard select(number) else { return [] }
    } else if !rest.isEmpty {
      return perform(action, argument: rest)
    }
    if let reason = state.refusalAnywhere(of: action) {
      pending.append(reason)
      return []
    }
    if action == .close {
      return word.count == 1 && !state.pages.isEmpty ? state.perform(.back) : quit()
    }
    if action == .sort { return state.ask(for: .sort) }
    return state.perform(action)
  }

  private mutating func perform(_ action: Action, argument: String) -> [AppEffect] {
    guard action.takesArgument else {
      pending.append(state.words["plain.noArgument", ["name": action.rawValue]])
      return []
    }
    if let reason = state.refusalAnywhere(of: action) {
      pending.append(reason)
      return []
    }
    let asked = state.ask(for: action)
    return asked + choose(argument)
  }

  /// Closes everything, and the shop; a purchase under way is asked about.
  private mutating func quit() -> [AppEffect] {
    state.pages = []
    state.products?.filter(by: "", words: state.words, statuses: state.statuses)
    told.list = listView
    return state.close()
  }

  private static let actions: [Action] = Action.allCases.filter {
    switch $0 {
    case .up, .down, .first, .last, .halfPageUp, .halfPageDown, .pageUp, .pageDown, .otherPane,
      .palette, .repaint, .suspend, .nextMatch, .previousMatch, .theme:
      false
    default: !$0.isOfBox
    }
  }

  /// The action by its name, by the beginning of it alone, or by its key; what is near is said.
  private mutating func action(named word: String) -> Action? {
    if word.count == 1, let key = word.first,
      let action = state.keyMap.binding(for: .character(key), in: state.screenContext)?.action,
      Self.actions.contains(action)
    {
      return action
    }
    let name = word.lowercased()
    if let action = Self.actions.first(where: { $0.rawValue == name }) { return action }
    let found = Self.actions.filter { $0.rawValue.hasPrefix(name) }
    if found.count == 1 { return found[0] }
    let near =
      found.isEmpty
      ? Nearest.word(to: name, among: Self.actions.map(\.rawValue)).map { [$0] } ?? []
      : found.map(\.rawValue)
    let facts = ["text": word, "names": near.joined(separator: state.words["file.comma"])]
    pending.append(state.words[near.isEmpty ? "plain.unknown" : "plain.near", facts])
    return nil
  }

  private var helpLines: [String] {
    let rows = KeyTable(state.keyMap, state.words).rows
    let names = Set(Self.actions.map(\.rawValue))
    return [state.words["plain.help"], state.words["plain.helpList"]]
      + rows.filter { names.contains($0.name) && $0.name != "help" }.map {
        "\($0.name)\(state.words["plain.colon"])\($0.text)"
      }
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
