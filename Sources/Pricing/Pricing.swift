package import FoundationEssentials
import FoundationInternationalization
package import StoreModel

/// Prices in the words of one locale: the only place where an amount becomes a text for people.
///
/// Amount, currency and locale go into one formatter call, so a sign can never stand before the
/// wrong number. Digits, signs and their order are CLDR's, as the toolchain carries them: JPY has no
/// decimals, KWD three, HUF two. Making a formatter is cheap; locale data is read at the first price.
package struct PriceFormatter: Sendable {
  private let locale: Locale

  /// Takes an identifier such as `de_DE` or `zh-Hans`; an unknown one formats as CLDR's root does.
  package init(locale identifier: String) {
    locale = Locale(identifier: identifier)
  }

  /// The text the App Store would show: `$9.99`, `9,99 €`, `¥6,000`.
  ///
  /// Rounded half up to the currency's digits; `fits` tells beforehand whether that changes the
  /// amount. It may hold no-break spaces, digits of another script and, in right-to-left locales,
  /// direction marks (U+200E, U+200F, U+061C), which a terminal's screen leaves out.
  package func text(_ price: Price) -> String {
    price.amount.formatted(style(price))
  }

  /// The same in printable ASCII: `$9.99`, and with the code for any other sign `9,99 EUR`.
  ///
  /// Where the locale's own digits or separators are not ASCII, they are not the locale's.
  package func asciiText(_ price: Price) -> String {
    Self.inASCII(text(price))
      ?? Self.inASCII(price.amount.formatted(style(price).presentation(.isoCode)))
      ?? Self.neutralText(price)
  }

  private func style(_ price: Price) -> Decimal.FormatStyle.Currency {
    .currency(code: price.currencyCode).locale(locale).rounded(rule: .toNearestOrAwayFromZero)
  }

  /// The text with plain spaces; nil when something else in it is not ASCII.
  private static func inASCII(_ text: String) -> String? {
    let plain = String(text.map { $0.isWhitespace ? " " : $0 })
    return plain.utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? plain : nil
  }

  private static func neutralText(_ price: Price) -> String {
    let digits = currencyDigits(price.currencyCode)
    let number = price.amount.formatted(
      .number
        .locale(posix)
        .precision(.fractionLength(digits))
        .rounded(rule: .toNearestOrAwayFromZero))
    return "\(number) \(price.currencyCode)"
  }

  /// Whether language and region of an identifier exist, so that it is no slip of the pen.
  package static func isKnown(_ identifier: String) -> Bool {
    let tag = LocaleTag(identifier)
    return Locale.LanguageCode(tag.language).isISOLanguage
      && tag.region.map { Locale.Region($0).isISORegion } ?? true
  }

  /// How many decimals a currency has: 2 for USD, 0 for JPY, 3 for KWD; 2 for an unknown code.
  package static func currencyDigits(_ code: String) -> Int {
    if billedWithCents.contains(code) { return 2 }
    if billedWhole.contains(code) { return 0 }
    return digitsByFormatting(code)
  }

  /// What CLDR says, read off a formatted zero; it costs a formatter.
  static func digitsByFormatting(_ code: String) -> Int {
    let zero = Decimal(0).formatted(.currency(code: code).presentation(.isoCode).locale(posix))
    guard let point = zero.firstIndex(of: ".") else { return 0 }
    return zero[point...].count { $0 == "0" }
  }

  /// Whether the currency can express the amount: 4.99 is no amount in JPY.
  package static func fits(_ amount: Decimal, _ currencyCode: String) -> Bool {
    amount.roundedHalfUp(toDigits: currencyDigits(currencyCode)) == amount
  }

  /// What a plan of more than a month costs per month, for comparison only.
  ///
  /// Exact decimal division, then rounded half up to the currency's digits; a year is 12 months. Nil
  /// for plans of a month or less, for weeks and days, and where nothing is charged.
  package static func monthlyAmount(of price: Price, period: SubscriptionPeriod) -> Price? {
    guard let months = period.months, months > 1, price.amount > 0 else { return nil }
    let amount = (price.amount / Decimal(months))
      .roundedHalfUp(toDigits: currencyDigits(price.currencyCode))
    return Price(amount, price.currencyCode)
  }

  /// The currencies of the App Store's storefronts, as CLDR has them, so that none costs a formatter.
  static let billedWithCents: Set<String> = [
    "AED", "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EGP", "EUR", "GBP", "HKD", "HUF",
    "ILS", "INR", "KZT", "MXN", "MYR", "NGN", "NOK", "NZD", "PEN", "PHP", "PLN", "QAR", "RON",
    "RUB", "SAR", "SEK", "SGD", "THB", "TRY", "TWD", "TZS", "USD", "ZAR",
  ]
  static let billedWhole: Set<String> = ["CLP", "COP", "IDR", "JPY", "KRW", "PKR", "VND"]

  private static let posix = Locale(identifier: "en_US_POSIX")
}

extension Decimal {
  /// The nearest amount with `count` decimals; the half goes away from zero.
  fileprivate func roundedHalfUp(toDigits count: Int) -> Decimal {
    let surplus = -count - exponent
    guard surplus > 0, !isNaN else { return self }
    let digits = significand.description
    let kept = digits.dropLast(surplus)
    let firstDropped = surplus > digits.count ? "0" : digits.dropFirst(kept.count).prefix(1)
    let whole = (Decimal(string: String(kept)) ?? 0) + (firstDropped >= "5" ? 1 : 0)
    return Decimal(sign: sign, exponent: -count, significand: whole)
  }
}
