package import StoreModel
import FoundationEssentials

/// The sentences and period words of one language.
///
/// The words are data, so that a translator or a lawyer can read and change them without the code.
package struct DisclosureCopy: Sendable, Hashable {
  /// Such as `en` or `zh-Hans`.
  package let language: String
  /// Who wrote the sentences, and after what.
  package let source: String
  private let sentences: [String: String]
  private let periods: [String: PeriodWords]

  /// Every sentence a copy must have.
  package enum Sentence: String, Sendable, CaseIterable {
    case title, billed, billedNoPeriod = "billed_no_period", length
    case offer, offerFreeTrial = "offer_free_trial", offerPayAsYouGo = "offer_pay_as_you_go"
    case offerPayUpFront = "offer_pay_up_front", perMonth = "per_month"
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
    case offer, offerPrice, offerRate, offerLength, count
    case label, url
    case storefront, ownStorefront, currency, locale, language, amount
  }

  /// The three ways a period is spoken of.
  package enum PeriodForm: Sendable, CaseIterable {
    /// With its preposition: `per month`, `every 3 months`.
    case rate
    /// Bare: `1 month`, `3 months`.
    case length
    /// For narrow columns: `/mo`, `/3 mo`.
    case short
  }

  /// What a copy file lacks.
  package enum Malformed: Error, Hashable, CustomStringConvertible {
    case notACopy
    case noLanguage
    case missing([String])

    package var description: String {
      switch self {
      case .notACopy:
        "This is no disclosure copy. It must be a JSON object with language, source, sentences "
          + "and periods, all of them text."
      case .noLanguage: "The disclosure copy names no language. Write one, such as \"en\"."
      case .missing(let keys):
        "The disclosure copy lacks \(keys.joined(separator: ", ")). Add them."
      }
    }
  }

  /// Reads a copy file and makes sure that it is complete.
  package init(json bytes: some Sequence<UInt8>) throws(Malformed) {
    let file: File
    do {
      file = try JSONDecoder().decode(File.self, from: Data(bytes))
    } catch {
      throw .notACopy
    }
    guard !file.language.isEmpty else { throw .noLanguage }
    let missing =
      Sentence.allCases.map(\.rawValue).filter { file.sentences[$0]?.isEmpty ?? true }
      + SubscriptionPeriod.Unit.allCases.map(\.word).filter { file.periods[$0] == nil }
    guard missing.isEmpty else { throw .missing(missing) }
    language = file.language
    source = file.source
    sentences = file.sentences
    periods = file.periods
  }

  /// A copy without words, which shows the keys; for a program without any copy.
  init() {
    language = ""
    source = ""
    sentences = [:]
    periods = [:]
  }

  /// A sentence with its facts filled in; what is inside a fact is left as it is.
  func text(_ sentence: Sentence, _ facts: [Placeholder: String] = [:]) -> String {
    fill(sentences[sentence.rawValue] ?? sentence.rawValue) { name in
      Placeholder(rawValue: name).flatMap { facts[$0] }
    }
  }

  /// The words for any length.
  package func words(for period: SubscriptionPeriod, _ form: PeriodForm) -> String {
    guard let words = periods[period.unit.word] else { return period.iso8601 }
    let forms = period.value == 1 ? words.one : words.other
    let pattern =
      switch form {
      case .rate: forms.rate
      case .length: forms.length
      case .short: forms.short
      }
    return fill(pattern) { $0 == "n" ? String(period.value) : nil }
  }

  private struct File: Decodable {
    var language: String
    var source: String
    var sentences: [String: String]
    var periods: [String: PeriodWords]
  }

  /// The words of one unit: for exactly one, and for any other number `{n}`.
  private struct PeriodWords: Decodable, Hashable {
    var one: Forms
    var other: Forms

    struct Forms: Decodable, Hashable {
      var rate: String
      var length: String
      var short: String
    }
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
