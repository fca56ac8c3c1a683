import FoundationEssentials
import StoreModel
import Text

/// A price as a file writes it, read by its shape and never through floating point.
enum PriceText {
  /// What a text says.
  enum Reading: Equatable {
    /// Digits with at most one point, as Xcode writes it.
    case plain(Decimal)
    /// Readable only by guessing what its comma, sign or spaces mean.
    case guessed(Decimal, plain: String)
    case unreadable
  }

  static func read(_ text: String) -> Reading {
    if let amount = decimal(text) { return .plain(amount) }
    guard let plain = simplified(text), let amount = decimal(plain) else { return .unreadable }
    return .guessed(amount, plain: plain)
  }

  /// `9`, `9.99`: digits, at most one point between them, no more than `Decimal` holds exactly.
  private static func decimal(_ text: String) -> Decimal? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }),
      text.utf8.count <= 38
    else { return nil }
    return Decimal(string: text)
  }

  /// `€ 1.234,50` as `1234.50`; nil where the shape does not say what is meant.
  ///
  /// The last of two different separators is the decimal one, and so is a lone comma that is
  /// followed by one or two digits; a lone comma before three digits groups thousands.
  private static func simplified(_ text: String) -> String? {
    let isDigit: (Character) -> Bool = { $0.isASCII && $0.isNumber }
    guard let first = text.firstIndex(where: isDigit), let last = text.lastIndex(where: isDigit)
    else { return nil }
    let around = text[..<first] + text[text.index(after: last)...]
    guard !around.contains(where: { "-−.,(".contains($0) || $0.isNumber }) else { return nil }
    let inner = text[first...last].filter { !$0.isWhitespace && $0 != "'" && $0 != "’" }
    guard inner.allSatisfy({ isDigit($0) || $0 == "." || $0 == "," }) else { return nil }

    let separators = inner.filter { !isDigit($0) }
    let decimalSeparator: Character?
    switch (separators.count, Set(separators).count) {
    case (0, _): decimalSeparator = nil
    case (1, _) where separators == ".": decimalSeparator = "."
    case (1, _): decimalSeparator = inner.suffix(4).first == "," ? nil : ","
    case (_, 1): decimalSeparator = nil
    case (_, 2): decimalSeparator = separators.last
    default: return nil
    }
    guard let decimalSeparator else {
      return hasGroupsOfThree(inner[...]) ? inner.filter(isDigit) : nil
    }
    let parts = inner.split(separator: decimalSeparator, omittingEmptySubsequences: false)
    guard parts.count == 2, hasGroupsOfThree(parts[0]) else { return nil }
    return parts[0].filter(isDigit) + "." + parts[1]
  }

  private static func hasGroupsOfThree(_ text: Substring) -> Bool {
    let groups = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    return groups.count == 1
      || ((1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 })
  }
}

/// How many decimals a storefront's prices have.
struct PriceDigits {
  let currencyCode: String?
  let count: Int

  /// The storefronts that are billed in a currency without decimals; all others have two.
  private static let withoutDecimals = ["JPN": "JPY", "KOR": "KRW", "CHL": "CLP", "VNM": "VND"]

  init(storefront: String?) {
    currencyCode = storefront.flatMap { Self.withoutDecimals[$0] }
    count = currencyCode == nil ? 2 : 0
  }

  /// Whether an amount in plain digits can be paid in this currency.
  func fit(_ plain: String) -> Bool {
    guard let point = plain.utf8.lastIndex(of: UInt8(ascii: ".")) else { return true }
    return plain[point...].dropFirst().reversed().drop { $0 == "0" }.count <= count
  }
}

extension Fields {
  /// A price and its text as written; a text that is no plain amount is a finding.
  ///
  /// `nil` is "no price", never 0.
  func price(
    _ key: String, _ presence: Presence, digits: PriceDigits
  ) -> (amount: Decimal?, text: String?) {
    guard let text = text(key, presence) else { return (nil, nil) }
    let place = place(of: key)
    let amount: Decimal
    var plain = text
    switch PriceText.read(text) {
    case .plain(let read): amount = read
    case .guessed(let guess, let simplified):
      amount = guess
      plain = simplified
      findings.add(
        .warning, "price-spelling", place,
        "The price \"\(text)\" is read as \(simplified); write it that way.")
    case .unreadable:
      let isEmpty = text.allSatisfy(\.isWhitespace)
      findings.add(
        .warning, isEmpty ? "no-price" : "unreadable-price", place,
        isEmpty
          ? "The price is empty; write an amount such as \"9.99\"."
          : "The price \"\(text)\" is not an amount; write one such as \"9.99\".")
      return (nil, text)
    }
    if !digits.fit(plain) {
      findings.add(
        .warning, "price-digits", place,
        digits.currencyCode.map {
          "The price \"\(text)\" cannot be charged: \($0) has no decimals."
        } ?? "The price \"\(text)\" cannot be charged: prices have two decimals.")
    }
    return (amount, text)
  }
}
