import CTerminal
import Glibc
package import Screens

/// A real terminal, drawn with ncurses; there is one per process.
///
/// It belongs to the thread that opened it. A crash of the program hands it back as well.
package final class CursesTerminal: TerminalScreen {
  package struct Options: Sendable {
    /// The value of TERM.
    package var term: String?
    /// False under NO_COLOR: bold, reverse and underline only.
    package var color: Bool
    /// Whether the real cursor is shown where the frame has it.
    package var cursor: Bool
    /// Milliseconds after which an Esc with nothing behind it is the Esc key, as in ESCDELAY.
    package var escapeDelay: Int

    package init(term: String?, color: Bool = true, cursor: Bool = false, escapeDelay: Int = 25) {
      self.term = term
      self.color = color
      self.cursor = cursor
      self.escapeDelay = escapeDelay
    }
  }

  package let inputDescriptor: Int32
  package private(set) var size: Size
  /// Whether TERM named no terminal that is known here, so that xterm-256color was taken instead.
  package let fellBack: Bool

  private let color: Bool
  private let cursor: Bool
  private var parser: InputParser
  private var isGone = false
  /// Whether the shell has the terminal, so that nothing may be drawn.
  private var isHandedBack = false
  /// The rows as they are on the screen.
  private var shown: [[Span]] = []

  /// Takes the terminal; keys come from /dev/tty when the standard input is something else.
  package static func open(_ options: Options) throws(TerminalError) -> CursesTerminal {
    guard isatty(STDOUT_FILENO) == 1 else { throw .noTerminal }
    let input =
      isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : Glibc.open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard input >= 0 else { throw .noTerminal }

    ct_use_utf8()
    let name = options.term ?? ""
    let usual = "xterm-256color"
    let kind = ct_look_up(name)
    guard kind != CT_DUMB else { throw .dumb(name) }
    let term = kind == CT_OK ? name : usual
    guard kind == CT_OK || ct_look_up(usual) == CT_OK,
      ct_open(term, input, STDOUT_FILENO, options.color)
    else { throw .noDescription(name) }
    return CursesTerminal(options, input: input, fellBack: kind != CT_OK)
  }

  private init(_ options: Options, input: Int32, fellBack: Bool) {
    inputDescriptor = input
    self.fellBack = fellBack
    color = options.color
    cursor = options.cursor
    parser = InputParser(
      escapeDelay: Int32(clamping: options.escapeDelay), sequences: Self.keysOfTerminfo())
    // A window of unknown size is drawn at the size that terminfo has for it.
    let window = Size(ct_window())
    size = window.isEmpty ? Size(ct_drawn()) : window
    ct_resize(ct_size(width: Int32(size.columns), height: Int32(size.rows)))
  }

  deinit { close() }

  package func close() {
    isHandedBack = true
    ct_close()
  }

  // MARK: Input

  package var patience: Int32? { parser.patience }

  package func read() -> [TerminalInput] {
    var inputs = noticeResize()
    var buffer = [UInt8](repeating: 0, count: 4_096)
    // Bounded, so that a flood of input cannot keep the screen from being drawn.
    for _ in 0..<16 where !isGone {
      var descriptor = pollfd(fd: inputDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, 0) == 1 else { break }
      let count = Glibc.read(inputDescriptor, &buffer, buffer.count)
      if count > 0 {
        inputs += parser.read(buffer[..<count])
      } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
        isGone = true
        inputs.append(.hungUp)
      }
    }
    return inputs
  }

  package func lapse() -> [TerminalInput] {
    parser.lapse()
  }

  private func noticeResize() -> [TerminalInput] {
    let window = Size(ct_window())
    guard window != size else { return [] }
    size = window
    if !window.isEmpty {
      ct_resize(ct_size(width: Int32(window.columns), height: Int32(window.rows)))
    }
    repaint()
    return [.resized(window)]
  }

  // MARK: Output

  package func paint(_ frame: Frame) {
    guard !size.isEmpty, !isHandedBack else { return }
    for row in 0..<size.rows {
      let spans = row < frame.rows.count ? frame.rows[row] : []
      if row < shown.count, shown[row] == spans { continue }
      paint(spans, row: row)
    }
    shown = Array(frame.rows.prefix(size.rows))
    shown += repeatElement([], count: size.rows - shown.count)

    let position = frame.cursor ?? Frame.Position(row: 0, column: 0)
    ct_show(
      Int32(min(max(position.row, 0), size.rows - 1)),
      Int32(min(max(position.column, 0), size.columns - 1)), cursor && frame.cursor != nil)
  }

  private func paint(_ spans: [Span], row: Int) {
    ct_blank(Int32(row))
    var column = 0
    for span in spans where column < size.columns {
      let cells = min(span.width, size.columns - column)
      let look = Look(span.style, color: color)
      ct_put(
        Int32(row), Int32(column), Int32(cells), span.text, Int32(look.attributes),
        look.color)
      column += span.width
    }
  }

  package func repaint() {
    shown = []
    ct_repaint()
  }

  // MARK: Job control

  package func suspend() {
    isHandedBack = true
    ct_suspend()
  }

  package func resume() {
    ct_resume()
    isHandedBack = false
    shown = []
  }
}

/// A style in the terms of the C target.
private struct Look {
  var attributes = 0
  /// An ANSI number, 0 for the terminal's own colour.
  var color: Int32 = 0

  init(_ style: Style, color hasColor: Bool) {
    if style.contains(.bold) { attributes |= CT_BOLD }
    if style.contains(.reverse) { attributes |= CT_REVERSE }
    if style.contains(.underline) { attributes |= CT_UNDERLINE }
    guard hasColor else { return }
    if style.contains(.dim) { attributes |= CT_DIM }
    let colors: [(Style, Int32)] = [(.red, 1), (.green, 2), (.yellow, 3), (.cyan, 6)]
    color = colors.first { style.contains($0.0) }?.1 ?? 0
  }
}

extension Size {
  fileprivate init(_ size: ct_size) {
    self.init(columns: Int(size.width), rows: Int(size.height))
  }

  fileprivate var isEmpty: Bool { columns <= 0 || rows <= 0 }
}

extension CursesTerminal {
  /// What terminfo says that keys send, without the Esc; keys that send no sequence are left out.
  private static func keysOfTerminfo() -> [[UInt8]: Key] {
    var names: [String: Key] = [
      "kcuu1": .up, "kcud1": .down, "kcub1": .left, "kcuf1": .right, "khome": .home, "kend": .end,
      "kpp": .pageUp, "knp": .pageDown, "kdch1": .delete, "kcbt": .backTab, "kent": .enter,
    ]
    for number in 1...12 { names["kf\(number)"] = .function(number) }
    var keys: [[UInt8]: Key] = [:]
    for (name, key) in names {
      guard let string = ct_key(name).map({ Array(String(cString: $0).utf8) }),
        string.first == 0x1B, string.count > 1
      else { continue }
      keys[Array(string.dropFirst())] = key
    }
    return keys
  }
}
