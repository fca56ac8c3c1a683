import FoundationEssentials
import StoreModel

/// How long a subscription's period, its grace and its billing retry last in this store.
enum TimeRate: Sendable, Hashable {
  /// Calendar lengths, in UTC.
  case realTime
  /// Calendar lengths, so many times faster.
  case faster(Int)
  /// A month and a week of fixed lengths in seconds; a year is twelve such months.
  case fixed(month: Double, week: Double)
  /// Every period lasts the same number of seconds, whatever its length.
  case tick(Double)

  init(_ speed: StoreSpeed) {
    self =
      switch speed.kind {
      case .timeRate(let raw): TimeRate(rawValue: raw)
      case .sandbox(3): .fixed(month: 180, week: 180)
      case .sandbox(15): .fixed(month: 900, week: 300)
      case .sandbox(30): .fixed(month: 1_800, week: 600)
      case .sandbox(60): .fixed(month: 3_600, week: 900)
      case .sandbox: .fixed(month: 300, week: 180)
      case .testFlight: .tick(86_400)
      }
  }

  /// Reads the raw value of a `.storekit` file; absent and unknown ones are real time.
  init(rawValue: Int?) {
    self =
      switch rawValue {
      case 1: .faster(24)
      case 2: .faster(48)
      case 3: .faster(288)
      case 4: .faster(1_440)
      case 5: .faster(2_880)
      case 6: .faster(86_400)
      case 10: .fixed(month: 3_600, week: 900)
      case 11: .fixed(month: 1_800, week: 600)
      case 12: .fixed(month: 900, week: 300)
      case 13: .fixed(month: 300, week: 180)
      case 15: .fixed(month: 30, week: 10)
      case 1000: .tick(900)
      case 1001: .tick(300)
      case 1002: .tick(60)
      case 1003: .tick(30)
      case 1004: .tick(10)
      case 1005: .tick(2)
      default: .realTime
      }
  }

  /// The moment at which `count` periods that begin at `start` are over, in whole milliseconds.
  ///
  /// Apple gives no length of a day for the fixed rates; here it is a seventh of the week's.
  func end(of period: SubscriptionPeriod, count: Int = 1, from start: Date) -> Date {
    let end =
      switch self {
      case .realTime:
        calendarEnd(of: period, count: count, from: start)
      case .faster(let factor):
        start + calendarEnd(of: period, count: count, from: start).timeIntervalSince(start)
          / Double(factor)
      case .fixed(let month, let week):
        start + Double(period.value * count)
          * Self.seconds(period.unit, month: month, week: week)
      case .tick(let seconds):
        start + Double(count) * seconds
      }
    return Milliseconds(end).date
  }

  /// Seconds of the grace period of a plan (Apple, "Setting up StoreKit Testing in Xcode").
  ///
  /// Lengths that Apple does not give, those of the sandbox's three minutes among them, follow the
  /// month's. Production may have 3, 16 or 28 days; 16 (6 for a week) is taken.
  func grace(of period: SubscriptionPeriod) -> TimeInterval {
    let isWeekly = period.unit == .week || period.unit == .day
    let days: Double = isWeekly ? 6 : 16
    return switch self {
    case .realTime: days * 86_400
    case .faster(let factor): days * 86_400 / Double(factor)
    case .fixed(let month, let week): isWeekly ? (week * 6 / 7).rounded() : month / 2
    case .tick(let seconds): seconds
    }
  }

  /// Seconds for which the store tries to charge what it could not, from the end of the period on.
  var retry: TimeInterval {
    switch self {
    case .realTime: 60 * 86_400
    case .faster(let factor): 60 * 86_400 / Double(factor)
    case .fixed(let month, _): month * 2
    case .tick(let seconds): seconds * 2
    }
  }

  private static func seconds(
    _ unit: SubscriptionPeriod.Unit, month: Double, week: Double
  ) -> Double {
    switch unit {
    case .day: week / 7
    case .week: week
    case .month: month
    case .year: month * 12
    }
  }

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// One addition from the start, so that 31 January and two months make 31 March.
  private func calendarEnd(
    of period: SubscriptionPeriod, count: Int, from start: Date
  ) -> Date {
    let value = period.value * count
    let (component, number): (Calendar.Component, Int) =
      switch period.unit {
      case .day: (.day, value)
      case .week: (.day, value * 7)
      case .month: (.month, value)
      case .year: (.year, value)
      }
    return Self.calendar.date(byAdding: component, value: number, to: start) ?? start
  }
}
