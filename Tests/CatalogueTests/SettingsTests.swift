import Catalogue
import StoreModel
import Testing

private func file(_ more: String, version: String = Shelf.version) -> Catalogue {
  Shelf.read(Shelf.file(products: [Shelf.product], more: "\(version), \(more)"))
}

@Suite struct `Reading what a file says of itself` {
  @Test(
    arguments: [
      (#""version" : {"major" : 6, "minor" : 3}"#, "6.3", []),
      (#""version" : {"major" : 7, "minor" : 0}"#, "7.0", ["warning newer-version $.version"]),
      (#""version" : {"major" : 1, "minor" : 4}"#, "1.4", ["note unknown-version $.version"]),
      (#""version" : "4.0""#, "4.0", ["warning wrong-type $.version"]),
      (#""version" : 3"#, "3.0", ["warning wrong-type $.version"]),
      (#""version" : {"major" : 2}"#, "2.0", ["warning missing-key $.version.minor"]),
      (#""version" : null"#, nil, ["warning null-value $.version"]),
      (#""settings" : {}"#, nil, ["warning missing-key $.version"]),
      (
        #""version" : {"major" : 1, "minor" : 0}, "identifier" : "A""#, "1.0",
        ["warning contradictory-version $.version"]
      ),
      (
        #""version" : {"major" : 3, "minor" : 0}, "appPolicies" : {"eula" : "", "policies" : []}"#,
        "3.0", ["warning contradictory-version $.version"]
      ),
    ] as [(String, String?, [String])])
  func `the version is shown and never decides`(
    member: String, version: String?, findings: [String]
  ) {
    let catalogue = Shelf.read(Shelf.file(products: [Shelf.product], more: member))
    #expect(catalogue.version == version)
    #expect(catalogue.findings == findings)
    #expect(catalogue.products.count == 1)
  }

  @Test func `every setting is kept`() {
    let catalogue = file(
      """
      "settings" : {"_locale" : "de", "_storefront" : "DEU", "_timeRate" : 15,
      "_disableDialogs" : true, "_failTransactionsEnabled" : true, "_askToBuyEnabled" : true,
      "_billingIssuesEnabled" : true, "_renewalBillingIssuesEnabled" : true,
      "_billingGracePeriodEnabled" : true, "_compatibilityTimeRate" : {"3" : 6},
      "_storeKitErrors" : [{"name" : "Purchase", "enabled" : true,
      "current" : {"type" : "purchase", "index" : 2}}]},
      "subscriptionOffersKeyPair" : {"id" : "KEY1", "privateKey" : "SECRET"}
      """)
    #expect(catalogue.findings == [])
    #expect(
      catalogue.settings
        == Catalogue.Settings(
          locale: "de", storefront: "DEU", timeRate: 15, disableDialogs: true,
          failTransactions: true, askToBuy: true, interruptedPurchases: true,
          renewalBillingIssues: true, billingGracePeriod: true,
          failures: [
            SimulatedFailure(
              api: .purchase, error: SimulatedError(kind: .purchase, index: 2), isEnabled: true)
          ], offersKeyID: "KEY1"))
  }

  @Test(arguments: [
    ("_disableDialogs", Catalogue.Settings(disableDialogs: true)),
    ("_failTransactionsEnabled", Catalogue.Settings(failTransactions: true)),
    ("_askToBuyEnabled", Catalogue.Settings(askToBuy: true)),
    ("_billingIssuesEnabled", Catalogue.Settings(interruptedPurchases: true)),
    ("_renewalBillingIssuesEnabled", Catalogue.Settings(renewalBillingIssues: true)),
    ("_billingGracePeriodEnabled", Catalogue.Settings(billingGracePeriod: true)),
  ])
  func `a switch turns on its own setting and no other`(
    key: String, settings: Catalogue.Settings
  ) {
    #expect(file(#""settings" : {"\#(key)" : true}"#).settings == settings)
    #expect(file(#""settings" : {"\#(key)" : false}"#).settings == Catalogue.Settings())
  }

  @Test(arguments: [
    (#""_timeRate" : 14"#, "warning out-of-range $.settings._timeRate"),
    (#""_timeRate" : "6""#, "warning wrong-type $.settings._timeRate"),
    (#""_storefront" : "Germany""#, "warning out-of-range $.settings._storefront"),
    (#""_storeKitError" : 3"#, "warning out-of-range $.settings._storeKitError"),
    (
      #""_storeKitErrors" : [{"name" : "Verification", "current" : {"type" : "verification", "index" : 6}}]"#,
      "warning out-of-range $.settings._storeKitErrors[0].current"
    ),
    (
      #""_storeKitErrors" : [{"name" : "Manage Subscriptions"}]"#,
      "warning unknown-error-row $.settings._storeKitErrors[0].name"
    ),
    (
      #""_storeKitErrors" : [{"name" : "Load Products", "current" : {"type" : "purchase", "index" : 1}}]"#,
      "warning out-of-range $.settings._storeKitErrors[0].current"
    ),
    (
      #""_storeKitErrors" : [{"name" : "Purchase"}, {"name" : "Purchase", "enabled" : true}]"#,
      "warning duplicate-error-row $.settings._storeKitErrors[1]"
    ),
    (#""_lastVerificationError" : 1"#, "note unknown-key $.settings._lastVerificationError"),
  ])
  func `a setting out of range is a finding`(setting: String, finding: String) {
    #expect(file("\"settings\" : {\(setting)}").findings == [finding])
  }

  @Test func `a synchronized file says when, and a shell that it never was`() throws {
    let synced = file(
      """
      "settings" : {"_applicationInternalID" : "123", "_developerTeamID" : "T",
      "_lastSynchronizedDate" : 804965276.44}
      """)
    #expect(synced.findings == ["note synced $.settings._lastSynchronizedDate"])
    #expect(try #require(synced.diagnostics.first).message.text.contains("2026-07-05"))
    let shell = Shelf.read(
      Shelf.file(more: #"\#(Shelf.version), "settings" : {"_shouldSetupSyncOnLoad" : true}"#))
    #expect(shell.findings == ["note never-synced $.settings._shouldSetupSyncOnLoad"])
    let copied = file(
      #""settings" : {"_applicationInternalID" : "123", "_lastSynchronizedDate" : 0}"#)
    #expect(copied.findings == [])
  }

  @Test(arguments: [
    #"{"id" : "KEY1", "privateKey" : "SECRET"}"#, #"{"privateKey" : ["SECRET"]}"#,
    #"{"id" : 1, "privateKey" : "SECRET", "privateKey" : "SECRET"}"#, #"["SECRET"]"#,
    #"{"id" : {"id" : "SECRET"}, "PrivateKey" : "SECRET"}"#, #""SECRET""#,
  ])
  func `the private key of offers is never kept nor quoted`(pair: String) {
    let text = Shelf.file(more: #"\#(Shelf.version), "subscriptionOffersKeyPair" : \#(pair)"#)
    #expect(text.contains("SECRET"))
    for length in text.utf8.count - 60...text.utf8.count {
      let catalogue = Catalogue.read(Array(text.utf8.prefix(length)), named: "test.storekit")
      var dumped = "\(catalogue)"
      dump(catalogue, to: &dumped)
      #expect(!dumped.contains("SECR"))
      #expect(!catalogue.diagnostics.contains { $0.message.text.contains("SECR") })
    }
  }

  @Test func `policies are kept as written`() {
    let catalogue = file(
      """
      "appPolicies" : {"eula" : "https://example.com/terms", "policies" : [
      {"locale" : "en_US", "policyText" : "T", "policyURL" : "https://example.com/privacy"}]}
      """)
    #expect(
      catalogue.policies
        == Catalogue.Policies(
          eula: "https://example.com/terms",
          privacy: [
            Catalogue.PrivacyPolicy(
              locale: "en_US", text: "T", url: "https://example.com/privacy")
          ]))
  }

  @Test func `an unknown section is named with what was meant`() throws {
    let catalogue = file(#""nonRenewableSubscriptions" : []"#)
    let finding = try #require(catalogue.diagnostics.first)
    #expect(finding.code == "unknown-key")
    #expect(finding.message.text.hasSuffix("Did you mean \"nonRenewingSubscriptions\"?"))
  }
}
