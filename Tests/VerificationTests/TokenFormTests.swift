import Foundation
import StoreModel
import Testing
import Verification

@Suite struct `Reading a token` {
  @Test(arguments: ["\n", "\r\n"])
  func `one line end behind it is forgiven`(end: String) throws {
    let token = try Fixture.bytes("transaction.jws")
    #expect(try Fixture.verifier().verify(token + Array(end.utf8)).code == "valid")
    #expect(try Fixture.verifier().verify(token + Array((end + end).utf8)).code == "ERR_FORMAT")
    #expect(try Fixture.verifier().verify(Array(end.utf8) + token).code == "ERR_FORMAT")
  }

  @Test(arguments: ["\r", " ", "\t", "\0", "=", "\u{FEFF}"])
  func `anything else around it is refused`(character: String) throws {
    let token = try Fixture.bytes("transaction.jws")
    #expect(try Fixture.verifier().verify(token + Array(character.utf8)).code == "ERR_FORMAT")
  }

  @Test(arguments: [
    ("", "there is nothing here: the token is empty"),
    ("\n", "there is nothing here: the token is empty"),
    ("..", "the first part, the header, is empty"),
    ("e30", "it is in one piece, where a token (JWS) has three parts joined by dots"),
    ("a.b", "it has 2 parts joined by dots, where a token (JWS) has three"),
    ("a.b.c.d.e", "it has five parts, which is an encrypted token (JWE); a JWS has three"),
    ("e30=.e30.e30", "the header is not written in base64url: it is padded with \"=\""),
    ("e30.e\n30.e30", "the payload is not written in base64url: there is white space at byte 5"),
    (
      "e30.e30.e3+",
      "the signature is not written in base64url: the character at byte 10 is not allowed"
    ),
    ("e30.e30.e30aa", "the signature is not written in base64url: a letter is missing"),
    (
      "e30.e30.e31", "the signature is not written in base64url: it cannot end with its last letter"
    ),
    (
      "e30.é.e30", "the payload is not written in base64url: the character at byte 4 is not allowed"
    ),
    (
      "MIITtgYJKoZIhvcNAQcCoIITpzCCE6MCAQExDzANBglghkgBZQMEAgEFADCC",
      "this is not a StoreKit 2 token (JWS); it looks like a base64 app receipt"
    ),
    (
      "MIITtgYJKoZIhvcNAQcCoIITpzCCE6MCAQExDzANBglghkgBZQMEAgEFADCCAuwG\nCSqGSIb3",
      "this is not a StoreKit 2 token (JWS); it looks like a base64 app receipt"
    ),
    (
      "{\n\t\"signature\" = \"Ag==\";\n}",
      "this is not a StoreKit 2 token (JWS); it looks like an iOS 6 receipt (transactionReceipt)"
    ),
    (
      "ewoJInNpZ25hdHVyZSIgPSAiQWc9PSI7Cn0=",
      "this is not a StoreKit 2 token (JWS); it looks like a base64 iOS 6 receipt (transactionReceipt)"
    ),
    (
      "{\"status\":0,\"receipt\":{}}",
      "this is not a StoreKit 2 token (JWS); it looks like an answer of Apple's verifyReceipt service"
    ),
    (
      "{\"signedPayload\":\"eyJ\"}",
      "this is not a StoreKit 2 token (JWS); it looks like the body of a server notification, whose"
        + " token is the text of its \"signedPayload\""
    ),
    ("{}", "this is not a StoreKit 2 token (JWS); it looks like a JSON document"),
    (
      "<?xml version=\"1.0\"?>",
      "this is not a StoreKit 2 token (JWS); it looks like an XML document"
    ),
    ("-----BEGIN PKCS7-----", "this is not a StoreKit 2 token (JWS); it looks like a PEM file"),
  ])
  func `what is no token is named`(text: String, sentence: String) throws {
    let verification = try Fixture.verifier().verify(
      Array(text.utf8), expecting: Fixture.transaction)
    #expect(verification.code == "ERR_FORMAT")
    #expect(verification.kind == "unknown")
    #expect(verification.verdict == .invalid)
    #expect(verification.failed?.id == "format")
    #expect(verification.failure == sentence)
  }

