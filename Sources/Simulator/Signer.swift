import FoundationEssentials
import StoreModel

/// Signs what the store sold, in the form of StoreKit 2: a compact JWS with its chain in `x5c`.
struct Signer {
  private let key: SigningKey
  private let header: String
  private let bundleID: String

  init(_ identity: Identity, bundleID: String) throws(SimulatorError) {
    key = try SigningKey(der: identity.leafKey)
    let chain = [identity.leaf, identity.intermediate, identity.root]
    header = try Self.segment(Header(x5c: chain.map { $0.base64EncodedString() }))
    self.bundleID = bundleID
  }

  /// The proof of `entry`, signed at `date`.
  func sign(_ entry: Entry, at date: Date) throws(SimulatorError) -> SignedTransaction {
    let payload = TransactionPayload(entry, bundleID: bundleID, signedDate: date)
    let content = "\(header).\(try Self.segment(payload))"
    let signature = try key.signature(of: Array(content.utf8))
    return SignedTransaction("\(content).\(Self.base64URL(Data(signature)))")
  }

  /// The signature of any text by the same key; r and s, 32 bytes each.
  func signature(of message: String) throws(SimulatorError) -> [UInt8] {
    try key.signature(of: Array(message.utf8))
  }

  private struct Header: Encodable {
    var alg = "ES256"
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
