import FoundationEssentials
package import StoreModel

extension Simulator {
  /// Takes a purchase back (`SKTestSession.refundTransaction`): the customer owns it no longer.
  ///
  /// The transaction comes to the queue once more, under its own id and with a revocation date in
  /// a new proof, and waits there until it is finished again. False for what is no purchase of
  /// this account, and for what was taken back before.
  package func refund(_ id: Transaction.ID) throws(SimulatorError) -> Bool {
    guard let number = Int64(id), try books.identity() != nil else { return false }
    let signer = try openForBusiness()
    let revoked = try books.commit { page -> Entry? in
      guard var entry = try page.purchase(number, account: account) else { return nil }
      entry.revocationDate = now
      entry.signed = try signer.sign(entry, at: now)
      try page.revoke(entry)
      return entry
    }
    guard let revoked else { return false }
    send(.updated([revoked.transaction]))
    return true
  }
}
