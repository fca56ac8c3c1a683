import FoundationEssentials
import StoreModel
import Text

extension Words {
  /// What is on in the store and in its clock, each in a few words, that nothing asks first, then what
  /// stops a purchase.
  ///
  /// Where room is short the time at which the clock stands is left to the panel.
  func whatIsOn(_ panel: StorePanel, isShort: Bool = false) -> [String] {
    var on: [String] = []
    if !panel.switches.contains(.dialogs) { on.append(self["on.dialogs"]) }
    if let reason = panel.withheld { on.append(self["lacks.\(reason.rawValue)"]) }
    on += panel.failures.filter(\.isEnabled).map { self["fails.\($0.api.rawValue)"] }
    if !panel.switches.contains(.payments) { on.append(self["on.payments"]) }
    if panel.isNextCancelled { on.append(self["on.cancelNext"]) }
    on += StoreSwitch.allCases
      .filter { !$0.isNormallyOn && panel.switches.contains($0) }
      .map { self["on.\($0.rawValue)"] }
    if !panel.unpublished.isEmpty {
      on.append(self["on.unpublished", ["n": String(panel.unpublished.count)]])
    }
    if panel.account == nil { on.append(self["on.signedOut"]) }
    if panel.personality != .sandbox { on.append(self["on.\(panel.personality.rawValue)"]) }
    if panel.discountFault != nil { on.append(self["on.discount"]) }
    if panel.speed != .realTime { on.append(panel.speed.name) }
    switch panel.clock.mode {
    case .frozen where isShort: on.append(self["on.frozen.short"])
    case .frozen: on.append(self["on.frozen", ["time": Moment(panel.clock.now).short]])
    case .running(let rate) where rate != 1: on.append(ClockControl.run(rate: rate).text)
    case .running: break
    }
    if panel.clock.deviceOffset != 0 {
      on.append(self["on.device", ["offset": offset(panel.clock.deviceOffset)]])
    }
    return on
  }

  /// What is on in the store, as much of it as fits, and how much there is besides.
  func onText(_ panel: StorePanel, columns: Int) -> String {
    let whole = list(whatIsOn(panel), columns: .max)
    return Cells.width(whole) <= columns
      ? whole : list(whatIsOn(panel, isShort: true), columns: columns)
  }

  /// As many of the words as fit, and how many there are besides; the count alone where none does.
  func list(_ on: [String], columns: Int) -> String {
    for count in stride(from: on.count, to: 0, by: -1) {
      let rest = on.count - count
      let text = (on.prefix(count) + (rest > 0 ? ["+\(rest)"] : [])).joined(
        separator: self["file.comma"])
      if Cells.width(text) <= columns { return text }
    }
    return on.isEmpty ? "" : self["on.count", ["n": String(on.count)]]
  }

  /// A length of time by its two largest units, such as `3 d 4 h`.
  func length(_ seconds: TimeInterval) -> String {
    let whole = Int(min(abs(seconds), 1e12).rounded())
    let units = [("d", whole / 86_400), ("h", whole / 3_600 % 24), ("m", whole / 60 % 60)]
    var parts = (units + [("s", whole % 60)]).drop { $0.1 == 0 }.prefix(2).filter { $0.1 > 0 }
    if parts.isEmpty { parts = [("s", 0)] }
    return parts.map { self["unit.\($0.0)", ["n": String($0.1)]] }.joined(separator: " ")
  }

  /// A difference of clocks, such as `+2 h`.
  func offset(_ seconds: TimeInterval) -> String {
    (seconds < 0 ? "-" : "+") + length(seconds)
  }

  func text(of speed: StoreSpeed) -> String {
    switch speed.kind {
    case .testFlight: self["speed.testFlight"]
    case .sandbox(let minutes): self["speed.month", ["length": length(Double(minutes * 60))]]
    case .timeRate(let raw):
      if let seconds = Self.dayRates[raw] {
        self["speed.day", ["length": length(seconds)]]
      } else if let seconds = Self.monthRates[raw] {
        self["speed.month", ["length": length(seconds)]]
      } else if let seconds = Self.periodRates[raw] {
        self["speed.period", ["length": length(seconds)]]
      } else {
        self["speed.real"]
      }
    }
  }

  /// Seconds of a day, a month or any period, by the raw value of `SKTestSession.TimeRate`.
  private static let dayRates: [Int: Double] = [
    1: 3_600, 2: 1_800, 3: 300, 4: 60, 5: 30, 6: 1,
  ]
  private static let monthRates: [Int: Double] = [10: 3_600, 11: 1_800, 12: 900, 13: 300, 15: 30]
  private static let periodRates: [Int: Double] = [
    1_000: 900, 1_001: 300, 1_002: 60, 1_003: 30, 1_004: 10, 1_005: 2,
  ]

  func onOff(_ isOn: Bool) -> String { self[isOn ? "entry.on" : "entry.off"] }
}

extension ClockControl {
  /// The control as it is typed.
  var text: String { words.joined(separator: " ") }
}

extension StoreSwitch {
  /// Whether it is on in a store that nobody has touched.
  var isNormallyOn: Bool { self == .dialogs || self == .payments }
}

extension SimulatedError {
  /// The name of its case, or its index where it has none.
  var label: String { name ?? "\(index)" }
}
