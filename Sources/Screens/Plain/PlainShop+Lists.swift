import Disclosure
import StoreModel
import Text

extension PlainShop {
  /// How many lines of a list are printed at once.
  private static let listed = 50
  /// The cells that a choice has for what it stands for.
  private static let detail = 60

  private var comma: String { state.words["file.comma"] }

  /// Prints the list or the page that stands open, from its beginning.
  mutating func printView() {
    printed = 0
    choices = nil
    if let page = state.pages.last {
      printPage(page.kind)
      return
    }
    switch state.tab {
    case .products: printProducts()
    case .purchases: printPurchases()
    case .file: printPage(state.filePage(columns: Self.unwrapped))
    case .store: printStore()
    }
  }

  /// Prints what follows in the last list; says so where it is at its end.
  mutating func printMore() {
    if let choices {
      printRest(of: choices.entries.count, from: \.choosing) { shop, index in
        shop.say(shop.line(of: choices.entries[index], number: index + 1))
      }
    } else if !state.pages.isEmpty || state.tab == .file {
      say(state.words["plain.noMore"])
    } else if state.tab == .store {
      printRest(of: state.storeEntries.count, from: \.printed) { shop, index in
        shop.sayStoreEntry(index)
      }
    } else if state.tab == .purchases {
      printRest(of: listedPurchases.count, from: \.printed) { shop, index in shop.sayPurchase(index)
      }
    } else {
      printRest(of: state.products?.matches.count ?? 0, from: \.printed) { shop, index in
        shop.sayProduct(index)
      }
    }
  }

  private mutating func printRest(
    of count: Int, from place: WritableKeyPath<PlainShop, Int>,
    _ sayEntry: (inout PlainShop, Int) -> Void
  ) {
    let start = self[keyPath: place]
    guard start < count else {
      say(state.words["plain.noMore"])
      return
    }
    let end = min(start + Self.listed, count)
    for index in start..<end { sayEntry(&self, index) }
    self[keyPath: place] = end
    if end < count { say(state.words["plain.more", ["n": String(count - end)]]) }
  }

  // MARK: Products

  private mutating func printProducts() {
    if let page = state.emptyShopPage(columns: Self.unwrapped) {
      printPage(page)
      return
    }
    guard let list = state.products, let reading = state.reading else { return }
    let total = list.count
    let count =
      list.filter.isEmpty
      ? state.words["file.products", ["n": String(total)]]
      : state.words[
        "list.count", ["shown": String(list.matches.count), "total": String(total)]]
    say(
      [
        state.line(reading.catalogue.name), state.words["env.simulator"],
        "\(state.line(reading.locale))/\(reading.storefront.countryCode)", count,
      ].joined(separator: comma))
    if let missing = state.missingText { say(missing) }
    guard !list.matches.isEmpty else {
      say(state.words["plain.noMatch", ["text": state.line(list.filter)]])
      return
    }
    printMore()
    if heard.isNew { say(state.words["plain.hint"]) }
    heard.isNew = false
  }

  /// Says a product of the list, under its heading where it is the first one there.
  private mutating func sayProduct(_ index: Int) {
    guard let list = state.products, let reading = state.reading else { return }
    let row = list.productRows[index]
    if row > 0, case .heading(let section) = list.rows[row - 1] {
      say(state.heading(section).text)
    }
    let product = list.products[list.matches[index]]
    var parts = [state.markedName(of: product, reading), price(of: product, reading)]
    parts.append(state.words["spoken.\(product.type.rawValue)"])
    let status = state.stateText(of: product).text
    if status != "-" { parts.append(status) }
    say("\(index + 1)  " + parts.joined(separator: comma))
  }

  /// The price, of a subscription with its period.
  private func price(of product: Product, _ reading: CatalogueReading) -> String {
    let price = state.priceText(product, reading)
    guard product.price != nil, let period = product.subscription?.period else { return price }
    return state.shown(reading.disclosures.billed(price, every: period))
  }

