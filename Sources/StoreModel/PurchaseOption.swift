package import FoundationEssentials

/// How a product is bought other than at its own price (`Product.PurchaseOption`).
package enum PurchaseOption: Sendable, Hashable {
  case promotionalOffer(id: String)
  case winBackOffer(id: String)
  /// A way to pay, such as `BillingPlan.monthly`.
  case billingPlan(String)

  /// The option of a product that a word names: the id of an offer, or the type of a plan in any
  /// case.
  ///
  /// An offer that the catalogue does not have is taken for a promotional one, which the store then
  /// refuses.
  package init(named word: String, of product: Product?) {
    let subscription = product?.subscription
    if let plan = subscription?.billingPlans.first(where: {
      $0.type.lowercased() == word.lowercased()
    }) {
      self = .billingPlan(plan.type)
    } else if subscription?.offers.contains(where: { $0.kind == .winBack && $0.id == word }) == true
    {
      self = .winBackOffer(id: word)
    } else {
      self = .promotionalOffer(id: word)
    }
  }

  /// The word that `init(named:of:)` reads.
  package var name: String {
    switch self {
    case .promotionalOffer(let id), .winBackOffer(let id): id
    case .billingPlan(let type): type
    }
  }
}

extension Product {
  /// The ways to buy it that have a name of their own, in the order of the catalogue.
  package var options: [PurchaseOption] {
    guard let subscription else { return [] }
    let plans = subscription.billingPlans
      .filter { $0.isEnabled && $0.type != BillingPlan.billedUpFront && $0.price != nil }
      .map { PurchaseOption.billingPlan($0.type) }
    let offers = subscription.offers.compactMap { offer -> PurchaseOption? in
      switch (offer.kind, offer.id) {
      case (.promotional, let id?): .promotionalOffer(id: id)
      case (.winBack, let id?): .winBackOffer(id: id)
      default: nil
      }
    }
    return plans + offers
  }
}

/// What an app asks its server to sign, so that a payment has a promotional offer.
package struct DiscountRequest: Sendable, Hashable {
  package var offerID: String
  package var productID: Product.ID
  package var appAccountToken: UUID
  package var nonce: UUID

  package init(offerID: String, productID: Product.ID, appAccountToken: UUID, nonce: UUID) {
    self.offerID = offerID
    self.productID = productID
    self.appAccountToken = appAccountToken
    self.nonce = nonce
  }
}

/// A promotional offer as the app's server signs it for one purchase (`SKPaymentDiscount`).
package struct PaymentDiscount: Sendable, Hashable {
  /// The offer's.
  package var identifier: String
  package var keyIdentifier: String
  package var nonce: UUID
  /// Base64 of the ECDSA signature; r and s, 32 bytes each.
  package var signature: String
  /// Milliseconds since 1970 at which it was signed.
  package var timestamp: Int64

  package init(
    identifier: String, keyIdentifier: String, nonce: UUID, signature: String, timestamp: Int64
  ) {
    self.identifier = identifier
    self.keyIdentifier = keyIdentifier
    self.nonce = nonce
    self.signature = signature
    self.timestamp = timestamp
  }

  /// What is signed: the parts with an invisible separator (U+2063) between them (Apple, "Generating
  /// a signature for promotional offers").
  package func message(
    bundleID: String, productID: Product.ID, appAccountToken: UUID
  ) -> String {
    [
      bundleID, keyIdentifier, productID, identifier, appAccountToken.uuidString.lowercased(),
      nonce.uuidString.lowercased(), "\(timestamp)",
    ].joined(separator: "\u{2063}")
  }
}

/// What the app's server gets wrong when it signs a promotional offer.
package enum DiscountFault: String, Sendable, Hashable, CaseIterable {
  /// It signs an offer that the product does not have.
  case unknownOffer = "unknown-offer"
  case wrongSignature = "wrong-signature"
  /// It names a key that the store does not know.
  case otherKey = "other-key"
  /// It signs for somebody else's purchase.
  case otherBuyer = "other-buyer"
  /// It hands out a signature of the day before yesterday.
  case expired
  /// It leaves the signature out.
  case incomplete
  /// The offer's price was changed in the store meanwhile.
  case stalePrice = "stale-price"
}
