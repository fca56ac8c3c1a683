extension JSONValue {
  /// The value as JSON with sorted keys, safe to print.
  ///
  /// Controls, bidi controls and invisible characters are written as `\u` escapes, so that the text
  /// means the same to a program and does nothing to a terminal.
  package func text(indented: Bool = false) -> String {
    var writer = JSONWriter(indented: indented)
    writer.write(self, level: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

private struct JSONWriter {
  var bytes: [UInt8] = []
  let indented: Bool

  init(indented: Bool) {
    self.indented = indented
  }

  mutating func write(_ value: JSONValue, level: Int) {
    switch value {
    case .null: append("null")
    case .bool(let flag): append(flag ? "true" : "false")
    case .number(let digits): append(digits)
    case .string(let text): quote(text)
    case .array(let elements):
      append("[")
      for (index, element) in elements.enumerated() {
        startItem(index, level: level + 1)
        write(element.value, level: level + 1)
      }
      close("]", isEmpty: elements.isEmpty, level: level)
    case .object(let members):
      append("{")
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        startItem(index, level: level + 1)
        quote(member.key)
        append(indented ? ": " : ":")
        write(member.node.value, level: level + 1)
      }
      close("}", isEmpty: members.isEmpty, level: level)
    }
  }

  private mutating func startItem(_ index: Int, level: Int) {
    if index > 0 { append(",") }
    startLine(level)
  }

  private mutating func close(_ bracket: String, isEmpty: Bool, level: Int) {
    if !isEmpty { startLine(level) }
    append(bracket)
  }

  private mutating func startLine(_ level: Int) {
    guard indented else { return }
    append("\n")
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * 2))
  }

  private mutating func quote(_ text: String) {
    append("\"")
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
      append(text)
      append("\"")
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": append("\\\"")
      case "\\": append("\\\\")
      case "\n": append("\\n")
      case "\r": append("\\r")
      case "\t": append("\\t")
      case let scalar where scalar.mustBeEscaped:
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          let digits = String(unit, radix: 16)
          append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
        }
      case let scalar where scalar.isASCII: bytes.append(UInt8(scalar.value))
      default: bytes.append(contentsOf: Character(scalar).utf8)
      }
    }
    append("\"")
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}

extension Unicode.Scalar {
  /// Controls, line separators, bidi controls and invisible formats; joiners spell words and stay.
  fileprivate var mustBeEscaped: Bool {
    switch value {
    case 0x20..<0x7F, 0x200C, 0x200D: false
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x180E, 0x200B...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }
}
