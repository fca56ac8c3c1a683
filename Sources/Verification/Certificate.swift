import COpenSSL
import FoundationEssentials
import StoreModel

/// What a certificate says about itself, without the certificate.
struct CertificateFacts: Sendable, Hashable {
  /// The holder's common name, or the organisation when there is none.
  let subject: String
  let issuer: String
  /// The first and the last second of its life, since 1970, both included (RFC 5280, 4.1.2.5).
  let lifetime: ClosedRange<Int64>
  /// Its key as an uncompressed point of P-256; nil when the key is of another kind.
  let point: [UInt8]?

  /// Name and dates for people.
  var description: Sentence {
    "\"\(subject)\" (\(dateText(lifetime.lowerBound)) to \(dateText(lifetime.upperBound)))"
  }
}

/// One certificate that libcrypto has read.
final class Certificate {
  let facts: CertificateFacts
  private let handle: OpaquePointer

  /// Reads exactly one DER certificate; nil when the bytes are none or hold anything after it.
  init?(der: [UInt8]) {
    guard let handle = storefront_certificate_open(der, der.count) else { return nil }
    guard let facts = Self.facts(of: handle) else {
      storefront_certificate_close(handle)
      return nil
    }
    self.handle = handle
    self.facts = facts
  }

  deinit {
    storefront_certificate_close(handle)
  }

  func hasExtension(_ identifier: String) -> Bool {
    storefront_certificate_has_extension(handle, identifier)
  }

  /// Why the path from a leaf over an intermediate to a trusted root does not hold; nil when it
  /// does, whatever the date.
  static func pathProblem(
    leaf: Certificate, intermediate: Certificate, root: Certificate, isStrict: Bool
  ) -> Sentence? {
    storefront_path_problem(leaf.handle, intermediate.handle, root.handle, isStrict)
      .map { Sentence(phrase: String(cString: $0)) }
  }

  private static func facts(of handle: OpaquePointer) -> CertificateFacts? {
    var raw = storefront_certificate_facts()
    guard storefront_certificate_describe(handle, &raw), raw.not_before <= raw.not_after else {
      return nil
    }
    return CertificateFacts(
      subject: withUnsafeBytes(of: raw.subject, text),
      issuer: withUnsafeBytes(of: raw.issuer, text),
      lifetime: raw.not_before...raw.not_after,
      point: raw.is_p256 ? withUnsafeBytes(of: raw.point) { Array($0) } : nil)
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

/// Whether a signature of 64 bytes r‖s over the message is of the P-256 key at this point.
func isES256Signature(_ signature: [UInt8], of message: some ContiguousBytes, by point: [UInt8])
  -> Bool
{
  guard signature.count == 64, point.count == 65 else { return false }
  return message.withUnsafeBytes {
    storefront_es256_verify(point, $0.bindMemory(to: UInt8.self).baseAddress, $0.count, signature)
  }
}

func sha256(_ bytes: [UInt8]) -> [UInt8] {
  var digest = [UInt8](repeating: 0, count: 32)
  storefront_sha256(bytes, bytes.count, &digest)
  return digest
}

/// A second since 1970 for people: a UTC time, or the bare number outside the years 1 to 9999.
func dateText(_ seconds: Int64) -> Sentence {
  guard (-62_135_596_800..<253_402_300_800).contains(seconds) else {
    return "\(seconds) seconds since 1970"
  }
  return "\(Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601))"
}
