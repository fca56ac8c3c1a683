package import FoundationEssentials

/// An order for the store's queue.
package struct Payment: Sendable, Hashable {
  package var productID: String
  /// 1 to 10.
  package var quantity: Int
  /// The attempt this payment belongs to; it comes back in the transaction (`appAccountToken`).
  package var appAccountToken: UUID
  /// An offer or a plan; nil is the product's own price.
  package var option: PurchaseOption?
  /// The signature that a promotional offer needs (`paymentDiscount`).
  package var discount: PaymentDiscount?

  package init(
    productID: String, quantity: Int = 1, appAccountToken: UUID, option: PurchaseOption? = nil,
    discount: PaymentDiscount? = nil
  ) {
    self.productID = productID
    self.quantity = quantity
    self.appAccountToken = appAccountToken
    self.option = option
    self.discount = discount
  }
}

/// What the store says of one payment (`SKPaymentTransactionState`).
///
/// `purchasing` turns into exactly one of `purchased`, `failed`, `deferred`; `deferred` later into
/// `purchased` or `failed`. `restored` is a copy of an earlier purchase.
package enum TransactionState: Sendable, Hashable {
  case purchasing, purchased, restored, deferred
  /// The store may give no reason at all.
  case failed(StoreError?)
}

/// One entry of the store's queue: a purchase, a renewal, a restored copy or a failure.
package struct Transaction: Sendable, Hashable, Identifiable {
  /// Digits as text; the store's handle also for failed and deferred entries.
  package var id: String
  /// The first transaction of the same product or subscription.
  package var originalID: String
  package var productID: String
  package var quantity: Int
  package var state: TransactionState
  package var purchaseDate: Date
  package var originalPurchaseDate: Date
  package var expirationDate: Date?
  package var revocationDate: Date?
  /// One billing event of a subscription, the same on all devices.
  package var webOrderLineItemID: String?
  package var appAccountToken: UUID?
  package var price: Price?
  /// Whether an introductory offer was used (offer type 1).
  package var usedIntroductoryOffer: Bool
  /// The ids under which the proof names it and its original, where those are others: in Xcode's
  /// manner proofs count from 0.
  package var signedID: String?
  package var signedOriginalID: String?
  /// The proof, as StoreKit 2 signs it; nil for failed, purchasing and deferred ones.
  package var signed: SignedTransaction?

  package init(
    id: String, originalID: String? = nil, productID: String, quantity: Int = 1,
    state: TransactionState, purchaseDate: Date, originalPurchaseDate: Date? = nil,
    expirationDate: Date? = nil, revocationDate: Date? = nil, webOrderLineItemID: String? = nil,
    appAccountToken: UUID? = nil, price: Price? = nil, usedIntroductoryOffer: Bool = false,
    signed: SignedTransaction? = nil
  ) {
    self.id = id
    self.originalID = originalID ?? id
    self.productID = productID
    self.quantity = quantity
    self.state = state
    self.purchaseDate = purchaseDate
    self.originalPurchaseDate = originalPurchaseDate ?? purchaseDate
    self.expirationDate = expirationDate
    self.revocationDate = revocationDate
    self.webOrderLineItemID = webOrderLineItemID
    self.appAccountToken = appAccountToken
    self.price = price
    self.usedIntroductoryOffer = usedIntroductoryOffer
    self.signed = signed
  }
}

/// A transaction as StoreKit 2 hands it out: a compact JWS that prints as its length only.
package struct SignedTransaction: Sendable, Hashable, CustomStringConvertible {
  package var jwsRepresentation: String

  package init(_ jwsRepresentation: String) {
    self.jwsRepresentation = jwsRepresentation
  }

  package var description: String { "SignedTransaction(\(jwsRepresentation.utf8.count) bytes)" }
}

/// A failure of the store, by domain and code; texts of others never decide anything.
package struct StoreError: Error, Sendable, Hashable {
  /// `SKErrorDomain` for those of StoreKit 1.
  package var domain: String
  package var code: Int

  package init(domain: String, code: Int) {
    self.domain = domain
    self.code = code
  }

  package static let domain = "SKErrorDomain"
  /// The domain in which Apple's store itself answers.
  package static let serverDomain = "ASDServerErrorDomain"
  package static let unknown = StoreError(domain: domain, code: 0)
  package static let paymentCancelled = StoreError(domain: domain, code: 2)
  package static let paymentInvalid = StoreError(domain: domain, code: 3)
  package static let paymentNotAllowed = StoreError(domain: domain, code: 4)
  package static let storeProductNotAvailable = StoreError(domain: domain, code: 5)
  package static let cloudServiceNetworkConnectionFailed = StoreError(domain: domain, code: 7)
  package static let invalidOfferIdentifier = StoreError(domain: domain, code: 11)
  package static let invalidSignature = StoreError(domain: domain, code: 12)
  package static let missingOfferParams = StoreError(domain: domain, code: 13)
  package static let invalidOfferPrice = StoreError(domain: domain, code: 14)
  package static let ineligibleForOffer = StoreError(domain: domain, code: 18)

  /// The store's answer to a subscription that is active already, as Xcode's store gives it.
  package static let alreadySubscribed = StoreError(domain: serverDomain, code: 3532)
  /// A purchase that the customer has to settle something for first.
  package static let interrupted = StoreError(domain: serverDomain, code: 3038)

  package var isCancelled: Bool { self == .paymentCancelled }
}
