import FoundationEssentials
import StoreModel

/// What a signed transaction says, under Apple's names (`JWSTransactionDecodedPayload`).
///
/// Times are milliseconds since 1970, the price is in thousandths for the whole quantity; Xcode
/// signs none.
struct TransactionPayload: Encodable {
  var transactionID: String?
  var originalTransactionID: String
  var webOrderLineItemID: String?
  var bundleID: String
  var productID: String
  var subscriptionGroupIdentifier: String?
  var purchaseDate: SignedDate
  var originalPurchaseDate: SignedDate
  var expiresDate: SignedDate?
  var quantity: Int
  var type: String
  var appAccountToken: String?
  var inAppOwnershipType: String
  var signedDate: SignedDate
  var revocationDate: SignedDate?
  /// 0 is "for another reason", which is what nobody gave one for; a family has none.
  var revocationReason: Int?
  var revocationType: String?
  /// Said only where a higher level took its place.
  var isUpgraded: Bool?
  var offerType: Int?
  var offerDiscountType: String?
  var offerPeriod: String?
  /// Promotional and win-back offers and codes; introductory ones have none.
  var offerIdentifier: String?
  var billingPlanType: String?
  var commitmentInfo: CommitmentInfo?
  var environment: String
  var storefront: String
  var storefrontID: String?
  var transactionReason: String
  var currency: String?
  var price: Int64?
  var deviceVerification: String?
  var deviceVerificationNonce: String?

  init(_ entry: Entry, bundleID: String, signedDate: Date, as stamp: Stamp = .sandbox) {
    let isXcode = stamp.personality == .xcode
    transactionID = stamp.has(fault: "missingRequiredProperties") ? nil : stamp.id(entry.id)
    originalTransactionID = stamp.id(entry.originalID)
    webOrderLineItemID =
      isXcode ? entry.webOrderLineItemID.map { _ in stamp.id(entry.id) } : entry.webOrderLineItemID
    // Nothing here knows devices, so a proof for another one is a proof for another app.
    self.bundleID = bundleID + (stamp.has(fault: "invalidDeviceVerification") ? ".other" : "")
    environment = stamp.environment
    productID = entry.productID
    subscriptionGroupIdentifier = entry.groupID
    purchaseDate = stamp.date(entry.purchaseDate, of: entry.id)
    originalPurchaseDate = stamp.date(entry.originalPurchaseDate, of: entry.originalID)
    expiresDate = entry.expirationDate.map { stamp.date($0, of: entry.id) }
    quantity = entry.quantity
    type = Self.word(for: entry.type)
    appAccountToken = entry.appAccountToken?.uuidString.lowercased()
    // No certificate of the store lives that long: offline nothing else shows that one is revoked.
    let isLate = stamp.has(fault: "revokedCertificate")
    self.signedDate = stamp.date(isLate ? Self.afterAll : signedDate, of: entry.id + 1)
    revocationDate = entry.revocation.map { stamp.date($0.date, of: entry.id) }
    revocationReason = entry.revocation.flatMap { $0.kind == .family ? nil : 0 }
    revocationType = entry.revocation.map { Self.word(for: $0.kind) }
    inAppOwnershipType = entry.isShared ? "FAMILY_SHARED" : "PURCHASED"
    transactionReason = entry.isRenewal ? "RENEWAL" : "PURCHASE"
    isUpgraded = entry.isUpgraded ? true : isXcode && entry.groupID != nil ? false : nil
    billingPlanType = entry.bill?.plan
    commitmentInfo = entry.bill.map(CommitmentInfo.init)
    offerType = entry.offer.map { Self.number(of: $0.kind) }
    offerDiscountType = isXcode ? nil : entry.offer.map { Self.word(for: $0.mode) }
    offerPeriod = isXcode ? nil : entry.offer?.length.iso8601
    offerIdentifier = entry.offer?.id
    storefront = entry.storefront
    storefrontID = Self.storefrontIDs[entry.storefront]
    currency = isXcode ? nil : entry.money?.currencyCode
    price = isXcode ? nil : entry.money?.milliunits
    let device = stamp.deviceVerification(for: entry.id, "transaction")
    (deviceVerification, deviceVerificationNonce) = (device?.digest, device?.nonce)
  }

  /// A day after the last certificate's end.
  private static let afterAll = Date(timeIntervalSince1970: 2_524_694_400)

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

  private static func word(for kind: Entry.Revocation.Kind) -> String {
    switch kind {
    case .full: "REFUND_FULL"
    case .prorated: "REFUND_PRORATED"
    case .family: "FAMILY_REVOKE"
    }
  }

  static func number(of kind: Offer.Kind) -> Int {
    switch kind {
    case .introductory: 1
    case .promotional: 2
    case .offerCode: 3
    case .winBack: 4
    }
  }

  static func word(for mode: Offer.PaymentMode) -> String {
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
    case revocationDate, revocationReason, revocationType, isUpgraded
    case offerType, offerDiscountType, offerPeriod, offerIdentifier
    case billingPlanType, commitmentInfo
    case environment, storefront
    case storefrontID = "storefrontId"
    case transactionReason, currency, price
    case deviceVerification, deviceVerificationNonce
  }
}

/// Where in a commitment a transaction stands (`commitmentInfo`).
struct CommitmentInfo: Encodable {
  var billingPeriodNumber: Int
  var totalBillingPeriods: Int
  /// Thousandths, all bills together.
  var commitmentPrice: Int64
  var commitmentExpiresDate: Int64

  init(_ bill: Bill) {
    billingPeriodNumber = bill.number
    totalBillingPeriods = bill.count
    commitmentPrice = bill.total.milliunits
    commitmentExpiresDate = Milliseconds(bill.end).count
  }
}
