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

  var negated: Money { Money(milliunits: -milliunits, currencyCode: currencyCode) }

  /// A part of it, rounded down to the smallest coin.
  ///
  /// Currencies without coins below the unit are those of ISO 4217 with no minor unit.
  func share(_ part: Int64, of whole: Int64) -> Money {
    let coin: Int64 = Self.wholeCurrencies.contains(currencyCode) ? 1_000 : 10
    let amount = Decimal(milliunits) * Decimal(part) / Decimal(whole) / Decimal(coin)
    let coins = Int64(Double("\(amount)") ?? 0)
    return Money(milliunits: coins * coin, currencyCode: currencyCode)
  }

  private static let wholeCurrencies: Set = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
    "XAF", "XOF", "XPF",
  ]

  var price: Price { Price(Decimal(milliunits) / 1000, currencyCode) }
}
