import Disclosure
import StoreModel
import Text

/// The products of one reading in the order of the screen, and what the filter leaves of them.
///
/// The grouping is made once for a reading; the filter looks only at what it left before, as long
/// as its text grows.
struct ProductList: Sendable {
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
  let locale: String
  /// Product indices in the order of the screen, section by section.
  private let sections: [(section: Section, members: [Int])]
  private(set) var filter = ""
  /// The rows that the filter leaves.
  private(set) var rows: [Row] = []
  /// For each product that the filter leaves, its row.
  private(set) var productRows: [Int] = []
  /// The indices of the products that the filter leaves.
  private(set) var matches: [Int] = []
  /// What the filter looks at, folded, for each product; made when the filter is first used.
  private var keys: [[UInt8]] = []
  var position = ListPosition()

  init(catalogue: Catalogue, locale: String) {
    products = catalogue.products
    self.locale = locale
    sections = Self.sections(of: catalogue)
    matches = sections.flatMap(\.members)
    layRows()
  }

  private static func sections(of catalogue: Catalogue) -> [(section: Section, members: [Int])] {
    var groups: [String: [Int]] = [:]
    var order = catalogue.groups.map(\.id)
    var names = Dictionary(
      catalogue.groups.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    var nonRenewing: [Int] = []
    var oneTime: [Int] = []
    for (index, product) in catalogue.products.enumerated() {
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
    let left = matches.count == products.count ? nil : Set(matches)
    for (section, members) in sections {
      let shown = left.map { left in members.filter(left.contains) } ?? members
      guard !shown.isEmpty else { continue }
      rows.append(.heading(section))
      for index in shown {
        productRows.append(rows.count)
        rows.append(.product(index))
      }
    }
  }

  /// The selected product; nil when the list is empty.
  var selected: Product? {
    matches.indices.contains(position.selected) ? products[matches[position.selected]] : nil
  }

  mutating func move(by step: Int) {
    position.move(by: step, count: matches.count)
  }

  /// Selects the product with this id, if the filter leaves it.
  mutating func select(id: String) -> Bool {
    guard let index = matches.firstIndex(where: { products[$0].id == id }) else { return false }
    position.selected = index
    return true
  }

  /// Leaves the products in whose name, id, type or state `text` occurs.
  ///
  /// The selection stays on its product where the filter leaves it.
  mutating func filter(by text: String, words: Words, statuses: [String: ProductStatus]) {
    if keys.isEmpty {
      keys = products.map { product in
        Folding.bytes(
          [
            product.displayName(for: locale).text, product.id,
            words["type.\(product.type.rawValue)"],
            product.obstacle == nil ? "" : words["state.notSold"],
          ].joined(separator: "\n"))
      }
    }
    let wanted = Folding.bytes(text)
    let chosen = selected?.id
    let states = statuses.mapValues { Folding.bytes($0.text(words)) }
    let candidates = text.hasPrefix(filter) ? matches : sections.flatMap(\.members)
    filter = text
    matches = candidates.filter { index in
      Folding.contains(wanted, in: keys[index])
        || states[products[index].id].map { Folding.contains(wanted, in: $0) } ?? false
    }
    layRows()
    position = ListPosition()
    if let chosen { _ = select(id: chosen) }
  }

  /// The row of the selected product and how many heading rows belong above it.
  var selectedRow: (row: Int, lead: Int) {
    guard productRows.indices.contains(position.selected) else { return (0, 0) }
    let row = productRows[position.selected]
    if row > 0, case .heading = rows[row - 1] { return (row, 1) }
    return (row, 0)
  }
}
