import FoundationEssentials
import StoreModel

extension Simulator {
  /// Sends a restored copy of each purchase that can be restored, then says that it is finished.
  ///
  /// A call while another one runs is ignored; without anything to restore the disk is not touched.
  package func restoreCompletedTransactions() async {
    guard !isRestoring else { return }
    isRestoring = true
    defer { isRestoring = false }
    do throws(SimulatorError) {
      guard try await signInWhereAsked(for: .restore) else {
        return send(.restoreFailed(.paymentCancelled))
      }
      let failure = try perform { machine, account in
        let failure = machine.controls.failures[.appStoreSync]
        if failure == nil { machine.restore(account: account) }
        return failure
      }
      send(failure.map { .restoreFailed($0.storeError) } ?? .restoreFinished)
    } catch {
      lastError = error
      send(.restoreFailed(.unknown))
    }
  }
}
