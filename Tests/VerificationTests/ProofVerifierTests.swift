import Foundation
import StoreModel
import Testing
import Verification

@Suite struct `Judging a signed document` {
  @Test(arguments: [
    ("transaction.jws", ProofKind.transaction, "Sandbox", "valid", "ppppppppppps"),
    ("renewal.jws", .renewal, "Sandbox", "valid", "pppppppppsps"),
    ("app-transaction.jws", .appTransaction, "Production", "valid", "pppppppppppp"),
    ("notification.jws", .notification, "Sandbox", "valid", "pppppppppppsp"),
    ("notification-forged-part.jws", .notification, "Sandbox", "ERR_CHAIN", "pppppppppppsf"),
    ("notification-other-app-part.jws", .notification, "Sandbox", "ERR_BUNDLE", "pppppppppppsf"),
    ("chain-forged.jws", .transaction, "Sandbox", "ERR_CHAIN", "ppppfsssssss"),
    ("chain-forged-true-root.jws", .transaction, "Sandbox", "ERR_CHAIN", "ppppfsssssss"),
    ("chain-intermediate-no-authority.jws", .transaction, "Sandbox", "ERR_CHAIN", "ppppfsssssss"),
    ("chain-leaf-critical.jws", .transaction, "Sandbox", "ERR_CHAIN", "ppppfsssssss"),
    ("chain-intermediate-expired.jws", .transaction, "Sandbox", "ERR_CERT_TIME", "pppppfssssss"),
    ("transaction-undated.jws", .transaction, "Sandbox", "ERR_CERT_TIME", "pppppfssssss"),
    ("chain-leaf-unidentified.jws", .transaction, "Sandbox", "ERR_CHAIN", "ppppfsssssss"),
    ("chain-root-reissued.jws", .transaction, "Sandbox", "ERR_CHAIN", "ppppfsssssss"),
    ("transaction-last-moment.jws", .transaction, "Sandbox", "valid", "ppppppppppps"),
    ("notification-other-root-part.jws", .notification, "Sandbox", "ERR_CHAIN", "pppppppppppsf"),
    ("chain-leaf-unmarked.jws", .transaction, "Sandbox", "ERR_OID", "ppppppfsssss"),
    ("chain-intermediate-unmarked.jws", .transaction, "Sandbox", "ERR_OID", "ppppppfsssss"),
    ("chain-leaf-p384.jws", .transaction, "Sandbox", "ERR_ALG", "pppppppfssss"),
    ("chain-other-key.jws", .transaction, "Sandbox", "ERR_SIGNATURE", "pppppppfssss"),
    ("single-certificate.jws", .transaction, "Sandbox", "ERR_CHAIN_LENGTH", "ppfsssssssss"),
    ("xcode-transaction.jws", .transaction, "Xcode", "valid", "ppppspspppps"),
    ("xcode-transaction.jws", .transaction, "Sandbox", "ERR_CHAIN_LENGTH", "ppfsssssssss"),
    ("xcode-claims-production.jws", .transaction, "Xcode", "ERR_ENVIRONMENT", "ppppspspppfs"),
    (
      "xcode-app-transaction-without-type.jws", .appTransaction, "Xcode", "valid", "ppppspspppps"
    ),
    ("transaction.jws", .renewal, "Sandbox", "ERR_TYPE", "ppppppppfsss"),
    ("transaction.jws", .transaction, "Production", "ERR_ENVIRONMENT", "ppppppppppfs"),
  ])
  func `every check passes, or the first that fails ends it`(
    file: String, kind: ProofKind, environment: String, code: String, results: String
  ) throws {
    let verification = try Fixture.verifier().verify(
      Fixture.bytes(file),
      expecting: Expectations(
        bundleID: "com.example.storefront", environment: environment, appAppleID: "6400000001",
        kind: kind))
    #expect(verification.code == code)
    #expect(verification.results == results, "\(verification.failure ?? "")")
    let isLocal = environment == "Xcode" && code == "valid"
    #expect(verification.verdict == (isLocal ? .local : code == "valid" ? .valid : .invalid))
    for check in verification.checks.drop(while: { $0.result != .fail }).dropFirst() {
      #expect(check.detail == "not checked, since an earlier check failed")
    }
  }

