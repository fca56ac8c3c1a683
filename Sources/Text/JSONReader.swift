package import StoreModel

/// Why bytes are no JSON, and where.
package struct JSONError: Error, Sendable, Hashable {
  /// The byte at which reading stopped.
  package var offset: Int
  /// The end of a sentence, such as `expected a comma or a closing bracket`.
  package var message: Sentence

  package init(offset: Int, message: Sentence) {
    self.offset = offset
    self.message = message
  }
}

/// A JSON parser (RFC 8259) that keeps order, duplicates, digits and the place of every value.
package enum JSONReader {
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Parses one value and nothing else.
  ///
  /// `strict` is for signed documents: no byte order mark, no duplicate key however it is escaped,
  /// no lone surrogate. Without it a mark is skipped, duplicates are kept and a lone surrogate
  /// becomes U+FFFD. Both refuse bytes that are not UTF-8 and values nested too deeply.
  package static func read(
    _ bytes: [UInt8], strict: Bool, maximumDepth: Int = 64
  ) throws(JSONError) -> JSONNode {
    var parser = JSONParser(bytes: bytes, strict: strict, maximumDepth: maximumDepth)
    return try parser.document()
  }
}

/// The state of one reading: the bytes and how far it has come.
private struct JSONParser {
  let bytes: [UInt8]
  let strict: Bool
  let maximumDepth: Int
  var index = 0

  init(bytes: [UInt8], strict: Bool, maximumDepth: Int) {
    self.bytes = bytes
    self.strict = strict
    self.maximumDepth = maximumDepth
  }

