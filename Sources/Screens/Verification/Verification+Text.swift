package import StoreModel
import Text

extension Verification.Check.Result {
  /// The sign of a check, the same in every language.
  package var mark: String {
    switch self {
    case .pass: "ok"
    case .fail: "NO"
    case .skipped: "-"
    }
  }
}

extension Verification.Fact {
  /// The value, safe to print; a time in milliseconds is written out with its number beside it.
  package var text: String { text(revealing: false) }

  /// The value, with hidden characters written out or not.
  package func text(revealing: Bool) -> String {
    switch value {
    case .text(let text), .json(let text): SafeText.line(text, revealing: revealing)
    case .number(let digits):
      date.map { "\(Moment($0).full)  (\(SafeText.line(digits)))" } ?? SafeText.line(digits)
    case .bool(let flag): flag ? "true" : "false"
    case .null: "null"
    }
  }
}

extension Words {
  /// What a verdict rests on and what it means, in a sentence.
  package func trust(of verification: Verification?) -> String {
    guard let verification else { return self["trust.notChecked"] }
    return switch verification.verdict {
    case .valid, .local: self["trust.\(verification.trust.rawValue)"]
    case .invalid: self["trust.invalid"]
    case .inconclusive: self["trust.inconclusive"]
    case .unreadable: self["trust.unreadable"]
    }
  }
}
