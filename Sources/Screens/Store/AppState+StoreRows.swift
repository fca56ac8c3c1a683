import FoundationEssentials
import StoreModel
import Text

extension AppState {
  /// The lines of the store panel; none until the store was heard of.
  var storeRows: [StoreRow] {
    guard let panel else { return [] }
    return StoreRow.Section.allCases.flatMap { section -> [StoreRow] in
      let entries = entries(of: section, panel)
      return entries.isEmpty ? [] : [.heading(section)] + entries.map(StoreRow.entry)
    }
  }

  var storeEntries: [StoreEntry] { storeRows.compactMap(\.entry) }

  /// The line that is selected; nil until the store was heard of.
  var selectedEntry: StoreEntry? {
    let entries = storeEntries
    return entries.indices.contains(storePosition.selected)
      ? entries[storePosition.selected] : nil
  }

  private func entries(of section: StoreRow.Section, _ panel: StorePanel) -> [StoreEntry] {
    switch section {
    case .waiting: panel.requests.map(entry)
    case .clock: clockEntries(panel.clock)
    case .nextTime: nextTimeEntries(panel)
    case .store: storeEntries(panel)
    case .accounts: accountEntries(panel)
    case .subscriptions:
      panel.lives.map {
        StoreEntry(
          kind: .life($0.id), label: name(ofProduct: $0.productID), value: standing(of: $0),
          isNotable: $0.state == .inGracePeriod || $0.state == .inBillingRetry)
      }
    case .money: panel.money.map(entry)
    case .more: moreEntries(panel)
    }
  }

  private func entry(_ request: StoreRequest) -> StoreEntry {
    var value = words["request.\(request.kind.rawValue)"]
    if let until = request.until {
      value += words["file.comma"] + words["request.until", ["date": Moment(until).short]]
    }
    return StoreEntry(
      kind: .request(request.id), label: name(ofProduct: request.productID), value: value,
      isNotable: true)
  }

  private func clockEntries(_ clock: ClockReading) -> [StoreEntry] {
    let mode = text(of: clock.mode)
    var entries = [
      StoreEntry(
        kind: .clock, label: Moment(clock.now).minute, value: mode,
        isNotable: clock.mode != .running(rate: 1))
    ]
    if clock.deviceOffset != 0 {
      entries.append(
        StoreEntry(
          kind: .device, label: words["entry.device"], value: words.offset(clock.deviceOffset),
          isNotable: true))
    }
    return entries
      + clock.due.prefix(Self.dueShown).map { due in
        StoreEntry(
          kind: .due(due),
          label: words["due.\(due.kind.rawValue)", ["product": name(ofProduct: due.productID)]],
          value: words["due.in", ["length": words.length(due.date.timeIntervalSince(clock.now))]]
            + words["file.comma"] + Moment(due.date).short)
      }
  }

  /// How many of the things that are due the panel names.
  private static let dueShown = 5

  func text(of mode: ClockReading.Mode) -> String {
    switch mode {
    case .frozen: words["clock.frozen"]
    case .running(1): words["clock.real"]
    case .running(let rate):
      words["clock.rate", ["rate": ClockControl.run(rate: rate).text]]
    }
  }

  private func nextTimeEntries(_ panel: StorePanel) -> [StoreEntry] {
    let next = StoreEntry(
      kind: .cancelNext, label: words["entry.cancelNext"],
      value: words.onOff(panel.isNextCancelled), isNotable: panel.isNextCancelled)
    let switches = StoreSwitch.allCases.map { name in
      let isOn = panel.switches.contains(name)
      return StoreEntry(
        kind: .turn(name), label: words["switch.\(name.rawValue)"], value: words.onOff(isOn),
        isNotable: isOn != name.isNormallyOn)
    }
    let failures = StoreAPI.allCases.map { api in
      let error = panel.error(of: api)
      var value =
        error.map { words["entry.fails", ["error": $0.label]] } ?? words["entry.works"]
      if api.isSheet, error != nil { value += words["file.comma"] + words["entry.noSheet"] }
      return StoreEntry(
        kind: .failure(api), label: words["fail.\(api.rawValue)"], value: value,
        isNotable: error != nil)
    }
    return [next] + switches + failures
  }

