import Foundation
import Testing

@testable import Screens

@Suite struct `A moment` {
  /// Seconds since 1970, and the moment as it is written.
  static let moments: [(seconds: Double, text: String)] = [
    (0, "1970-01-01 00:00:00 UTC"), (-1, "1969-12-31 23:59:59 UTC"),
    (951_782_400, "2000-02-29 00:00:00 UTC"), (1_772_355_600, "2026-03-01 09:00:00 UTC"),
    (1_798_711_207.9, "2026-12-31 10:00:07 UTC"), (4_107_542_400, "2100-03-01 00:00:00 UTC"),
    (-62_135_596_800, "0001-01-01 00:00:00 UTC"), (1e300, "9999-12-31 23:59:59 UTC"),
    (-1e300, "0001-01-01 00:00:00 UTC"),
  ]

  @Test(arguments: moments)
  func `is written in UTC`(seconds: Double, text: String) {
    let moment = Moment(Date(timeIntervalSince1970: seconds))
    #expect(moment.full == text)
    #expect(text.hasPrefix(moment.date))
  }

  @Test func `agrees with Foundation on days of six centuries`() {
    for day in stride(from: -73_000, through: 146_097, by: 13) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 43_200)
      #expect(Moment(date).date == date.formatted(.iso8601.year().month().day()))
    }
  }
}
