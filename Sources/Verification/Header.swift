import StoreModel
import Text

/// The header of a token: what it says about its signature.
///
/// Addresses and keys in it (`jku`, `x5u`, `jwk`) are never used, and nothing is fetched.
struct Header {
  /// Whether StoreKit Testing in Xcode names itself as the signer.
  let isXcodeKey: Bool
  private let x5c: JSONNode?

  init(_ bytes: [UInt8]) throws(Refusal) {
    let node: JSONNode
    do {
      node = try JSONReader.read(bytes, strict: true, maximumDepth: 64)
    } catch {
      throw Refusal(
        .format, "the header is not valid JSON: \(error.message) (byte \(error.offset))")
    }
    guard node.members != nil else {
      throw Refusal(.format, "the header is JSON, but no object with names and values")
    }
    guard let algorithm = node["alg"]?.string else {
      throw Refusal(.algorithm, "the header names no algorithm; only ES256 is accepted")
    }
    guard algorithm == "ES256" else {
      throw Refusal(.algorithm, "the algorithm is \"\(algorithm)\"; only ES256 is accepted")
    }
    if node["crit"] != nil {
      throw Refusal(
        .critical, "the header demands extensions (\"crit\") that this program does not know")
    }
    isXcodeKey = node["kid"]?.string == "Apple_Xcode_Key"
    x5c = node["x5c"]
  }

  /// The certificates in DER, leaf first: three, or the single one that Xcode brings.
  func certificates() throws(Refusal) -> [[UInt8]] {
    guard let elements = x5c?.elements, !elements.isEmpty else {
      throw Refusal(.certificatesMissing, "the header brings no certificates (\"x5c\")")
    }
    guard elements.count == 3 || elements.count == 1 else {
      throw Refusal(
        .chainLength,
        """
        the header brings \(elements.count) certificates ("x5c") where three are needed: the \
        signer's (leaf), the one above it (intermediate) and the root
        """)
    }
    var certificates: [[UInt8]] = []
    for (index, element) in elements.enumerated() {
      guard let text = element.string, let der = Base64.decode(text.utf8, .standard) else {
        throw Refusal(
          .certificate,
          "certificate \(index + 1) of \(elements.count) is not standard base64 in one line")
      }
      certificates.append(der)
    }
    return certificates
  }
}
