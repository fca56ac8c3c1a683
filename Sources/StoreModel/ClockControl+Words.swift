import FoundationEssentials

extension ClockControl {
  /// What can be typed, with an example each; for help.
  package static let forms: [(form: String, explanation: Sentence)] = [
    ("+24h", "ahead by seconds, minutes, hours, days, weeks, months or years (s m h d w mo y)"),
    ("next", "to the next thing that is due in the store"),
    ("2026-04-01T00:00:00Z", "to a date"),
    ("freeze", "the clock stands still"),
    ("real", "the clock runs as fast as real time"),
    ("x60", "the clock runs so many times as fast"),
    ("device +2h", "the device's clock is ahead of the store's, or behind it (-2h)"),
  ]

  /// Reads a control from its words, such as `+24h` or `device -2h`.
  package init(words: [String]) throws(StoreControlError) {
    guard let first = words.first, !first.isEmpty else {
      throw StoreControlError(
        sentence:
          "Here a time is missing. There are \(Self.forms.map(\.form).joined(separator: ", ")).",
        word: 0)
    }
    let used = first == "device" ? 2 : 1
    guard words.count <= used else {
      throw StoreControlError(
        sentence: "\"\(words[used])\" is one word too many behind \(first).", word: used)
    }
    switch first {
    case "next": self = .next
    case "freeze": self = .freeze
    case "real": self = .run(rate: 1)
    case "device":
      guard words.count > 1 else {
        throw StoreControlError(
          sentence: "Here a length is missing. Write it like +2h or -30m.", word: 1)
      }
      guard let seconds = Self.seconds(words[1]) else { throw Self.noLength(words[1], word: 1) }
      self = .device(offset: seconds)
    case _ where first.hasPrefix("+"):
      if let seconds = Self.seconds(first) {
        self = .advance(seconds: seconds)
      } else if let period = Self.period(first) {
        self = .advanceBy(period)
      } else {
        throw Self.noLength(first, word: 0)
      }
    case _ where first.hasPrefix("x"):
      guard let rate = Double(first.dropFirst()), Self.rates.contains(rate) else {
        throw StoreControlError(
          sentence: "\"\(first)\" is no speed. Write x0.01 to x1000000.", word: 0)
      }
      self = .run(rate: rate)
    default:
      guard let date = try? Date(first, strategy: .iso8601) else {
        throw StoreControlError(
          sentence: """
            "\(first)" is no time. There are \
            \(Self.forms.map(\.form).joined(separator: ", ")).
            """, word: 0)
      }
      self = .set(date)
    }
  }

  /// The words that `init(words:)` reads back as this control.
  package var words: [String] {
    switch self {
    case .advance(let seconds): [Self.text(seconds)]
    case .advanceBy(let period):
      ["+\(period.value)\(period.unit == .month ? "mo" : period.unit == .year ? "y" : "d")"]
    case .next: ["next"]
    case .set(let date): [date.formatted(.iso8601)]
    case .freeze: ["freeze"]
    case .run(1): ["real"]
    case .run(let rate): ["x\(rate == rate.rounded() ? "\(Int(rate))" : "\(rate)")"]
    case .device(let offset): ["device", Self.text(offset)]
    }
  }

  package static let rates: ClosedRange<Double> = 0.01...1_000_000

  /// A hundred years at most.
  private static let longest: Double = 100 * 366 * 86_400

  private static let units: [(name: String, seconds: Double)] = [
    ("w", 604_800), ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
  ]

  private static func seconds(_ text: String) -> TimeInterval? {
    guard let sign = text.first, sign == "+" || sign == "-",
      let unit = units.first(where: { text.hasSuffix($0.name) }),
      let count = Int(text.dropFirst().dropLast()), text.dropFirst().first?.isNumber == true
    else { return nil }
    let seconds = Double(count) * unit.seconds
    return seconds <= longest ? (sign == "-" ? -seconds : seconds) : nil
  }

  private static func period(_ text: String) -> SubscriptionPeriod? {
    let unit: SubscriptionPeriod.Unit = text.hasSuffix("mo") ? .month : .year
    let digits = text.dropFirst().dropLast(unit == .month ? 2 : 1)
    guard unit == .month || text.hasSuffix("y"), let count = Int(digits),
      (1...(unit == .month ? 1_200 : 100)).contains(count)
    else { return nil }
    return SubscriptionPeriod(value: count, unit: unit)
  }

  private static func text(_ seconds: TimeInterval) -> String {
    let unit =
      units.first { seconds != 0 && seconds.truncatingRemainder(dividingBy: $0.seconds) == 0 }
      ?? ("s", 1)
    return "\(seconds < 0 ? "-" : "+")\(Int(abs(seconds) / unit.seconds))\(unit.name)"
  }

  private static func noLength(_ text: String, word: Int) -> StoreControlError {
    StoreControlError(
      sentence: "\"\(text)\" is no length. Write it like +24h, +3d, +2w, +1mo or +1y.",
      word: word)
  }
}
