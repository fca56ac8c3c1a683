import Foundation
import StoreModel
import Testing
import Text

@testable import Simulator

@Suite(.enabled(if: Corpus.folder != nil))
struct `What is signed in Xcode's manner` {
  /// What kind of JSON stands where; a number says whether it has a fraction.
  private static func shape(_ node: JSONNode) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: (node.members ?? []).map { member in
        let kind =
          switch member.node.value {
          case .string: "text"
          case .number(let digits): digits.contains(".") ? "fraction" : "whole"
          case .bool: "bool"
          case .array: "list"
          case .object: "object"
          case .null: "null"
          }
        return (member.key, kind)
      })
  }

  private static func part(_ index: Int, of token: String) throws -> JSONNode {
    let parts = token.split(separator: ".")
    var base64 = parts[index].replacing("-", with: "+").replacing("_", with: "/")
    base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
    let bytes = try #require(Data(base64Encoded: String(base64)))
    return try JSONReader.read(Array(bytes), strict: true)
  }

  private static func token(_ name: String) throws -> String {
    String(decoding: try Corpus.bytes("receipts/jws/xcode/\(name).jws"), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// A trial that began elsewhere, as in Apple's sample: without a token of the app.
  private func store() async throws -> Simulator {
    let folder = NSTemporaryDirectory() + "xcode-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let month = SubscriptionPeriod(value: 1, unit: .month)
    let product = Product(
      id: "pass", type: .autoRenewable, price: 5,
      subscription: Subscription(
        groupID: "6F3A93AB", level: 1, period: month,
        offers: [Offer(kind: .introductory, mode: .freeTrial, period: month)]))
    let simulator = Simulator(
      books: folder + "/books.sqlite", root: folder + "/root.pem", products: [product],
      storefront: Storefront(
        countryCode: "USA", regionCode: "US", currencyCode: "USD", name: "United States"),
      bundleID: "com.example.game", account: "A", clock: StoreClock { Date() },
      start: Date(timeIntervalSince1970: 1_772_355_600), chance: Chance { UUID() },
      confirm: { _ in .buy })
    for control: StoreControl in [.personality(.xcode), .buyElsewhere(productID: "pass", on: nil)] {
      #expect(await simulator.control(control) == nil)
    }
    return simulator
  }

  private func compare(_ own: SignedTransaction?, _ name: String) throws {
    let own = try #require(own).jwsRepresentation
    let sample = try Self.token(name)
    for index in 0...1 {
      #expect(
        Self.shape(try Self.part(index, of: own)) == Self.shape(try Self.part(index, of: sample)))
    }
    for (header, count) in [(try Self.part(0, of: own), 1), (try Self.part(0, of: sample), 1)] {
      #expect(header["x5c"]?.elements?.count == count)
      #expect(header["kid"]?.string == "Apple_Xcode_Key")
    }
  }

  @Test func `has the shape of Apple's own samples, member by member`() async throws {
    let store = try await store()
    let transaction = try #require(await store.latestTransaction(of: "pass"))
    try compare(transaction.signed, "xcode-signed-transaction")
    try compare(
      try await store.renewalInfo(originalID: transaction.originalID), "xcode-signed-renewal-info")
    try compare(
      try await store.appTransaction(), "xcode-signed-app-transaction-in-sandbox-verifier")
  }

  @Test func `says what the samples say of the first purchase`() async throws {
    let store = try await store()
    let signed = try #require(await store.latestTransaction(of: "pass")?.signed)
    let payload = try Self.part(1, of: signed.jwsRepresentation)
    let sample = try Self.part(1, of: try Self.token("xcode-signed-transaction"))
    for name in [
      "transactionId", "originalTransactionId", "webOrderLineItemId", "environment", "offerType",
      "transactionReason", "isUpgraded", "storefront", "storefrontId", "quantity", "type",
      "inAppOwnershipType", "subscriptionGroupIdentifier",
    ] {
      #expect(payload[name]?.value == sample[name]?.value, "\(name)")
    }
    let app = try Self.part(1, of: try await store.appTransaction().jwsRepresentation)
    #expect(app["originalPurchaseDate"]?.number == "-62135769600000")
    #expect(app["receiptType"]?.string == "Xcode")
  }
}
