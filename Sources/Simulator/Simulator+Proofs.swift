import FoundationEssentials
package import StoreModel

extension Simulator {
  /// What is signed about a subscription's next renewal (`Product.SubscriptionInfo.RenewalInfo`).
  ///
  /// - Parameter originalID: of its first transaction.
  /// - Returns: nil where there is no such subscription.
  /// - Throws: what the tester chose for Subscription Status; an error of the books.
  package func renewalInfo(originalID: Transaction.ID) throws -> SignedTransaction? {
    let signer = try openForBusiness()
    let look = try look { machine, account in
      let life = machine.customer(account).lives.first { "\($0.originalID)" == originalID }
      return life.map { machine.renewalPayload($0, of: account, as: stamp(machine)) }
    }
    if let failure = look.failures[.subscriptionStatus] { throw failure.storeError }
    return try look.payload.map { try signer.sign($0, as: look.stamp) }
  }

  /// What is signed about the app itself (`AppTransaction.shared`).
  ///
  /// - Throws: what the tester chose for App Transaction; an error of the books.
  package func appTransaction() throws -> SignedTransaction {
    let signer = try openForBusiness()
    let look = try look { machine, account in
      let entries = machine.customer(account).entries
      return AppTransactionPayload(
        bundleID: bundleID, at: entries.map(\.changeDate).max() ?? machine.now,
        first: entries.first?.purchaseDate ?? machine.now, as: stamp(machine))
    }
    if let failure = look.failures[.appTransaction] { throw failure.storeError }
    return try signer.sign(look.payload, as: look.stamp)
  }

  /// What a proof is made of, at this moment.
  private struct Look<Payload> {
    var payload: Payload
    var stamp: Stamp
    var failures: [StoreAPI: SimulatedError]
  }

  private func look<Payload>(
    _ read: (StoreMachine, String) -> Payload
  ) throws(SimulatorError) -> Look<Payload> {
    try perform { machine, account in
      Look(
        payload: read(machine, account), stamp: stamp(machine),
        failures: machine.controls.failures)
    }
  }

  /// The environment that proofs name now: `Sandbox`, `Production` or `Xcode`.
  package var environment: String {
    answer(orElse: Stamp.sandbox) { machine, _ in stamp(machine) }.environment
  }

  /// As whom a machine signs now.
  func stamp(_ machine: StoreMachine) -> Stamp {
    Stamp(
      personality: machine.controls.personality, fault: machine.controls.failures[.verification],
      device: signer?.identity.instance ?? "")
  }
}
