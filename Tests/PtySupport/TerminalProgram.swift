import CPty
import CVTerm
import Glibc
package import Screens

/// A program on a pseudo-terminal, watched by a terminal emulator inside the test.
///
/// Whatever it waits for it waits for with a deadline of its own, while it goes on reading.
package final class TerminalProgram {
  package enum Failure: Error { case notStarted(String) }

  /// How a program ended.
  package enum Exit: Sendable, Hashable {
    case code(Int32)
    case signal(Int32)
  }

  /// One cell as it is shown.
  package struct Cell: Sendable, Hashable {
    package var text: String
    package var width: Int
    package var isBold: Bool
    package var isUnderlined: Bool
    package var isReversed: Bool
    /// The number of the palette's colour; nil for the terminal's own.
    package var color: Int?
  }

  /// Everything the program ever wrote.
  package private(set) var output: [UInt8] = []
  /// The OSC sequences it wrote.
  package private(set) var commands: [String] = []
  package private(set) var isAlternate = false
  package private(set) var isCursorVisible = true
  package private(set) var size: Size
  package private(set) var exit: Exit?
  /// The program itself, also when it runs under a shell.
  package let processID: Int32
  /// The terminal's settings before the program started.
  package let settingsBefore: [UInt8]

  private let leader: pid_t
  private var master: Int32
  private let emulator: OpaquePointer
  private let screen: OpaquePointer
  private let links: LinkedCells
  private let screenCallbacks = UnsafeMutablePointer<VTermScreenCallbacks>.allocate(capacity: 1)
  private let fallbacks = UnsafeMutablePointer<VTermParserCallbacks>.allocate(capacity: 1)

  /// Where a program of this package was built.
  package static func built(_ name: String) -> String {
    let runner = CommandLine.arguments[0]
    let folder = runner[..<(runner.lastIndex(of: "/") ?? runner.startIndex)]
    return "\(folder)/\(name)"
  }

  /// Starts a program; an empty value in `environment` sets the variable to nothing, nil removes it.
  ///
  /// `input` and `output` are files that the program has instead of the terminal. Under a shell, it is
  /// a job that can be stopped and put in the foreground again.
  package init(
    _ arguments: [String], environment: [String: String?] = [:],
    size: Size = Size(columns: 80, rows: 24), input: String? = nil, output: String? = nil,
    underShell: Bool = false
  ) throws {
    self.size = size
    var variables: [String: String?] = [
      "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    if let path = getenv("LD_LIBRARY_PATH") { variables["LD_LIBRARY_PATH"] = String(cString: path) }
    variables.merge(environment) { $1 }
    let pairs = variables.compactMap { name, value in value.map { "\(name)=\($0)" } }

    var child = cpty_child()
    let started = withCStrings(arguments) { arguments in
      withCStrings(pairs) { environment in
        withOptionalCString(input) { input in
          withOptionalCString(output) { output in
            var plan = cpty_plan(
              arguments: arguments, environment: environment, input: input, output: output,
              columns: UInt16(size.columns), rows: UInt16(size.rows), under_shell: underShell)
            return cpty_spawn(&plan, &child)
          }
        }
      }
    }
    let shown = Self.emulated(size)
    guard started, let emulator = vterm_new(shown.rows, shown.columns),
      let links = LinkedCells(rows: shown.rows, columns: shown.columns)
    else {
      throw Failure.notStarted(arguments[0])
    }
    leader = child.leader
    processID = child.program
    master = child.master
    settingsBefore = withUnsafeBytes(of: child.settings) { Array($0) }
    self.emulator = emulator
    self.links = links
    screen = vterm_obtain_screen(emulator)
    watch()
  }

  deinit {
    Glibc.kill(processID, SIGKILL)
    Glibc.kill(leader, SIGKILL)
    hangUp()
    if exit == nil {
      var status: Int32 = 0
      waitpid(leader, &status, 0)
    }
    vterm_free(emulator)
    screenCallbacks.deallocate()
    fallbacks.deallocate()
  }

  // MARK: What is on the screen

  /// The screen, right-trimmed, one line a row.
  package var text: String {
    (0..<size.rows).map(row).joined(separator: "\n")
  }

  package func row(_ row: Int) -> String {
    var line = ""
    var column = 0
    while column < size.columns {
      let cell = cell(row: row, column: column)
      line += cell.text
      column += max(1, cell.width)
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  package func cell(row: Int, column: Int) -> Cell {
    var found = VTermScreenCell()
    vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &found)
    var scalars = String.UnicodeScalarView()
    withUnsafeBytes(of: found.chars) { bytes in
      for value in bytes.bindMemory(to: UInt32.self) {
        guard value != 0, let scalar = Unicode.Scalar(value) else { break }
        scalars.append(scalar)
      }
    }
    let isOwn = found.fg.type & UInt8(VTERM_COLOR_DEFAULT_FG.rawValue) != 0
    return Cell(
      text: scalars.isEmpty ? " " : String(scalars), width: Int(found.width),
      isBold: found.attrs.bold != 0, isUnderlined: found.attrs.underline != 0,
      isReversed: found.attrs.reverse != 0, color: isOwn ? nil : Int(found.fg.indexed.idx))
  }

  /// Where each cell of a row leads to, as the terminal was told with OSC 8.
  package func links(row: Int) -> [String?] { links.rows[row] }

  package var cursor: Frame.Position {
    var position = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(emulator), &position)
    return Frame.Position(row: Int(position.row), column: Int(position.col))
  }

  /// The terminal's settings now, as `stty` would tell them.
  package var settings: [UInt8] { Self.settings(of: master) }

  /// The state letter of the process: R, S, T when stopped; nil when there is none.
  package var state: Character? {
    guard let file = fopen("/proc/\(processID)/stat", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    guard fgets(&line, 512, file) != nil else { return nil }
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.split(separator: ") ").last?.first
  }

  // MARK: What a person does

  /// Presses a key as the terminal sends it in the mode that it is in.
  package func press(_ key: Key) {
    switch key {
    case .character(let character): type(String(character))
    case .control(let character):
      for scalar in character.unicodeScalars {
        vterm_keyboard_unichar(emulator, scalar.value, VTERM_MOD_CTRL)
      }
    case .function(let number):
      vterm_keyboard_key(
        emulator, VTermKey(VTERM_KEY_FUNCTION_0.rawValue + UInt32(number)), VTERM_MOD_NONE)
    case .backTab: vterm_keyboard_key(emulator, VTERM_KEY_TAB, VTERM_MOD_SHIFT)
    default:
      guard let named = Self.named[key] else { return }
      vterm_keyboard_key(emulator, named, VTERM_MOD_NONE)
    }
  }

  package func type(_ text: String) {
    for scalar in text.unicodeScalars {
      vterm_keyboard_unichar(emulator, scalar.value, VTERM_MOD_NONE)
    }
  }

  /// Pastes as the terminal does: between marks when the program asked for them.
  package func paste(_ text: String) {
    vterm_keyboard_start_paste(emulator)
    send(text)
    vterm_keyboard_end_paste(emulator)
  }

  /// Sends raw bytes, which the program finds all at once.
  package func send(_ text: String) {
    send(Array(text.utf8))
  }

  package func send(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
  }

  package func resize(_ size: Size) {
    self.size = size
    let shown = Self.emulated(size)
    vterm_set_size(emulator, shown.rows, shown.columns)
    links.resize(rows: shown.rows, columns: shown.columns)
    var window = winsize(
      ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &window)
  }

  package func kill(_ signal: Int32) {
    Glibc.kill(processID, signal)
  }

  /// Does what `fg` does, to a program under a shell.
  package func foreground() {
    Glibc.kill(leader, SIGUSR1)
  }

  /// Closes the terminal.
  package func hangUp() {
    guard master >= 0 else { return }
    close(master)
    master = -1
  }

  // MARK: Waiting

  /// Reads until the condition holds; false when it does not within the deadline.
  package func wait(
    seconds: Double = 10, reading: Bool = true, until condition: () -> Bool
  ) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while true {
      if reading { read() }
      if condition() { return true }
      let left = deadline - .now
      guard left > .zero else { return false }
      // What no byte announces (an exit, a stop) is looked at every few milliseconds.
      var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      let isSilent = !reading || poll(&descriptor, 1, 5) == 0
      if isSilent || descriptor.revents & Int16(POLLIN) == 0 { poll(nil, 0, 5) }
    }
  }

  /// Reads until the screen shows the text.
  package func wait(for text: String) -> Bool {
    wait { self.text.contains(text) }
  }

  /// Waits until the program has ended; nil when it does not.
  package func waitForExit(seconds: Double = 10, reading: Bool = true) -> Exit? {
    _ = wait(seconds: seconds, reading: reading) {
      var status: Int32 = 0
      guard exit == nil, waitpid(leader, &status, WNOHANG) == leader else { return exit != nil }
      let signal = status & 0x7F
      exit = signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal)
      if reading { read() }
      return true
    }
    return exit
  }

  /// Gives the emulator what there is.
  private func read() {
    var buffer = [CChar](repeating: 0, count: 65_536)
    while true {
      var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, 0) == 1 else { return }
      let count = Glibc.read(master, &buffer, buffer.count)
      guard count > 0 else { return }
      output += buffer[..<count].map(UInt8.init(bitPattern:))
      vterm_input_write(emulator, buffer, count)
      links.write(buffer, count: count)
    }
  }

  // MARK: The emulator

  private func watch() {
    vterm_set_utf8(emulator, 1)
    vterm_screen_enable_altscreen(screen, 1)
    screenCallbacks.initialize(to: VTermScreenCallbacks())
    screenCallbacks.pointee.settermprop = { property, value, program in
      guard let program = TerminalProgram.from(program), let value else { return 0 }
      switch property {
      case VTERM_PROP_ALTSCREEN: program.isAlternate = value.pointee.boolean != 0
      case VTERM_PROP_CURSORVISIBLE: program.isCursorVisible = value.pointee.boolean != 0
      default: break
      }
      return 1
    }
    fallbacks.initialize(to: VTermParserCallbacks())
    fallbacks.pointee.osc = { command, count, program in
      guard let program = TerminalProgram.from(program) else { return 0 }
      let bytes = UnsafeRawBufferPointer(start: command, count: count)
      program.commands.append(String(decoding: bytes, as: UTF8.self))
      return 1
    }
    let program = Unmanaged.passUnretained(self).toOpaque()
    vterm_screen_set_callbacks(screen, screenCallbacks, program)
    vterm_screen_set_unrecognised_fallbacks(screen, fallbacks, program)
    vterm_output_set_callback(
      emulator,
      { bytes, count, program in
        guard let program = TerminalProgram.from(program) else { return }
        _ = write(program.master, bytes, count)
      }, program)
    vterm_screen_reset(screen, 1)
  }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> TerminalProgram? {
    pointer.map { Unmanaged<TerminalProgram>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The emulator's size: it ends the process over a wide character in a single column.
  private static func emulated(_ size: Size) -> (columns: Int32, rows: Int32) {
    (Int32(max(2, size.columns)), Int32(max(1, size.rows)))
  }

  private static func settings(of descriptor: Int32) -> [UInt8] {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    return withUnsafeBytes(of: settings) { Array($0) }
  }

  private static let named: [Key: VTermKey] = [
    .enter: VTERM_KEY_ENTER, .escape: VTERM_KEY_ESCAPE, .tab: VTERM_KEY_TAB,
    .backspace: VTERM_KEY_BACKSPACE, .delete: VTERM_KEY_DEL, .up: VTERM_KEY_UP,
    .down: VTERM_KEY_DOWN, .left: VTERM_KEY_LEFT, .right: VTERM_KEY_RIGHT, .home: VTERM_KEY_HOME,
    .end: VTERM_KEY_END, .pageUp: VTERM_KEY_PAGEUP, .pageDown: VTERM_KEY_PAGEDOWN,
  ]
}

/// Calls with a C array of C strings that ends with a null pointer.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
  defer { for copy in copies { free(copy) } }
  return copies.withUnsafeBufferPointer { buffer in
    guard let base = buffer.baseAddress else { preconditionFailure("the array has an element") }
    return body(base)
  }
}

private func withOptionalCString<Result>(
  _ string: String?, _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
  guard let string else { return body(nil) }
  return string.withCString(body)
}
