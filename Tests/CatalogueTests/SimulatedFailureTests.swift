import Catalogue
import StoreModel
import Testing

private func failures(_ settings: String) -> [SimulatedFailure] {
  Shelf.read(Shelf.file(more: "\(Shelf.version), \"settings\" : {\(settings)}")).settings.failures
}

private func row(_ name: String, _ more: String = "") -> String {
  #""_storeKitErrors" : [{"name" : "\#(name)"\#(more)}]"#
}

@Suite struct `Reading simulated errors` {
  /// Xcode's presets: the call, what its row is named, and what it fails with.
  private static let presets: [(StoreAPI, String, String)] = [
    (.loadProducts, "Load Products", "networkError"),
    (.purchase, "Purchase", "productUnavailable"),
    (.verification, "Verification", "revokedCertificate"),
    (.appStoreSync, "App Store Sync", "networkError"),
    (.subscriptionStatus, "Subscription Status", "networkError"),
    (.appTransaction, "App Transaction", "systemError"),
    (.manageSubscriptions, "Manage Subscriptions Sheet", "systemError"),
    (.refundRequest, "Refund Request Sheet", "duplicateRequest"),
    (.offerCodeRedeem, "Offer Code Redeem Sheet", "notAvailableInStorefront"),
  ]

  @Test func `the presets are those of every call, in order`() {
    #expect(Self.presets.map(\.0) == StoreAPI.allCases)
  }

  @Test(arguments: presets, ["", #", "current" : null"#])
  func `a row that chose nothing has its preset`(
    preset: (api: StoreAPI, name: String, error: String), current: String
  ) throws {
    let failures = failures(row(preset.name, #", "enabled" : true\#(current)"#))
    #expect(failures == [SimulatedFailure(api: preset.api, isEnabled: true)])
    #expect(failures.first?.error.name == preset.error)
  }

  @Test(
    arguments: [
      ("Purchase", "purchase", 3, .purchase, "ineligibleForOffer"),
      ("Purchase", "generic", 1, .generic, "userCancelled"),
      ("Verification", "verification", 4, .verification, "invalidSignature"),
      ("Refund Request Sheet", "refund request", 1, .refundRequest, "failed"),
      ("Load Products", "generic", 7, .generic, "invalidPresentationContext"),
      ("Load Products", "generic", 8, .generic, nil),
      ("Verification", "verification", -1, .verification, nil),
    ] as [(String, String, Int, SimulatedError.Kind, String?)])
  func `a row's choice is kept, also while it is off and where it is unknown`(
    name: String, type: String, index: Int, kind: SimulatedError.Kind, error: String?
  ) throws {
    let choice = #", "enabled" : false, "current" : {"type" : "\#(type)", "index" : \#(index)}"#
    let failure = try #require(failures(row(name, choice)).first)
    #expect(failure.error == SimulatedError(kind: kind, index: index))
    #expect(failure.error.name == error)
    #expect(!failure.isEnabled)
  }

  @Test(arguments: ["purchase", "verification", "weather"])
  func `an error that the call cannot have is unknown`(type: String) {
    let choice = #", "current" : {"type" : "\#(type)", "index" : 1}"#
    #expect(failures(row("App Store Sync", choice)).map(\.error) == [.unknown])
  }

  @Test(
    arguments: [
      (0, "unknown"), (11, "invalidOfferIdentifier"), (12, "invalidOfferSignature"),
      (13, "missingOfferParameters"), (14, "invalidOfferPrice"),
    ], [true, false])
  func `the old number is the error of purchases while they fail`(
    old: (code: Int, name: String), areFailing: Bool
  ) throws {
    let read = failures(
      #""_storeKitError" : \#(old.code), "_failTransactionsEnabled" : \#(areFailing)"#)
    let failure = try #require(read.first)
    #expect(read.count == 1)
    #expect(failure.api == .purchase)
    #expect(failure.error.name == old.name)
    #expect(failure.error.storeError == StoreError(domain: "SKErrorDomain", code: old.code))
    #expect(failure.isEnabled == areFailing)
  }

  @Test func `the old number says nothing beside a row for purchases`() {
    let both = row("Purchase") + #", "_storeKitError" : 11, "_failTransactionsEnabled" : true"#
    #expect(failures(both) == [SimulatedFailure(api: .purchase, isEnabled: false)])
    let beside = row("Verification") + #", "_storeKitError" : 11"#
    #expect(failures(beside).map(\.api) == [.verification, .purchase])
  }

  @Test(
    arguments: [
      (.purchase, "invalidQuantity", 0), (.purchase, "0", 0), (.purchase, "8", 8),
      (.refundRequest, "failed", 1), (.appStoreSync, "networkError", 2), (.appStoreSync, "8", nil),
      (.verification, "networkError", nil), (.purchase, "", nil),
    ] as [(StoreAPI, String, Int?)])
  func `an error is found by its name or number`(api: StoreAPI, text: String, index: Int?) {
    let error = SimulatedError(api: api, named: text)
    #expect(error?.index == index)
    if error != nil { #expect(error?.kind == api.errorKinds.first) }
  }

  @Test func `a purchase and a refund may fail as any call does`() {
    #expect(SimulatedError(api: .purchase, named: "userCancelled")?.storeError == .paymentCancelled)
    #expect(SimulatedError(api: .refundRequest, named: "5")?.name == "notEntitled")
    #expect(
      StoreAPI.allCases.map { SimulatedError.all(for: $0).count } == [8, 17, 6, 8, 8, 8, 8, 10, 8])
  }

  /// The codes of `SKErrorDomain` by the names of StoreKit 2; all others are 0.
  private static let codes = [
    "userCancelled": 2, "networkError": 7, "notAvailableInStorefront": 5, "productUnavailable": 5,
    "purchaseNotAllowed": 4, "invalidQuantity": 3, "ineligibleForOffer": 18,
    "invalidOfferIdentifier": 11, "invalidOfferSignature": 12, "missingOfferParameters": 13,
    "invalidOfferPrice": 14,
  ]

  @Test func `each error has its code at the queue`() throws {
    for error in StoreAPI.allCases.flatMap(SimulatedError.all) {
      let code = Self.codes[try #require(error.name)] ?? 0
      #expect(error.storeError == StoreError(domain: "SKErrorDomain", code: code), "\(error)")
    }
    #expect(SimulatedError(kind: .purchase, index: 99).storeError == .unknown)
  }
}
