import FoundationEssentials
import StoreModel
import Verification

extension TrustedRoot {
  /// Apple's G3 root, and the simulator's own certificates (DER) once they have been made.
  static func shop(simulator own: [[UInt8]]) -> [TrustedRoot] {
    let apple = TrustedRoot(der: Resource.bytes("certificates/AppleRootCA-G3.cer"), trust: .apple)
    return [apple] + own.map { TrustedRoot(der: $0, trust: .simulator) }
  }

  /// Apple's G3 root, and the simulator's own where its file is.
  static func defaults(simulator path: String) -> [TrustedRoot] {
    let own = FileBytes.exists(path) ? try? TrustedRoot(file: path) : nil
    return shop(simulator: own.map { [$0.der] } ?? [])
  }

  /// A root from a DER or PEM file; whose it is, follows from the certificate itself.
  ///
  /// - Throws: `Failure` with exit 2 when the file cannot be read or holds no certificate.
  init(file path: String) throws(Failure) {
    let bytes = try FileBytes.read(path, limit: 1 << 20).get()
    guard let der = Self.der(bytes) else {
      throw Failure("\(path) holds no certificate. Give one in DER or PEM form.", exit: 2)
    }
    let apple = ["AppleRootCA-G3", "AppleRootCA-G2", "AppleIncRootCertificate"]
    if apple.contains(where: { Resource.bytes("certificates/\($0).cer") == der }) {
      self.init(der: der, trust: .apple)
    } else {
      let isOurs = der.firstRange(of: Array("storefront simulator root".utf8)) != nil
      self.init(der: der, trust: isOurs ? .simulator : .given)
    }
  }

  /// The DER bytes of a file: as they are, or out of the first PEM block.
  private static func der(_ bytes: [UInt8]) -> [UInt8]? {
    if bytes.first == 0x30 { return bytes }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let start = text.firstRange(of: "-----BEGIN CERTIFICATE-----"),
      let end = text.firstRange(of: "-----END CERTIFICATE-----"),
      start.upperBound <= end.lowerBound
    else { return nil }
    let body = text[start.upperBound..<end.lowerBound].filter { !$0.isWhitespace }
    return Data(base64Encoded: String(body)).map(Array.init)
  }
}
