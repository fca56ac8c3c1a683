package import FoundationEssentials

/// How a subscription stands, as the store says at this moment (`Product.SubscriptionInfo.Status`).
package struct SubscriptionStatus: Sendable, Hashable {
  /// The first transaction's.
  package var originalID: Transaction.ID
  package var groupID: String
  /// What the customer has now, or had last.
  package var productID: Product.ID
  package var state: RenewalState
  /// Until when the customer has it: the end of the paid period, or of the grace period.
  package var accessEnd: Date
  /// Whether somebody of the family pays for it.
  package var isShared: Bool
  package var willAutoRenew: Bool
  /// What it renews to (`autoRenewPreference`).
  package var nextProductID: Product.ID
  /// When and at what price it is charged next; nil when it is not.
  package var renewalDate: Date?
  package var renewalPrice: Price?
  /// The offers that the customer may take to come back, by their ids (`eligibleWinBackOfferIDs`).
  package var winBackOfferIDs: [String]

  package init(
    originalID: Transaction.ID, groupID: String, productID: Product.ID,
    state: RenewalState = .subscribed, accessEnd: Date, isShared: Bool = false,
    willAutoRenew: Bool = true, nextProductID: Product.ID? = nil, renewalDate: Date? = nil,
    renewalPrice: Price? = nil, winBackOfferIDs: [String] = []
  ) {
    self.originalID = originalID
    self.groupID = groupID
    self.productID = productID
    self.state = state
    self.accessEnd = accessEnd
    self.isShared = isShared
    self.willAutoRenew = willAutoRenew
    self.nextProductID = nextProductID ?? productID
    self.renewalDate = renewalDate
    self.renewalPrice = renewalPrice
    self.winBackOfferIDs = winBackOfferIDs
  }

  /// Whether another product takes the place of this one at the next renewal.
  package var isChanging: Bool { willAutoRenew && nextProductID != productID }
}
