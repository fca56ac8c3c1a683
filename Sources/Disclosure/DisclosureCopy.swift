package import StoreModel
import Text

/// The sentences and period words of one language.
///
/// The words are data, so that a translator or a lawyer can read and change them without the code.
package struct DisclosureCopy: Sendable, Hashable {
  /// Every text of the file by its path, such as `periods.month.one.rate`.
  private let texts: [String: String]

  /// Such as `en` or `zh-Hans`.
  package var language: String { texts["language"] ?? "" }

  /// Who wrote the sentences, and after what.
  package var source: String { texts["source"] ?? "" }

  /// Every sentence a copy must have.
  package enum Sentence: String, Sendable, CaseIterable {
    case title, billed, billedNoPeriod = "billed_no_period", length
    case offer, offerFreeTrial = "offer_free_trial", offerPayAsYouGo = "offer_pay_as_you_go"
    case offerPayUpFront = "offer_pay_up_front", perMonth = "per_month"
    case commitment, planSummary = "plan_summary"
    case charge, chargeAfterTrial = "charge_after_trial", renews
    case renewalCharge = "renewal_charge"
    case renewalChargeIntroductory = "renewal_charge_introductory"
    case manage, trialForfeit = "trial_forfeit"
    case termsLabel = "terms_label", privacyLabel = "privacy_label", link
    case missingPrice = "missing_price", missingLength = "missing_length"
    case missingOffer = "missing_offer", missingCharge = "missing_charge"
    case missingRenewalCharge = "missing_renewal_charge", missingLink = "missing_link"
    case noteNotConverted = "note_not_converted"
    case noteAssumedCurrency = "note_assumed_currency"
    case noteStandInLanguage = "note_stand_in_language", noteStandInName = "note_stand_in_name"
    case noteRounded = "note_rounded"
  }

  /// What may stand between braces in a sentence.
  package enum Placeholder: String, Sendable, CaseIterable {
    case title, price, rate, length, regular, chargedNow, perMonth
    case offer, offerPrice, offerRate, offerLength, count, total
    case label, url
    case storefront, ownStorefront, currency, locale, language, amount
  }

  /// The three ways a period is spoken of.
  package enum PeriodForm: String, Sendable, CaseIterable {
    /// With its preposition: `per month`, `every 3 months`.
    case rate
    /// Bare: `1 month`, `3 months`.
    case length
    /// For narrow columns: `/mo`, `/3 mo`.
    case short
  }

  /// Why a file is no complete copy.
  package enum Malformed: Error, Hashable, CustomStringConvertible {
    /// The bytes are no JSON, for this reason.
    case notJSON(String)
    /// These keys are absent, empty or no text.
    case missing([String])

    package var description: String {
      switch self {
      case .notJSON(let reason): "The disclosure copy is no JSON: \(reason)."
      case .missing(let keys):
        "The disclosure copy lacks \(keys.joined(separator: ", ")). Write a text for each."
      }
    }
  }

  /// Reads a copy file and makes sure that it is complete.
  package init(json bytes: [UInt8]) throws(Malformed) {
    do {
      texts = Self.texts(in: try JSONReader.read(bytes, strict: true), under: "")
    } catch {
      throw .notJSON(error.message.text)
    }
    let missing = Self.requiredKeys.filter { texts[$0]?.isEmpty ?? true }
    guard missing.isEmpty else { throw .missing(missing) }
  }

  /// A copy without words, which shows the keys; for a program without any copy.
  init() {
    texts = [:]
  }

  /// A sentence with its facts filled in; what is inside a fact is left as it is.
  func text(_ sentence: Sentence, _ facts: [Placeholder: String] = [:]) -> String {
    fill(texts["sentences.\(sentence.rawValue)"] ?? sentence.rawValue) { name in
      Placeholder(rawValue: name).flatMap { facts[$0] }
    }
  }

  /// The words for any length.
  package func words(for period: SubscriptionPeriod, _ form: PeriodForm) -> String {
    let number = period.value == 1 ? "one" : "other"
    let key = "periods.\(period.unit.word).\(number).\(form.rawValue)"
    return fill(texts[key] ?? period.iso8601) { $0 == "n" ? String(period.value) : nil }
  }

  private static var requiredKeys: [String] {
    ["language", "source"]
      + Sentence.allCases.map { "sentences.\($0.rawValue)" }
      + SubscriptionPeriod.Unit.allCases.flatMap { unit in
        ["one", "other"].flatMap { number in
          PeriodForm.allCases.map { "periods.\(unit.word).\(number).\($0.rawValue)" }
        }
      }
  }

  /// The texts of an object and of the objects in it, by path.
  private static func texts(in node: JSONNode, under path: String) -> [String: String] {
    if let text = node.string { return [path: text] }
    var texts: [String: String] = [:]
    for member in node.members ?? [] {
      let key = path.isEmpty ? member.key : "\(path).\(member.key)"
      texts.merge(self.texts(in: member.node, under: key)) { first, _ in first }
    }
    return texts
  }
}

extension SubscriptionPeriod.Unit {
  /// The unit's key in a copy file.
  fileprivate var word: String {
    switch self {
    case .day: "day"
    case .week: "week"
    case .month: "month"
    case .year: "year"
    }
  }
}

/// Replaces each `{name}` once, from left to right; a name without a value stays.
private func fill(_ template: String, _ value: (String) -> String?) -> String {
  var result = ""
  var rest = template[...]
  while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
    let name = String(rest[rest.index(after: open)..<close])
    result += rest[..<open]
    result += value(name) ?? "{\(name)}"
    rest = rest[rest.index(after: close)...]
  }
  return result + rest
}