  mutating func document() throws(JSONError) -> JSONNode {
    if bytes.starts(with: JSONReader.byteOrderMark) {
      if strict { throw failure("there is a byte order mark before the text") }
      index = JSONReader.byteOrderMark.count
    }
    skipSpace()
    guard index < bytes.count else { throw failure("there is nothing to read") }
    let node = try value(depth: 1)
    skipSpace()
    guard index == bytes.count else { throw failure("expected nothing more after the value") }
    return node
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONNode {
    let offset = index
    switch peek {
    case UInt8(ascii: "{"): return JSONNode(try object(depth: depth), offset: offset)
    case UInt8(ascii: "["): return JSONNode(try array(depth: depth), offset: offset)
    case UInt8(ascii: "\""): return JSONNode(.string(try string()), offset: offset)
    case UInt8(ascii: "-"):
      return JSONNode(.number(try number()), offset: offset)
    case UInt8(ascii: "t"): return JSONNode(try word("true", .bool(true)), offset: offset)
    case UInt8(ascii: "f"): return JSONNode(try word("false", .bool(false)), offset: offset)
    case UInt8(ascii: "n"): return JSONNode(try word("null", .null), offset: offset)
    case let byte where isDigit(byte): return JSONNode(.number(try number()), offset: offset)
    default: throw expected("a value")
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    try enter(depth)
    var members: [JSONMember] = []
    if skip(UInt8(ascii: "}")) { return .object(members) }
    members.reserveCapacity(8)
    var keys = KeySet()
    while true {
      let keyOffset = index
      guard peek == UInt8(ascii: "\"") else {
        if peek == UInt8(ascii: "}") { throw failure("expected no comma before this brace") }
        throw expected("a key in double quotes")
      }
      let key = try string()
      if strict, !keys.insert(key) {
        throw JSONError(offset: keyOffset, message: "the same key is here twice")
      }
      skipSpace()
      guard skip(UInt8(ascii: ":")) else { throw expected("a colon after the key") }
      members.append(
        JSONMember(key: key, keyOffset: keyOffset, node: try value(depth: depth + 1)))
      skipSpace()
      if skip(UInt8(ascii: ",")) { continue }
      guard peek == UInt8(ascii: "}") else { throw expected("a comma or a closing brace") }
      index += 1
      return .object(members)
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    try enter(depth)
    var elements: [JSONNode] = []
    if skip(UInt8(ascii: "]")) { return .array(elements) }
    while true {
      if !elements.isEmpty, peek == UInt8(ascii: "]") {
        throw failure("expected no comma before this bracket")
      }
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if skip(UInt8(ascii: ",")) { continue }
      guard peek == UInt8(ascii: "]") else { throw expected("a comma or a closing bracket") }
      index += 1
      return .array(elements)
    }
  }

  /// Steps over an opening brace or bracket and the space behind it.
  private mutating func enter(_ depth: Int) throws(JSONError) {
    guard depth <= maximumDepth else {
      throw failure("values are nested deeper than \(maximumDepth) levels")
    }
    index += 1
    skipSpace()
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    let end = index + word.utf8CodeUnitCount
    let matches = word.withUTF8Buffer { buffer in
      end <= bytes.count && bytes[index..<end].elementsEqual(buffer)
    }
    guard matches else { throw failure("expected a value; did you mean \(word.description)?") }
    index = end
    return value
  }

  private mutating func number() throws(JSONError) -> String {
    let start = index
    if peek == UInt8(ascii: "-") { index += 1 }
    if peek == UInt8(ascii: "0") {
      index += 1
      if isDigit(peek) { throw failure("a number must not begin with 0") }
    } else {
      try digits()
    }
    if peek == UInt8(ascii: ".") {
      index += 1
      try digits()
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      index += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
      try digits()
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func digits() throws(JSONError) {
    guard isDigit(peek) else { throw expected("a digit") }
    while isDigit(peek) { index += 1 }
  }

  /// Reads a string from its opening quote; a string without escapes is copied once.
  private mutating func string() throws(JSONError) -> String {
    let opening = index
    index += 1
    var decoded: [UInt8] = []
    var runStart = index
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        let run = bytes[runStart..<index]
        index += 1
        if decoded.isEmpty { return String(decoding: run, as: UTF8.self) }
        decoded.append(contentsOf: run)
        return String(decoding: decoded, as: UTF8.self)
      case UInt8(ascii: "\\"):
        decoded.append(contentsOf: bytes[runStart..<index])
        try escape(into: &decoded)
        runStart = index
      case 0..<0x20:
        throw failure(
          """
          a line break, a tab or another control character stands inside a string; is its closing \
          quote missing?
          """)
      case 0x80...:
        guard let length = sequenceLength(at: index) else {
          throw failure("the text is not UTF-8; save the file as UTF-8")
        }
        index += length
      default:
        index += 1
      }
    }
    throw JSONError(offset: opening, message: "this string has no closing quote")
  }

  private mutating func escape(into decoded: inout [UInt8]) throws(JSONError) {
    let start = index
    index += 1
    guard let letter = peek else { throw expected("an escape") }
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(letter)
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "t"): decoded.append(0x09)
    case UInt8(ascii: "u"):
      decoded.append(contentsOf: Character(try escapedScalar(from: start)).utf8)
    default:
      throw JSONError(offset: start, message: "JSON has no such character behind a backslash")
    }
  }

  /// Reads the digits behind `\u`, and the second half of a surrogate pair with its own `\u`.
  private mutating func escapedScalar(from start: Int) throws(JSONError) -> Unicode.Scalar {
    let unit = try hexDigits()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let afterFirst = index
    if UTF16.isLeadSurrogate(unit), peek == UInt8(ascii: "\\") {
      index += 1
      if peek == UInt8(ascii: "u") {
        index += 1
        let second = try hexDigits()
        if UTF16.isTrailSurrogate(second) {
          return UTF16.decode(UTF16.EncodedScalar([unit, second]))
        }
      }
      index = afterFirst
    }
    if strict {
      throw JSONError(
        offset: start, message: "this is half of a character that takes two \\u escapes")
    }
    return "\u{FFFD}"
  }

  private mutating func hexDigits() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw expected("four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }

  /// The length of a well-formed UTF-8 sequence of two to four bytes; nil when it is none.
  private func sequenceLength(at start: Int) -> Int? {
    func byte(_ distance: Int) -> UInt8 {
      start + distance < bytes.count ? bytes[start + distance] : 0
    }
    let second: ClosedRange<UInt8>
    let length: Int
    switch bytes[start] {
    case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
    case 0xE0: (second, length) = (0xA0...0xBF, 3)
    case 0xED: (second, length) = (0x80...0x9F, 3)
    case 0xE1...0xEF: (second, length) = (0x80...0xBF, 3)
    case 0xF0: (second, length) = (0x90...0xBF, 4)
    case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
    case 0xF4: (second, length) = (0x80...0x8F, 4)
    default: return nil
    }
    guard second.contains(byte(1)) else { return nil }
    for distance in 2..<max(length, 2) where byte(distance) & 0xC0 != 0x80 { return nil }
    return length
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func isDigit(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return
      }
    }
  }

  /// Steps over a byte and the space behind it; false, and no step, when another byte stands here.
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index += 1
    skipSpace()
    return true
  }

  private func failure(_ message: Sentence) -> JSONError {
    JSONError(offset: index, message: message)
  }

  private func expected(_ what: Sentence) -> JSONError {
    failure(
      index < bytes.count ? "expected \(what)" : "the text ends too early: expected \(what)")
  }
}

/// The keys of one object so far; a list while it is short, which is nearly always.
private struct KeySet {
  private var few: [String] = []
  private var many: Set<String> = []

  /// False when the key is already there.
  mutating func insert(_ key: String) -> Bool {
    if few.count < 16 {
      if few.contains(key) { return false }
      few.append(key)
      return true
    }
    if many.isEmpty { many = Set(few) }
    return many.insert(key).inserted
  }
}
