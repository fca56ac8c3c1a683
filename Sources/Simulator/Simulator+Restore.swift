import FoundationEssentials
import StoreModel

extension Simulator {
  /// Sends a restored copy of each purchase that can be restored, then says that it is finished.
  ///
  /// Each copy is a new transaction that waits in the queue; `originalID` names the first one. A
  /// call while another one runs is ignored.
  package func restoreCompletedTransactions() async {
    guard !isRestoring else { return }
    isRestoring = true
    defer { isRestoring = false }
    guard await signIn() else { return send(.restoreFailed(.paymentCancelled)) }
    do throws(SimulatorError) {
      let copies = try restoredCopies()
      if !copies.isEmpty { send(.updated(copies.map(\.transaction))) }
      send(.restoreFinished)
    } catch {
      lastError = error
      send(.restoreFailed(.unknown))
    }
  }

  /// Writes all copies in one step; without anything to restore the disk is not touched.
  private func restoredCopies() throws(SimulatorError) -> [Entry] {
    let found = try books.read { try $0.restorable(for: account) } ?? []
    guard !found.isEmpty else { return [] }
    let signer = try openForBusiness()
    let copies = try books.commit { page in
      try page.restorable(for: account).map { purchase in
        var copy = purchase
        copy.id = try page.nextID()
        copy.state = .restored
        if copy.type == .nonConsumable { copy.purchaseDate = now }
        copy.signed = try signer.sign(copy, at: now)
        try page.insert(copy)
        return copy
      }
    }
    lastError = nil
    return copies
  }
}
