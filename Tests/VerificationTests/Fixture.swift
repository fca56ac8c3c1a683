import Foundation
import StoreModel
import Verification

/// The tokens of `Fixtures/`, and what the tests do with them.
enum Fixture {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures")

  static func bytes(_ file: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: file)))
  }

  /// All tokens by name.
  static let tokens: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".jws") }.sorted()
  }()

  /// When the tokens were judged: long after the leaf of 2026 has expired.
  static let now = Date(timeIntervalSince1970: 1_900_000_000)

  /// A verifier that trusts the test authority, standing for whom the test says.
  static func verifier(trust: StoreModel.Verification.Trust = .given) throws -> ProofVerifier {
    ProofVerifier(
      roots: [TrustedRoot(der: try bytes("root.der"), trust: trust)], now: { now })
  }

  /// What the transaction of the fixtures says of itself.
  static let transaction = Expectations(
    bundleID: "com.example.storefront", environment: "Sandbox", kind: .transaction)

  /// The good transaction with the text of one part (0 the header, 1 the payload) changed.
  static func transaction(
    part: Int, replacing old: String, with new: String
  ) throws -> [UInt8] {
    try edited(part: part) {
      [UInt8](String(decoding: $0, as: UTF8.self).replacing(old, with: new).utf8)
    }
  }

  /// The good transaction with the bytes of one part changed; its signature stays as it was.
  static func edited(part: Int, _ edit: ([UInt8]) -> [UInt8]) throws -> [UInt8] {
    var parts = String(decoding: try bytes("transaction.jws"), as: UTF8.self)
      .split(separator: ".").map(String.init)
    parts[part] = base64URL(edit([UInt8](decodeBase64URL(parts[part]))))
    return [UInt8](parts.joined(separator: ".").utf8)
  }

  static func base64URL(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  private static func decodeBase64URL(_ text: String) -> Data {
    let standard = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - standard.count % 4) % 4)
    return Data(base64Encoded: standard + padding) ?? Data()
  }
}

extension StoreModel.Verification {
  /// The sentence of a check.
  func detail(_ id: String) -> String? { checks.first { $0.id == id }?.detail.text }

  /// The results of all checks, one letter each: pass, fail, skipped.
  var results: String { String(checks.compactMap(\.result.rawValue.first)) }

  /// The sentence of the check that failed.
  var failure: String? { failed?.detail.text }

  var failed: Check? { checks.first { $0.result == .fail } }
}
