import FoundationEssentials

/// The way of a text to the clipboard of the person in front of the terminal: OSC 52.
package enum Clipboard: Sendable, Hashable {
  /// The terminal has none.
  case none
  /// Straight to the terminal; tmux hands it on as its `set-clipboard` says.
  case plain
  /// Through GNU screen, which passes on only what is wrapped for it, in pieces.
  case insideScreen

  /// The most that is copied, in bytes: with it the whole command has 100,000, which is what the
  /// strictest of the terminals that know it takes.
  static let limit = 74_994
  /// The bytes in one piece for GNU screen, whose oldest versions have room for 256.
  private static let piece = 240

  /// What is written to copy a text; nil where that cannot be done, and for no text at all, which
  /// would empty the clipboard.
  func command(copying text: String) -> [UInt8]? {
    guard self != .none, !text.isEmpty, text.utf8.count <= Self.limit else { return nil }
    let base64 = Data(text.utf8).base64EncodedString()
    let command = Array("\u{1B}]52;c;\(base64)\u{7}".utf8)
    guard self == .insideScreen else { return command }
    return stride(from: 0, to: command.count, by: Self.piece).flatMap { start in
      Array("\u{1B}P".utf8) + command[start...].prefix(Self.piece) + Array("\u{1B}\\".utf8)
    }
  }
}
