import FoundationEssentials
import StoreModel
import Text

extension AppState {
  /// A subscription from its first period on: how it stands, its axis, its periods and marks.
  ///
  /// The axis is a drawing, which lines that are read aloud do without.
  func timelinePage(
    of life: SubscriptionLife, columns: Int, hasAxis: Bool = true
  ) -> PageText {
    var page = PageText(columns: columns)
    page.paragraph(name(ofProduct: life.productID), .bold)
    page.paragraph(standing(of: life), life.style.union(.bold))
    page.blank()
    let signs = Self.signs(of: life.marks)
    if hasAxis, let now = panel?.clock.now, let timeline = Timeline(life, today: now) {
      addAxis(timeline, life.marks, signs, precision: life.precision, to: &page)
    }
    addPeriods(of: life, to: &page)
    addMarks(of: life, signs, to: &page)
    addFacts(of: life, to: &page)
    return page
  }

  // MARK: Axis

  private static let digits = Array("123456789abcdefghijklmnopqrstuvwxyz")

  /// A sign for each mark, by which the list below names it.
  private static func signs(of marks: [SubscriptionLife.Mark]) -> [Character] {
    marks.indices.map { digits.indices.contains($0) ? digits[$0] : "*" }
  }

  private func addAxis(
    _ timeline: Timeline, _ marks: [SubscriptionLife.Mark], _ signs: [Character],
    precision: Moment.Precision, to page: inout PageText
  ) {
    let columns = max(1, page.columns - 2)
    page.add(
      .between(
        Line(Moment(timeline.start).text(precision), .dim),
        Line(Moment(timeline.end).text(precision), .dim), columns: columns))
    var cells = Array(repeating: Character(" "), count: columns)
    for (mark, sign) in zip(marks, signs) {
      let wanted = timeline.column(of: mark.date, columns: columns)
      // What happened at the same time stands beside it, as far as there is room.
      let free = (wanted..<columns).first { cells[$0] == " " } ?? wanted
      cells[free] = sign
    }
    if !marks.isEmpty { page.add(Line(String(cells), .bold)) }
    page.add(timeline.strip(columns: columns))
    page.add(todayLine(timeline, precision: precision, columns: columns))
    page.blank()
    page.paragraph(
      timeline.kinds.map { "\($0.sign) \(words["life.\($0.rawValue)"])" }.joined(separator: "   "),
      .dim)
  }

  /// A sign under the axis, with the date on the side where there is room.
  private func todayLine(
    _ timeline: Timeline, precision: Moment.Precision, columns: Int
  ) -> Line {
    let column = timeline.column(of: timeline.today, columns: columns)
    let text = words["life.today", ["date": Moment(timeline.today).text(precision)]]
    var line = Line()
    if column + 2 + Cells.width(text) <= columns {
      line.pad(to: column)
      line.add("^ " + text, .bold)
    } else {
      line.pad(to: max(0, column - 1 - Cells.width(text)))
      line.add(text + " ^", .bold)
    }
    return line
  }

  // MARK: Lists

  private func addPeriods(of life: SubscriptionLife, to page: inout PageText) {
    guard !life.periods.isEmpty else { return }
    page.heading(words["life.periods"])
    for period in life.periods.reversed() {
      let kind = Timeline.Kind(period)
      let dates = words[
        "life.fromTo",
        [
          "from": Moment(period.start).text(life.precision),
          "to": Moment(period.end).text(life.precision),
        ]]
      var line = Line("\(kind.sign) ", kind.style)
      line.add(dates)
      line.add("  \(words["life.\(kind.rawValue)"])", kind.style)
      let what =
        name(ofProduct: period.productID)
        + (period.price.map { words["file.comma"] + priceText($0) } ?? "")
      if line.width + 2 + Cells.width(what) <= page.columns - 2 {
        line.add("  " + what)
        page.add(line)
      } else if line.width <= page.columns - 2 {
        page.add(line)
        page.paragraph(what, indent: 2)
      } else {
        page.paragraph("\(kind.sign) \(dates)", kind.style)
        page.paragraph("\(words["life.\(kind.rawValue)"])" + words["file.comma"] + what, indent: 2)
      }
    }
  }

