import StoreModel

extension AppState {
  /// What a file sets for testing, a sentence each; only what is on.
  func presets(of settings: Catalogue.Settings) -> [String] {
    let switches = [
      (settings.disableDialogs, "preset.disableDialogs"),
      (settings.failTransactions, "preset.failTransactions"),
      (settings.askToBuy, "preset.askToBuy"),
      (settings.interruptedPurchases, "preset.interruptedPurchases"),
      (settings.renewalBillingIssues, "preset.renewalBillingIssues"),
      (settings.billingGracePeriod, "preset.billingGracePeriod"),
    ]
    var presets: [String] = []
    if let rate = settings.timeRate, let pace = pace(rate: rate) { presets.append(pace) }
    for (isOn, id) in switches where isOn { presets.append(words[id]) }
    for failure in settings.failures where failure.isEnabled { presets.append(sentence(failure)) }
    return presets
  }

  private func sentence(_ failure: SimulatedFailure) -> String {
    let error = failure.error
    let text = words[
      "preset.failure",
      [
        "call": words["call.\(failure.api.rawValue)"],
        "error": error.name ?? "\(error.kind.rawValue) \(error.index)",
      ]]
    return failure.api.isSheet ? text + words["file.comma"] + words["entry.noSheet"] : text
  }

  /// What one of Xcode's time rates makes of time; nil for real time.
  private func pace(rate: Int) -> String? {
    Self.paces[rate].map { pace in
      words[pace.id, ["time": words[pace.unit, ["n": String(pace.count)]]]]
    }
  }

  /// What lasts how long, by the raw values of `SKTestSession.TimeRate`.
  private static let paces: [Int: (id: String, count: Int, unit: String)] = [
    1: ("preset.day", 1, "preset.hours"), 2: ("preset.day", 30, "preset.minutes"),
    3: ("preset.day", 5, "preset.minutes"), 4: ("preset.day", 1, "preset.minutes"),
    5: ("preset.day", 30, "preset.seconds"), 6: ("preset.day", 1, "preset.seconds"),
    10: ("preset.month", 1, "preset.hours"), 11: ("preset.month", 30, "preset.minutes"),
    12: ("preset.month", 15, "preset.minutes"), 13: ("preset.month", 5, "preset.minutes"),
    15: ("preset.month", 30, "preset.seconds"), 1000: ("preset.period", 15, "preset.minutes"),
    1001: ("preset.period", 5, "preset.minutes"), 1002: ("preset.period", 1, "preset.minutes"),
    1003: ("preset.period", 30, "preset.seconds"), 1004: ("preset.period", 10, "preset.seconds"),
    1005: ("preset.period", 2, "preset.seconds"),
  ]
}
