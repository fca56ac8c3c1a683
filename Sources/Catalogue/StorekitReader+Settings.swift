import StoreModel
import Text

extension StorekitReader {
  /// Switches that this shop has no part for; a file that turns one on is told so.
  private static let unusedSwitches = [
    "_askToBuyEnabled", "_billingIssuesEnabled", "_renewalBillingIssuesEnabled",
    "_billingGracePeriodEnabled",
  ]

  private static let keys = Set(unusedSwitches).union([
    "_failTransactionsEnabled", "_storeKitError", "_storeKitErrors", "_locale", "_storefront",
    "_timeRate", "_compatibilityTimeRate", "_disableDialogs", "_applicationInternalID",
    "_developerTeamID", "_lastSynchronizedDate", "_shouldSetupSyncOnLoad",
  ])

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
    for key in Self.unusedSwitches where fields.bool(key) == true {
      findings.add(
        .note, "unused-setting", fields.place(of: key),
        "The setting \"\(key)\" is on in the file; it has no effect in this shop.")
    }
    reportErrors(fields)
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

  /// The rows of `_storeKitErrors`, in Xcode's order, and how many errors each can choose from.
  private static let errorRows: [String: [String: Int]] = {
    let generic = ["generic": 8]
    return [
      "Load Products": generic, "Purchase": ["generic": 8, "purchase": 9],
      "Verification": ["verification": 6], "App Store Sync": generic,
      "Subscription Status": generic, "App Transaction": generic,
      "Manage Subscriptions Sheet": generic,
      "Refund Request Sheet": ["generic": 8, "refund request": 2],
      "Offer Code Redeem Sheet": generic,
    ]
  }()

  private func reportErrors(_ fields: Fields) {
    if let code = fields.integer("_storeKitError"), ![0, 11, 12, 13, 14].contains(code) {
      findings.add(
        .warning, "out-of-range", fields.place(of: "_storeKitError"),
        "No simulated error has the number \(code); use 0, 11, 12, 13 or 14.")
    }
    for row in fields.objects("_storeKitErrors") {
      row.reportUnknown(known: ["name", "enabled", "current"])
      guard let name = row.text("name", .expected) else { continue }
      guard let kinds = Self.errorRows[name] else {
        let names = Set(Self.errorRows.keys)
        findings.add(
          .warning, "unknown-error-row", row.place(of: "name"),
          findings.suggestion(for: name, among: names).map {
            "\"\(name)\" is none of Xcode's simulated errors. Did you mean \"\($0)\"?"
          } ?? "\"\(name)\" is none of Xcode's simulated errors.")
        continue
      }
      if row.bool("enabled") == true {
        findings.add(
          .note, "unused-setting", row.place(of: "enabled"),
          "The simulated error for \"\(name)\" is on in the file; it has no effect in this shop.")
      }
      guard let current = row.object("current") else { continue }
      current.reportUnknown(known: ["type", "index"])
      guard let kind = current.text("type", .expected),
        let index = current.integer("index", .expected)
      else { continue }
      if !(0..<(kinds[kind] ?? 0)).contains(index) {
        findings.add(
          .warning, "out-of-range", current.place,
          "\"\(name)\" has no error \(index) of type \"\(kind)\"; it counts as unknown.")
      }
    }
  }
}
