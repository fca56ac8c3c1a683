import Glibc
package import Screens

/// A terminal, or a pair of pipes, on which lines are said and typed; nothing is drawn.
///
/// The terminal's own line editing is left alone, and no escape sequence is ever written. Lines that
/// come in are kept until the program asks for the next one, so that answers come in their order.
package final class PlainTerminal: TerminalScreen {
  package let inputDescriptor: Int32 = STDIN_FILENO
  package let size = Size(columns: 80, rows: 24)
  private var unread: [UInt8] = []
  private var lines: [String] = []
  private var isPrompting = false
  /// Whether what is typed is seen already, because a terminal shows it.
  private let isEchoed = isatty(STDIN_FILENO) == 1
  package private(set) var isEnded = false

  package init() {}

  package func read() -> [TerminalInput] {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    var wait = pollfd(fd: inputDescriptor, events: Int16(POLLIN), revents: 0)
    while !isEnded, poll(&wait, 1, 0) > 0 {
      let count = Glibc.read(inputDescriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else {
        isEnded = true
        if !unread.isEmpty { lines.append(String(decoding: unread, as: UTF8.self)) }
        return [.hungUp]
      }
      unread += buffer[..<count]
      while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        lines.append(String(decoding: unread[..<end], as: UTF8.self))
        unread.removeSubrange(...end)
      }
    }
    return []
  }

  package func nextLine() -> String? {
    guard !lines.isEmpty else { return nil }
    let line = lines.removeFirst()
    if !isEchoed, isPrompting { write(line + "\n") }
    isPrompting = false
    return line
  }

  package func say(_ text: [String]) {
    guard !text.isEmpty else { return }
    write((isPrompting ? "\n" : "") + text.joined(separator: "\n") + "\n")
    isPrompting = false
  }

  package func prompt(_ text: String) {
    if !isPrompting { write(text) }
    isPrompting = true
  }

  package func paint(_ frame: Frame) {}

  package func repaint() {}

  package func close() {
    if isPrompting { write("\n") }
    isPrompting = false
  }

  private func write(_ text: String) {
    var bytes = Array(text.utf8)
    while !bytes.isEmpty {
      let count = Glibc.write(STDOUT_FILENO, bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes.removeFirst(count)
    }
  }
}
