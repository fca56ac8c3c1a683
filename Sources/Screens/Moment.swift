package import FoundationEssentials

/// A date as the screens write it: absolute, in UTC, the same in every language.
package struct Moment {
  private let year: Int
  private let month: Int
  private let day: Int
  private let second: Int

  /// The civil date by Howard Hinnant's `civil_from_days`; dates beyond year 9999 are clamped.
  package init(_ date: Date) {
    let seconds = Int(
      min(max(date.timeIntervalSince1970, -62_135_596_800), 253_402_300_799).rounded(.down))
    let days = Int((Double(seconds) / 86_400).rounded(.down))
    second = seconds - days * 86_400
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Such as `2026-12-31`.
  var date: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }

  /// Such as `10:00:07`.
  package var time: String {
    "\(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
  }

  /// Such as `2026-12-31 10:00`.
  var short: String { "\(date) \(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2))" }

  /// Such as `2026-12-31 10:00 UTC`.
  package var minute: String { "\(short) UTC" }

  /// Such as `2026-12-31 10:00:07 UTC`.
  package var full: String {
    "\(date) \(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2))"
      + ":\(padded(second % 60, 2)) UTC"
  }

  private func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
