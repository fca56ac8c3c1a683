import StoreModel
import Text

/// The members that Apple documents for signed payloads, by the type of their values.
///
/// Names that are not listed may hold anything, and values of enumerations are never judged: the
/// App Store adds to both. A null counts as an absent member.
enum PayloadMembers {
  static let texts: Set<String> = [
    "appAccountToken", "applicationVersion", "autoRenewProductId", "billingPlanType", "bundleId",
    "bundleVersion", "consumptionRequestReason", "currency", "deviceVerification",
    "deviceVerificationNonce", "environment", "externalPurchaseId", "inAppOwnershipType",
    "notificationType", "notificationUUID", "offerDiscountType", "offerIdentifier", "offerPeriod",
    "originalApplicationVersion", "originalPlatform", "productId", "receiptType",
    "renewalBillingPlanType", "revocationType", "storefront", "subtype", "transactionReason",
    "type", "version",
  ]
  /// Signed documents inside a notification.
  static let tokens: Set<String> = [
    "signedAppTransactionInfo", "signedRenewalInfo", "signedTransactionInfo",
  ]
  static let integers: Set<String> = [
    "autoRenewStatus", "expirationIntent", "offerType", "price", "priceIncreaseStatus", "quantity",
    "renewalPrice", "revocationPercentage", "revocationReason", "status",
  ]
  /// Digits, which arrive as a text or as a number.
  static let identifiers: Set<String> = [
    "appAppleId", "appTransactionId", "originalTransactionId", "storefrontId",
    "subscriptionGroupIdentifier", "transactionId", "versionExternalIdentifier",
    "webOrderLineItemId",
  ]
  /// Milliseconds since 1970; Xcode writes fractions of them.
  static let dates: Set<String> = [
    "expiresDate", "gracePeriodExpiresDate", "originalPurchaseDate", "preorderDate",
    "purchaseDate", "receiptCreationDate", "recentSubscriptionStartDate", "renewalDate",
    "requestDate", "revocationDate", "signedDate", "tokenCreationDate",
  ]
  static let flags: Set<String> = ["isInBillingRetryPeriod", "isUpgraded"]
  /// Objects with members of this same table.
  static let objects: Set<String> = ["appData", "data", "externalPurchaseToken", "summary"]

  /// Refuses the first known member whose value has the wrong type.
  static func check(_ members: [JSONMember]) throws(Refusal) {
    for member in members where !member.node.isNull {
      if let expected = expectation(of: member) {
        throw Refusal(.payload, "\"\(member.key)\" must be \(expected)")
      }
      if objects.contains(member.key) { try check(member.node.members ?? []) }
    }
  }

  /// What the value should have been; nil when it is right, or when nothing is known about it.
  private static func expectation(of member: JSONMember) -> Sentence? {
    let (name, node) = (member.key, member.node)
    if texts.contains(name) || tokens.contains(name) {
      return node.string == nil ? "a text" : nil
    }
    if dates.contains(name) {
      return node.number.flatMap(milliseconds) == nil ? "a number of milliseconds since 1970" : nil
    }
    if integers.contains(name) {
      return node.number.map(isInteger) == true ? nil : "a whole number"
    }
    if identifiers.contains(name) {
      return node.string != nil || node.number.map(isInteger) == true
        ? nil : "a text, or a whole number"
    }
    if flags.contains(name) { return node.bool == nil ? "true or false" : nil }
    if objects.contains(name) { return node.members == nil ? "an object" : nil }
    return nil
  }

  /// A date's number; nil when it is beyond every calendar.
  static func milliseconds(_ digits: String) -> Double? {
    guard let value = Double(digits), abs(value) <= 1e19 else { return nil }
    return value
  }

  private static func isInteger(_ digits: String) -> Bool {
    if Int64(digits) != nil { return true }
    guard let value = Double(digits), abs(value) < 9_007_199_254_740_992 else { return false }
    return value == value.rounded()
  }
}
