package import FoundationEssentials
package import StoreModel

/// One line of the journal: what became true of a purchase, and when.
package struct JournalRecord: Sendable, Hashable {
  package var entry: Entry
  package var purchaseID: Purchase.ID
  package var productID: Product.ID
  package var quantity: Int
  /// Where the purchase stands with this record.
  package var stage: PurchaseStage
  /// Whose transaction it is; nil where the entry has none.
  package var instance: String?
  package var date: Date
  package var wallDate: Date?

  package init(
    _ entry: Entry, purchaseID: Purchase.ID, productID: Product.ID, quantity: Int = 1,
    stage: PurchaseStage, instance: String? = nil, date: Date, wallDate: Date? = nil
  ) {
    self.entry = entry
    self.purchaseID = purchaseID
    self.productID = productID
    self.quantity = quantity
    self.stage = stage
    self.instance = instance
    self.date = date
    self.wallDate = wallDate
  }

  /// `<instance>/<transaction id>`, or nil where the entry has no transaction.
  package var transactionKey: String? {
    guard let instance, let id = entry.transactionID else { return nil }
    return "\(instance)/\(id)"
  }
}

/// What a record says.
package enum Entry: Sendable, Hashable {
  case intent(amount: Decimal?)
  case purchasing
  case deferred(Transaction)
  case failed(Transaction)
  case paid(Transaction)
  case tried(Transaction.ID, reason: String)
  case rejected(Transaction.ID, reason: String)
  /// Verified and handed over, in one: this record is the delivery.
  case delivered(Transaction.ID, Grant, Evidence)
  case settled(Transaction.ID, reason: String, Evidence)
  case finished(Transaction.ID)
  case closedUnpaid
  case revoked(Transaction.ID, Date)

  /// The word of the `kind` column.
  package var kind: String {
    switch self {
    case .intent: "INTENT"
    case .purchasing: "PURCHASING"
    case .deferred: "DEFERRED"
    case .failed: "FAILED"
    case .paid: "PAID_SEEN"
    case .tried: "TRY"
    case .rejected: "REJECTED"
    case .delivered: "DELIVERED"
    case .settled: "SETTLED"
    case .finished: "FINISHED"
    case .closedUnpaid: "CLOSED_UNPAID"
    case .revoked: "REVOKED"
    }
  }

  /// Whether it must be on the disk before the next step; the others ride with the next one.
  package var isDurable: Bool {
    switch self {
    case .purchasing, .tried, .finished: false
    default: true
    }
  }

  package var transactionID: Transaction.ID? {
    switch self {
    case .intent, .purchasing, .closedUnpaid: nil
    case .deferred(let transaction), .failed(let transaction), .paid(let transaction):
      transaction.id
    case .tried(let id, _), .rejected(let id, _), .delivered(let id, _, _),
      .settled(let id, _, _), .finished(let id), .revoked(let id, _):
      id
    }
  }
}

/// On what a delivery rests: the verifier's answer, without the proof.
package struct Evidence: Sendable, Hashable, Codable {
  package var verdict: String
  package var code: String
  package var trust: String

  package init(_ verification: Verification) {
    verdict = verification.verdict.rawValue
    code = verification.code
    trust = verification.trust.rawValue
  }
}
