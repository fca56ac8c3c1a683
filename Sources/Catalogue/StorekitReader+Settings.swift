import StoreModel
import Text

extension StorekitReader {
  private static let keys: Set = [
    "_failTransactionsEnabled", "_storeKitError", "_storeKitErrors", "_locale", "_storefront",
    "_timeRate", "_compatibilityTimeRate", "_askToBuyEnabled", "_billingIssuesEnabled",
    "_renewalBillingIssuesEnabled", "_billingGracePeriodEnabled", "_disableDialogs",
    "_applicationInternalID", "_developerTeamID", "_lastSynchronizedDate",
    "_shouldSetupSyncOnLoad",
  ]

  /// Raw values of `SKTestSession.TimeRate`.
  private static let timeRates = Set(0...6).union(10...13).union([15]).union(1000...1005)

  func settings(_ file: Fields) -> Catalogue.Settings {
    var settings = Catalogue.Settings()
    if let pair = file.object("subscriptionOffersKeyPair") {
      settings.offersKeyID = pair.text("id", .expected)
      pair.reportUnknown(known: ["id", "privateKey"])
    }
    guard let fields = file.object("settings") else { return settings }
    settings.locale = fields.text("_locale")
    settings.storefront = storefront(fields)
    settings.timeRate = timeRate(fields)
    settings.disableDialogs = fields.bool("_disableDialogs") ?? false
    settings.failTransactions = fields.bool("_failTransactionsEnabled") ?? false
    settings.askToBuy = fields.bool("_askToBuyEnabled") ?? false
    settings.interruptedPurchases = fields.bool("_billingIssuesEnabled") ?? false
    settings.renewalBillingIssues = fields.bool("_renewalBillingIssuesEnabled") ?? false
    settings.billingGracePeriod = fields.bool("_billingGracePeriodEnabled") ?? false
    settings.failures = failures(fields, areOn: settings.failTransactions)
    fields.reportUnknown(known: Self.keys)
    return settings
  }

  private func storefront(_ fields: Fields) -> String? {
    guard let code = fields.text("_storefront") else { return nil }
    if code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) { return code }
    findings.add(
      .warning, "out-of-range", fields.place(of: "_storefront"),
      """
      "\(code)" is not a storefront, so USA is used; write a code of three letters such as "DEU".
      """)
    return nil
  }

  private func timeRate(_ fields: Fields) -> Int? {
    guard let rate = fields.integer("_timeRate") else { return nil }
    if Self.timeRates.contains(rate) { return rate }
    findings.add(
      .warning, "out-of-range", fields.place(of: "_timeRate"),
      """
      No time rate has the number \(rate), so real time is used; choose one in Xcode's Editor menu.
      """)
    return nil
  }

  // MARK: - Simulated errors

  /// The rows of `_storeKitErrors`, and where it has none for purchases, that of the old number.
  private func failures(_ fields: Fields, areOn: Bool) -> [SimulatedFailure] {
    var failures: [SimulatedFailure] = []
    for row in fields.objects("_storeKitErrors") {
      guard let failure = failure(row) else { continue }
      if failures.contains(where: { $0.api == failure.api }) {
        findings.add(
          .warning, "duplicate-error-row", row.place,
          "\"\(failure.api.fileName)\" is here twice and the first one counts; take one out.")
      } else {
        failures.append(failure)
      }
    }
    if let error = oldError(fields), !failures.contains(where: { $0.api == .purchase }) {
      failures.append(SimulatedFailure(api: .purchase, error: error, isEnabled: areOn))
    }
    return failures
  }

  private func failure(_ row: Fields) -> SimulatedFailure? {
    row.reportUnknown(known: ["name", "enabled", "current"])
    guard let name = row.text("name", .expected) else { return nil }
    guard let api = StoreAPI(fileName: name) else {
      let names = Set(StoreAPI.allCases.map(\.fileName))
      findings.add(
        .warning, "unknown-error-row", row.place(of: "name"),
        findings.suggestion(for: name, among: names).map {
          "\"\(name)\" is none of Xcode's simulated errors. Did you mean \"\($0)\"?"
        } ?? "\"\(name)\" is none of Xcode's simulated errors.")
      return nil
    }
    return SimulatedFailure(
      api: api, error: error(row, of: api), isEnabled: row.bool("enabled") ?? false)
  }

  /// What a row chose; nil where it chose nothing.
  private func error(_ row: Fields, of api: StoreAPI) -> SimulatedError? {
    guard let current = row.object("current") else { return nil }
    current.reportUnknown(known: ["type", "index"])
    guard let type = current.text("type", .expected),
      let index = current.integer("index", .expected)
    else { return nil }
    let kind = SimulatedError.Kind(rawValue: type)
    let error =
      kind.flatMap { api.errorKinds.contains($0) ? SimulatedError(kind: $0, index: index) : nil }
    if error?.name == nil {
      findings.add(
        .warning, "out-of-range", current.place,
        "\"\(api.fileName)\" has no error \(index) of type \"\(type)\"; it counts as unknown.")
    }
    return error ?? .unknown
  }

  /// What `_storeKitError` may be: codes of `SKErrorDomain`, and what StoreKit 2 calls them.
  private static let oldErrors: [Int: SimulatedError] = [
    0: .unknown, 11: SimulatedError(kind: .purchase, index: 4),
    12: SimulatedError(kind: .purchase, index: 6), 13: SimulatedError(kind: .purchase, index: 7),
    14: SimulatedError(kind: .purchase, index: 5),
  ]

  /// The error that every purchase failed with before files had a list of them.
  private func oldError(_ fields: Fields) -> SimulatedError? {
    guard let code = fields.integer("_storeKitError") else { return nil }
    if let error = Self.oldErrors[code] { return error }
    findings.add(
      .warning, "out-of-range", fields.place(of: "_storeKitError"),
      "No simulated error has the number \(code); use 0, 11, 12, 13 or 14.")
    return .unknown
  }
}
