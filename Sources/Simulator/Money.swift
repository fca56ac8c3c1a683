import FoundationEssentials
import StoreModel

/// An amount as the books and a signed transaction count it: thousandths of the currency's unit.
struct Money: Sendable, Hashable {
  var milliunits: Int64
  /// ISO 4217.
  var currencyCode: String

  /// Up to 10¹² units, so that ten of them and their sum still fit.
  private static let range: ClosedRange<Int64> = 0...1_000_000_000_000_000

  init(milliunits: Int64, currencyCode: String) {
    self.milliunits = milliunits
    self.currencyCode = currencyCode
  }

  /// nil for what cannot be charged exactly: a negative, a huge, or a finer amount.
  init?(_ amount: Decimal, _ currencyCode: String) {
    guard let milliunits = Int64("\(amount * 1000)"), Self.range.contains(milliunits) else {
      return nil
    }
    self.init(milliunits: milliunits, currencyCode: currencyCode)
  }

  func times(_ count: Int) -> Money {
    Money(milliunits: milliunits * Int64(count), currencyCode: currencyCode)
  }

  var price: Price { Price(Decimal(milliunits) / 1000, currencyCode) }
}
