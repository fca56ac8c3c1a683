import FoundationEssentials
import StoreModel

/// Signs what the store says, in the form of StoreKit 2: a compact JWS with certificates in `x5c`.
struct Signer {
  let identity: Identity
  private let key: SigningKey
  private let chainHeader: String
  private let xcodeHeader: String
  /// The chain in an order in which no certificate signed the one before it.
  private let wrongHeader: String

  init(_ identity: Identity) throws(SimulatorError) {
    self.identity = identity
    key = try SigningKey(der: identity.leafKey)
    func header(_ certificates: [Data], _ kid: String? = nil) throws(SimulatorError) -> String {
      try Self.segment(
        Header(
          kid: kid, typ: kid.map { _ in "JWT" },
          x5c: certificates.map { $0.base64EncodedString() }))
    }
    chainHeader = try header([identity.leaf, identity.intermediate, identity.root])
    wrongHeader = try header([identity.leaf, identity.root, identity.intermediate])
    xcodeHeader = try header([identity.xcode], "Apple_Xcode_Key")
  }

  /// The payload signed as the stamp says; with the fault that it wants, not good in just that way.
  func sign(_ payload: some Encodable, as stamp: Stamp) throws(SimulatorError) -> SignedTransaction
  {
    let header =
      stamp.has(fault: "invalidCertificateChain")
      ? wrongHeader : stamp.personality == .xcode ? xcodeHeader : chainHeader
    let body = try Self.segment(payload)
    let content = "\(header).\(stamp.has(fault: "invalidEncoding") ? "*" : "")\(body)"
    var signature = try key.signature(of: Array(content.utf8))
    if stamp.has(fault: "invalidSignature") { signature[40] ^= 1 }
    return SignedTransaction("\(content).\(Self.base64URL(Data(signature)))")
  }

  /// The signature of any text by the same key; r and s, 32 bytes each.
  func signature(of message: String) throws(SimulatorError) -> [UInt8] {
    try key.signature(of: Array(message.utf8))
  }

  private struct Header: Encodable {
    var alg = "ES256"
    var kid: String?
    var typ: String?
    var x5c: [String]
  }

  private static func segment(_ value: some Encodable) throws(SimulatorError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return base64URL(try encoder.encode(value))
    } catch {
      throw .notSigned(reason: "the payload cannot be written as JSON")
    }
  }

  /// Base64 in the alphabet for addresses, without padding (RFC 7515).
  private static func base64URL(_ data: Data) -> String {
    String(
      data.base64EncodedString().compactMap { character -> Character? in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      })
  }
}
