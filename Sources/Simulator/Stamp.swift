import FoundationEssentials
internal import COpenSSL
import StoreModel

/// As whom the store signs: its environment, and how ids and moments are written there.
struct Stamp: Sendable, Hashable {
  var personality = StorePersonality.sandbox
  /// What a tester wants wrong in every proof; an error of `VerificationError`.
  var fault: SimulatedError?
  /// Names the device: the instance of the books stands for it.
  var device = ""

  static let sandbox = Stamp()

  var environment: String {
    switch personality {
    case .sandbox: "Sandbox"
    case .production: "Production"
    case .xcode: "Xcode"
    }
  }

  func has(fault name: String) -> Bool { fault?.name == name }

  /// An id as it is signed: Xcode counts from 0, the App Store has long numbers.
  func id(_ id: Int64) -> String {
    personality == .xcode ? "\(id - StoreMachine.firstID)" : "\(id)"
  }

  /// A moment as it is signed: Xcode writes fractions of a millisecond, which `id` decides so that
  /// they repeat.
  func date(_ date: Date, of id: Int64) -> SignedDate {
    let fraction = Double((id &* 7_919 &+ 2_971) % 9_999) / 10_000
    return SignedDate(
      milliseconds: Milliseconds(date).count, fraction: personality == .xcode ? fraction : 0)
  }

  /// What ties a proof to the device: a nonce, and the SHA-384 of it and the device's id.
  ///
  /// Only Xcode's personality plays a device (Apple, `deviceVerification`).
  func deviceVerification(for id: Int64, _ kind: String) -> (nonce: String, digest: String)? {
    guard personality == .xcode else { return nil }
    let seed = Self.sha384("\(device)/\(kind)/\(id)")
    let hex = seed.prefix(16).map { byte in
      String(UInt16(byte) + 0x100, radix: 16).dropFirst()
    }.joined()
    let cuts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    let nonce = cuts.map { range in
      let start = hex.index(hex.startIndex, offsetBy: range.lowerBound)
      return String(hex[start..<hex.index(start, offsetBy: range.count)])
    }.joined(separator: "-")
    return (nonce, Data(Self.sha384(nonce + device)).base64EncodedString())
  }

  private static func sha384(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    var digest = [UInt8](repeating: 0, count: 48)
    signing_sha384(bytes, bytes.count, &digest)
    return digest
  }
}

/// Milliseconds since 1970, with a fraction where the environment writes one.
struct SignedDate: Encodable, Sendable, Hashable {
  var milliseconds: Int64
  /// Less than 1.
  var fraction: Double = 0

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if fraction == 0 {
      try container.encode(milliseconds)
    } else {
      try container.encode(Double(milliseconds) + fraction)
    }
  }
}