  private func addMarks(
    of life: SubscriptionLife, _ signs: [Character], to page: inout PageText
  ) {
    guard !life.marks.isEmpty else { return }
    page.heading(words["life.marks"])
    for (mark, sign) in zip(life.marks, signs) {
      page.fact(
        Line(String(sign), .bold),
        "\(Moment(mark.date).text(life.precision))  \(words["happened.\(mark.kind.rawValue)"])",
        labelColumns: 1)
    }
  }

  private func addFacts(of life: SubscriptionLife, to page: inout PageText) {
    var facts = [(words["fact.original"], line(life.id))]
    if let left = life.renewalsLeft { facts.append((words["life.left"], String(left))) }
    if life.isShared { facts.append((words["fact.origin"], words["life.shared"])) }
    let columns = facts.map { Cells.width($0.0) }.max() ?? 0
    page.blank()
    for fact in facts { page.fact(fact.0, fact.1, labelColumns: columns) }
  }

  // MARK: How it stands

  /// How a subscription stands and what comes next, in one sentence.
  func standing(of life: SubscriptionLife) -> String {
    let product = name(ofProduct: life.productID)
    let until = Moment(life.expirationDate).text(life.precision)
    var arguments = ["product": product, "date": until]
    switch life.state {
    case .revoked:
      let date = life.marks.last { [.revoked, .refunded].contains($0.kind) }?.date
      arguments["date"] = date.map { Moment($0).text(life.precision) } ?? until
      return words[life.isShared ? "life.unshared" : "life.revoked", arguments]
    case .expired:
      arguments["reason"] = words["ended.\(life.expirationReason.map { "\($0)" } ?? "unknown")"]
      return words["life.over", arguments]
    case .inGracePeriod:
      arguments["date"] = Moment(life.gracePeriodEnd ?? life.expirationDate).text(life.precision)
      return words["life.inGrace", arguments]
    case .inBillingRetry:
      guard let end = life.retryEnd else { return words["life.retries", arguments] }
      arguments["date"] = Moment(end).text(life.precision)
      return words["life.inRetry", arguments]
    case .subscribed: return comingText(of: life, arguments)
    }
  }

  private func comingText(of life: SubscriptionLife, _ arguments: [String: String]) -> String {
    var arguments = arguments
    if life.isShared { return words["life.sharedUntil", arguments] }
    if !life.willAutoRenew { return words["life.ends", arguments] }
    if life.renewalsLeft == 0 { return words["life.noneLeft", arguments] }
    if let increase = life.priceIncrease, !increase.isAgreed {
      arguments["price"] = priceText(increase.price)
      return words["life.asks", arguments]
    }
    arguments["next"] = name(ofProduct: life.nextProductID)
    let isChange = life.nextProductID != life.productID
    guard let price = life.renewalPrice else {
      return words[isChange ? "life.changes" : "life.renews", arguments]
    }
    arguments["price"] = priceText(price)
    return words[isChange ? "life.changesFor" : "life.renewsFor", arguments]
  }
}

extension SubscriptionLife {
  /// As precise as it takes to tell its periods apart.
  var precision: Moment.Precision {
    let shortest = periods.map { $0.end.timeIntervalSince($0.start) }.filter { $0 > 0 }.min()
    guard let shortest else { return .day }
    return shortest >= 172_800 ? .day : shortest >= 120 ? .minute : .second
  }

  var style: Style {
    switch state {
    case .subscribed: .green
    case .inGracePeriod: .yellow
    case .inBillingRetry, .revoked: .red
    case .expired: []
    }
  }
}

extension Moment {
  enum Precision: Sendable, Hashable {
    case day, minute, second
  }

  /// The date, with as much of the time as is asked for.
  func text(_ precision: Precision) -> String {
    switch precision {
    case .day: date
    case .minute: short
    case .second: "\(date) \(time)"
    }
  }
}
