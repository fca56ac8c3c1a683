import CText

/// Text from outside made fit to draw: nothing in it moves the cursor, hides or reorders.
///
/// What comes out is the same on every terminal: the sum of its scalars' widths is its width
/// (`Cells`). What cannot be shown becomes one visible `�`: controls, bidi controls, invisible
/// formats and fillers, stray marks, characters that the C library of Debian 12 does not know.
/// Left out without a mark is what terminals draw differently and what loses nothing: variation
/// selectors, skin tones, the later members of a joined emoji, joiners where they spell words.
/// A flag is drawn as the two letters of its region. No-break spaces stay, for copying and
/// comparison.
///
/// Where hidden characters are revealed, each character that would be marked, left out or taken for
/// a common space is its name in brackets (`HiddenCharacter`).
package enum SafeText {
  /// The text on one line: each tab and each line break is a space.
  package static func line(_ text: String, revealing: Bool = false) -> String {
    Cells.openWidth(text) != nil
      ? text : Sanitiser.run(text, keepsLines: false, reveals: revealing).text
  }

  /// The text with its line breaks as `\n` and with tabs expanded to stops of eight.
  package static func paragraph(_ text: String, revealing: Bool = false) -> String {
    isPlain(text) ? text : Sanitiser.run(text, keepsLines: true, reveals: revealing).text
  }

  /// The text without U+061C, U+200E and U+200F, which locales put into the prices they write.
  ///
  /// Terminals show them in as many ways as there are terminals; in text from outside they stay
  /// and are shown as marks.
  package static func withoutDirectionMarks(_ text: String) -> String {
    var result = text
    result.unicodeScalars.removeAll { ["\u{200E}", "\u{200F}", "\u{61C}"].contains($0) }
    return result
  }

  /// Whether something in the text cannot be shown, so that `line` puts a `�` in its place.
  package static func hasHiddenCharacters(_ text: String) -> Bool {
    !isPlain(text) && Sanitiser.run(text, keepsLines: true, reveals: false).hasMarked
  }

  /// Whether the text is printable ASCII, which is safe as it is and one cell a byte.
  static func isPlain(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
  }
}

private struct Sanitiser {
  private(set) var text = ""
  private(set) var hasMarked = false
  private let keepsLines: Bool
  private let reveals: Bool
  private var column = 0
  /// What the last drawn base is, and with it what may follow.
  private var base = Base.none
  private var marks = 0
  private var takesJoiner = false
  private var hasSelector = false

  private enum Base {
    case none, letter, pictograph
    /// A pictograph with a joiner behind it: the next pictograph belongs to it.
    case joined
  }

  /// ncurses keeps no more than these on one base.
  private static let marksPerBase = 4

  private init(keepsLines: Bool, reveals: Bool) {
    self.keepsLines = keepsLines
    self.reveals = reveals
  }

  static func run(_ text: String, keepsLines: Bool, reveals: Bool) -> Sanitiser {
    var sanitiser = Sanitiser(keepsLines: keepsLines, reveals: reveals)
    sanitiser.text.reserveCapacity(text.utf8.count)
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      if scalar == "\n", previous == "\r", keepsLines || !reveals {
        // The line broke at the carriage return.
      } else if reveals, !(keepsLines && scalar.isLineBreak) {
        sanitiser.reveal(scalar)
      } else {
        sanitiser.take(scalar)
      }
      previous = scalar
    }
    sanitiser.endJoin()
    return sanitiser
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    let isPictograph = !scalar.isASCII && ctext_is_pictograph(scalar.value)
    if base == .joined {
      if isPictograph {
        base = .pictograph
        return
      }
      if !scalar.isVariationSelector { endJoin() }
    }
    switch scalar.value {
    case 0x20..<0x7F: draw(scalar, .letter, width: 1)
    case 0x09: tab()
    case 0x0A, 0x0D, 0x2028, 0x2029: breakLine()
    case 0xFE00...0xFE0F, 0x180B...0x180D, 0x180F, 0xE0100...0xE01EF:
      if hasSelector || base == .none { mark() } else { hasSelector = true }
    case 0x200C where takesJoiner: takesJoiner = false
    case 0x200D where takesJoiner: takesJoiner = false
    case 0x200D where base == .pictograph: base = .joined
    case 0x1F3FB...0x1F3FF where base == .pictograph: break
    case 0x1F1E6...0x1F1FF:
      draw(Unicode.Scalar(UInt8(scalar.value - 0x1F1E6) + UInt8(ascii: "A")), .letter, width: 1)
    default:
      switch ctext_cells(scalar.value) {
      case 0: combine(scalar)
      case let width where width > 0:
        draw(scalar, isPictograph ? .pictograph : .letter, width: Int(width))
      default: mark()
      }
    }
  }

  /// Draws what stands for itself and writes out the name of everything else, which bears no marks.
  private mutating func reveal(_ scalar: Unicode.Scalar) {
    if let width = HiddenCharacter.openWidth(of: scalar),
      width > 0 || (base != .none && marks < Self.marksPerBase)
    {
      if width > 0 { draw(scalar, .letter, width: width) } else { combine(scalar) }
    } else {
      for letter in HiddenCharacter.name(of: scalar).unicodeScalars {
        draw(letter, .letter, width: 1)
      }
      base = .none
    }
  }

  private mutating func draw(_ scalar: Unicode.Scalar, _ base: Base, width: Int) {
    text.unicodeScalars.append(scalar)
    column += width
    self.base = base
    marks = 0
    hasSelector = false
    takesJoiner = !scalar.isASCII && ctext_takes_joiner(scalar.value)
  }

  private mutating func combine(_ scalar: Unicode.Scalar) {
    marks += 1
    if base == .none || marks > Self.marksPerBase {
      if base == .none || marks == Self.marksPerBase + 1 { mark(keepingMarks: marks) }
      return
    }
    text.unicodeScalars.append(scalar)
    hasSelector = false
  }

  private mutating func mark(keepingMarks marks: Int = 0) {
    hasMarked = true
    draw("\u{FFFD}", .letter, width: 1)
    self.marks = marks
    hasSelector = true
  }

  private mutating func tab() {
    let width = keepsLines ? 8 - column % 8 : 1
    for _ in 0..<width { draw(" ", .letter, width: 1) }
  }

  private mutating func breakLine() {
    draw(keepsLines ? "\n" : " ", keepsLines ? .none : .letter, width: 1)
    if keepsLines { column = 0 }
  }

  /// A joiner with no pictograph behind it hides something.
  private mutating func endJoin() {
    if base == .joined { mark() }
  }
}

extension Unicode.Scalar {
  fileprivate var isLineBreak: Bool { ["\n", "\r", "\u{2028}", "\u{2029}"].contains(self) }

  fileprivate var isVariationSelector: Bool { (0xFE00...0xFE0F).contains(value) }
}
