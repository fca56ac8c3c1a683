import StoreModel

extension JSONReader {
  /// Parses JSON as people write it: with `//` and `/* */` comments and with trailing commas.
  ///
  /// Both become spaces before the reading, so that every offset is one of the file. Everything else
  /// is read as `read` does without `strict`.
  package static func read(
    commented bytes: [UInt8], maximumDepth: Int = 64
  ) throws(JSONError) -> JSONNode {
    var blanker = CommentBlanker(bytes: bytes)
    return try read(try blanker.blanked(), strict: false, maximumDepth: maximumDepth)
  }
}

/// Puts spaces in the place of comments and trailing commas; line breaks stay.
private struct CommentBlanker {
  var bytes: [UInt8]
  private var index = 0
  /// The last comma, while only space stands behind it and a value in front of it.
  private var comma: Int?
  /// The last byte that is neither space nor comment.
  private var last: UInt8?

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func blanked() throws(JSONError) -> [UInt8] {
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : nil
      switch byte {
      case UInt8(ascii: "/") where next == UInt8(ascii: "/"): blankLine()
      case UInt8(ascii: "/") where next == UInt8(ascii: "*"): try blankBlock()
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      case UInt8(ascii: "\""): skipString()
      default:
        take(byte)
        index += 1
      }
    }
    return bytes
  }

  private mutating func take(_ byte: UInt8) {
    if let comma, byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { blank(comma) }
    let followsValue = last.map { !"{[,:".utf8.contains($0) } ?? false
    comma = byte == UInt8(ascii: ",") && followsValue ? index : nil
    last = byte
  }

  private mutating func blankLine() {
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D {
      blank(index)
      index += 1
    }
  }

  private mutating func blankBlock() throws(JSONError) {
    let opening = index
    blank(index)
    blank(index + 1)
    index += 2
    while index + 1 < bytes.count {
      let isEnd = bytes[index] == UInt8(ascii: "*") && bytes[index + 1] == UInt8(ascii: "/")
      blank(index)
      index += 1
      if isEnd {
        blank(index)
        index += 1
        return
      }
    }
    throw JSONError(offset: opening, message: "this comment has no closing */")
  }

  private mutating func blank(_ index: Int) {
    if bytes[index] != 0x0A, bytes[index] != 0x0D { bytes[index] = 0x20 }
  }

  /// Steps over a string; one without an end is left to the reader, which says so.
  private mutating func skipString() {
    take(bytes[index])
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] >= 0x20 {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index += 1
  }
}
