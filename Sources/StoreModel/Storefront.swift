package import FoundationEssentials

/// The country's shop: it decides the currency.
package struct Storefront: Sendable, Hashable {
  /// ISO 3166-1 alpha-3: `DEU`.
  package var countryCode: String
  /// ISO 3166-1 alpha-2: `DE`.
  package var regionCode: String
  /// ISO 4217: `EUR`.
  package var currencyCode: String
  package var name: String
  /// True where the currency of this storefront is our assumption; the page says so.
  package var isAssumed: Bool

  package init(
    countryCode: String, regionCode: String, currencyCode: String, name: String,
    isAssumed: Bool = false
  ) {
    self.countryCode = countryCode
    self.regionCode = regionCode
    self.currencyCode = currencyCode
    self.name = name
    self.isAssumed = isAssumed
  }
}

/// An amount of money in a currency.
package struct Price: Sendable, Hashable {
  package var amount: Decimal
  /// ISO 4217.
  package var currencyCode: String

  package init(_ amount: Decimal, _ currencyCode: String) {
    self.amount = amount
    self.currencyCode = currencyCode
  }
}
