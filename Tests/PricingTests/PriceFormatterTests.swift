import Foundation
@testable import Pricing
import StoreModel
import Testing

/// A price and the text expected for it, exactly.
struct Sample: Sendable, CustomTestStringConvertible {
  var amount: String
  var currency: String
  var locale: String
  var text: String

  init(_ amount: String, _ currency: String, _ locale: String, _ text: String) {
    self.amount = amount
    self.currency = currency
    self.locale = locale
    self.text = text
  }

  var testDescription: String { "\(amount) \(currency) in \(locale)" }
}

private func price(_ amount: String, _ currency: String) throws -> Price {
  Price(try #require(Decimal(string: amount)), currency)
}

@Suite struct `A price in words` {
  @Test(arguments: [
    Sample("9.99", "USD", "en_US", "$9.99"),
    Sample("9.99", "USD", "de_DE", "9,99\u{A0}$"),
    Sample("9.99", "EUR", "de_DE", "9,99\u{A0}€"),
    Sample("9.99", "EUR", "de", "9,99\u{A0}€"),
    Sample("9.99", "EUR", "ja_JP", "€9.99"),
    Sample("9.99", "BRL", "pt_BR", "R$\u{A0}9,99"),
    Sample("9.99", "BRL", "en_US", "R$9.99"),
    Sample("4.99", "CNY", "zh_CN", "¥4.99"),
    Sample("600", "JPY", "zh_CN", "JP¥600"),
    Sample("6000", "JPY", "ja_JP", "¥6,000"),
    Sample("83.99", "USD", "fr_FR", "83,99\u{A0}$US"),
    Sample("12.345", "KWD", "en_US", "KWD\u{A0}12.345"),
    Sample("3990", "HUF", "hu_HU", "3990,00\u{A0}Ft"),
    Sample("19.99", "SAR", "ar_SA", "\u{200F}١٩٫٩٩\u{A0}ر.س.\u{200F}"),
    Sample("19.99", "SAR", "en_US", "SAR\u{A0}19.99"),
    Sample("0", "USD", "en_US", "$0.00"),
    Sample("1234567.5", "EUR", "de_DE", "1.234.567,50\u{A0}€"),
    Sample("4.99", "ZZZ", "en_US", "ZZZ\u{A0}4.99"),
  ])
  func `it is written as the locale writes that currency`(sample: Sample) throws {
    let formatter = PriceFormatter(locale: sample.locale)
    #expect(formatter.text(try price(sample.amount, sample.currency)) == sample.text)
  }

  @Test(arguments: [
    Sample("9.99", "USD", "en_US", "$9.99"),
    Sample("9.99", "EUR", "de_DE", "9,99 EUR"),
    Sample("9.99", "EUR", "en_US", "EUR 9.99"),
    Sample("1234.5", "EUR", "fr_FR", "1 234,50 EUR"),
    Sample("6000", "JPY", "ja_JP", "JPY 6,000"),
    Sample("12.3", "KWD", "en_US", "KWD 12.300"),
    Sample("3990", "HUF", "hu_HU", "3990,00 Ft"),
    Sample("1234567.5", "CHF", "de_CH", "1234567.50 CHF"),
    Sample("19.99", "SAR", "ar_SA", "19.99 SAR"),
  ])
  func `in ASCII the code stands in for a sign that is not`(sample: Sample) throws {
    let formatter = PriceFormatter(locale: sample.locale)
    #expect(formatter.asciiText(try price(sample.amount, sample.currency)) == sample.text)
  }

  @Test(arguments: [("4.5", "¥5"), ("4.49", "¥4"), ("0.5", "¥1"), ("5.5", "¥6")])
  func `an amount with too many digits is rounded half up`(amount: String, text: String) throws {
    #expect(PriceFormatter(locale: "ja_JP").text(try price(amount, "JPY")) == text)
  }

  @Test func `no digit of a large amount is lost`() throws {
    let large = try price("12345678901234567890123456789.99", "USD")
    #expect(
      PriceFormatter(locale: "en_US").text(large) == "$12,345,678,901,234,567,890,123,456,789.99")
  }
}

