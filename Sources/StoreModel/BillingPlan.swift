package import FoundationEssentials

/// A way to pay for a subscription, as files of version 5.0 name it beside the product's own price.
package struct BillingPlan: Sendable, Hashable {
  /// `BILLED_UPFRONT`, `MONTHLY`, or whatever else the file says.
  package var type: String
  /// One bill; nil where the file has no readable price.
  package var price: Decimal?
  /// All bills of the commitment together; nil where the file has no readable price.
  package var commitmentPrice: Decimal?
  package var isEnabled: Bool
  /// The file's own text of `price`, kept also where it is no number.
  package var rawPrice: String?
  /// The file's own text of `commitmentPrice`.
  package var rawCommitmentPrice: String?

  package init(
    type: String, price: Decimal?, commitmentPrice: Decimal? = nil, isEnabled: Bool = true,
    rawPrice: String? = nil, rawCommitmentPrice: String? = nil
  ) {
    self.type = type
    self.price = price
    self.commitmentPrice = commitmentPrice
    self.isEnabled = isEnabled
    self.rawPrice = rawPrice
    self.rawCommitmentPrice = rawCommitmentPrice
  }

  /// One bill for a whole period.
  package static let billedUpFront = "BILLED_UPFRONT"
  /// A bill each month, and twelve of them promised.
  package static let monthly = "MONTHLY"
}