  @Test func `a receipt in DER is named`() throws {
    let verification = try Fixture.verifier().verify([0x30, 0x82, 0x13, 0xB6, 0x06, 0x09])
    #expect(
      verification.failure
        == "this is not a StoreKit 2 token (JWS); it looks like an app receipt (PKCS#7 in DER or BER)"
    )
  }

  @Test func `more than 256 KiB are not looked at`() throws {
    let token = [UInt8](repeating: UInt8(ascii: "a"), count: 256 * 1024 + 1)
    #expect(try Fixture.verifier().verify(token).code == "ERR_TOO_LARGE")
    #expect(try Fixture.verifier().verify(token.dropLast() + []).code == "ERR_FORMAT")
  }

  @Test(arguments: [
    ("\"alg\":\"ES256\"", "\"alg\":\"es256\"", "ERR_ALG"),
    ("\"alg\":\"ES256\"", "\"alg\":\"none\"", "ERR_ALG"),
    ("\"alg\":\"ES256\"", "\"alg\":null", "ERR_ALG"),
    ("\"alg\":\"ES256\",", "", "ERR_ALG"),
    ("\"alg\":\"ES256\"", "\"alg\":\"ES256\",\"alg\":\"none\"", "ERR_FORMAT"),
    ("\"alg\":\"ES256\"", "\"alg\":\"ES256\",\"crit\":[]", "ERR_CRIT"),
    ("\"alg\":\"ES256\"", "\"alg\":\"ES256\",\"jku\":\"http://localhost\"", "ERR_SIGNATURE"),
    ("{", "[{", "ERR_FORMAT"), ("\"x5c\"", "\"x5d\"", "ERR_X5C_MISSING"),
    ("\"x5c\":[", "\"x5c\":[],\"x5d\":[", "ERR_X5C_MISSING"),
    ("\"x5c\":[", "\"x5c\":\"MII\",\"x5d\":[", "ERR_X5C_MISSING"),
    ("\"x5c\":[", "\"x5c\":[\"\",", "ERR_CHAIN_LENGTH"),
    ("\"x5c\":[", "\"x5c\":[1,2,3],\"x5d\":[", "ERR_CERT_PARSE"),
    ("\"x5c\":[", "\"x5c\":[\"\",\"\",\"\"],\"x5d\":[", "ERR_CERT_PARSE"),
    ("\"x5c\":[\"MII", "\"x5c\":[\"\\nMII", "ERR_CERT_PARSE"),
    ("\"x5c\":[\"MII", "\"x5c\":[\"MAAA", "ERR_CERT_PARSE"),
  ])
  func `a header that asks for more or for less is refused`(old: String, new: String, code: String)
    throws
  {
    let token = try Fixture.transaction(part: 0, replacing: old, with: new)
    #expect(try token != Fixture.bytes("transaction.jws"))
    #expect(try Fixture.verifier().verify(token).code == code)
  }

  @Test(arguments: [
    ("{\"transactionId\"", "{\"signedDate\":0,\"transactionId\"", "ERR_PAYLOAD"),
    ("{\"transactionId\"", "{\"bundle\\u0049d\":\"x\",\"transactionId\"", "ERR_PAYLOAD"),
    ("}", "}{}", "ERR_PAYLOAD"), ("{", "\u{FEFF}{", "ERR_PAYLOAD"),
    ("\"quantity\":1", "\"quantity\":\"1\"", "ERR_PAYLOAD"),
    ("\"quantity\":1", "\"quantity\":1.5", "ERR_PAYLOAD"),
    ("\"quantity\":1", "\"quantity\":null", "ERR_SIGNATURE"),
    ("\"quantity\":1", "\"quantity\":1E0", "ERR_SIGNATURE"),
    ("\"isUpgraded\":false", "\"isUpgraded\":0", "ERR_PAYLOAD"),
    ("\"bundleId\":\"", "\"bundleId\":[],\"x\":\"", "ERR_PAYLOAD"),
    (
      "\"transactionId\":\"2000000000000002\"", "\"transactionId\":20000000000000021234567",
      "ERR_PAYLOAD"
    ),
    (
      "\"transactionId\":\"2000000000000002\"", "\"transactionId\":2000000000000002",
      "ERR_SIGNATURE"
    ),
    ("\"signedDate\":1767268800000", "\"signedDate\":\"1767268800000\"", "ERR_PAYLOAD"),
    ("\"signedDate\":1767268800000", "\"signedDate\":1e999", "ERR_PAYLOAD"),
    ("\"signedDate\":1767268800000", "\"signedDate\":-1e999", "ERR_PAYLOAD"),
    ("\"signedDate\":1767268800000", "\"signedDate\":9223372036854775807", "ERR_CERT_TIME"),
    ("\"signedDate\":1767268800000", "\"signedDate\":-62135769600000", "ERR_CERT_TIME"),
    ("\"signedDate\":1767268800000", "\"signedDate\":1.7672688E12", "ERR_SIGNATURE"),
    ("\"price\":9990", "\"price\":29999000000", "ERR_SIGNATURE"),
    ("\"currency\":\"USD\"", "\"currency\":\"EUR\"", "ERR_SIGNATURE"),
  ])
  func `a payload is read strictly, then its signature decides`(
    old: String, new: String, code: String
  ) throws {
    let token = try Fixture.transaction(part: 1, replacing: old, with: new)
    #expect(try token != Fixture.bytes("transaction.jws"))
    let verification = try Fixture.verifier().verify(token)
    #expect(verification.code == code)
  }

  @Test func `nothing but UTF-8 JSON of 64 levels is a payload`() throws {
    let deep = Array((String(repeating: "[", count: 65) + String(repeating: "]", count: 65)).utf8)
    for bytes in [[], [0xFF, 0xFE, 0x7B, 0x00], deep, Array("null".utf8), Array("[]".utf8)] {
      let token = try Fixture.edited(part: 1) { _ in bytes }
      let verification = try Fixture.verifier().verify(token, expecting: Fixture.transaction)
      #expect(verification.code == "ERR_PAYLOAD")
      #expect(verification.kind == "transaction")
    }
  }
}
