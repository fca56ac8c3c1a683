import StoreModel

extension AppState {
  /// What StoreKit 2 tells the app of a purchase, in the names of its API.
  func storeKit2Text(of purchase: Purchase) -> String {
    switch purchase.stage {
    case .open: words["api.open"]
    case .deferred: ".pending"
    case .cancelled where purchase.history.contains { $0.stage == .deferred }:
      words["api.declined"]
    case .cancelled, .closedUnpaid: ".userCancelled"
    case .failed:
      purchase.error?.isCancelled == true
        ? ".userCancelled" : words["api.throws", ["error": Self.thrown(purchase.error)]]
    case .rejected: words["api.unverified", ["result": Self.result(".unverified", purchase)]]
    case .paid, .blocked, .delivered, .settled, .finished:
      ([words[Self.way(of: purchase), ["result": Self.result(".verified", purchase)]]]
        + extras(of: purchase)).joined(separator: words["file.comma"])
    }
  }

  /// How the transaction reaches the app: as the result of `purchase()`, or by itself.
  private static func way(of purchase: Purchase) -> String {
    if purchase.revocationDate != nil { return "api.revoked" }
    if purchase.fact("transactionReason") == "RENEWAL" { return "api.renewal" }
    if purchase.isRestored { return "api.restored" }
    return purchase.isOfAttempt ? "api.success" : "api.updates"
  }

  private static func result(_ verdict: String, _ purchase: Purchase) -> String {
    purchase.isOfAttempt ? ".success(\(verdict))" : verdict
  }

  /// What the decoded proof says beside: the offer, the family, an upgrade.
  private func extras(of purchase: Purchase) -> [String] {
    var extras: [(name: String, value: String)] = []
    if let type = purchase.fact("offerType"), let offer = Self.offers[type] {
      extras.append(("offer", offer))
    }
    if purchase.fact("inAppOwnershipType") == "FAMILY_SHARED" {
      extras.append(("ownershipType", ".familyShared"))
    }
    if purchase.fact("isUpgraded") == "true" { extras.append(("isUpgraded", "true")) }
    return extras.map { words["entry.fileSays", ["what": $0.name, "value": $0.value]] }
  }

  /// `Transaction.OfferType` by its raw value.
  private static let offers = [
    "1": ".introductory", "2": ".promotional", "3": ".code", "4": ".winBack",
  ]

  /// The error that `purchase()` throws in place of one of StoreKit 1.
  private static func thrown(_ error: StoreError?) -> String {
    guard let error, error.domain == StoreError.domain else { return "StoreKitError.unknown" }
    return switch error.code {
    case 3: "Product.PurchaseError.invalidQuantity"
    case 4: "Product.PurchaseError.purchaseNotAllowed"
    case 5: "Product.PurchaseError.productUnavailable"
    case 7: "StoreKitError.networkError"
    case 11: "Product.PurchaseError.invalidOfferIdentifier"
    case 12: "Product.PurchaseError.invalidOfferSignature"
    case 13: "Product.PurchaseError.missingOfferParameters"
    case 14: "Product.PurchaseError.invalidOfferPrice"
    case 18: "Product.PurchaseError.ineligibleForOffer"
    default: "StoreKitError.unknown"
    }
  }
}

extension Purchase {
  /// Whether an order of this device began it.
  fileprivate var isOfAttempt: Bool { !id.hasPrefix("tx-") && !isRestored }

  /// A decoded fact of its proof, as text; nil where there is none.
  fileprivate func fact(_ name: String) -> String? {
    switch verification?.facts.first(where: { $0.name == name })?.value {
    case .text(let text), .number(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .json, .null, nil: nil
    }
  }
}
