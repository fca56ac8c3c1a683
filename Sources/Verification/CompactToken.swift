import StoreModel

/// A JWS in its compact form: three parts in base64url, joined by dots (RFC 7515, 7.1).
struct CompactToken {
  let header: [UInt8]
  let payload: [UInt8]
  let signature: [UInt8]
  /// What the signature is over: the first two parts as they were written, with their dot.
  let signed: ArraySlice<UInt8>

  /// The longest token that is looked at, in bytes; Apple's longest are about 20,000.
  static let maximumCount = 256 * 1024

  /// Reads a token that may end in one line end; refuses everything else around or inside it.
  init(_ bytes: [UInt8]) throws(Refusal) {
    var text = bytes[...]
    if text.last == UInt8(ascii: "\n") { text.removeLast() }
    if text.count < bytes.count, text.last == UInt8(ascii: "\r") { text.removeLast() }
    if text.isEmpty { throw Refusal(.format, "there is nothing here: the token is empty") }
    if let form = ForeignForm(of: text) {
      throw Refusal(.format, "this is not a StoreKit 2 token (JWS); it looks like \(form.name)")
    }
    if text.count > Self.maximumCount {
      throw Refusal(
        .tooLarge, "the token has \(text.count) bytes; at most \(Self.maximumCount) are looked at")
    }
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw Refusal(.format, Self.explanation(partCount: parts.count)) }
    guard !parts[0].isEmpty else { throw Refusal(.format, "the first part, the header, is empty") }
    header = try Self.decode(parts[0], "the header")
    payload = try Self.decode(parts[1], "the payload")
    signature = try Self.decode(parts[2], "the signature")
    signed = text[parts[0].startIndex..<parts[1].endIndex]
  }

  private static func decode(_ part: ArraySlice<UInt8>, _ name: Sentence) throws(Refusal) -> [UInt8]
  {
    if let bytes = Base64.decode(part, .url) { return bytes }
    throw Refusal(.format, "\(name) is not written in base64url: \(fault(in: part))")
  }

  private static func fault(in part: ArraySlice<UInt8>) -> Sentence {
    let isLetter = { (byte: UInt8) in
      Unicode.Scalar(byte).properties.isAlphabetic && byte < 0x80
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    guard let place = part.firstIndex(where: { !isLetter($0) }) else {
      return part.count % 4 == 1 ? "a letter is missing" : "it cannot end with its last letter"
    }
    return switch part[place] {
    case UInt8(ascii: "="): "it is padded with \"=\""
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: " "), UInt8(ascii: "\t"):
      "there is white space at byte \(place)"
    default: "the character at byte \(place) is not allowed"
    }
  }

  private static func explanation(partCount: Int) -> Sentence {
    switch partCount {
    case 1: "it is in one piece, where a token (JWS) has three parts joined by dots"
    case 5: "it has five parts, which is an encrypted token (JWE); a JWS has three"
    default: "it has \(partCount) parts joined by dots, where a token (JWS) has three"
    }
  }
}
