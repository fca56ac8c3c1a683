import FoundationEssentials
import StoreModel
import Synchronization

/// The store's clock and the device's, which a tester may stop, move and hurry.
final class StoreTime: Sendable {
  /// How the store's clock goes.
  enum Mode: Sendable, Hashable {
    case frozen(at: Date)
    /// So many times as fast as real time, since it was `from` at the real time `since`.
    case running(rate: Double, from: Date, since: Date)
  }

  struct State: Sendable, Hashable {
    var mode: Mode
    /// Seconds by which the device's clock is ahead.
    var deviceOffset: TimeInterval = 0
  }

  private let real: StoreClock
  private let state: Mutex<State>
  /// Names what it was started with, so that what a tester did to it counts for that start alone.
  let start: String

  /// A clock that stands at `start`, or goes with the real one where that is nil.
  init(real: StoreClock, start: Date?) {
    self.real = real
    self.start = start.map { "\(Milliseconds($0).count)" } ?? "real"
    let now = real.now()
    state = Mutex(
      State(mode: start.map { .frozen(at: $0) } ?? .running(rate: 1, from: now, since: now)))
  }

  /// In whole milliseconds, as the books keep it.
  var now: Date {
    Milliseconds(state.withLock { Self.now($0.mode, real: real.now()) }).date
  }

  var deviceNow: Date { now + state.withLock(\.deviceOffset) }

  var reading: ClockReading {
    let state = state.withLock { $0 }
    let mode: ClockReading.Mode =
      switch state.mode {
      case .frozen: .frozen
      case .running(let rate, _, _): .running(rate: rate)
      }
    return ClockReading(now: now, mode: mode, deviceOffset: state.deviceOffset)
  }

  /// How it stands, and stands again when it is taken back from the books.
  var current: State {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// Where a control would put it; `due` is what happens next.
  func target(of control: ClockControl, due: Date?) -> Date? {
    switch control {
    case .advance(let seconds): now + seconds
    case .advanceBy(let period): TimeRate.realTime.end(of: period, from: now)
    case .next: due
    case .set(let date): Milliseconds(date).date
    case .freeze, .run, .device: now
    }
  }

  /// Sets it to a moment, and as a control says from then on.
  func turn(_ control: ClockControl, to date: Date) {
    let since = real.now()
    state.withLock { state in
      switch (control, state.mode) {
      case (.device(let offset), _): state.deviceOffset = offset
      case (.freeze, _): state.mode = .frozen(at: date)
      case (.run(let rate), _): state.mode = .running(rate: rate, from: date, since: since)
      case (_, .frozen): state.mode = .frozen(at: date)
      case (_, .running(let rate, _, _)):
        state.mode = .running(rate: rate, from: date, since: since)
      }
    }
  }

  private static func now(_ mode: Mode, real: Date) -> Date {
    switch mode {
    case .frozen(let date): date
    case .running(let rate, let from, let since): from + real.timeIntervalSince(since) * rate
    }
  }
}

extension StoreTime.State {
  /// The state as one line of the books.
  var line: String {
    switch mode {
    case .frozen(let date): "frozen \(Milliseconds(date).count) \(deviceOffset)"
    case .running(let rate, let from, let since):
      "running \(rate) \(Milliseconds(from).count) \(Milliseconds(since).count) \(deviceOffset)"
    }
  }

  /// Reads `line` back; nil for what no version wrote.
  init?(line: String) {
    let words = line.split(separator: " ").map(String.init)
    func date(_ index: Int) -> Date? { Int64(words[index]).map { Milliseconds($0).date } }
    if words.count == 3, words[0] == "frozen", let at = date(1), let offset = Double(words[2]) {
      self.init(mode: .frozen(at: at), deviceOffset: offset)
    } else if words.count == 5, words[0] == "running", let rate = Double(words[1]),
      let from = date(2), let since = date(3), let offset = Double(words[4])
    {
      self.init(mode: .running(rate: rate, from: from, since: since), deviceOffset: offset)
    } else {
      return nil
    }
  }
}
