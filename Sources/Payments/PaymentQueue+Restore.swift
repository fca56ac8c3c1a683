package import StoreModel
import FoundationEssentials

extension PaymentQueue {
  /// A restore that is under way.
  struct Restoration {
    enum End: Hashable {
      case finished
      case failed(StoreError)
      /// The queue stopped or was closed.
      case interrupted
    }

    /// The original transactions of which a copy came.
    var originals: Set<Transaction.ID> = []
    var end: End?
    var customer: CheckedContinuation<Void, Never>?
  }

  /// Asks the store for copies of what can be restored, and says how many things are owned by it.
  ///
  /// What the ledger has already is counted, and not granted again. Copies without a clear proof
  /// are not counted; `restored(count: 0)` says that none of those that came is clear yet.
  package func restore() async -> RestoreOutcome {
    guard mode == .open else { return .notOpen }
    if let restoring { return await restoring.value }
    let task = Task { await restoreOnce() }
    restoring = task
    let outcome = await task.value
    restoring = nil
    return outcome
  }

  private func restoreOnce() async -> RestoreOutcome {
    restoration = Restoration()
    defer { restoration = nil }
    await doors.store.restoreCompletedTransactions()
    if restoration?.end == nil {
      await withCheckedContinuation { restoration?.customer = $0 }
    }
    await settle()
    await askStore()
    guard let restoration else { return .notOpen }
    switch restoration.end {
    case nil, .interrupted: return .notOpen
    case .failed(let error): return error.isCancelled ? .cancelled : .failed(error)
    case .finished: return outcome(of: restoration)
    }
  }

  private func outcome(of restoration: Restoration) -> RestoreOutcome {
    let now = doors.clock.now()
    let owned = entitlements.filter {
      $0.isActive(at: now) && restoration.originals.contains($0.originalID)
    }
    let isUnclear = machines.values.contains {
      $0.isUndecided && restoration.originals.contains($0.transaction?.originalID ?? "")
    }
    return owned.isEmpty && !isUnclear ? .nothingToRestore : .restored(count: owned.count)
  }

  func endRestoration(_ end: Restoration.End) {
    guard restoration?.end == nil else { return }
    restoration?.end = end
    restoration?.customer?.resume()
    restoration?.customer = nil
  }
}
