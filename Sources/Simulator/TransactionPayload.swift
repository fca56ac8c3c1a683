import FoundationEssentials
import StoreModel

/// What a signed transaction says, under Apple's names (`JWSTransactionDecodedPayload`).
///
/// Times are whole milliseconds since 1970, the price is in thousandths for the whole quantity.
struct TransactionPayload: Encodable {
  var transactionID: String
  var originalTransactionID: String
  var webOrderLineItemID: String?
  var bundleID: String
  var productID: String
  var subscriptionGroupIdentifier: String?
  var purchaseDate: Int64
  var originalPurchaseDate: Int64
  var expiresDate: Int64?
  var quantity: Int
  var type: String
  var appAccountToken: String?
  var inAppOwnershipType = "PURCHASED"
  var signedDate: Int64
  var revocationDate: Int64?
  /// 0 is "for another reason", which is what nobody gave one for.
  var revocationReason: Int?
  var offerType: Int?
  var offerDiscountType: String?
  var offerPeriod: String?
  var environment = "Sandbox"
  var storefront: String
  var storefrontID: String?
  var transactionReason = "PURCHASE"
  var currency: String?
  var price: Int64?

  init(_ entry: Entry, bundleID: String, signedDate: Date) {
    transactionID = String(entry.id)
    originalTransactionID = String(entry.originalID)
    webOrderLineItemID = entry.webOrderLineItemID
    self.bundleID = bundleID
    productID = entry.productID
    subscriptionGroupIdentifier = entry.groupID
    purchaseDate = Milliseconds(entry.purchaseDate).count
    originalPurchaseDate = Milliseconds(entry.originalPurchaseDate).count
    expiresDate = entry.expirationDate.map { Milliseconds($0).count }
    quantity = entry.quantity
    type = Self.word(for: entry.type)
    appAccountToken = entry.appAccountToken?.uuidString.lowercased()
    self.signedDate = Milliseconds(signedDate).count
    revocationDate = entry.revocation.map { Milliseconds($0.date).count }
    revocationReason = entry.revocation == nil ? nil : 0
    offerType = entry.offer.map { Self.number(of: $0.kind) }
    offerDiscountType = entry.offer.map { Self.word(for: $0.mode) }
    offerPeriod = entry.offer?.length.iso8601
    storefront = entry.storefront
    storefrontID = Self.storefrontIDs[entry.storefront]
    currency = entry.money?.currencyCode
    price = entry.money?.milliunits
  }

  /// Apple's numbers of storefronts, as far as signed samples show them; the others are left out.
  private static let storefrontIDs = ["USA": "143441"]

  private static func word(for type: ProductType) -> String {
    switch type {
    case .autoRenewable: "Auto-Renewable Subscription"
    case .nonConsumable: "Non-Consumable"
    case .consumable: "Consumable"
    case .nonRenewing: "Non-Renewing Subscription"
    case .unknown: "Unknown"
    }
  }

  private static func number(of kind: Offer.Kind) -> Int {
    switch kind {
    case .introductory: 1
    case .promotional: 2
    case .offerCode: 3
    case .winBack: 4
    }
  }

  private static func word(for mode: Offer.PaymentMode) -> String {
    switch mode {
    case .freeTrial: "FREE_TRIAL"
    case .payAsYouGo: "PAY_AS_YOU_GO"
    case .payUpFront: "PAY_UP_FRONT"
    }
  }

  private enum CodingKeys: String, CodingKey {
    case transactionID = "transactionId"
    case originalTransactionID = "originalTransactionId"
    case webOrderLineItemID = "webOrderLineItemId"
    case bundleID = "bundleId"
    case productID = "productId"
    case subscriptionGroupIdentifier, purchaseDate, originalPurchaseDate, expiresDate, quantity
    case type, appAccountToken, inAppOwnershipType, signedDate
    case revocationDate, revocationReason, offerType, offerDiscountType, offerPeriod
    case environment, storefront
    case storefrontID = "storefrontId"
    case transactionReason, currency, price
  }
}
