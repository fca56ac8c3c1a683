import FoundationEssentials
import StoreModel

/// A subscription's life along an axis of time: what it was when, and what happened to it.
struct Timeline: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable, CaseIterable {
    case trial, offer, paid, grace, retry, refunded, ended

    /// What a stretch is drawn with; it says the kind without any colour.
    var sign: Character {
      switch self {
      case .trial: "~"
      case .offer: "+"
      case .paid: "="
      case .grace: ":"
      case .retry: "?"
      case .refunded: "x"
      case .ended: "."
      }
    }

    var style: Style {
      switch self {
      case .trial, .offer: .cyan
      case .paid: .green
      case .grace: .yellow
      case .retry, .refunded: .red
      case .ended: .dim
      }
    }
  }

  /// A part of the axis of one kind.
  struct Stretch: Sendable, Hashable {
    var kind: Kind
    var start: Date
    var end: Date
    /// Whether it begins with a line, as a period does.
    var isPeriod: Bool
  }

  /// In the order in which they are drawn, one over the other.
  let stretches: [Stretch]
  let start: Date
  let end: Date
  let today: Date

  /// Lays a life out; nil where it has no period.
  init?(_ life: SubscriptionLife, today: Date) {
    guard let first = life.periods.map(\.start).min() else { return nil }
    let periods = life.periods.map {
      Stretch(kind: Kind($0), start: $0.start, end: $0.end, isPeriod: true)
    }
    let troubles = Self.troubles(of: life, today: today)
    var stretches = periods + troubles
    if life.state == .expired || life.state == .revoked {
      let last = stretches.map(\.end).max() ?? today
      if last < today {
        stretches.append(Stretch(kind: .ended, start: last, end: today, isPeriod: false))
      }
    }
    self.stretches = stretches
    self.today = today
    start = min(first, today)
    end = ([today, life.renewalDate].compactMap(\.self) + stretches.map(\.end)).max() ?? today
  }

  /// Grace periods and billing retries, each until what ended it.
  private static func troubles(of life: SubscriptionLife, today: Date) -> [Stretch] {
    var stretches: [Stretch] = []
    var open: (kind: Kind, start: Date)?
    for mark in life.marks.sorted(by: { $0.date < $1.date }) {
      let begins: Kind? =
        switch mark.kind {
        case .graceBegan: .grace
        case .retryBegan: .retry
        default: nil
        }
      guard begins != nil || [.recovered, .expired, .revoked, .refunded].contains(mark.kind) else {
        continue
      }
      if let open {
        stretches.append(
          Stretch(kind: open.kind, start: open.start, end: mark.date, isPeriod: false))
      }
      open = begins.map { ($0, mark.date) }
    }
    if let open {
      let end = (open.kind == .grace ? life.gracePeriodEnd : life.retryEnd) ?? today
      stretches.append(
        Stretch(kind: open.kind, start: open.start, end: max(open.start, end), isPeriod: false))
    }
    return stretches
  }

  /// The kinds that occur, in the order of the legend.
  var kinds: [Kind] { Kind.allCases.filter { kind in stretches.contains { $0.kind == kind } } }

  /// The cell of a moment on an axis of so many cells.
  func column(of date: Date, columns: Int) -> Int {
    let length = end.timeIntervalSince(start)
    guard length > 0, columns > 1 else { return 0 }
    let share = date.timeIntervalSince(start) / length
    return Int(min(max(share, 0), 1) * Double(columns - 1))
  }

  /// The axis in so many cells, a sign of its kind in each, and a line where a period begins.
  func strip(columns: Int) -> Line {
    var cells: [(sign: Character, style: Style)] = Array(
      repeating: (" ", []), count: max(0, columns))
    for stretch in stretches {
      let first = column(of: stretch.start, columns: columns)
      let last = max(first, column(of: stretch.end, columns: columns) - (stretch.end < end ? 1 : 0))
      for index in first...last where cells.indices.contains(index) {
        let isLine = stretch.isPeriod && index == first && last > first
        cells[index] = (isLine ? "|" : stretch.kind.sign, stretch.kind.style)
      }
    }
    var line = Line()
    var run = ""
    var style: Style = []
    for cell in cells {
      if cell.style != style {
        line.add(run, style)
        (run, style) = ("", cell.style)
      }
      run.append(cell.sign)
    }
    line.add(run, style)
    return line
  }
}

extension Timeline.Kind {
  init(_ period: SubscriptionLife.Period) {
    self =
      period.isRefunded
      ? .refunded : period.isTrial ? .trial : period.offer != nil ? .offer : .paid
  }
}
