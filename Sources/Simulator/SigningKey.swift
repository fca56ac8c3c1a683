import FoundationEssentials
internal import COpenSSL
import StoreModel

/// A private P-256 key that signs; it never shows its bytes.
///
/// A class around a C handle; it belongs to one actor and never leaves it.
final class SigningKey {
  private let handle: OpaquePointer

  /// Reads a key from its DER bytes.
  init(der: Data) throws(SimulatorError) {
    let key = der.withUnsafeBytes { bytes in
      signing_key_read(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    }
    guard let key else {
      throw .notSigned(reason: Sentence(phrase: String(cString: signing_failure())))
    }
    handle = key
  }

  deinit { signing_key_free(handle) }

  /// The ES256 signature of `message`: r and s, 32 bytes each.
  func signature(of message: [UInt8]) throws(SimulatorError) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: Int(SIGNING_SIGNATURE_LENGTH))
    guard signing_es256(handle, message, message.count, &signature) == 1 else {
      throw .notSigned(reason: Sentence(phrase: String(cString: signing_failure())))
    }
    return signature
  }
}
