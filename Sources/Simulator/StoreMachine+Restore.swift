import FoundationEssentials
import StoreModel

extension StoreMachine {
  /// Makes a copy of each purchase that can be restored; each is a transaction of its own that waits
  /// in the queue, and names the first one.
  mutating func restore(account: String) {
    for purchase in customer(account).restorable {
      var copy = purchase
      copy.id = nextID()
      copy.state = .restored
      copy.copyOf = purchase.id
      copy.isFinished = false
      copy.changeDate = now
      if copy.type == .nonConsumable { copy.purchaseDate = now }
      save(copy)
    }
  }

  /// Ends a transaction's stay in the queue; one that is not there is already done, and one that is
  /// not decided stays.
  mutating func finish(_ id: Int64, account: String) {
    guard var entry = customer(account)[id], !entry.isFinished, entry.state != .deferred else {
      return
    }
    entry.isFinished = true
    save(entry, telling: false)
  }

  /// What was sold, or failed, for an attempt; restored copies and renewals are no history of it.
  func history(of token: UUID, account: String) -> [Entry] {
    customer(account).entries.filter {
      $0.appAccountToken == token && $0.state != .restored && !$0.isRenewal
    }
  }
}
