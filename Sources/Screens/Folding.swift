/// Text as the filter compares it: lower case, without accents, every kind of space a space.
///
/// What is drawn as nothing, such as a joiner or a soft hyphen, is nothing here too.
enum Folding {
  static func bytes(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    return result
  }

  /// Whether `part` occurs in `whole`; an empty part does.
  static func contains(_ part: [UInt8], in whole: [UInt8]) -> Bool {
    offset(of: part, in: whole) != nil
  }

  /// The characters of `text` in which the folded `part` first occurs; nil for an empty part.
  static func range(of part: [UInt8], in text: String) -> Range<String.Index>? {
    guard !part.isEmpty else { return nil }
    var folded: [UInt8] = []
    var owners: [String.Index] = []
    for index in text.indices {
      for scalar in text[index].unicodeScalars { append(scalar, to: &folded) }
      while owners.count < folded.count { owners.append(index) }
    }
    guard let offset = offset(of: part, in: folded) else { return nil }
    return owners[offset]..<text.index(after: owners[offset + part.count - 1])
  }

  private static func offset(of part: [UInt8], in whole: [UInt8]) -> Int? {
    guard let first = part.first else { return 0 }
    guard whole.count >= part.count else { return nil }
    for start in 0...(whole.count - part.count)
    where whole[start] == first && whole[start..<(start + part.count)].elementsEqual(part) {
      return start
    }
    return nil
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout [UInt8]) {
    let value = Int(scalar.value)
    if value < 0x80 {
      result.append((65...90).contains(value) ? UInt8(value | 0x20) : UInt8(value))
    } else if value < 0x80 + common.count {
      result += common[value - 0x80]
    } else {
      result += folded(scalar)
    }
  }

  /// The folded letters of the Latin, Greek and Cyrillic blocks, from U+0080 on.
  private static let common: [[UInt8]] = (0x80...0x52F as ClosedRange<UInt32>).map {
    Unicode.Scalar($0).map(folded) ?? []
  }

  private static func folded(_ scalar: Unicode.Scalar) -> [UInt8] {
    let properties = scalar.properties
    if properties.isWhitespace { return [UInt8(ascii: " ")] }
    if properties.generalCategory == .nonspacingMark || properties.isDefaultIgnorableCodePoint {
      return []
    }
    return properties.lowercaseMapping.unicodeScalars
      .filter { $0.properties.generalCategory != .nonspacingMark }
      .flatMap { Array(String(base(of: $0)).utf8) }
  }

  /// The letter without its marks: the one whose Unicode name ends where `WITH` begins.
  private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard scalar.value < 0x2000, let name = scalar.properties.name else { return scalar }
    let words = name.split(separator: " ")
    guard let with = words.firstIndex(of: "WITH") else { return scalar }
    return plain[words[..<with].joined(separator: " ")] ?? scalar
  }

  /// The small letters of the Latin, Greek and Cyrillic blocks that carry no mark, by name.
  private static let plain: [String: Unicode.Scalar] = {
    var letters: [String: Unicode.Scalar] = [:]
    for value in (0x61...0x4ff) as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isLowercase,
        let name = scalar.properties.name, !name.contains(" WITH ")
      else { continue }
      letters[name] = scalar
    }
    return letters
  }()
}
