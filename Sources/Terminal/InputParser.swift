import Glibc
import Screens

/// Turns a terminal's bytes into keys and pastes, however they were cut on the way.
///
/// What is no key of ours is no key at all: answers of the terminal, mouse reports, Alt with a letter
/// and unknown sequences are swallowed whole, so that none of their bytes is taken for a key.
struct InputParser {
  /// Milliseconds of silence after which an Esc is the Esc key.
  private let escapeDelay: Int32
  /// What follows the Esc of a key.
  private let sequences: [[UInt8]: Key]
  /// The start of something whose end has not come.
  private var pending: [UInt8] = []
  /// The paste so far, while one goes on.
  private var paste: [UInt8]?

  /// `sequences` are those of terminfo, without their Esc; they win over the common ones.
  init(escapeDelay: Int32 = 25, sequences: [[UInt8]: Key] = [:]) {
    self.escapeDelay = escapeDelay
    self.sequences = Self.common.merging(sequences) { $1 }
  }

  /// Milliseconds of silence after which what is half read ends; nil when nothing is.
  var patience: Int32? {
    if paste != nil { return 1_000 }
    guard let first = pending.first else { return nil }
    let isAnswer = first == .escape && pending.count > 1 && pending[1].opensString
    return isAnswer ? max(escapeDelay, 250) : escapeDelay
  }

  /// The keys and pastes that are complete with these bytes.
  mutating func read(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
    var rest = (pending + bytes)[...]
    var inputs: [TerminalInput] = []
    while !rest.isEmpty, let count = take(from: rest, into: &inputs) { rest.removeFirst(count) }
    pending = Array(rest)
    return inputs
  }

  /// Ends what is half read: a lone Esc is a key, a paste is what came of it, the rest is nothing.
  mutating func lapse() -> [TerminalInput] {
    defer { pending = [] }
    if let text = paste {
      paste = nil
      return [.pasted(Self.line(text))]
    }
    return pending == [.escape] ? [.key(.escape)] : []
  }

  /// Takes the first thing there is; returns its length, or nil while its end has not come.
  private mutating func take(
    from bytes: ArraySlice<UInt8>, into inputs: inout [TerminalInput]
  ) -> Int? {
    if paste != nil { return takePaste(from: bytes, into: &inputs) }
    guard let first = bytes.first else { return nil }
    if first == .escape { return takeSequence(from: bytes, into: &inputs) }
    if first.isControl {
      if let input = Self.control(first) { inputs.append(input) }
      return 1
    }
    let text = bytes.prefix { !$0.isControl }
    let isCut = text.endIndex == bytes.endIndex
    let whole = text.dropLast(isCut ? Self.cutTail(of: text) : 0)
    guard !whole.isEmpty else { return nil }
    inputs += Self.characters(in: whole).map { .key(.character($0)) }
    return whole.count
  }

  // MARK: Escape sequences

