import Foundation
@testable import Simulator
import StoreModel
import Testing

@Suite struct `How long a period lasts` {
  @Test(arguments: [
    ("2026-03-01T09:00:00Z", "P3D", "2026-03-04T09:00:00Z"),
    ("2026-03-01T09:00:00Z", "P1W", "2026-03-08T09:00:00Z"),
    ("2026-03-01T09:00:00Z", "P1M", "2026-04-01T09:00:00Z"),
    ("2026-03-01T09:00:00Z", "P6M", "2026-09-01T09:00:00Z"),
    ("2026-03-01T09:00:00Z", "P1Y", "2027-03-01T09:00:00Z"),
    ("2026-01-31T23:59:59Z", "P1M", "2026-02-28T23:59:59Z"),
    ("2028-01-31T00:00:00Z", "P1M", "2028-02-29T00:00:00Z"),
    ("2026-01-31T12:00:00Z", "P2M", "2026-03-31T12:00:00Z"),
    ("2026-08-31T12:00:00Z", "P6M", "2027-02-28T12:00:00Z"),
    ("2028-02-29T12:00:00Z", "P1Y", "2029-02-28T12:00:00Z"),
    ("2026-02-28T23:30:00Z", "P1M", "2026-03-28T23:30:00Z"),
    ("2026-03-28T12:00:00Z", "P2W", "2026-04-11T12:00:00Z"),
    ("2023-10-19T00:52:16.049Z", "P1M", "2023-11-19T00:52:16.049Z"),
  ])
  func `at real time it follows the calendar, in UTC`(
    start: String, period: String, end: String
  ) throws {
    let period = try #require(SubscriptionPeriod(iso8601: period))
    for rawValue in [nil, 0, 7, 14, -1, 99_999] {
      #expect(TimeRate(rawValue: rawValue).end(of: period, from: Date(start)) == Date(end))
    }
  }

  /// Seconds for 1 week, 1, 2, 3 and 6 months, and 1 year, in the order of Apple's table.
  @Test(arguments: [
    (10, [900, 3_600, 7_200, 10_800, 21_600, 43_200]),
    (11, [600, 1_800, 3_600, 5_400, 10_800, 21_600]),
    (12, [300, 900, 1_800, 2_700, 5_400, 10_800]),
    (13, [180, 300, 600, 900, 1_800, 3_600]),
    (15, [10, 30, 60, 90, 180, 360]),
    (1000, [900, 900, 900, 900, 900, 900]),
    (1001, [300, 300, 300, 300, 300, 300]),
    (1002, [60, 60, 60, 60, 60, 60]),
    (1003, [30, 30, 30, 30, 30, 30]),
    (1004, [10, 10, 10, 10, 10, 10]),
    (1005, [2, 2, 2, 2, 2, 2]),
    // From 1 January: February has 28 days, so two months are 59.
    (1, [25_200, 111_600, 212_400, 324_000, 651_600, 1_314_000]),
    (2, [12_600, 55_800, 106_200, 162_000, 325_800, 657_000]),
    (3, [2_100, 9_300, 17_700, 27_000, 54_300, 109_500]),
    (4, [420, 1_860, 3_540, 5_400, 10_860, 21_900]),
    (5, [210, 930, 1_770, 2_700, 5_430, 10_950]),
    (6, [7, 31, 59, 90, 181, 365]),
  ])
  func `a rate shortens it as the table says`(rawValue: Int, seconds: [TimeInterval]) throws {
    let start = Date("2026-01-01T00:00:00Z")
    let rate = TimeRate(rawValue: rawValue)
    for (text, length) in zip(["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"], seconds) {
      let period = try #require(SubscriptionPeriod(iso8601: text))
      #expect(rate.end(of: period, from: start) == start + length, "\(text)")
    }
  }

  @Test func `an offer's days scale with the week`() throws {
    let start = Date("2026-01-01T00:00:00Z")
    let days = SubscriptionPeriod(value: 14, unit: .day)
    #expect(TimeRate(rawValue: 13).end(of: days, from: start) == start + 360)
    #expect(TimeRate(rawValue: 6).end(of: days, from: start) == start + 14)
    #expect(TimeRate(rawValue: 1005).end(of: days, from: start) == start + 2)
  }

  @Test func `several periods are added at once`() {
    let start = Date("2026-01-31T00:00:00Z")
    let month = SubscriptionPeriod(value: 1, unit: .month)
    #expect(
      TimeRate.realTime.end(of: month, count: 2, from: start) == Date("2026-03-31T00:00:00Z"))
    #expect(TimeRate.tick(2).end(of: month, count: 3, from: start) == start + 6)
    #expect(TimeRate(rawValue: 15).end(of: month, count: 3, from: start) == start + 90)
  }
}
