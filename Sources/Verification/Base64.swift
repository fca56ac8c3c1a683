/// Base64 as RFC 4648 writes it, read without mercy.
///
/// No white space, no foreign letters, no bits left over in the last letter: one text for one
/// sequence of bytes, so that nothing can be hidden in the spelling.
enum Base64 {
  /// Which sixty-four letters are used, and whether the end is padded.
  enum Alphabet {
    /// `A–Z a–z 0–9 + /`, padded with `=` to a multiple of four: certificates in `x5c`.
    case standard
    /// `A–Z a–z 0–9 - _`, never padded: the parts of a JWS.
    case url
  }

  /// The bytes that the text stands for; nil when it is not exactly such a text.
  static func decode(_ text: some BidirectionalCollection<UInt8>, _ alphabet: Alphabet) -> [UInt8]?
  {
    var text = text[...]
    if alphabet == .standard {
      guard text.count.isMultiple(of: 4) else { return nil }
      if text.last == equals { text.removeLast() }
      if text.last == equals { text.removeLast() }
    }
    guard text.count % 4 != 1 else { return nil }
    let values = alphabet == .standard ? standardValues : urlValues
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 2)
    var held: UInt32 = 0
    var bits = 0
    for letter in text {
      let value = values[Int(letter)]
      guard value != foreign else { return nil }
      held = held << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
      }
    }
    guard held & ((1 << UInt32(bits)) - 1) == 0 else { return nil }
    return bytes
  }

  private static let equals = UInt8(ascii: "=")
  private static let foreign: UInt8 = 0xFF
  private static let standardValues = values(of: "+/")
  private static let urlValues = values(of: "-_")

  /// The value of each byte as a letter, `foreign` for one that is none.
  private static func values(of lastTwo: String) -> [UInt8] {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + lastTwo
    var values = [UInt8](repeating: foreign, count: 256)
    for (value, letter) in letters.utf8.enumerated() {
      values[Int(letter)] = UInt8(value)
    }
    return values
  }
}
