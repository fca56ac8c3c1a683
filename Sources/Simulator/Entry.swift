import FoundationEssentials
import StoreModel

/// One line of the books: a purchase, a failure or a restored copy, in the queue until finished.
struct Entry: Sendable, Hashable {
  var id: Int64
  var originalID: Int64
  /// The store account that it belongs to.
  var account: String
  var productID: String
  var type: ProductType
  /// Auto-renewables only.
  var groupID: String?
  var quantity: Int
  var state: State
  /// Why it failed; nil also where no reason was given.
  var error: StoreError?
  var purchaseDate: Date
  var originalPurchaseDate: Date
  var expirationDate: Date?
  var revocationDate: Date?
  var appAccountToken: UUID?
  /// For all of the quantity.
  var money: Money?
  /// The introductory offer that was used.
  var offer: UsedOffer?
  /// ISO 3166-1 alpha-3, as it was at the purchase.
  var storefront: String
  /// The billing event, which restored copies share with their original.
  var webOrderLineItemID: String?
  var signed: SignedTransaction?

  /// `purchased` and `failed` are final; `restored` is a copy of a purchase.
  enum State: String, Sendable, Hashable {
    case purchased, failed, restored
  }

  struct UsedOffer: Sendable, Hashable {
    var mode: Offer.PaymentMode
    /// From the purchase to the first regular charge.
    var length: SubscriptionPeriod
  }

  /// What the customer's device hears of it.
  var transaction: Transaction {
    Transaction(
      id: String(id), originalID: String(originalID), productID: productID, quantity: quantity,
      state: transactionState, purchaseDate: purchaseDate,
      originalPurchaseDate: originalPurchaseDate, expirationDate: expirationDate,
      revocationDate: revocationDate, webOrderLineItemID: webOrderLineItemID,
      appAccountToken: appAccountToken, price: money?.price, usedIntroductoryOffer: offer != nil,
      signed: signed)
  }

  private var transactionState: TransactionState {
    switch state {
    case .purchased: .purchased
    case .failed: .failed(error)
    case .restored: .restored
    }
  }
}
