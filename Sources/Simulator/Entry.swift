import FoundationEssentials
import StoreModel

/// One line of the books: a purchase, a request, a failure or a restored copy, in the queue until
/// finished.
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
  var revocation: Revocation?
  var appAccountToken: UUID?
  /// For all of the quantity; nil for what was never paid.
  var money: Money?
  var offer: UsedOffer?
  /// Which bill of a commitment it is; nil for what is paid up front.
  var bill: Bill?
  /// What was asked for, while it waits.
  var option: PurchaseOption?
  /// ISO 3166-1 alpha-3, as it was at the purchase.
  var storefront: String
  /// The billing event, which restored copies share with their original.
  var webOrderLineItemID: String?
  /// The purchase of which it is a restored copy.
  var copyOf: Int64?
  var isFinished = false
  /// A period that the store began by itself.
  var isRenewal = false
  /// Somebody of the family paid.
  var isShared = false
  /// A higher level took its place before its end.
  var isUpgraded = false
  /// A failure that the customer can still mend (`resolve`).
  var isInterrupted = false
  /// Until when a request waits.
  var waitsUntil: Date?
  /// When the books last said something new of it; its proof is of this date.
  var changeDate: Date

  /// `deferred` becomes `purchased` or `failed`; those are final; `restored` is a copy.
  enum State: String, Sendable, Hashable {
    case purchased, deferred, failed, restored
  }

  struct Revocation: Sendable, Hashable {
    var date: Date
    var kind: Kind

    enum Kind: String, Sendable, Hashable {
      case full, prorated, family
    }
  }

  struct UsedOffer: Sendable, Hashable {
    var kind: Offer.Kind
    var mode: Offer.PaymentMode
    /// How long this transaction has its price.
    var length: SubscriptionPeriod
    /// As the catalogue names it; introductory offers have none.
    var id: String?
  }

  /// Whether it is a purchase that the customer still has.
  var isKept: Bool { state == .purchased && revocation == nil }

  /// What the customer's device hears of it; the proof is added where one is wanted.
  var transaction: Transaction {
    Transaction(
      id: String(id), originalID: String(originalID), productID: productID, quantity: quantity,
      state: transactionState, purchaseDate: purchaseDate,
      originalPurchaseDate: originalPurchaseDate, expirationDate: expirationDate,
      revocationDate: revocation?.date, webOrderLineItemID: webOrderLineItemID,
      appAccountToken: appAccountToken, price: money?.price,
      usedIntroductoryOffer: offer?.kind == .introductory)
  }

  /// A purchase of the family comes as a restored one (WWDC 2020, "What's new with in-app purchase").
  private var transactionState: TransactionState {
    switch state {
    case .purchased: isShared ? .restored : .purchased
    case .deferred: .deferred
    case .failed: .failed(error)
    case .restored: .restored
    }
  }
}
