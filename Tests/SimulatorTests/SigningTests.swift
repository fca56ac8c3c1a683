import Foundation
@testable import Simulator
import StoreModel
import Testing

@Suite struct `What the store signs` {
  @Test func `a transaction says everything under Apple's names`() async throws {
    let world = try World()
    let token = try #require(UUID(uuidString: "6B2F7C0E-9D55-4C2B-8C39-0D1F5A1E77AB"))
    world.clock.advance(to: "2026-03-01T09:00:00.125Z")
    let bought = try #require(await world.buy("trial", token: token))
    let proof = try Proof(bought)
    #expect(
      proof.payload == [
        "appAccountToken": .text("6b2f7c0e-9d55-4c2b-8c39-0d1f5a1e77ab"),
        "bundleId": .text("com.example.game"), "currency": .text("USD"),
        "environment": .text("Sandbox"), "expiresDate": .number(1_772_960_400_125),
        "inAppOwnershipType": .text("PURCHASED"), "offerDiscountType": .text("FREE_TRIAL"),
        "offerPeriod": .text("P1W"), "offerType": .number(1),
        "originalPurchaseDate": .number(1_772_355_600_125),
        "originalTransactionId": .text("2000000001"), "price": .number(0),
        "productId": .text("trial"), "purchaseDate": .number(1_772_355_600_125),
        "quantity": .number(1), "signedDate": .number(1_772_355_600_125),
        "storefront": .text("USA"), "storefrontId": .text("143441"),
        "subscriptionGroupIdentifier": .text("other"), "transactionId": .text("2000000001"),
        "transactionReason": .text("PURCHASE"), "type": .text("Auto-Renewable Subscription"),
        "webOrderLineItemId": .text("1000000001"),
      ])
    #expect(proof.algorithm == "ES256")
    #expect(proof.chain.count == 3)
  }

  @Test(arguments: [
    ("coins", "Consumable"), ("flight", "Non-Consumable"), ("season", "Non-Renewing Subscription"),
  ])
  func `what does not renew has no subscription's fields`(
    productID: String, type: String
  ) async throws {
    let world = try World(storefront: .germany)
    let bought = try #require(await world.buy(productID, quantity: 2))
    let payload = try Proof(bought).payload
    #expect(payload["type"] == .text(type))
    #expect(payload["quantity"] == .number(2))
    #expect(payload["currency"] == .text("EUR"))
    #expect(payload["storefront"] == .text("DEU"))
    let price = try #require(bought.price).amount * 1000
    #expect(payload["price"] == .number(NSDecimalNumber(decimal: price).doubleValue))
    let absent = [
      "storefrontId", "expiresDate", "offerType", "offerDiscountType", "offerPeriod",
      "subscriptionGroupIdentifier", "webOrderLineItemId", "revocationDate",
      "revocationReason",
    ]
    #expect(absent.filter { payload[$0] != nil } == [])
  }

  @Test(arguments: [
    (
      ["purchase pro", "wait P1M"],
      ["transactionReason": "RENEWAL", "inAppOwnershipType": "PURCHASED"]
    ),
    (["share lite"], ["transactionReason": "PURCHASE", "inAppOwnershipType": "FAMILY_SHARED"]),
    (
      ["purchase cape", "refund cape"], ["revocationType": "REFUND_FULL", "revocationReason": "0"]
    ),
    (["purchase pro", "refund pro prorated"], ["revocationType": "REFUND_PRORATED"]),
    (
      ["share cape", "stop-sharing cape"],
      ["revocationType": "FAMILY_REVOKE", "revocationReason": ""]
    ),
    (["purchase pro"], ["isUpgraded": "", "offerIdentifier": "", "billingPlanType": ""]),
  ])
  func `the payload says how it came and went`(
    lines: [String], members: [String: String]
  ) throws {
    var till = Till()
    for line in lines { till.play(line) }
    let entry = try #require(till.customer.entries.last)
    let bytes = try JSONEncoder().encode(
      TransactionPayload(entry, bundleID: "com.example.game", signedDate: Till.start))
    let payload = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    for (name, value) in members { #expect("\(payload[name] ?? "")" == value, "\(name)") }
  }

  @Test func `a level that was replaced says so`() throws {
    var till = Till()
    till.play("purchase lite", "purchase pro")
    let payloads = till.customer.entries.map {
      TransactionPayload($0, bundleID: "", signedDate: Till.start).isUpgraded
    }
    #expect(payloads == [true, nil])
  }

  @Test func `a restored copy has a proof of its own`() async throws {
    let world = try World()
    let flight = try #require(await world.own("flight"))
    world.clock.advance(by: 3_600)
    let news = await world.news { await $0.restoreCompletedTransactions() }
    let copy = try #require(news.transactions.first)
    let payload = try Proof(copy).payload
    #expect(payload["transactionId"] == .text(copy.id))
    #expect(payload["originalTransactionId"] == .text(flight.id))
    #expect(payload["price"] == .number(4_990))
    let signed = world.clock.now.timeIntervalSince1970 * 1000
    #expect(payload["signedDate"] == .number(signed))
    #expect(payload["originalPurchaseDate"] == .number(signed - 3_600_000))
  }

  @Test func `a refund is signed with its date and no reason`() async throws {
    let world = try World()
    let flight = try #require(await world.own("flight"))
    world.clock.advance(by: 60)
    let news = await world.news { _ = await $0.control(.refund(id: flight.id, .full)) }
    let payload = try Proof(try #require(news.transactions.first)).payload
    #expect(payload["transactionId"] == .text(flight.id))
    #expect(
      payload["revocationDate"] == .number(world.clock.now.timeIntervalSince1970 * 1000))
    #expect(payload["revocationReason"] == .number(0))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: openssl)))
  func `openssl accepts the chain and the signature`() async throws {
    let world = try World()
    let bought = try #require(await world.buy("coins"))
    let proof = try Proof(bought)
    let root = try #require(await world.simulator.rootCertificate)
    #expect(proof.chain[2] == Data(root))
    #expect(try pem(Data(root)) == String(contentsOfFile: world.root, encoding: .utf8))

    for (name, certificate) in zip(["leaf", "intermediate", "root"], proof.chain) {
      try pem(certificate).write(
        toFile: world.folder + "/\(name).pem", atomically: true, encoding: .utf8)
    }
    for moment in ["2015-01-02T00:00:00Z", "2026-03-01T09:00:00Z", "2049-12-30T00:00:00Z"] {
      let seconds = String(Int(Date(moment).timeIntervalSince1970))
      #expect(
        try run(
          in: world.folder, "verify", "-x509_strict", "-attime", seconds, "-CAfile", "root.pem",
          "-untrusted", "intermediate.pem", "leaf.pem") == "leaf.pem: OK\n")
    }
    let leaf = try run(in: world.folder, "x509", "-in", "leaf.pem", "-noout", "-text")
    let intermediate = try run(
      in: world.folder, "x509", "-in", "intermediate.pem", "-noout", "-text")
    #expect(leaf.contains("1.2.840.113635.100.6.11.1"))
    #expect(intermediate.contains("1.2.840.113635.100.6.2.1"))
    #expect(leaf.contains("proves no payment"))

    let key = try run(in: world.folder, "x509", "-in", "leaf.pem", "-noout", "-pubkey")
    try key.write(toFile: world.folder + "/key.pem", atomically: true, encoding: .utf8)
    #expect(proof.signature.count == 64)
    try proof.derSignature.write(to: URL(filePath: world.folder + "/signature"))
    try Data(proof.content.utf8).write(to: URL(filePath: world.folder + "/content"))
    let arguments = ["dgst", "-sha256", "-verify", "key.pem", "-signature", "signature", "content"]
    #expect(try run(in: world.folder, arguments) == "Verified OK\n")
    try Data((proof.content + "x").utf8).write(to: URL(filePath: world.folder + "/content"))
    #expect(try run(in: world.folder, arguments) == "Verification failure\n")
  }

  @Test func `neither key nor proof is printed by accident`() async throws {
    let world = try World()
    let bought = try #require(await world.buy("coins"))
    let jws = try #require(bought.signed).jwsRepresentation
    #expect(!"\(bought)".contains(jws.prefix(40)))
  }
}