  @Test func `the checks keep their words and their order`() throws {
    let verification = try Fixture.verifier().verify(Fixture.bytes("notification.jws"))
    #expect(
      verification.checks.map(\.id) == [
        "format", "header", "x5c", "payload", "chain", "certificate-time", "marker-oids",
        "signature", "type", "bundle-id", "environment", "app-id", "parts",
      ])
  }

  @Test func `what was not given is not compared, and said so`() throws {
    let verification = try Fixture.verifier().verify(Fixture.bytes("app-transaction.jws"))
    #expect(verification.code == "valid")
    #expect(verification.results == "pppppppppsss")
    #expect(
      verification.detail("bundle-id")
        == "the bundle ID is \"com.example.storefront\"; nothing was given to compare it with")
    #expect(
      verification.detail("app-id")
        == "the app ID is \"6400000001\"; nothing was given to compare it with")
  }

  @Test(arguments: ["com.example.Storefront", "com.example.storefron", "com.example.storefront\0"])
  func `another bundle id is refused, however close`(bundleID: String) throws {
    var expectations = Fixture.transaction
    expectations.bundleID = bundleID
    let verification = try Fixture.verifier().verify(
      Fixture.bytes("transaction.jws"), expecting: expectations)
    #expect(verification.code == "ERR_BUNDLE")
    #expect(
      verification.failure
        == "the bundle ID is \"com.example.storefront\"; \"\(bundleID)\" was expected")
  }

  @Test func `another app id is refused in production`() throws {
    let verification = try Fixture.verifier().verify(
      Fixture.bytes("app-transaction.jws"), expecting: Expectations(appAppleID: "6400000002"))
    #expect(verification.code == "ERR_APP_ID")
    #expect(verification.failed?.id == "app-id")
  }

  @Test(arguments: [
    (StoreModel.Verification.Trust.apple, StoreModel.Verification.Verdict.valid), (.given, .valid),
    (.simulator, .local),
  ])
  func `the root decides what a good signature is worth`(
    trust: StoreModel.Verification.Trust, verdict: StoreModel.Verification.Verdict
  ) throws {
    let verification = try Fixture.verifier(trust: trust).verify(
      Fixture.bytes("transaction.jws"), expecting: Fixture.transaction)
    #expect(verification.verdict == verdict)
    #expect(verification.trust == trust)
    #expect(verification.code == "valid")
  }

  @Test func `a token of Xcode is local and never paid for`() throws {
    let verification = try Fixture.verifier(trust: .apple).verify(
      Fixture.bytes("xcode-transaction.jws"))
    #expect(verification.verdict == .local)
    #expect(verification.trust == .xcode)
    #expect(verification.environment == "Xcode")
    #expect(verification.fact("purchaseDate") == "1767268799999.75")
    let nameless = try Fixture.verifier().verify(
      Fixture.bytes("xcode-app-transaction-without-type.jws"))
    #expect(nameless.verdict == .local)
    #expect(nameless.environment == "Xcode")
  }

  @Test func `nobody is named as signer before the signature was checked`() throws {
    for file in Fixture.tokens where file.hasPrefix("chain-") {
      let verification = try Fixture.verifier(trust: .apple).verify(Fixture.bytes(file))
      #expect(verification.trust == .none, "\(file)")
      #expect(verification.verdict == .invalid, "\(file)")
    }
  }

  @Test func `without roots nothing is valid but what is local`() throws {
    let verifier = ProofVerifier(roots: [], now: { Fixture.now })
    for file in Fixture.tokens {
      #expect(verifier.verify(try Fixture.bytes(file)).verdict != .valid, "\(file)")
    }
  }

  @Test(arguments: [
    (1_735_689_599, "ERR_CERT_TIME"), (1_735_689_600, "valid"), (1_798_761_600, "valid"),
    (1_798_761_601, "ERR_CERT_TIME"),
  ])
  func `certificates live from their first to their last second`(at: Int, code: String) throws {
    let verification = try Fixture.verifier().verify(
      Fixture.bytes("transaction.jws"),
      expecting: Expectations(at: Date(timeIntervalSince1970: Double(at))))
    #expect(verification.code == code)
  }

  @Test func `a moment out of every calendar is answered too`() throws {
    for seconds in [-1e300, 1e300, .infinity, -.infinity, .nan] {
      let verification = try Fixture.verifier().verify(
        Fixture.bytes("transaction.jws"),
        expecting: Expectations(at: Date(timeIntervalSince1970: seconds)))
      #expect(verification.code == "ERR_CERT_TIME")
    }
  }

  @Test func `the time of signing counts, and what came later is only said`() throws {
    let verification = try Fixture.verifier().verify(Fixture.bytes("transaction.jws"))
    #expect(
      verification.detail("certificate-time")
        == "valid at 2026-01-01T12:00:00Z, when it was signed; \"Test Receipt Signing\" has expired"
        + " since, which changes nothing")
  }

  @Test func `the certificates are named with their dates`() throws {
    let verification = try Fixture.verifier().verify(Fixture.bytes("chain-forged.jws"))
    #expect(
      verification.detail("x5c")
        == "three certificates: \"Test Receipt Signing\" (2025-01-01T00:00:00Z to"
        + " 2027-01-01T00:00:00Z), \"Test Developer Authority\" (2025-01-01T00:00:00Z to"
        + " 2045-01-01T00:00:00Z), \"Test Root\" (2025-01-01T00:00:00Z to 2045-01-01T00:00:00Z)")
    #expect(
      verification.detail("chain")
        == "the last certificate, \"Test Root\" (2025-01-01T00:00:00Z to 2045-01-01T00:00:00Z), is"
        + " none of the trusted root certificates")
  }

  @Test func `facts keep the order and the spelling of the payload`() throws {
    let verification = try Fixture.verifier().verify(Fixture.bytes("transaction.jws"))
    #expect(verification.kind == "transaction")
    #expect(verification.environment == "Sandbox")
    #expect(
      verification.facts == [
        .init("transactionId", .text("2000000000000002")),
        .init("originalTransactionId", .text("2000000000000001")),
        .init("bundleId", .text("com.example.storefront")),
        .init("productId", .text("plus.monthly")),
        .init("purchaseDate", .number("1767268795000")),
        .init("expiresDate", .number("1769860800000")), .init("quantity", .number("1")),
        .init("type", .text("Auto-Renewable Subscription")),
        .init("inAppOwnershipType", .text("PURCHASED")),
        .init("signedDate", .number("1767268800000")), .init("environment", .text("Sandbox")),
        .init("price", .number("9990")), .init("currency", .text("USD")),
        .init("storefront", .text("USA")), .init("isUpgraded", .bool(false)),
      ])
  }

  @Test func `the documents in a notification are judged one by one`() throws {
    let verification = try Fixture.verifier().verify(Fixture.bytes("notification-forged-part.jws"))
    #expect(verification.parts.map(\.kind) == ["transaction", "renewal"])
    #expect(verification.parts.map(\.code) == ["ERR_CHAIN", "valid"])
    #expect(verification.failure?.hasPrefix("signedTransactionInfo was refused: ") == true)
  }

  @Test func `the documents in a notification rest on the same kind of root as it does`() throws {
    let roots = [
      TrustedRoot(der: try Fixture.bytes("root.der"), trust: .apple),
      TrustedRoot(der: try Fixture.bytes("other-root.der"), trust: .simulator),
    ]
    let verifier = ProofVerifier(roots: roots, now: { Fixture.now })
    let verification = verifier.verify(try Fixture.bytes("notification-other-root-part.jws"))
    #expect(verification.code == "ERR_CHAIN")
    #expect(verification.parts.map(\.verdict) == [.local, .valid])
    #expect(
      verification.failure
        == "signedTransactionInfo rests on another kind of root (simulator) than the notification"
        + " (apple)")
  }

  @Test func `a lenient judge forgives the finer rules, and nothing else`() throws {
    let root = TrustedRoot(der: try Fixture.bytes("root.der"), trust: .given)
    let verifier = ProofVerifier(roots: [root], isLenient: true, now: { Fixture.now })
    for _ in 1...2 {
      for file in Fixture.tokens where file.hasPrefix("chain-") {
        let isForgiven = file == "chain-leaf-unidentified.jws" || file == "chain-root-reissued.jws"
        let verification = verifier.verify(try Fixture.bytes(file))
        #expect(verification.verdict == (isForgiven ? .valid : .invalid), "\(file)")
      }
    }
  }

  @Test func `a token inside a fact is named by its digest only`() throws {
    let verification = try Fixture.verifier().verify(Fixture.bytes("notification.jws"))
    guard case .json(let text) = verification.facts.first(where: { $0.name == "data" })?.value
    else {
      Issue.record("no data")
      return
    }
    #expect(text.contains("\"signedTransactionInfo\":\"JWS, SHA-256 "))
    #expect(!text.contains("eyJ"))
  }

  @Test func `the other form of a signature is accepted, since it is one`() throws {
    let order: [UInt8] = [
      0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC,
      0xE6,
      0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]
    let token = try Fixture.edited(part: 2) { signature in
      var borrow = 0
      var negated = [UInt8](repeating: 0, count: 32)
      for index in (0..<32).reversed() {
        let difference = Int(order[index]) - Int(signature[32 + index]) - borrow
        borrow = difference < 0 ? 1 : 0
        negated[index] = UInt8(truncatingIfNeeded: difference)
      }
      return signature.prefix(32) + negated
    }
    #expect(try token != Fixture.bytes("transaction.jws"))
    #expect(try Fixture.verifier().verify(token).code == "valid")
    for bad in [[UInt8](repeating: 0, count: 64), order + order] {
      let token = try Fixture.edited(part: 2) { _ in bad }
      #expect(try Fixture.verifier().verify(token).code == "ERR_SIGNATURE")
    }
  }
}
