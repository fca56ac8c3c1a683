import CText

/// Characters that a reader cannot tell from nothing or from a common space, and their names.
///
/// The names are the abbreviations of the Unicode Standard where people know them, else the code
/// point: `[NBSP]`, `[ZWJ]`, `[U+202E]`.
enum HiddenCharacter {
  /// The cells of a character that shows what it is, 0 for a mark; nil for one that hides.
  static func openWidth(of scalar: Unicode.Scalar) -> Int? {
    if scalar.isASCII { return (0x20..<0x7F).contains(scalar.value) ? 1 : nil }
    if scalar.properties.isWhitespace || isReplaced(scalar) { return nil }
    let width = Int(ctext_cells(scalar.value))
    return width < 0 ? nil : width
  }

  /// The name in brackets.
  static func name(of scalar: Unicode.Scalar) -> String {
    if let name = names[scalar.value] { return "[\(name)]" }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "[U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits + "]"
  }

  /// Variation selectors, skin tones, the letters of flags, and the empty Braille cell: what is
  /// drawn for them is not what they are.
  private static func isReplaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x180B...0x180D, 0x180F: true
    case 0x1F3FB...0x1F3FF, 0x1F1E6...0x1F1FF, 0x2800: true
    default: false
    }
  }

  private static let names: [UInt32: String] = [
    0x09: "TAB", 0x0A: "LF", 0x0D: "CR", 0x1B: "ESC", 0x7F: "DEL", 0x85: "NEL", 0xA0: "NBSP",
    0xAD: "SHY", 0x34F: "CGJ", 0x61C: "ALM", 0x2002: "ENSP", 0x2003: "EMSP", 0x2007: "FIGSP",
    0x2008: "PUNCSP", 0x2009: "THINSP", 0x200A: "HAIRSP", 0x200B: "ZWSP", 0x200C: "ZWNJ",
    0x200D: "ZWJ", 0x200E: "LRM", 0x200F: "RLM", 0x2028: "LSEP", 0x2029: "PSEP", 0x202F: "NNBSP",
    0x205F: "MMSP", 0x2060: "WJ", 0x3000: "IDSP", 0xFE0E: "VS15", 0xFE0F: "VS16", 0xFEFF: "BOM",
  ]
}
