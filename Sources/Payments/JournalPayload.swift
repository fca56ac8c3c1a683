import FoundationEssentials
import StoreModel

/// What a record carries beside its keys, as JSON.
struct JournalPayload: Codable {
  var amount: String?
  var transaction: StoredTransaction?
  var error: StoredError?
  var reason: String?
  var evidence: Evidence?
  var grant: String?
  var revocationDate: Int64?

  init(_ entry: Entry) {
    switch entry {
    case .intent(let amount): self.amount = amount.map { "\($0)" }
    case .purchasing, .finished, .closedUnpaid: break
    case .deferred(let transaction), .paid(let transaction):
      self.transaction = StoredTransaction(transaction)
    case .failed(let transaction):
      self.transaction = StoredTransaction(transaction)
      if case .failed(let error?) = transaction.state { self.error = StoredError(error) }
    case .tried(_, let reason), .rejected(_, let reason): self.reason = reason
    case .delivered(_, let grant, let evidence):
      self.grant = grant.key
      self.evidence = evidence
    case .settled(_, let reason, let evidence):
      self.reason = reason
      self.evidence = evidence
    case .revoked(_, let date): revocationDate = date.milliseconds
    }
  }

  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  /// Reads the JSON of a record; nil when it no longer decodes.
  init?(json: String) {
    guard let payload = try? JSONDecoder().decode(JournalPayload.self, from: Data(json.utf8)) else {
      return nil
    }
    self = payload
  }

  /// The transaction of a `DEFERRED`, `FAILED` or `PAID_SEEN` record.
  var storeTransaction: Transaction? {
    transaction?.transaction(failedWith: error.map { StoreError(domain: $0.domain, code: $0.code) })
  }

  struct StoredError: Codable {
    var domain: String
    var code: Int

    init(_ error: StoreError) {
      domain = error.domain
      code = error.code
    }
  }

  /// A transaction under Apple's wire names; dates in milliseconds since 1970.
  struct StoredTransaction: Codable {
    var transactionId: String
    var originalTransactionId: String
    var productId: String
    var quantity: Int
    var state: String
    var purchaseDate: Int64
    var originalPurchaseDate: Int64
    var expiresDate: Int64?
    var revocationDate: Int64?
    var webOrderLineItemId: String?
    var appAccountToken: UUID?
    var price: String?
    var currency: String?
    var usedIntroductoryOffer: Bool
    var signedTransactionId: String?
    var signedOriginalTransactionId: String?
    var signedTransaction: String?

    init(_ transaction: Transaction) {
      transactionId = transaction.id
      originalTransactionId = transaction.originalID
      productId = transaction.productID
      quantity = transaction.quantity
      state =
        switch transaction.state {
        case .purchasing: "purchasing"
        case .purchased: "purchased"
        case .restored: "restored"
        case .deferred: "deferred"
        case .failed: "failed"
        }
      purchaseDate = transaction.purchaseDate.milliseconds
      originalPurchaseDate = transaction.originalPurchaseDate.milliseconds
      expiresDate = transaction.expirationDate?.milliseconds
      revocationDate = transaction.revocationDate?.milliseconds
      webOrderLineItemId = transaction.webOrderLineItemID
      appAccountToken = transaction.appAccountToken
      price = transaction.price.map { "\($0.amount)" }
      currency = transaction.price?.currencyCode
      usedIntroductoryOffer = transaction.usedIntroductoryOffer
      signedTransactionId = transaction.signedID
      signedOriginalTransactionId = transaction.signedOriginalID
      signedTransaction = transaction.signed?.jwsRepresentation
    }

    func transaction(failedWith error: StoreError?) -> Transaction? {
      let states: [String: TransactionState] = [
        "purchasing": .purchasing, "purchased": .purchased, "restored": .restored,
        "deferred": .deferred, "failed": .failed(error),
      ]
      guard let state = states[state] else { return nil }
      var paid: Price?
      if let price, let amount = Decimal(string: price), let currency {
        paid = Price(amount, currency)
      }
      var transaction = Transaction(
        id: transactionId, originalID: originalTransactionId, productID: productId,
        quantity: quantity, state: state, purchaseDate: Date(milliseconds: purchaseDate),
        originalPurchaseDate: Date(milliseconds: originalPurchaseDate),
        expirationDate: expiresDate.map(Date.init(milliseconds:)),
        revocationDate: revocationDate.map(Date.init(milliseconds:)),
        webOrderLineItemID: webOrderLineItemId, appAccountToken: appAccountToken, price: paid,
        usedIntroductoryOffer: usedIntroductoryOffer,
        signed: signedTransaction.map(SignedTransaction.init))
      transaction.signedID = signedTransactionId
      transaction.signedOriginalID = signedOriginalTransactionId
      return transaction
    }
  }
}

extension Date {
  /// Milliseconds since 1970, as the store writes dates.
  var milliseconds: Int64 {
    let value = (timeIntervalSince1970 * 1000).rounded()
    return Int64(exactly: value) ?? (value < 0 ? .min : .max)
  }

  init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
