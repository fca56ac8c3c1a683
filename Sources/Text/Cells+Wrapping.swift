import CText

extension Cells {
  /// The text in lines of at most `columns` cells.
  ///
  /// Lines break where ICU's rules (UAX 14, with dictionaries for Thai and its like) let them; a
  /// web address breaks only behind `/ ? & ;`; a word longer than a line is split between clusters.
  /// `\n` ends a line, and spaces at the end of a line are left out.
  package static func wrapped(_ text: String, columns: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      wrappedLine(String($0), columns: max(columns, 1))
    }
  }

  private static func wrappedLine(_ line: String, columns: Int) -> [String] {
    let bytes = Array(line.utf8)
    var lines: [String] = []
    var current = ""
    var width = 0

    func endLine() {
      let text = trimmed(current)
      if !text.isEmpty { lines.append(drawn(text)) }
      current = ""
      width = 0
    }

    var start = 0
    for end in lineBreaks(bytes) {
      let piece = String(decoding: bytes[start..<end], as: UTF8.self)
      start = end
      let word = trimmed(piece)
      let wordWidth = Cells.width(word)
      if width + wordWidth > columns { endLine() }
      if wordWidth > columns {
        var parts = split(String(word), columns: columns)
        current = parts.removeLast()
        lines.append(contentsOf: parts.map { drawn($0) })
        width = Cells.width(current)
        current += piece[word.endIndex...]
      } else {
        current += piece
        width += wordWidth
      }
      width += piece.unicodeScalars.count - word.unicodeScalars.count
    }
    endLine()
    return lines.isEmpty ? [""] : lines
  }

  /// Cuts a word that is longer than a line; what is wider than a whole line becomes a mark.
  private static func split(_ word: String, columns: Int) -> [String] {
    var parts = [""]
    var width = 0
    for character in word {
      var cluster = String(character)
      if Cells.width(cluster) > columns { cluster = "\u{FFFD}" }
      let clusterWidth = Cells.width(cluster)
      if width + clusterWidth > columns {
        parts.append("")
        width = 0
      }
      parts[parts.count - 1] += cluster
      width += clusterWidth
    }
    return parts
  }

  private static func trimmed(_ text: String) -> Substring {
    var end = text.endIndex
    while end > text.startIndex, text.utf8[text.utf8.index(before: end)] == UInt8(ascii: " ") {
      end = text.utf8.index(before: end)
    }
    return text[..<end]
  }

  /// The offsets at which a line may break, in order and with its end.
  private static func lineBreaks(_ bytes: [UInt8]) -> [Int] {
    var breaks = bytes.allSatisfy { $0 < 0x80 } ? plainBreaks(bytes) : unicodeBreaks(bytes)
    for address in addresses(bytes) {
      let own = address.filter { offset in
        offset > address.lowerBound && isAddressBreak(bytes[offset - 1])
          && bytes[offset] != UInt8(ascii: "/")
      }
      breaks.removeAll { $0 >= address.lowerBound && $0 < address.upperBound }
      breaks.append(contentsOf: own)
      breaks.sort()
    }
    return breaks
  }

  private static func unicodeBreaks(_ bytes: [UInt8]) -> [Int] {
    let found = [UInt](unsafeUninitializedCapacity: bytes.count) { breaks, count in
      count = bytes.withUnsafeBytes { raw in
        ctext_line_breaks(
          raw.assumingMemoryBound(to: CChar.self).baseAddress, raw.count, breaks.baseAddress)
      }
    }
    return found.map { Int($0) }
  }

  /// Behind spaces, and behind a hyphen between two letters: what ICU says of ASCII prose.
  private static func plainBreaks(_ bytes: [UInt8]) -> [Int] {
    guard !bytes.isEmpty else { return [] }
    let breaks = (1..<bytes.count).filter { offset in
      switch bytes[offset - 1] {
      case UInt8(ascii: " "): bytes[offset] != UInt8(ascii: " ")
      case UInt8(ascii: "-"): offset > 1 && isLetter(bytes[offset - 2]) && isLetter(bytes[offset])
      default: false
      }
    }
    return breaks + [bytes.count]
  }

  /// The web addresses of a line, from behind their `//` to their end.
  private static func addresses(_ bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var offset = 3
    while offset < bytes.count {
      if bytes[(offset - 3)..<offset].elementsEqual("://".utf8) {
        let end = bytes[offset...].firstIndex { !(0x21..<0x7F).contains($0) } ?? bytes.count
        found.append(offset..<end)
        offset = end
      }
      offset += 1
    }
    return found
  }

  private static func isAddressBreak(_ byte: UInt8) -> Bool {
    "/?&;".utf8.contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