  private func storeEntries(_ panel: StorePanel) -> [StoreEntry] {
    [
      StoreEntry(
        kind: .withheld, label: words["entry.withheld"],
        value: panel.withheld.map { words["withheld.\($0.rawValue)"] }
          ?? words["entry.notWithheld"],
        isNotable: panel.withheld != nil),
      StoreEntry(
        kind: .published, label: words["entry.published"],
        value: panel.unpublished.isEmpty
          ? words["entry.allPublished"]
          : words["entry.unpublished", ["n": String(panel.unpublished.count)]],
        isNotable: !panel.unpublished.isEmpty),
      StoreEntry(
        kind: .speed, label: words["entry.speed"],
        value: panel.speed == .realTime
          ? words["speed.real"]
          : panel.speed.name + words["gap.colon"] + words["gap.sentence"]
            + words.text(of: panel.speed),
        isNotable: panel.speed != .realTime),
      StoreEntry(
        kind: .personality, label: words["entry.personality"],
        value: words["signs.\(panel.personality.rawValue)"],
        isNotable: panel.personality != .sandbox),
      StoreEntry(
        kind: .discount, label: words["entry.discount"],
        value: words["discount.\(panel.discountFault?.rawValue ?? "good")"],
        isNotable: panel.discountFault != nil),
    ]
  }

  private func accountEntries(_ panel: StorePanel) -> [StoreEntry] {
    panel.accounts.map { name in
      StoreEntry(
        kind: .account(name), label: line(name),
        value: words[name == panel.account ? "entry.signedIn" : "entry.signedOut"])
    } + [StoreEntry(kind: .addAccount, label: words["entry.addAccount"], value: "")]
  }

  private func entry(_ turnover: Turnover) -> StoreEntry {
    var value = words[
      "money.charged", ["n": String(turnover.charges), "price": priceText(turnover.charged)]]
    if turnover.refunds > 0 {
      value +=
        words["file.comma"]
        + words[
          "money.refunded", ["n": String(turnover.refunds), "price": priceText(turnover.refunded)]]
    }
    return StoreEntry(
      kind: .money(turnover.charged.currencyCode), label: line(turnover.charged.currencyCode),
      value: value)
  }

  /// The verbs that belong to nothing that has a line of its own.
  private static let moreVerbs = [
    "buy", "redeem", "share", "stop-sharing", "forget", "clear", "reset",
  ]

  private func moreEntries(_ panel: StorePanel) -> [StoreEntry] {
    Self.moreVerbs.map { verb in
      StoreEntry(
        kind: .verb(verb), label: words["verb.\(verb)"],
        value: verb == "reset" && !panel.isAsFile ? differencesText(panel) : "",
        isNotable: verb == "reset" && !panel.isAsFile)
    }
  }

  // MARK: The file

  /// In how many controls the store is known to differ from the catalogue's file.
  private func differencesText(_ panel: StorePanel) -> String {
    let count = differences(panel).count
    return count == 0
      ? words["entry.differs"] : words["entry.differences", ["n": String(count)]]
  }

  /// Each control that is other than the catalogue's file says, with what it says.
  func differences(_ panel: StorePanel) -> [String] {
    guard let file = reading?.catalogue.settings, !panel.isAsFile else { return [] }
    let switches: [(StoreSwitch, Bool)] = [
      (.askToBuy, file.askToBuy), (.interrupt, file.interruptedPurchases),
      (.billingIssues, file.renewalBillingIssues), (.grace, file.billingGracePeriod),
      (.dialogs, !file.disableDialogs),
    ]
    var differences = StoreSwitch.allCases.compactMap { name -> String? in
      let said = switches.first { $0.0 == name }?.1 ?? name.isNormallyOn
      guard said != panel.switches.contains(name) else { return nil }
      return difference(words["switch.\(name.rawValue)"], words.onOff(said))
    }
    for api in StoreAPI.allCases {
      var said = file.failures.first { $0.api == api && $0.isEnabled }?.error
      if api == .purchase, said == nil, file.failTransactions { said = panel.error(of: api) }
      guard said != panel.error(of: api) else { continue }
      differences.append(
        difference(
          words["fail.\(api.rawValue)"],
          said.map { words["entry.fails", ["error": $0.label]] } ?? words["entry.works"]))
    }
    let speed = StoreSpeed(.timeRate(file.timeRate ?? 0))
    if StoreSpeed.all.contains(speed), speed != panel.speed {
      differences.append(difference(words["entry.speed"], speed.name))
    }
    return differences
  }

  private func difference(_ label: String, _ value: String) -> String {
    words["entry.fileSays", ["what": label, "value": value]]
  }
}

extension StorePanel {
  /// What an interface fails with; nil where it works.
  func error(of api: StoreAPI) -> SimulatedError? {
    failures.first { $0.api == api && $0.isEnabled }?.error
  }
}

extension StoreAPI {
  /// Whether it is a sheet of the system that this shop has not, nor anything in its place.
  var isSheet: Bool { self == .manageSubscriptions }
}
