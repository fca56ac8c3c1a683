import Glibc
import PtySupport
import Screens
import Testing

@testable import Terminal

private let esc = "\u{1B}"

private func probe(
  _ arguments: [String] = [], environment: [String: String?] = [:],
  size: Size = Size(columns: 80, rows: 24), input: String? = nil, output: String? = nil,
  underShell: Bool = false
) throws -> TerminalProgram {
  try TerminalProgram(
    [TerminalProgram.built("TerminalProbe")] + arguments, environment: environment, size: size,
    input: input, output: output, underShell: underShell)
}

private func readyProbe(
  _ arguments: [String] = [], environment: [String: String?] = [:], input: String? = nil,
  underShell: Bool = false
) throws -> TerminalProgram {
  let program = try probe(
    arguments, environment: environment, input: input, underShell: underShell)
  let isDrawn = program.wait { program.row(23).hasSuffix("item 20") }
  try #require(isDrawn && program.row(0) == "PROBE READY 80x24", "\(program.text)")
  return program
}

/// Whether the terminal is as it was: primary screen, cursor, settings, no mode left on.
private func expectHandedBack(
  _ program: TerminalProgram, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(!program.isAlternate, sourceLocation: sourceLocation)
  #expect(program.isCursorVisible, sourceLocation: sourceLocation)
  #expect(program.settings == program.settingsBefore, sourceLocation: sourceLocation)
  let output = String(decoding: program.output, as: UTF8.self)
  for (on, off) in [("[?2004h", "[?2004l"), ("[?1h", "[?1l"), ("=", ">")] {
    let last = [on, off].compactMap { mode in
      output.ranges(of: esc + mode).last.map { ($0.lowerBound, mode) }
    }.max { $0.0 < $1.0 }
    #expect(last?.1 == off, sourceLocation: sourceLocation)
  }
}

@Suite struct `A real terminal` {
  @Test func `the screen shows what the frame says`() throws {
    let program = try readyProbe()
    #expect(program.isAlternate)
    #expect(!program.isCursorVisible)
    #expect(program.wait(for: "item 20"))
    #expect(program.row(3) == "> item 0")
    #expect(program.row(23) == "  item 20")
    #expect(program.cell(row: 0, column: 0).isBold)
    #expect(program.cell(row: 3, column: 0).isReversed)
    #expect(program.cursor == .init(row: 3, column: 0))
  }

  @Test func `colours and looks are the user's palette`() throws {
    let program = try readyProbe()
    #expect(program.row(2).hasPrefix("redgreenyellowdimunder日本語é€"))
    #expect(program.cell(row: 2, column: 0).color == 1)
    #expect(program.cell(row: 2, column: 3).color == 2)
    #expect(program.cell(row: 2, column: 8).color == 3)
    #expect(program.cell(row: 2, column: 14).color == nil)
    #expect(program.cell(row: 2, column: 17).isUnderlined)
    #expect(program.cell(row: 2, column: 22).text == "日")
    #expect(program.cell(row: 2, column: 22).width == 2)
  }

  @Test func `a span has the width that it says, whatever its text is`() throws {
    let program = try readyProbe()
    // "é€" is two cells of the four it asked for; all four are reversed.
    #expect((28..<32).allSatisfy { program.cell(row: 2, column: $0).isReversed })
    #expect(program.row(2).hasSuffix("\u{FFFD}[31m\u{FFFD}\u{FFFD}|"))
  }

  @Test(
    arguments: [
      .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .delete, .backspace, .tab,
      .backTab,
      .enter, .escape, .function(1), .function(5), .function(12), .character("é"), .character("漢"),
      .control("g"),
    ] as [Key])
  func `a key arrives`(key: Key) throws {
    let program = try readyProbe()
    program.press(key)
    #expect(program.wait(for: "last: \(key)."), "\(program.row(1))")
  }

  @Test func `a paste arrives as text, and nothing of it as keys`() throws {
    let program = try readyProbe()
    program.paste("qxf\u{3}\r\n日本")
    #expect(program.wait(for: "last: pasted qxf 日本."), "\(program.row(1))")
  }

