import FoundationEssentials
import StoreModel

/// What one store account bought, and how its subscriptions stand.
struct Customer: Sendable, Hashable {
  let account: String
  /// In the order of their ids.
  private(set) var entries: [Entry] = []
  private(set) var lives: [Life] = []

  init(account: String) { self.account = account }

  subscript(id: Int64) -> Entry? {
    place(of: id).map { entries[$0] }
  }

  /// Writes an entry in the place of its id.
  mutating func put(_ entry: Entry) {
    guard let last = entries.last, entry.id <= last.id else {
      entries.append(entry)
      return
    }
    let index = entries.firstIndexSorted { $0.id >= entry.id }
    if index < entries.count, entries[index].id == entry.id {
      entries[index] = entry
    } else {
      entries.insert(entry, at: index)
    }
  }

  mutating func put(_ life: Life) {
    if let index = lives.firstIndex(where: { $0.key == life.key }) {
      lives[index] = life
    } else {
      lives.append(life)
    }
  }

  mutating func remove(_ ids: Set<Int64>) { entries.removeAll { ids.contains($0.id) } }
  mutating func remove(_ key: Life.Key) { lives.removeAll { $0.key == key } }

  func life(_ key: Life.Key) -> Life? { lives.first { $0.key == key } }

  /// Everything that waits to be finished, oldest first.
  var queue: [Entry] { entries.filter { !$0.isFinished } }

  /// What a restore brings back: finished purchases of what is kept for ever, and all finished
  /// periods of subscriptions; never consumables and non-renewing subscriptions.
  var restorable: [Entry] {
    entries.filter { entry in
      guard entry.state == .purchased, entry.isFinished else { return false }
      switch entry.type {
      case .autoRenewable: return true
      case .nonConsumable: return entry.id == entry.originalID && entry.revocation == nil
      case .consumable, .nonRenewing, .unknown: return false
      }
    }
  }

  /// The newest entry that an id means: a transaction's id, or a product's.
  func newest(_ id: String, where isMeant: (Entry) -> Bool) -> Entry? {
    if let number = Int64(id), let entry = self[number] { return isMeant(entry) ? entry : nil }
    return entries.last { $0.productID == id && isMeant($0) }
  }

  private func place(of id: Int64) -> Int? {
    let index = entries.firstIndexSorted { $0.id >= id }
    return index < entries.count && entries[index].id == id ? index : nil
  }
}

extension [Entry] {
  /// The first place at which the condition holds, where it holds for all that follow.
  fileprivate func firstIndexSorted(where holds: (Entry) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
