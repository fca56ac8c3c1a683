package import FoundationEssentials

package import StoreModel

extension TransactionMachine.Answer {
  /// What a judged proof means for the transaction it came with.
  ///
  /// Only a clear yes whose facts are those of the transaction hands anything over, and only a
  /// clear no is one: what could not be judged stays undecided.
  package init(
    _ verification: Verification, of transaction: Transaction, bundleID: String,
    type: ProductType, instance: String, now: Date
  ) {
    switch (verification.verdict, verification.trust) {
    case (.valid, _), (.local, .simulator):
      break
    case (.local, let trust):
      self = .doubtful(reason: "signed by \(trust.rawValue), not by this store")
      return
    case (.invalid, _):
      self = .doubtful(reason: verification.code)
      return
    case (.inconclusive, _), (.unreadable, _):
      self = .inconclusive(reason: verification.code)
      return
    }
    if let mismatch = verification.mismatch(with: transaction, bundleID: bundleID) {
      self = .no(reason: mismatch)
      return
    }
    // The proof's own dates decide, not the ones beside it.
    var proven = transaction
    proven.expirationDate = verification.date("expiresDate") ?? transaction.expirationDate
    proven.revocationDate = verification.date("revocationDate") ?? transaction.revocationDate
    let evidence = Evidence(verification)
    if proven.revocationDate != nil {
      self = .nothingToGive(reason: "revoked", evidence)
    } else if let expiration = proven.expirationDate, expiration <= now {
      self = .nothingToGive(reason: "expired", evidence)
    } else {
      let type = type == .unknown ? verification.productType : type
      self = .yes(Grant(proven, type: type, instance: instance), evidence)
    }
  }
}

extension Verification {
  /// The first fact that is not the transaction's, named; nil when they agree.
  fileprivate func mismatch(with transaction: Transaction, bundleID: String) -> String? {
    // A restored copy has an id of its own, and may carry the first purchase's proof.
    let id = transaction.signedID ?? transaction.id
    let originalID = transaction.signedOriginalID ?? transaction.originalID
    let ids = transaction.state == .restored ? [id, originalID] : [id]
    let required: [(name: String, allowed: [String])] = [
      ("bundleId", [bundleID]), ("productId", [transaction.productID]), ("transactionId", ids),
    ]
    for (name, allowed) in required where !allowed.contains(fact(name) ?? "") {
      return "\(name) is not the transaction's"
    }
    if let token = transaction.appAccountToken?.uuidString,
      fact("appAccountToken")?.uppercased() != token
    {
      return "appAccountToken is not the transaction's"
    }
    let optional = [
      ("originalTransactionId", originalID), ("quantity", "\(transaction.quantity)"),
    ]
    for (name, value) in optional {
      if let stated = fact(name), stated != value { return "\(name) is not the transaction's" }
    }
    return nil
  }

  fileprivate func date(_ name: String) -> Date? {
    fact(name).flatMap(Int64.init).map(Date.init(milliseconds:))
  }

  /// The kind of product, in the words of a signed transaction.
  fileprivate var productType: ProductType {
    switch fact("type") {
    case "Consumable": .consumable
    case "Non-Consumable": .nonConsumable
    case "Auto-Renewable Subscription": .autoRenewable
    case "Non-Renewing Subscription": .nonRenewing
    default: .unknown
    }
  }
}