  // MARK: Purchases

  private mutating func printPurchases() {
    let purchases = state.queue.purchases
    listedPurchases = purchases.map(\.id)
    guard !purchases.isEmpty else {
      say(
        state.queue.mode == .opening ? state.words["why.opening"] : state.words["empty.purchases"])
      return
    }
    say(state.words["tab.purchases"] + comma + String(purchases.count))
    printMore()
  }

  private mutating func sayPurchase(_ index: Int) {
    let id = listedPurchases[index]
    guard let purchase = state.queue.purchases.first(where: { $0.id == id }) else { return }
    var parts = [
      state.name(ofProduct: purchase.productID), state.words["state.\(purchase.stage.rawValue)"],
      state.priceText(purchase),
    ]
    if let date = purchase.history.first?.date { parts.append(Moment(date).minute) }
    say("\(index + 1)  " + parts.joined(separator: comma))
  }

  // MARK: The store

  private mutating func printStore() {
    guard !state.storeRows.isEmpty else {
      say(state.words["store.notOpen"])
      return
    }
    say([state.words["tab.store"], state.words["env.simulator"]].joined(separator: comma))
    printMore()
    say(state.words["plain.store"])
  }

  /// Says a line of the store, under its heading where it is the first one there.
  private mutating func sayStoreEntry(_ index: Int) {
    let rows = state.storeRows
    let places = rows.indices.filter { rows[$0].entry != nil }
    guard places.indices.contains(index), let entry = rows[places[index]].entry else { return }
    if places[index] > 0, case .heading(let section) = rows[places[index] - 1] {
      say(state.words["panel.\(section.rawValue)"])
    }
    let parts = [entry.label, entry.value].filter { !$0.isEmpty }
    say("\(index + 1)  " + parts.joined(separator: state.words["gap.colon"] + " "))
  }

  // MARK: Choices

  /// Prints what an action can be given, each with its number.
  mutating func offer(_ action: Action, _ entries: [PaletteEntry]? = nil) {
    isAwaitingCatalogues = false
    let entries = entries ?? state.argumentOffers(for: action)
    guard !entries.isEmpty else { return }
    choices = Choices(action: action, entries: entries)
    choosing = 0
    say(text(of: action) + state.words["gap.colon"])
    printMore()
    say(state.words["plain.choose"])
  }

  /// Prints what the palette lists on the screens, if a line of the store has opened it.
  mutating func offerPalette() {
    guard let palette = state.palette, let action = palette.action else { return }
    state.palette = nil
    let typed = ([action.rawValue] + palette.lead).joined(separator: " ")
    guard !palette.entries.isEmpty else {
      say(state.words["plain.typeMore", ["typed": state.line(typed)]])
      return
    }
    choices = Choices(action: action, entries: palette.entries, lead: palette.lead)
    choosing = 0
    say(state.line(typed) + state.words["gap.colon"])
    printMore()
    say(state.words["plain.choose"])
  }

  private func line(of entry: PaletteEntry, number: Int) -> String {
    let prefix = "[\(number)] "
    let title =
      entry.title.hasPrefix(prefix) ? String(entry.title.dropFirst(prefix.count)) : entry.title
    var detail = Self.closed(entry.detail)
    if Cells.width(detail) > Self.detail { detail = Cells.fitted(detail, columns: Self.detail) }
    let parts = [title, entry.hint, detail].filter { !$0.isEmpty }
    return "\(number)  " + parts.joined(separator: comma)
  }

  // MARK: Pages

