import FoundationEssentials
import StoreModel
import Text

/// The products of one reading in an order, and what the filter leaves of them.
///
/// Names, groups and orders are made once for a reading; the filter looks only at what it left
/// before, as long as its text grows. Nothing is made anew for a frame.
struct ProductList: Sendable {
  /// What the products are sorted by.
  enum Order: String, Sendable, Hashable, CaseIterable {
    /// As the file has them, group by group, under headings.
    case file
    case name, price, type
  }

  /// A row of the list: a heading, or a product by its index in the catalogue.
  enum Row: Sendable, Hashable {
    case heading(Section)
    case product(Int)
  }

  /// What stands together under a heading.
  enum Section: Sendable, Hashable {
    /// A subscription group, by its name as the file says it.
    case group(name: String, levels: Int)
    case nonRenewing, oneTime
  }

  let products: [Product]
  private let locale: String
  /// The name of each product in the shop's language.
  let names: [LocalizedText]
  /// Product indices in the order of the file, section by section.
  private let sections: [(section: Section, members: [Int])]
  private(set) var order = Order.file
  /// The index of every product, in the order of the screen.
  private var sorted: [Int]
  private(set) var filter = ""
  /// The filter's text as it is compared.
  private(set) var wanted: [UInt8] = []
  /// The rows that the filter leaves.
  private(set) var rows: [Row] = []
  /// For each product that the filter leaves, its row.
  private(set) var productRows: [Int] = []
  /// The indices of the products that the filter leaves, in the order of the screen.
  private(set) var matches: [Int] = []
  /// What the filter looks at, folded, for each product; made when the filter is first used.
  private var keys: [[UInt8]] = []
  /// The cells of each name as it is shown now.
  var nameColumns: [Int] { didSet { measure() } }
  private(set) var extent = Extent()
  var position = ListPosition()

  /// What the widest cells of the products that the filter leaves are made of.
  struct Extent: Sendable, Hashable {
    /// The cells of the longest name that is not cut.
    var name = 0
    var least: Decimal?
    var most: Decimal?
    var lacksPrice = false
    var periods: Set<SubscriptionPeriod> = []
  }

  /// A list of what the store offers of a catalogue: everything but the products in `missing`.
  init(catalogue: Catalogue, locale: String, without missing: Set<Product.ID> = []) {
    products = catalogue.products
    self.locale = locale
    names = Product.displayNames(of: products, for: locale)
    nameColumns = Array(repeating: 0, count: products.count)
    sections = Self.sections(of: catalogue, without: missing)
    sorted = sections.flatMap(\.members)
    matches = sorted
    layRows()
  }

