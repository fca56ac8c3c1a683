import Glibc
package import Screens

/// A terminal on which lines are typed and printed and nothing is drawn: for screen readers, braille
/// lines, terminals that cannot move the cursor, and pipes.
///
/// Lines are edited by the terminal itself, and no escape sequence is ever written. What is typed
/// while no prompt stands is kept for the next one. Where lines come from no terminal, each is
/// printed behind its prompt, so that the output reads as a conversation.
package final class PlainTerminal: TerminalScreen {
  private let input: Int32
  private let output: Int32
  private let isTyped: Bool
  /// What was read and not handed over yet.
  private var unread: [UInt8] = []
  private var hasEnded = false
  /// The prompt that stands; nil while no line is awaited.
  private var prompt: String?

  package init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
    self.input = input
    self.output = output
    isTyped = isatty(input) == 1
  }

  package var inputDescriptor: Int32 { prompt == nil || hasEnded ? -1 : input }

  /// The terminal's width; 80 columns where lines go elsewhere.
  package var size: Size {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return Size(columns: 80, rows: 24)
    }
    return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Keeps what there is for `next`.
  package func read() -> [TerminalInput] {
    var wait = pollfd(fd: inputDescriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, 0) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = Glibc.read(input, &buffer, buffer.count)
    if count > 0 {
      unread += buffer[..<count]
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      hasEnded = true
    }
    return []
  }

  package func next() -> TerminalInput? {
    guard prompt != nil else { return nil }
    let end = unread.firstIndex(of: UInt8(ascii: "\n"))
    if end == nil, unread.count < Self.longestLine, !hasEnded { return nil }
    guard !unread.isEmpty else {
      closeLine()
      return .ended
    }
    let text = Self.text(unread[..<(end ?? unread.endIndex)])
    unread.removeSubrange(..<(end.map { $0 + 1 } ?? unread.endIndex))
    if !isTyped { write(text + "\n") }
    prompt = nil
    return .line(text)
  }

  /// More than this without an end is cut into lines.
  private static let longestLine = 1 << 14

  /// The characters of a line, without those that are none or that cannot be seen.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar == "\t": text.append(" ")
      case .control, .format, .lineSeparator, .paragraphSeparator: break
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  package func paint(_ frame: Frame) {}
  package func repaint() {}

  package func tell(_ lines: [String], prompt: String?) {
    if lines.isEmpty, prompt == self.prompt { return }
    closeLine()
    self.prompt = prompt
    write(lines.map { $0 + "\n" }.joined() + (prompt ?? ""))
  }

  /// Ends the line of a prompt that nobody has answered.
  private func closeLine() {
    if prompt != nil { write("\n") }
    prompt = nil
  }

  package func suspend() {
    kill(getpid(), SIGSTOP)
  }

  /// The next `tell` says the prompt again.
  package func resume() {
    prompt = nil
  }

  package func close() {
    closeLine()
  }

  private func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
