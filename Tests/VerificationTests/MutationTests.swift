import Foundation
import StoreModel
import Testing
import Verification

/// A small generator of numbers that a seed repeats (SplitMix64).
private struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite struct `A token with its bytes disturbed` {
  /// Flips, cuts, doubles, inserts or moves a few bytes.
  private func disturb(_ bytes: [UInt8], with numbers: inout SeededNumbers) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0...2, using: &numbers) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &numbers)
      let end = min(bytes.count, place + Int.random(in: 1...40, using: &numbers))
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
      case 1: bytes[place] = UInt8.random(in: .min ... .max, using: &numbers)
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 4: bytes.insert(UInt8.random(in: .min ... .max, using: &numbers), at: place)
      default: bytes.removeLast(bytes.count - place)
      }
    }
    return bytes
  }

  @Test(arguments: [
    "transaction.jws", "notification.jws", "xcode-transaction.jws", "app-transaction.jws",
  ])
  func `is never valid and never ends the program`(file: String) throws {
    let token = try Fixture.bytes(file)
    let verifier = try Fixture.verifier()
    let untouched = [token, token + [0x0A], token + [0x0D, 0x0A]]
    var numbers = SeededNumbers(state: 20_260_101)
    var codes: Set<String> = []
    for round in 0..<400 {
      let disturbed = disturb(token, with: &numbers)
      guard !untouched.contains(disturbed) else { continue }
      let verification = verifier.verify(disturbed)
      codes.insert(verification.code)
      #expect(verification.verdict == .invalid, "seed 20260101, round \(round)")
    }
    #expect(codes.isSuperset(of: ["ERR_FORMAT", "ERR_SIGNATURE"]))
  }

  /// Disturbs the JSON behind the base64, so that the readers within are reached.
  @Test(arguments: [0, 1, 2])
  func `is never valid either when a part is disturbed inside`(part: Int) throws {
    let token = try Fixture.bytes("transaction.jws")
    let verifier = try Fixture.verifier()
    var numbers = SeededNumbers(state: 20_260_102)
    for round in 0..<400 {
      let disturbed = try Fixture.edited(part: part) { disturb($0, with: &numbers) }
      guard disturbed != token else { continue }
      let verification = verifier.verify(disturbed)
      #expect(verification.verdict == .invalid, "seed 20260102, part \(part), round \(round)")
    }
  }

  @Test func `is never valid when cut anywhere`() throws {
    let token = try Fixture.bytes("transaction.jws")
    let verifier = try Fixture.verifier()
    for end in stride(from: 0, to: token.count, by: 5) {
      #expect(verifier.verify(Array(token[..<end])).verdict == .invalid, "cut at \(end)")
    }
  }
}