private let openssl = "/usr/bin/openssl"

private func run(in folder: String, _ arguments: String...) throws -> String {
  try run(in: folder, arguments)
}

/// What openssl prints.
private func run(in folder: String, _ arguments: [String]) throws -> String {
  let process = Process()
  let pipe = Pipe()
  process.executableURL = URL(filePath: openssl)
  process.arguments = arguments
  process.currentDirectoryURL = URL(filePath: folder)
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return String(decoding: output, as: UTF8.self)
}

private func pem(_ der: Data) -> String {
  let base64 = der.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
  return "-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n"
}

/// A compact JWS in its parts.
private struct Proof {
  enum Value: Hashable, Decodable {
    case text(String)
    case number(Double)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let text = try? container.decode(String.self)
      self = try text.map { .text($0) } ?? .number(container.decode(Double.self))
    }
  }

  private struct Header: Decodable {
    var alg: String
    var x5c: [String]
  }

  var content: String
  var algorithm: String
  var chain: [Data]
  var payload: [String: Value]
  var signature: Data

  init(_ transaction: Transaction) throws {
    let signed = try #require(transaction.signed)
    let parts = signed.jwsRepresentation.split(
      separator: ".", omittingEmptySubsequences: false
    ).map(String.init)
    try #require(parts.count == 3)
    content = "\(parts[0]).\(parts[1])"
    let header = try JSONDecoder().decode(Header.self, from: Self.bytes(parts[0]))
    algorithm = header.alg
    chain = try header.x5c.map { try #require(Data(base64Encoded: $0)) }
    payload = try JSONDecoder().decode([String: Value].self, from: Self.bytes(parts[1]))
    signature = try Self.bytes(parts[2])
  }

  private static func bytes(_ part: String) throws -> Data {
    try #require(
      part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    let base64 = part.replacing("-", with: "+").replacing("_", with: "/")
    return try #require(
      Data(base64Encoded: base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4)))
  }

  /// The signature as libcrypto writes it: a sequence of two integers.
  var derSignature: Data {
    func integer(_ bytes: Data) -> Data {
      var number = Data(bytes.drop { $0 == 0 })
      if number.first.map({ $0 >= 0x80 }) ?? true { number.insert(0, at: 0) }
      return Data([0x02, UInt8(number.count)]) + number
    }
    let numbers = integer(signature.prefix(32)) + integer(signature.suffix(32))
    return Data([0x30, UInt8(numbers.count)]) + numbers
  }
}

@Suite struct `A signature` {
  /// The key of RFC 6979, A.2.5, as RFC 5915 writes it.
  private static let key = """
    MHcCAQEEIMmvqdhFunUWa1whV2ex1pNOUMPbNuibEnuKYisSD2choAoGCCqGSM49AwEHoUQDQgAEYP7UuiVanTHJYet0\
    xjVtaMBJuJI7Yfps5mliLmDyn7Z5A/4QCLi8maQa6elWKLxk8vGyDC1+n1F3o8KU1EYimQ==
    """

  @Test(arguments: [
    (
      "sample",
      "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
      "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"
    ),
    (
      "test",
      "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367",
      "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083"
    ),
  ])
  func `is that of RFC 6979's examples`(message: String, r: String, s: String) throws {
    let key = try SigningKey(der: try #require(Data(base64Encoded: Self.key)))
    let signature = try key.signature(of: Array(message.utf8))
    #expect(signature.map { String(format: "%02X", $0) }.joined() == r + s)
  }
}
