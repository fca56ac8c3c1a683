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
    /// What the screen looks like at first; mono under NO_COLOR.
    package var theme: Theme
    /// Whether the real cursor is shown where the frame has it.
    package var cursor: Bool
    /// Milliseconds after which an Esc with nothing behind it is the Esc key, as in ESCDELAY.
    package var escapeDelay: Int
    /// Whether addresses are made links that the terminal itself can open.
    package var hyperlinks: Bool
    package var clipboard: Clipboard

    package init(
      term: String?, theme: Theme = .standard, cursor: Bool = false, escapeDelay: Int = 25,
      hyperlinks: Bool = false, clipboard: Clipboard = .plain
    ) {
      self.term = term
      self.theme = theme
      self.cursor = cursor
      self.escapeDelay = escapeDelay
      self.hyperlinks = hyperlinks
      self.clipboard = clipboard
    }
  }

  package let inputDescriptor: Int32
  package private(set) var size: Size
  /// Whether TERM named no terminal that is known here, so that xterm-256color was taken instead.
  package let fellBack: Bool

  private var theme = Theme.mono
  private let cursor: Bool
  private let hyperlinks: Bool
  private let clipboard: Clipboard
  private var parser: InputParser
  private var isGone = false
  /// Whether the shell has the terminal, so that nothing may be drawn.
  private var isHandedBack = false
  /// The rows as they are on the screen.
  private var shown: [[Span]] = []
  /// The rows that have links on the screen.
  private var linked: Set<Int> = []

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
      ct_open(term, input, STDOUT_FILENO, options.hyperlinks)
    else { throw .noDescription(name) }
    return CursesTerminal(options, input: input, fellBack: kind != CT_OK)
  }

  private init(_ options: Options, input: Int32, fellBack: Bool) {
    inputDescriptor = input
    self.fellBack = fellBack
    cursor = options.cursor
    hyperlinks = options.hyperlinks
    clipboard = options.clipboard
    parser = InputParser(
      escapeDelay: Int32(clamping: options.escapeDelay), sequences: Self.keysOfTerminfo())
    // A window of unknown size is drawn at the size that terminfo has for it.
    let window = Size(ct_window())
    size = window.isEmpty ? Size(ct_drawn()) : window
    ct_resize(ct_size(width: Int32(size.columns), height: Int32(size.rows)))
    wear(options.theme)
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
    var painted: [Int: [Span]] = [:]
    for row in 0..<size.rows {
      let spans = row < frame.rows.count ? frame.rows[row] : []
      if row < shown.count, shown[row] == spans { continue }
      paint(spans, row: row)
      painted[row] = spans
    }
    shown = Array(frame.rows.prefix(size.rows))
    shown += repeatElement([], count: size.rows - shown.count)

    let position = frame.cursor ?? Frame.Position(row: 0, column: 0)
    ct_show(
      Int32(min(max(position.row, 0), size.rows - 1)),
      Int32(min(max(position.column, 0), size.columns - 1)), cursor && frame.cursor != nil)
    if hyperlinks { link(painted) }
  }

  private func paint(_ spans: [Span], row: Int) {
    // A cell that keeps its look is not written again, and would keep its old link.
    if linked.contains(row) { ct_forget(Int32(row)) }
    ct_blank(Int32(row))
    var column = 0
    for span in spans where column < size.columns {
      let cells = min(span.width, size.columns - column)
      let look = Look(span.style, isLink: span.link != nil, theme: theme)
      ct_put(
        Int32(row), Int32(column), Int32(cells), span.text, Int32(look.attributes),
        Int32(look.color))
      column += span.width
    }
  }

  private func link(_ painted: [Int: [Span]]) {
    for (row, spans) in painted {
      if spans.contains(where: { $0.link != nil }) {
        linked.insert(row)
      } else {
        linked.remove(row)
      }
    }
    let overlay = Hyperlinks.overlay(painted, columns: size.columns, theme: theme)
    if !overlay.isEmpty { _ = ct_write(overlay, overlay.count) }
  }

  package func wear(_ theme: Theme) {
    self.theme = theme != .mono && ct_use_colors() ? theme : .mono
    shown = []
  }

  package func copy(_ text: String) -> Bool {
    guard !isHandedBack, let command = clipboard.command(copying: text) else { return false }
    return ct_write(command, command.count)
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
