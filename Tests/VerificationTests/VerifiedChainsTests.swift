import CResources
import Foundation
import StoreModel
import Testing

@testable import Verification

@Suite struct `Remembering verified chains` {
  @Test func `a chain is verified once, and judged at each token's own time`() throws {
    let verifier = try Fixture.verifier()
    let token = try Fixture.bytes("transaction.jws")
    let first = verifier.verify(token)
    #expect(verifier.chains.count == 1)
    #expect(verifier.verify(token) == first)
    #expect(verifier.verify(try Fixture.bytes("renewal.jws")).code == "valid")
    #expect(verifier.chains.count == 1)
    let late = Expectations(at: Date(timeIntervalSince1970: 1_800_000_000))
    #expect(verifier.verify(token, expecting: late).code == "ERR_CERT_TIME")
    #expect(verifier.verify(try Fixture.bytes("chain-other-key.jws")).code == "ERR_SIGNATURE")
    #expect(verifier.verify(token).code == "valid")
  }

  @Test func `a chain that does not hold is not remembered`() throws {
    let verifier = try Fixture.verifier()
    for file in Fixture.tokens {
      _ = verifier.verify(try Fixture.bytes(file))
    }
    let held = [
      "chain-intermediate-expired", "chain-intermediate-unmarked", "chain-leaf-p384",
      "chain-leaf-unmarked",
    ]
    #expect(verifier.chains.count == 1 + held.count)
    for file in Fixture.tokens where file.hasPrefix("chain-") {
      let again = verifier.verify(try Fixture.bytes(file))
      #expect(again == (try Fixture.verifier().verify(Fixture.bytes(file))), "\(file)")
    }
  }

  @Test func `no more than 32 are kept, and the oldest goes first`() throws {
    let chains = VerifiedChains()
    let root = try #require(Certificate(der: Fixture.bytes("root.der"))).facts
    let chain = VerifiedChain(
      leaf: root, intermediate: root, presentedRoot: root, root: root, trust: .given,
      isLeafMarked: true, isIntermediateMarked: true)
    for number in 0..<40 {
      chains.insert(chain, for: [UInt8(number)])
      chains.insert(chain, for: [UInt8(number)])
    }
    #expect(chains.count == 32)
    #expect(chains.chain(for: [7]) == nil)
    #expect(chains.chain(for: [8]) != nil)
  }

  @Test func `two lists of certificates never share a key`() {
    let keys = [
      [[1, 2], [3]], [[1], [2, 3]], [[1, 2, 3]], [[1, 2], [3], []], [[], [1, 2], [3]],
    ]
    .map { VerifiedChains.key(of: $0) }
    #expect(Set(keys).count == keys.count)
  }
}

@Suite struct `Apple's roots` {
  @Test(arguments: [
    (
      "certificates/AppleIncRootCertificate.cer", "Apple Root CA",
      "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024"
    ),
    (
      "certificates/AppleRootCA-G2.cer", "Apple Root CA - G2",
      "c2b9b042dd57830e7d117dac55ac8ae19407d38e41d88f3215bc3a890444a050"
    ),
    (
      "certificates/AppleRootCA-G3.cer", "Apple Root CA - G3",
      "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179"
    ),
  ])
  func `the embedded certificates are Apple's`(name: String, subject: String, digest: String)
    throws
  {
    let resource = try #require(
      (0..<storefront_resource_count()).map(storefront_resource_at)
        .first { String(cString: $0.name) == name })
    let bytes = Array(UnsafeBufferPointer(start: resource.bytes, count: resource.count))
    #expect(sha256(bytes).map { String(format: "%02x", $0) }.joined() == digest)
    let certificate = try #require(Certificate(der: bytes))
    #expect(certificate.facts.subject == subject)
    #expect(certificate.facts.issuer == subject)
  }
}

@Suite struct `Reading a certificate` {
  @Test func `one in DER is one, and nothing else is`() throws {
    let der = try Fixture.bytes("root.der")
    let certificate = try #require(Certificate(der: der))
    #expect(certificate.facts.subject == "Test Root")
    #expect(certificate.facts.lifetime == 1_735_689_600...2_366_841_600)
    #expect(certificate.facts.point?.count == 65)
    #expect(certificate.hasExtension("2.5.29.19"))
    #expect(!certificate.hasExtension(VerifiedChain.leafMark))
    #expect(Certificate(der: der + [0]) == nil)
    #expect(Certificate(der: Array(der.dropLast())) == nil)
    #expect(Certificate(der: []) == nil)
    #expect(Certificate(der: [0x30, 0x80] + der.dropFirst(4) + [0, 0]) == nil)
  }

  @Test func `base64 is read in one spelling only`() {
    #expect(Base64.decode("".utf8, .url) == [])
    #expect(Base64.decode("-_8".utf8, .url) == [0xFB, 0xFF])
    #expect(Base64.decode("+/8=".utf8, .standard) == [0xFB, 0xFF])
    for text in ["+/8", "-_9", "-_8=", "A", "-_8 ", "é"] {
      #expect(Base64.decode(text.utf8, .url) == nil, "\(text)")
    }
    for text in ["+/8", "+/9=", "+/8==", "-_8=", "====", "AA=A", "A===", "AAAA\n"] {
      #expect(Base64.decode(text.utf8, .standard) == nil, "\(text)")
    }
  }
}
