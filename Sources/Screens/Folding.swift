/// Text as the filter compares it: lower case, without accents, every kind of space a space.
enum Folding {
  static func bytes(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        let byte = UInt8(scalar.value)
        result.append((65...90).contains(byte) ? byte | 0x20 : byte)
      } else {
        let properties = scalar.properties
        if properties.isWhitespace {
          result.append(UInt8(ascii: " "))
        } else if properties.generalCategory != .nonspacingMark {
          for lower in properties.lowercaseMapping.unicodeScalars
          where lower.properties.generalCategory != .nonspacingMark {
            result += Array(String(base(of: lower)).utf8)
          }
        }
      }
    }
    return result
  }

  /// Whether `part` occurs in `whole`; an empty part does.
  static func contains(_ part: [UInt8], in whole: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    guard whole.count >= part.count else { return false }
    for start in 0...(whole.count - part.count)
    where whole[start] == first && whole[start..<(start + part.count)].elementsEqual(part) {
      return true
    }
    return false
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
