import StoreModel

/// A line of the store panel: a heading, or something that can be selected.
enum StoreRow: Sendable, Hashable {
  case heading(Section)
  case entry(StoreEntry)

  /// What stands together under a heading, in the order of the panel.
  enum Section: String, Sendable, Hashable, CaseIterable {
    case waiting, clock, nextTime, store, accounts, subscriptions, money, more
  }

  var entry: StoreEntry? {
    if case .entry(let entry) = self { entry } else { nil }
  }
}

/// Something of the store that a tester sees, and mostly can change, in one line.
struct StoreEntry: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// A purchase that waits for somebody, by its transaction.
    case request(Transaction.ID)
    case clock, device
    case due(ClockReading.Due)
    case cancelNext
    case turn(StoreSwitch)
    case failure(StoreAPI)
    case withheld, published, speed, personality, discount
    case account(String)
    case addAccount
    case life(Transaction.ID)
    /// What was charged and given back in a currency.
    case money(String)
    /// A verb that belongs to nothing that has a line.
    case verb(String)
  }

  var kind: Kind
  /// Safe to print, as the value is.
  var label: String
  var value: String
  /// Whether it is other than in a store that nobody has touched.
  var isNotable = false
}