  private static func sections(
    of catalogue: Catalogue, without missing: Set<Product.ID>
  ) -> [(section: Section, members: [Int])] {
    var groups: [String: [Int]] = [:]
    var order = catalogue.groups.map(\.id)
    var names = Dictionary(
      catalogue.groups.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    var nonRenewing: [Int] = []
    var oneTime: [Int] = []
    for (index, product) in catalogue.products.enumerated() where !missing.contains(product.id) {
      if let subscription = product.subscription {
        if names[subscription.groupID] == nil {
          names[subscription.groupID] = subscription.groupName
          order.append(subscription.groupID)
        }
        groups[subscription.groupID, default: []].append(index)
      } else if product.type == .nonRenewing {
        nonRenewing.append(index)
      } else {
        oneTime.append(index)
      }
    }
    var result: [(section: Section, members: [Int])] = []
    for id in order {
      guard let members = groups.removeValue(forKey: id) else { continue }
      let level = { (index: Int) in catalogue.products[index].subscription?.level ?? .max }
      let sorted = members.sorted { (level($0), $0) < (level($1), $1) }
      let name = names[id].flatMap { $0.isEmpty ? nil : $0 } ?? id
      result.append((.group(name: name, levels: Set(members.map(level)).count), sorted))
    }
    if !nonRenewing.isEmpty { result.append((.nonRenewing, nonRenewing)) }
    if !oneTime.isEmpty { result.append((.oneTime, oneTime)) }
    return result
  }

  private mutating func layRows() {
    rows = []
    productRows = []
    if order == .file {
      let left = matches.count == count ? nil : Set(matches)
      for (section, members) in sections {
        let shown = left.map { left in members.filter(left.contains) } ?? members
        guard !shown.isEmpty else { continue }
        rows.append(.heading(section))
        for index in shown {
          productRows.append(rows.count)
          rows.append(.product(index))
        }
      }
    } else {
      rows = matches.map(Row.product)
      productRows = Array(rows.indices)
    }
    measure()
  }

  private mutating func measure() {
    var extent = Extent()
    for index in matches {
      if nameColumns[index] <= NameRows.longest {
        extent.name = max(extent.name, nameColumns[index])
      }
      if let period = products[index].subscription?.period { extent.periods.insert(period) }
      guard let price = products[index].price else {
        extent.lacksPrice = true
        continue
      }
      extent.least = extent.least.map { min($0, price) } ?? price
      extent.most = extent.most.map { max($0, price) } ?? price
    }
    self.extent = extent
  }

  /// How many products the store offers, whatever the filter leaves.
  var count: Int { sorted.count }

  // MARK: Selection

  /// The index of the selected product in the catalogue; nil when the list is empty.
  private var selectedIndex: Int? {
    matches.indices.contains(position.selected) ? matches[position.selected] : nil
  }

  /// The selected product; nil when the list is empty.
  var selected: Product? { selectedIndex.map { products[$0] } }

  mutating func move(by step: Int) {
    position.move(by: step, count: matches.count)
  }

  /// Selects the product with this id, if the filter leaves it.
  mutating func select(id: String) -> Bool {
    guard let index = matches.firstIndex(where: { products[$0].id == id }) else { return false }
    position.selected = index
    return true
  }

  /// Lays the rows anew; the selection stays on its product, or goes to the first.
  private mutating func show(_ new: [Int]) {
    let chosen = selectedIndex
    matches = new
    layRows()
    position = ListPosition()
    position.selected = chosen.flatMap(new.firstIndex(of:)) ?? 0
  }

  /// The row of the selected product and how many heading rows belong above it.
  var selectedRow: (row: Int, lead: Int) {
    guard productRows.indices.contains(position.selected) else { return (0, 0) }
    let row = productRows[position.selected]
    if row > 0, case .heading = rows[row - 1] { return (row, 1) }
    return (row, 0)
  }

  // MARK: Filter

  /// Leaves the products in whose name, id, type or state `text` occurs.
  ///
  /// The selection stays on its product where the filter leaves it.
  mutating func filter(by text: String, words: Words, statuses: [String: ProductStatus]) {
    if keys.isEmpty {
      keys = products.indices.map { index in
        let product = products[index]
        return [
          names[index].text, product.id, words["type.\(product.type.rawValue)"],
          product.obstacle == nil ? "" : words["state.notSold"],
        ].map(Folding.bytes).reduce([]) { $0 + $1 + [Self.fieldEnd] }
      }
    }
    let candidates = text.hasPrefix(filter) ? matches : sorted
    let states = statuses.mapValues { Folding.bytes($0.text(words)) }
    let wanted = Folding.bytes(text)
    filter = text
    self.wanted = wanted
    show(
      candidates.filter { index in
        Folding.contains(wanted, in: keys[index])
          || states[products[index].id].map { Folding.contains(wanted, in: $0) } ?? false
      })
  }

  /// Stands between two fields, so that nothing is found across them; no byte of UTF-8.
  private static let fieldEnd: UInt8 = 0xFF

  // MARK: Order

  /// Puts the products in another order; the selection stays on its product.
  ///
  /// What is equal keeps the order of the file, and what has no price comes last.
  mutating func sort(by order: Order) {
    guard order != self.order else { return }
    self.order = order
    sorted = indices(in: order)
    let left = matches.count == count ? nil : Set(matches)
    show(left.map { left in sorted.filter(left.contains) } ?? sorted)
  }

  private func indices(in order: Order) -> [Int] {
    let file = sections.flatMap(\.members)
    switch order {
    case .file: return file
    case .name:
      let texts = names.map(\.text)
      let keys = Collation.keys(of: texts, locale: locale) ?? texts.map(Folding.bytes)
      return file.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
    case .price:
      return file.filter { products[$0].price != nil }
        .sorted { (products[$0].price ?? 0) < (products[$1].price ?? 0) }
        + file.filter { products[$0].price == nil }
    case .type:
      return ProductType.allCases.flatMap { type in file.filter { products[$0].type == type } }
    }
  }
}