  @Test func `answers of the terminal are no keys`() throws {
    let program = try readyProbe()
    program.send("\(esc)]11;rgb:ffff/ffff/ffff\(esc)\\\(esc)[?62;22c\(esc)[24;80R\(esc)q")
    program.press(.down)
    #expect(program.wait(for: "> item 1"))
    #expect(program.row(1) == "last: down.")
  }

  @Test func `a held key is one redraw`() throws {
    let program = try readyProbe()
    let before = program.output.count
    program.send(String(repeating: "\(esc)[B", count: 300))
    #expect(program.wait(for: "> item 300"))
    #expect(program.output.count - before < 5_000)
  }

  @Test func `work elsewhere comes back to the screen`() throws {
    let program = try readyProbe()
    program.press(.character("j"))
    #expect(program.wait(for: "a job from elsewhere"))
  }

  @Test func `the real cursor is shown when asked for`() throws {
    let program = try readyProbe(["--cursor"])
    #expect(program.isCursorVisible)
    #expect(program.cursor == .init(row: 3, column: 0))
    program.press(.down)
    #expect(program.wait { program.cursor == .init(row: 4, column: 0) })
  }
}

@Suite struct `A window that changes` {
  @Test func `a storm of sizes ends with the same screen`() throws {
    let program = try readyProbe()
    let before = program.text
    var sizes = [(1, 1), (2, 1), (1, 2), (500, 200), (30, 8), (1, 24), (80, 1), (20, 5)]
    for step in 1...60 { sizes.append((1 + step * 37 % 200, 1 + step * 23 % 70)) }
    for (columns, rows) in sizes {
      program.resize(Size(columns: columns, rows: rows))
      _ = program.wait(seconds: 0) { false }
    }
    program.resize(Size(columns: 80, rows: 24))
    #expect(program.wait { program.text == before }, "\(program.text)")
  }

  @Test func `each size is drawn`() throws {
    let program = try readyProbe()
    for size in [Size(columns: 40, rows: 12), Size(columns: 132, rows: 43)] {
      program.resize(size)
      #expect(program.wait(for: "PROBE READY \(size.columns)x\(size.rows)"))
      #expect(program.wait { program.row(size.rows - 1) == "  item \(size.rows - 4)" })
    }
  }

  @Test func `a window of no size is not drawn`() throws {
    let program = try readyProbe()
    let before = program.output.count
    program.resize(Size(columns: 0, rows: 0))
    program.press(.down)
    #expect(!program.wait(seconds: 0.3) { program.output.count > before })
  }

  @Test func `a window that was resized and back is drawn anew`() throws {
    let program = try readyProbe()
    let before = program.output.count
    program.kill(SIGWINCH)
    #expect(program.wait { program.output.count - before > 300 })
  }

  @Test func `signals lose no key`() throws {
    let program = try readyProbe()
    for _ in 0..<200 {
      program.kill(SIGWINCH)
      program.kill(SIGCHLD)
      program.press(.down)
    }
    #expect(program.wait(for: "> item 200"))
  }

  @Test func `a window that had no size for a while is drawn again`() throws {
    let program = try readyProbe()
    program.resize(Size(columns: 0, rows: 0))
    program.press(.down)
    program.resize(Size(columns: 80, rows: 24))
    #expect(program.wait(for: "> item 1"))
  }

  @Test(arguments: [Size(columns: 1, rows: 1), Size(columns: 2, rows: 2)])
  func `a small window is lived with from the start`(size: Size) throws {
    let program = try probe(size: size)
    #expect(program.wait(for: "P"))
    program.press(.character("q"))
    #expect(program.waitForExit() == .code(0))
  }

  @Test func `a window of unknown size is drawn at the terminal's usual one`() throws {
    let program = try probe(size: Size(columns: 0, rows: 0))
    let ready = Array("PROBE READY 80x24".utf8)
    #expect(program.wait { program.output.firstRange(of: ready) != nil })
  }
}

