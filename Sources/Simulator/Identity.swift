import FoundationEssentials
internal import COpenSSL
import StoreModel

/// Who the store is: the name of its books, and the keys and certificates that it signs with.
///
/// Made once with the books. The keys of root and intermediate are not kept, so nothing else can
/// ever be signed under this root.
struct Identity: CustomStringConvertible {
  var instance: String
  var leafKey: Data
  /// DER, as the three that follow.
  var leaf: Data
  var intermediate: Data
  var root: Data
  /// Signed by the leaf's own key, as Xcode's certificate is.
  var xcode: Data

  /// Makes new keys and certificates under the name `instance`; the 32 bytes of `seed` decide every
  /// one of them.
  static func made(instance: String, seed: [UInt8]) throws(SimulatorError) -> Identity {
    guard let chain = signing_chain_make(seed) else {
      throw .notSigned(reason: Sentence(phrase: String(cString: signing_failure())))
    }
    defer { signing_chain_free(chain) }
    func part(_ number: Int) -> Data {
      var length = 0
      let bytes = signing_chain_part(chain, Int32(number), &length)
      return Data(UnsafeBufferPointer(start: bytes, count: length))
    }
    return Identity(
      instance: instance, leafKey: part(SIGNING_LEAF_KEY), leaf: part(SIGNING_LEAF),
      intermediate: part(SIGNING_INTERMEDIATE), root: part(SIGNING_ROOT), xcode: part(SIGNING_XCODE)
    )
  }

  var description: String { "Identity(\(instance))" }

  /// The root certificate as a PEM file holds it.
  var rootPEM: String {
    let lines = root.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    return "-----BEGIN CERTIFICATE-----\n\(lines)\n-----END CERTIFICATE-----\n"
  }
}
