/// A call of StoreKit that the file makes fail, or could: one row of Xcode's simulated errors.
package struct SimulatedFailure: Sendable, Hashable {
  package var api: StoreAPI
  /// What the call fails with; the file keeps the last choice while the row is off, too.
  package var error: SimulatedError
  package var isEnabled: Bool

  package init(api: StoreAPI, error: SimulatedError? = nil, isEnabled: Bool) {
    self.api = api
    self.error = error ?? api.presetError
    self.isEnabled = isEnabled
  }
}

/// The calls of StoreKit that Xcode can make fail, in the order of its file.
///
/// The raw value is our own word for each.
package enum StoreAPI: String, Sendable, Hashable, CaseIterable {
  case loadProducts = "products"
  case purchase
  /// The purchase succeeds, and its proof is not good.
  case verification
  case appStoreSync = "restore"
  case subscriptionStatus = "status"
  case appTransaction = "app-transaction"
  case manageSubscriptions = "manage"
  case refundRequest = "refund"
  case offerCodeRedeem = "redeem"

  /// The row of this call in `_storeKitErrors`; nil for a name that no row has.
  package init?(fileName: String) {
    guard let api = Self.allCases.first(where: { $0.fileName == fileName }) else { return nil }
    self = api
  }

  /// The name of its row in `_storeKitErrors`.
  package var fileName: String {
    switch self {
    case .loadProducts: "Load Products"
    case .purchase: "Purchase"
    case .verification: "Verification"
    case .appStoreSync: "App Store Sync"
    case .subscriptionStatus: "Subscription Status"
    case .appTransaction: "App Transaction"
    case .manageSubscriptions: "Manage Subscriptions Sheet"
    case .refundRequest: "Refund Request Sheet"
    case .offerCodeRedeem: "Offer Code Redeem Sheet"
    }
  }

  /// The enumerations that its errors come from, its own one first.
  package var errorKinds: [SimulatedError.Kind] {
    switch self {
    case .purchase: [.purchase, .generic]
    case .refundRequest: [.refundRequest, .generic]
    case .verification: [.verification]
    case .loadProducts, .appStoreSync, .subscriptionStatus, .appTransaction, .manageSubscriptions,
      .offerCodeRedeem:
      [.generic]
    }
  }

  /// What its row fails with where the file chooses nothing: Xcode's own presets.
  package var presetError: SimulatedError {
    switch self {
    case .purchase: SimulatedError(kind: .purchase, index: 1)
    case .verification: SimulatedError(kind: .verification, index: 0)
    case .refundRequest: SimulatedError(kind: .refundRequest, index: 0)
    case .loadProducts, .appStoreSync, .subscriptionStatus: SimulatedError(kind: .generic, index: 2)
    case .appTransaction, .manageSubscriptions: SimulatedError(kind: .generic, index: 3)
    case .offerCodeRedeem: SimulatedError(kind: .generic, index: 4)
    }
  }
}

/// One of StoreKit's errors by its place in the enumeration that declares it.
///
/// That the file's `index` counts the cases in the order of their declaration is an assumption:
/// Xcode's presets make sense with it, and nobody has published it.
package struct SimulatedError: Sendable, Hashable {
  /// The enumeration, by the word of the file.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// `StoreKitError`
    case generic
    /// `Product.PurchaseError`
    case purchase
    /// `VerificationResult.VerificationError`
    case verification
    /// `Transaction.RefundRequestError`; the order of its cases is from memory.
    case refundRequest = "refund request"

    /// Its cases in the order of their declaration.
    package var names: [String] {
      switch self {
      case .generic:
        [
          "unknown", "userCancelled", "networkError", "systemError", "notAvailableInStorefront",
          "notEntitled", "unsupported", "invalidPresentationContext",
        ]
      case .purchase:
        [
          "invalidQuantity", "productUnavailable", "purchaseNotAllowed", "ineligibleForOffer",
          "invalidOfferIdentifier", "invalidOfferPrice", "invalidOfferSignature",
          "missingOfferParameters", "paymentMethodBindingConfigurationRequired",
        ]
      case .verification:
        [
          "revokedCertificate", "invalidCertificateChain", "invalidDeviceVerification",
          "invalidEncoding", "invalidSignature", "missingRequiredProperties",
        ]
      case .refundRequest: ["duplicateRequest", "failed"]
      }
    }
  }

  package var kind: Kind
  /// As the file has it, also where no case stands there.
  package var index: Int

  package init(kind: Kind, index: Int) {
    self.kind = kind
    self.index = index
  }

  /// An error of `api` by the name of its case or by its index, its own enumeration first.
  package init?(api: StoreAPI, named text: String) {
    guard let error = Self.all(for: api).first(where: { $0.name == text || "\($0.index)" == text })
    else { return nil }
    self = error
  }

  /// Everything that `api` can fail with, its own enumeration first.
  package static func all(for api: StoreAPI) -> [SimulatedError] {
    api.errorKinds.flatMap { kind in
      kind.names.indices.map { SimulatedError(kind: kind, index: $0) }
    }
  }

  /// `StoreKitError.unknown`, which everything that nobody knows counts as.
  package static let unknown = SimulatedError(kind: .generic, index: 0)

  /// The name of its case; nil for an index that has none.
  package var name: String? { kind.names.indices.contains(index) ? kind.names[index] : nil }

  /// What StoreKit 1's queue reports in its place.
  package var storeError: StoreError {
    switch (kind, name) {
    case (.generic, "userCancelled"): .paymentCancelled
    case (.generic, "networkError"): .cloudServiceNetworkConnectionFailed
    case (.generic, "notAvailableInStorefront"), (.purchase, "productUnavailable"):
      .storeProductNotAvailable
    case (.purchase, "invalidQuantity"): .paymentInvalid
    case (.purchase, "purchaseNotAllowed"): .paymentNotAllowed
    case (.purchase, "ineligibleForOffer"): .ineligibleForOffer
    case (.purchase, "invalidOfferIdentifier"): .invalidOfferIdentifier
    case (.purchase, "invalidOfferPrice"): .invalidOfferPrice
    case (.purchase, "invalidOfferSignature"): .invalidSignature
    case (.purchase, "missingOfferParameters"): .missingOfferParams
    default: .unknown
    }
  }
}