  private mutating func takeSequence(
    from bytes: ArraySlice<UInt8>, into inputs: inout [TerminalInput]
  ) -> Int? {
    let body = bytes.dropFirst()
    guard let kind = body.first else { return nil }
    if kind == .escape {
      inputs.append(.key(.escape))
      return 1
    }
    if kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O") {
      guard let count = Self.controlSequence(body) else { return nil }
      let sequence = Array(body.prefix(count))
      if sequence == Self.pasteStart {
        paste = []
      } else if let key = sequences[sequence] {
        inputs.append(.key(key))
      }
      return 1 + count
    }
    if kind.opensString { return Self.string(body).map { 1 + $0 } }
    if kind.isControl { return Self.control(kind)?.isKey == false ? 1 : 2 }
    if let key = sequences[[kind]] { inputs.append(.key(key)) }
    let length = kind.scalarLength
    return body.count < length ? nil : 1 + length
  }

  /// The length of a sequence that starts with `[` or `O`, up to its final byte or to where it breaks
  /// off; nil while neither has come.
  private static func controlSequence(_ body: ArraySlice<UInt8>) -> Int? {
    let parameters = body.dropFirst()
    // The Linux console's function keys: ESC [ [ A.
    if parameters.first == UInt8(ascii: "[") { return body.count < 3 ? nil : 3 }
    guard let end = parameters.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      return body.count > longestSequence ? body.count : nil
    }
    let count = end - body.startIndex
    guard (0x40...0x7E).contains(body[end]) else { return count }
    // An old mouse report, ESC [ M and three bytes.
    let hasMouse = count == 1 && body.starts(with: "[M".utf8)
    guard hasMouse else { return count + 1 }
    return body.count < count + 4 ? nil : count + 4
  }

  /// The length of an answer (OSC, DCS, APC, PM, SOS) with its end, or up to a control character that
  /// breaks it off; nil while neither has come.
  private static func string(_ body: ArraySlice<UInt8>) -> Int? {
    guard let end = body.firstIndex(where: \.isControl) else {
      return body.count > longestAnswer ? body.count : nil
    }
    let count = end - body.startIndex
    if body[end] == .bell { return count + 1 }
    guard body[end] == .escape else { return count }
    guard end + 1 < body.endIndex else { return nil }
    return body[end + 1] == UInt8(ascii: "\\") ? count + 2 : count
  }

  private static let longestSequence = 64
  private static let longestAnswer = 4_096

  // MARK: Pastes

  private static let pasteStart = Array("[200~".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// Bytes of a paste that are kept; more are dropped, never taken for keys.
  private static let longestPaste = 1 << 16

  private mutating func takePaste(
    from bytes: ArraySlice<UInt8>, into inputs: inout [TerminalInput]
  ) -> Int? {
    let mark = Self.pasteEnd
    let end = bytes.indices.first { index in
      bytes[index] == .escape && mark.starts(with: bytes[index...].prefix(mark.count))
    }
    let text = bytes[..<(end ?? bytes.endIndex)]
    let kept = (paste ?? []) + text
    paste = Array(kept.prefix(Self.longestPaste))
    guard let end, bytes[end...].starts(with: mark) else { return text.isEmpty ? nil : text.count }
    inputs.append(.pasted(Self.line(paste ?? [])))
    paste = nil
    return text.count + mark.count
  }

  /// The text of a paste as one line: line breaks and tabs are spaces, other controls are dropped.
  private static func line(_ bytes: [UInt8]) -> String {
    var line = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\t", "\u{85}", "\u{2028}", "\u{2029}": line.append(" ")
      case _ where scalar.properties.generalCategory == .control: break
      default: line.append(scalar)
      }
      previous = scalar
    }
    return String(line)
  }

  // MARK: Characters

  /// What a control character means; some mean nothing.
  private static func control(_ byte: UInt8) -> TerminalInput? {
    switch byte {
    case 0x03: .signal(SIGINT)
    case 0x1C: .signal(SIGQUIT)
    case 0x1A: .suspendRequested
    case 0x08, 0x7F: .key(.backspace)
    case 0x09: .key(.tab)
    case 0x0A, 0x0D: .key(.enter)
    case 0x01...0x1A: .key(.control(Character(Unicode.Scalar(byte + 0x60))))
    default: nil
    }
  }

  /// The characters of typed text; what is not UTF-8, and controls, are none.
  private static func characters(in bytes: ArraySlice<UInt8>) -> [Character] {
    String(decoding: bytes, as: UTF8.self).filter { character in
      character != "\u{FFFD}"
        && character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }.map(\.self)
  }

  /// How many bytes at the end are the start of a scalar that is not all there.
  private static func cutTail(of bytes: ArraySlice<UInt8>) -> Int {
    let tail = bytes.suffix(3)
    guard let lead = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return 0 }
    let count = tail.endIndex - lead
    return count < tail[lead].scalarLength ? count : 0
  }
}

extension InputParser {
  /// The keys of xterm, VT220, the Linux console, rxvt, screen and tmux, without their Esc.
  private static let common: [[UInt8]: Key] = {
    var keys: [String: Key] = ["[Z": .backTab, "[3~": .delete, "[5~": .pageUp, "[6~": .pageDown]
    for (letter, key) in ["A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end]
      as [String: Key]
    {
      keys["[" + letter] = key
      keys["O" + letter] = key
    }
    for (number, key) in [1: .home, 7: .home, 4: .end, 8: .end] as [Int: Key] {
      keys["[\(number)~"] = key
    }
    for (index, letter) in ["P", "Q", "R", "S"].enumerated() {
      keys["O" + letter] = .function(index + 1)
      keys["[" + letter] = .function(index + 1)
    }
    for (index, letter) in ["A", "B", "C", "D", "E"].enumerated() {
      keys["[[" + letter] = .function(index + 1)
    }
    let numbers = [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24]
    for (index, number) in numbers.enumerated() { keys["[\(number)~"] = .function(index + 1) }
    // The keypad in application mode.
    keys["OM"] = .enter
    for (index, letter) in "pqrstuvwxy".enumerated() {
      keys["O\(letter)"] = .character(Character("\(index)"))
    }
    return Dictionary(uniqueKeysWithValues: keys.map { (Array($0.key.utf8), $0.value) })
  }()
}

extension UInt8 {
  fileprivate static let escape: UInt8 = 0x1B
  fileprivate static let bell: UInt8 = 0x07

  fileprivate var isControl: Bool { self < 0x20 || self == 0x7F }

  /// Whether this, behind an Esc, opens an OSC, DCS, SOS, PM or APC string.
  fileprivate var opensString: Bool { "]PX^_".utf8.contains(self) }

  /// How many bytes a scalar has that starts with this one.
  fileprivate var scalarLength: Int {
    switch self {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}

extension TerminalInput {
  fileprivate var isKey: Bool {
    if case .key = self { true } else { false }
  }
}