  private mutating func printPage(_ kind: AppState.Page.Kind) {
    switch kind {
    case .product:
      guard let product = state.selectedProduct else { return }
      printPage(state.productPage(of: product, columns: Self.unwrapped))
    case .purchase:
      guard let purchase = state.selectedPurchase else { return }
      printPage(state.purchasePage(of: purchase, columns: Self.unwrapped))
    case .verification(let isRaw):
      guard let purchase = state.selectedPurchase else { return }
      printPage(state.verificationPage(of: purchase, isRaw: isRaw, columns: Self.unwrapped))
    case .timeline:
      guard let life = state.lifeAtHand else { return }
      printPage(state.timelinePage(of: life, columns: Self.unwrapped, hasAxis: false))
    }
  }

  /// The width that pages are made at, where a fact never needs a second line.
  private static let unwrapped = 10_000

  /// Prints a page without its margin and without the blank lines at its ends.
  private mutating func printPage(_ page: PageText) {
    var lines = page.lines.map { Self.closed($0.text) }
    while lines.first?.isEmpty == true { lines.removeFirst() }
    while lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines {
      let indent = line.prefix { $0.isWhitespace }
      let text = String(line.dropFirst(indent.count))
      for row in Cells.wrapped(text, columns: columns - indent.count) { say(indent + row) }
    }
  }

  /// The line without the room between its columns, which a braille line has not.
  private static func closed(_ line: String) -> String {
    var text = ""
    var blanks = 0
    for character in line {
      blanks = character.isWhitespace ? blanks + 1 : 0
      if blanks <= 2 { text.append(character) }
    }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  // MARK: Questions

  /// Prints the question on top with its answers, each with its number.
  mutating func printQuestion() {
    guard let question = state.dialogs.last?.kind else { return }
    choices = nil
    var page = PageText(columns: Self.unwrapped, isTight: true)
    let (title, badge) = state.fill(&page, with: question)
    say([title, badge].filter { !$0.isEmpty }.joined(separator: comma))
    printPage(page)
    let labels = state.buttonLabels(of: question)
    for (index, label) in labels.enumerated() { say("\(index + 1)  " + label) }
    say(state.words["plain.answer", ["first": labels[0]]])
  }

  // MARK: Help

  /// Prints what can be typed here: an action's name, its key, and what it does.
  mutating func printHelp() {
    for id in ["plain.helpNumber", "plain.helpFilter", "plain.helpList", "plain.helpMore"] {
      say(state.words[id])
    }
    let context = state.screenContext
    for action in Action.spoken
    where action != .filter && state.canBeDone(action, in: context) {
      let names = [action.rawValue, key(of: action)].compactMap { $0 }.joined(separator: comma)
      say(names + state.words["gap.colon"] + state.words["gap.sentence"] + text(of: action))
    }
    say(state.words["plain.helpEnd"])
  }

  private func text(of action: Action) -> String {
    let text =
      switch action {
      case .close: state.words["plain.quit"]
      case .help: state.words["plain.help"]
      case .copy: state.words["plain.copy"]
      case .copyJSON: state.words["plain.copyJSON"]
      default: state.words["action.\(action.rawValue)"]
      }
    return action.asksFirst ? state.words["help.asksFirst", ["action": text]] : text
  }

  /// The letter that does the same; digits choose from a list here.
  private func key(of action: Action) -> String? {
    guard case .character(let character)? = state.keyMap.key(for: action, in: state.screenContext),
      !character.isWholeNumber, !character.isWhitespace
    else { return nil }
    return String(character)
  }
}

extension Line {
  /// What it says, without the margin of one blank.
  fileprivate var text: String {
    String(spans.map(\.text).joined().dropFirst())
  }
}

extension Action {
  /// Whether it moves on the screen or changes how it looks, and means nothing in lines.
  private var isOfScreen: Bool {
    switch self {
    case .up, .down, .first, .last, .halfPageUp, .halfPageDown, .pageUp, .pageDown, .otherPane,
      .nextMatch, .previousMatch, .showNextTime, .palette, .repaint, .suspend, .theme:
      true
    default: isOfBox
    }
  }

  /// Those that can be typed by name.
  static let spoken = allCases.filter { !$0.isOfScreen }
}
