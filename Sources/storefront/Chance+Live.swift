import FoundationEssentials
import StoreModel
import Synchronization

extension Chance {
  /// The system's own.
  static let system = Chance { UUID() }

  /// The same sequence of UUIDs for the same seed and stream.
  static func seeded(_ seed: UInt64, stream: UInt64) -> Chance {
    let state = SeededState(SplitMix64(seed: seed ^ (stream &* 0x9E37_79B9_7F4A_7C15)))
    return Chance { state.nextUUID() }
  }
}

/// The generator of one seeded `Chance`, shared by those who draw from it.
private final class SeededState: Sendable {
  private let generator: Mutex<SplitMix64>

  init(_ generator: SplitMix64) {
    self.generator = Mutex(generator)
  }

  /// A random (version 4) UUID of RFC 9562.
  func nextUUID() -> UUID {
    let (high, low) = generator.withLock { ($0.next(), $0.next()) }
    var bytes = withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8],
        bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}

/// Sebastiano Vigna's SplitMix64: small, fast and the same everywhere.
private struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