@Suite struct `Handing the terminal back` {
  @Test(arguments: [("q", 0), ("e", 3)])
  func `a program that quits or exits leaves it as it was`(key: String, code: Int32) throws {
    let program = try readyProbe()
    program.type(key)
    #expect(program.waitForExit() == .code(code))
    expectHandedBack(program)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a signal that asks for it ends the program with its number`(signal: Int32) throws {
    let program = try readyProbe()
    program.kill(signal)
    #expect(program.waitForExit() == .code(128 + signal))
    expectHandedBack(program)
  }

  @Test(arguments: [("\u{3}", SIGINT), ("\u{1C}", SIGQUIT)])
  func `so does its key`(key: String, signal: Int32) throws {
    let program = try readyProbe()
    program.send(key)
    #expect(program.waitForExit() == .code(128 + signal))
    expectHandedBack(program)
  }

  @Test(arguments: [SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP])
  func `a signal that kills leaves it as it was`(signal: Int32) throws {
    let program = try readyProbe()
    program.kill(signal)
    #expect(program.waitForExit() == .signal(signal))
    expectHandedBack(program)
  }

  @Test(arguments: ["x", "f", "a", "o"])
  func `a trap, a fatal error, an abort and a full stack leave it as it was`(key: String) throws {
    let program = try readyProbe()
    program.type(key)
    let exit = try #require(program.waitForExit())
    #expect([.signal(SIGILL), .signal(SIGTRAP), .signal(SIGABRT), .signal(SIGSEGV)].contains(exit))
    expectHandedBack(program)
  }

  @Test func `a terminal that does not read is given back all the same`() throws {
    let program = try readyProbe()
    // Nobody reads here, until the program is stuck in the middle of a write.
    for _ in 0..<200 {
      program.send("\u{C}")
      _ = program.wait(seconds: 0.003, reading: false) { false }
    }
    program.kill(SIGTERM)
    let exit = try #require(program.waitForExit(reading: false))
    #expect([.code(128 + SIGTERM), .signal(SIGTERM)].contains(exit))
    #expect(program.settings == program.settingsBefore)
  }
}

@Suite struct `A terminal that goes away` {
  @Test func `the program ends`() throws {
    let program = try readyProbe()
    program.hangUp()
    #expect(program.waitForExit() == .code(128 + SIGHUP))
  }

  @Test func `the program ends also when no signal tells it`() throws {
    let program = try readyProbe(["--deaf"])
    program.hangUp()
    #expect(program.waitForExit() == .code(128 + SIGHUP))
  }
}

@Suite struct `Job control` {
  @Test func `Ctrl-Z hands the terminal back, and fg takes it with its new size`() throws {
    let program = try readyProbe(underShell: true)
    program.send("\u{1A}")
    try #require(program.wait { program.state == "T" })
    try #require(program.wait { !program.isAlternate })
    expectHandedBack(program)

    program.resize(Size(columns: 100, rows: 30))
    program.foreground()
    #expect(program.wait(for: "PROBE READY 100x30"))
    #expect(program.wait { program.row(29) == "  item 26" })
    #expect(program.isAlternate)
    #expect(!program.isCursorVisible)
    program.press(.down)
    #expect(program.wait(for: "> item 1"))
    program.press(.character("q"))
    #expect(program.waitForExit() == .code(0))
    expectHandedBack(program)
  }

  @Test func `SIGTSTP is the same, and a stop from outside is repaired`() throws {
    let program = try readyProbe(underShell: true)
    program.kill(SIGTSTP)
    try #require(program.wait { program.state == "T" && !program.isAlternate })
    program.foreground()
    #expect(program.wait(for: "resumed"))

    program.kill(SIGSTOP)
    try #require(program.wait { program.state == "T" })
    program.resize(Size(columns: 60, rows: 20))
    program.foreground()
    #expect(program.wait(for: "PROBE READY 60x20"))
    #expect(program.wait { program.row(19) == "  item 16" })
  }

  @Test func `a stopped program that is asked to end does not take the terminal again`() throws {
    let program = try readyProbe(underShell: true)
    program.send("\u{1A}")
    try #require(program.wait { program.state == "T" && !program.isAlternate })
    let before = program.output.count
    program.kill(SIGTERM)
    program.kill(SIGCONT)
    #expect(program.waitForExit() == .code(128 + SIGTERM))
    #expect(program.output.count == before)
  }

  @Test func `where nobody can continue it the program does not stop`() throws {
    let program = try readyProbe()
    program.send("\u{1A}")
    #expect(program.wait(for: "resumed"))
    #expect(program.isAlternate)
  }
}

@Suite struct `An unusual environment` {
  @Test(arguments: [nil, "", "nosuchterm", "xterm-ghostty"] as [String?])
  func `an unknown terminal is taken for a usual one, and that is told`(term: String?) throws {
    let program = try readyProbe(environment: ["TERM": term])
    #expect(program.wait(for: "fell back"))
    program.press(.down)
    #expect(program.wait(for: "> item 1"))
  }

  @Test func `a dumb terminal gets one sentence`() throws {
    let program = try probe(environment: ["TERM": "dumb"])
    #expect(program.waitForExit() == .code(2))
    #expect(program.text.contains("cannot show a screen"))
    #expect(!program.output.contains(0x1B))
  }

  @Test(arguments: ["vt100", "linux", "screen-256color", "tmux-256color"])
  func `other terminals are drawn on and handed back`(term: String) throws {
    let program = try readyProbe(environment: ["TERM": term])
    program.press(.down)
    #expect(program.wait(for: "> item 1"))
    program.press(.character("q"))
    #expect(program.waitForExit() == .code(0))
    #expect(program.settings == program.settingsBefore)
    #expect(program.isCursorVisible)
    // Padding is for tputs, and no text.
    #expect(!String(decoding: program.output, as: UTF8.self).contains("$<"))
  }

  @Test func `without colour no colour is written`() throws {
    let program = try readyProbe(environment: ["NO_COLOR": "1"])
    #expect(program.wait(for: "item 20"))
    let parameters = Sequences(program.output).found.filter { $0.hasSuffix("m") }
      .flatMap { $0.dropFirst(2).dropLast().split(separator: ";") }.compactMap { Int($0) }
    #expect(!parameters.isEmpty)
    #expect(parameters.allSatisfy { $0 < 30 })
  }

  @Test(
    arguments: [
      ["LANG": "C"], ["LANG": nil], ["LC_ALL": "POSIX"], ["LANG": "de_DE.UTF-8"],
      ["LC_ALL": "en_US.ISO-8859-1"],
    ] as [[String: String?]])
  func `every locale shows every character`(environment: [String: String?]) throws {
    let program = try readyProbe(environment: environment)
    #expect(program.row(2).contains("日本語é€"))
    program.type("é")
    #expect(program.wait(for: "last: character(\"é\")."))
  }

  @Test func `keys come from the terminal when the input is something else`() throws {
    let program = try readyProbe(input: "/dev/null")
    program.press(.down)
    #expect(program.wait(for: "> item 1"))
    program.press(.character("q"))
    #expect(program.waitForExit() == .code(0))
    expectHandedBack(program)
  }

  @Test func `an output that is no terminal gets one sentence`() throws {
    let program = try probe(output: "/dev/null")
    #expect(program.waitForExit() == .code(2))
    #expect(program.settings == program.settingsBefore)
  }
}

@Suite struct `What is written` {
  @Test func `only sequences that draw are written`() throws {
    let program = try readyProbe()
    for key in [.down, .pageDown, .control("l"), .up] as [Key] { program.press(key) }
    program.resize(Size(columns: 40, rows: 12))
    #expect(program.wait(for: "40x12"))
    program.press(.character("q"))
    #expect(program.waitForExit() == .code(0))

    let sequences = Sequences(program.output)
    let unknown = sequences.found.filter { sequence in
      !Sequences.allowed.contains { sequence.wholeMatch(of: $0.regex) != nil }
    }
    #expect(unknown == [])
    #expect(sequences.strayControls == [])
    #expect(program.commands == [])
  }
}