/// The case "noads" of five storefronts: the amount, its currency and the signs that say so.
private let shops: [(amount: String, currency: String, signs: [String])] = [
  ("4.99", "USD", ["$", "USD"]),
  ("4.99", "EUR", ["€", "EUR"]),
  ("600", "JPY", ["¥", "JPY", "￥"]),
  ("19.90", "BRL", ["R$", "BRL"]),
  ("19.99", "SAR", ["ر.س.", "SAR"]),
]

@Suite struct `The currency on the screen is the product's` {
  @Test(
    arguments: [
      "en_US", "de_DE", "fr_FR", "fr_CA", "es_MX", "pt_BR", "ja_JP", "ko_KR", "zh-Hans", "zh_TW",
      "ar_SA", "he_IL", "hi_IN", "ru_RU", "tr_TR", "sv_SE", "pl_PL", "uk_UA", "vi_VN", "th_TH",
    ])
  func `in every locale`(locale: String) throws {
    for shop in shops {
      let text = PriceFormatter(locale: locale).text(try price(shop.amount, shop.currency))
      #expect(shop.signs.contains { text.contains($0) }, "\(shop.currency) in \(locale): \(text)")
      for other in shops where other.currency != shop.currency {
        // `R$` holds `$`, so the dollar is looked for without the Brazilian sign.
        let rest = text.replacingOccurrences(of: shop.signs[0], with: "")
        #expect(
          !other.signs.contains { rest.contains($0) }, "\(shop.currency) in \(locale): \(text)")
      }
    }
  }
}

@Suite struct `The digits of a currency` {
  @Test(arguments: [("USD", 2), ("EUR", 2), ("HUF", 2), ("JPY", 0), ("KRW", 0), ("KWD", 3)])
  func `are the currency's own`(code: String, digits: Int) {
    #expect(PriceFormatter.currencyDigits(code) == digits)
  }

  @Test func `of an unknown currency are two`() {
    #expect(PriceFormatter.currencyDigits("ZZZ") == 2)
  }

  @Test(arguments: [
    ("4.99", "JPY", false), ("600", "JPY", true), ("600.00", "JPY", true), ("12.345", "KWD", true),
    ("12.345", "USD", false), ("0", "JPY", true), ("0.001", "USD", false), ("9.9", "USD", true),
  ])
  func `decide whether an amount fits`(amount: String, code: String, fits: Bool) throws {
    #expect(PriceFormatter.fits(try #require(Decimal(string: amount)), code) == fits)
  }
}

@Suite struct `The amount per month` {
  @Test(arguments: [
    ("6000", "JPY", "P1Y", "500"), ("83.99", "USD", "P1Y", "7.00"),
    ("12.345", "KWD", "P1Y", "1.029"),
    ("3990", "HUF", "P1Y", "332.50"), ("79.99", "USD", "P1Y", "6.67"),
    ("0.15", "USD", "P6M", "0.03"),
    ("0.05", "USD", "P2M", "0.03"), ("0.03", "USD", "P2M", "0.02"), ("1001", "JPY", "P2M", "501"),
    ("10", "USD", "P3M", "3.33"), ("20", "USD", "P3M", "6.67"), ("0.01", "USD", "P1Y", "0.00"),
    ("47.99", "USD", "P2Y", "2.00"),
  ])
  func `is exact division, rounded half up`(
    amount: String, currency: String, period: String, month: String
  ) throws {
    let period = try #require(SubscriptionPeriod(iso8601: period))
    let found = PriceFormatter.monthlyAmount(of: try price(amount, currency), period: period)
    #expect(found == (try price(month, currency)))
  }

  @Test(arguments: ["P1M", "P1W", "P52W", "P3D", "P400D"])
  func `is not made for a month, weeks or days`(period: String) throws {
    let period = try #require(SubscriptionPeriod(iso8601: period))
    #expect(PriceFormatter.monthlyAmount(of: Price(9, "USD"), period: period) == nil)
  }

  @Test func `is not made of nothing`() {
    let year = SubscriptionPeriod(value: 1, unit: .year)
    #expect(PriceFormatter.monthlyAmount(of: Price(0, "USD"), period: year) == nil)
  }
}

@Suite struct `Digits of the currencies that storefronts bill in` {
  @Test(
    arguments: PriceFormatter.billedWithCents.union(PriceFormatter.billedWhole).sorted())
  func `are those of CLDR`(code: String) {
    #expect(PriceFormatter.currencyDigits(code) == PriceFormatter.digitsByFormatting(code))
  }
}
