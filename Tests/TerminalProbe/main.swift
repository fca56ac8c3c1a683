import Glibc
import Screens
import Terminal

// A program that shows what a terminal tells it, so that tests can ask a real one.

/// The probe: a list with a cursor, and the last thing that came.
actor Probe {
  nonisolated let loop = EventLoop()
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private var selected = 0
  private var last = "nothing"
  private var notice: String
  private var theme: Theme
  private var isLinking = true
  private let count = 10_000

  init(notice: String, theme: Theme) {
    self.notice = notice
    self.theme = theme
  }

  func run(on screen: any TerminalScreen) -> Int32 {
    defer { screen.close() }
    return loop.run(screen) { inputs in
      for input in inputs {
        if let code = handle(input, screen) { return .end(code) }
      }
      screen.paint(frame(screen.size))
      return .goOn
    }
  }

  /// Returns the exit code when this ends the program.
  private func handle(_ input: TerminalInput, _ screen: any TerminalScreen) -> Int32? {
    switch input {
    case .signal(let number): return 128 + number
    case .hungUp: return 128 + SIGHUP
    case .suspendRequested: screen.suspend()
    case .resumed: notice = "resumed"
    case .pasted(let text): last = "pasted \(text)."
    case .resized, .instruction, .line, .ended: break
    case .key(let key):
      last = "\(key)."
      return press(key, screen)
    }
    return nil
  }

  private func press(_ key: Key, _ screen: any TerminalScreen) -> Int32? {
    switch key {
    case .down: selected = min(selected + 1, count - 1)
    case .up: selected = max(selected - 1, 0)
    case .control("l"): screen.repaint()
    case .character("q"): return 0
    case .character("e"): exit(3)
    case .character("a"): abort()
    case .character("f"): fatalError("asked to")
    case .character("o"): return Int32(overflow(0))
    case .character("x"):
      let none: [Int] = []
      return Int32(none[selected])
    case .character("l"): isLinking.toggle()
    case .character("c"): notice = screen.copy("9,99 €") ? "copied" : "not copied"
    case .character("t"):
      theme = theme == .standard ? .highContrast : theme == .highContrast ? .mono : .standard
      screen.wear(theme)
    case .character("j"): Task { tell(await elsewhere()) }
    default: break
    }
    return nil
  }

  private func tell(_ news: String) { notice = news }

  private func frame(_ size: Size) -> Frame {
    var rows: [[Span]] = [
      [span("PROBE READY \(size.columns)x\(size.rows)", .bold)],
      [Span("last: \(last)", [], width: 50), span(notice, .cyan)],
      [
        span("red", .red), span("green", .green), span("yellow", .yellow), span("dim", .dim),
        span("under", .underline), Span("日本語", [], width: 6), Span("é€", .reverse, width: 4),
        Span("\u{1B}[31m\u{9B}\u{7}", [], width: 7), span("|", []),
      ],
    ]
    let first = max(0, selected - max(0, size.rows - 4))
    for index in first..<min(count, first + max(0, size.rows - 3)) {
      let line = "\(index == selected ? ">" : " ") item \(index)"
      let link = isLinking && index % 5 == 0 ? "https://example.com/item/\(index)" : nil
      rows.append([
        Span(line, index == selected ? .reverse : [], width: line.count, link: link)
      ])
    }
    let row = 3 + selected - first
    return Frame(size: size, rows: rows, cursor: .init(row: row, column: 0))
  }

  private func span(_ text: String, _ style: Style) -> Span {
    Span(text, style, width: text.count)
  }
}

@concurrent func elsewhere() async -> String { "a job from elsewhere" }

/// Goes down until the stack ends.
@inline(never) func overflow(_ depth: Int) -> Int {
  depth < 0 ? 0 : overflow(depth + 1) + overflow(depth + 2)
}

/// Leaves the terminal's end as the only sign that it is gone.
func ignoreHangUp() {
  signal(SIGHUP, SIG_IGN)
  var hangUp = sigset_t()
  sigemptyset(&hangUp)
  sigaddset(&hangUp, SIGHUP)
  pthread_sigmask(SIG_UNBLOCK, &hangUp, nil)
}

Signals.block()
let arguments = CommandLine.arguments
let variable = { (name: String) in getenv(name).map { String(cString: $0) } }
let theme =
  arguments.last.flatMap(Theme.init(rawValue:))
  ?? (variable("NO_COLOR") == nil ? .standard : .mono)
do {
  let screen = try CursesTerminal.open(
    .init(
      term: variable("TERM"), theme: theme, cursor: arguments.contains("--cursor"),
      escapeDelay: variable("ESCDELAY").flatMap { Int($0) } ?? 25,
      hyperlinks: arguments.contains("--links"),
      clipboard: arguments.contains("--inside-screen") ? .insideScreen : .plain))
  if arguments.contains("--deaf") { ignoreHangUp() }
  let probe = Probe(notice: screen.fellBack ? "fell back" : "", theme: theme)
  exit(probe.assumeIsolated { $0.run(on: screen) })
} catch {
  print("probe: \(error)")
  exit(2)
}
