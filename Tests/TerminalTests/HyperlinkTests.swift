import PtySupport
import Screens
import Testing

@testable import Terminal

@Suite struct `Links and clipboard on a real terminal` {
  private func probe(_ arguments: [String]) throws -> TerminalProgram {
    let program = try TerminalProgram([TerminalProgram.built("TerminalProbe")] + arguments)
    try #require(program.wait { program.row(23).hasSuffix("item 20") })
    return program
  }

  @Test(arguments: Theme.allCases)
  func `a link changes neither the text, nor the look, nor the cursor`(theme: Theme) throws {
    let plain = try probe(["--cursor", theme.rawValue])
    let linked = try probe(["--cursor", "--links", theme.rawValue])
    for program in [plain, linked] { program.send(String(repeating: "\u{1B}[B", count: 7)) }
    #expect(plain.wait { plain.row(10) == "> item 7" && plain.cursor.row == 10 })
    let isSame = linked.wait {
      _ = plain.wait(seconds: 0) { true }
      return picture(of: linked) == picture(of: plain) && linked.cursor == plain.cursor
    }
    #expect(isSame, "\(linked.text)")
    // Where colour may not tell a link, a line under it does.
    #expect(linked.cell(row: 8, column: 0).isUnderlined == (theme != .standard))
    let output = String(decoding: linked.output, as: UTF8.self)
    #expect(output.contains("\u{1B}]8;;https://example.com/item/5\u{1B}\\"))
    #expect(!String(decoding: plain.output, as: UTF8.self).contains("\u{1B}]8"))
  }

  /// Every cell of the screen, whether it is underlined or not.
  private func picture(of program: TerminalProgram) -> [[TerminalProgram.Cell]] {
    (0..<24).map { row in
      (0..<80).map { column in
        var cell = program.cell(row: row, column: column)
        cell.isUnderlined = false
        return cell
      }
    }
  }

  @Test func `the cells of a link lead to it, and no other cell leads anywhere`() throws {
    let program = try probe(["--links"])
    expectLinks(of: program)
    var selected = 0
    for distance in [3, 20, 1, 1, 1, 4, 1, -1, -9, -1, -17, 60, 5, 1, -2, 2, -70, 31, 1, 1, -1] {
      let isDown = distance > 0
      program.send(String(repeating: isDown ? "\u{1B}[B" : "\u{1B}[A", count: abs(distance)))
      selected = max(0, selected + distance)
      #expect(program.wait(for: "> item \(selected)"))
      expectLinks(of: program)
    }
  }

  @Test func `a text that no longer leads anywhere is no link`() throws {
    let program = try probe(["--links"])
    program.press(.character("l"))
    #expect(program.wait { program.row(1).contains("l") && !hasLinks(program) })
    program.press(.character("l"))
    #expect(program.wait { hasLinks(program) })
    expectLinks(of: program)
  }

  private func hasLinks(_ program: TerminalProgram) -> Bool {
    (0..<24).contains { program.links(row: $0).contains { $0 != nil } }
  }

  /// Waits until every fifth item leads to its address, from its first cell to its last.
  private func expectLinks(
    of program: TerminalProgram, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var wrong: [String] = []
    _ = program.wait(seconds: 2) {
      wrong = (0..<24).filter { !hasLink(program, row: $0) }.map { program.row($0) }
      return wrong.isEmpty
    }
    #expect(wrong == [], sourceLocation: sourceLocation)
  }

  private func hasLink(_ program: TerminalProgram, row: Int) -> Bool {
    let text = program.row(row)
    let number = text.split(separator: "item ").last.flatMap { Int($0) } ?? 1
    let link = row >= 3 && number % 5 == 0 ? "https://example.com/item/\(number)" : nil
    return program.links(row: row).enumerated().allSatisfy { column, address in
      address == (column < text.count ? link : nil)
    }
  }

  @Test func `nothing is written while nothing happens, links or not`() throws {
    let program = try probe(["--links"])
    _ = program.wait(seconds: 0.3) { false }
    let count = program.output.count
    _ = program.wait(seconds: 0.5) { false }
    #expect(program.output.count == count)
  }

  @Test func `what is copied goes out as OSC 52, and the screen stays`() throws {
    let program = try probe([])
    program.press(.character("c"))
    #expect(program.wait(for: "copied"))
    let output = String(decoding: program.output, as: UTF8.self)
    #expect(output.contains("\u{1B}]52;c;OSw5OSDigqw=\u{7}"))
    #expect(program.row(3) == "> item 0")
  }

  @Test func `a theme is put on while it runs`() throws {
    let program = try probe([])
    #expect(program.cell(row: 2, column: 0).color == 1)
    program.press(.character("t"))
    // Red and cyan are bold as well, and so is what is selected.
    #expect(program.wait { program.cell(row: 2, column: 0).isBold })
    #expect(program.wait { isBoldAndReversed(program.cell(row: 3, column: 0)) })
    #expect(program.cell(row: 2, column: 0).color == 1)

    program.press(.character("t"))
    #expect(program.wait { program.cell(row: 2, column: 0).color == nil })
    #expect(program.wait { !program.cell(row: 3, column: 0).isBold })
    #expect(program.cell(row: 3, column: 0).isReversed)
    for cell in picture(of: program).joined() { #expect(cell.color == nil) }

    program.press(.character("t"))
    #expect(program.wait { program.cell(row: 2, column: 0).color == 1 })
  }

  private func isBoldAndReversed(_ cell: TerminalProgram.Cell) -> Bool {
    cell.isBold && cell.isReversed
  }

  @Test(arguments: ["vt100", "xterm-mono"])
  func `a terminal without colours is drawn without, whatever the theme`(term: String) throws {
    let program = try TerminalProgram(
      [TerminalProgram.built("TerminalProbe"), Theme.highContrast.rawValue],
      environment: ["TERM": term])
    try #require(program.wait { program.row(23).hasSuffix("item 20") })
    #expect(program.cell(row: 3, column: 0).isReversed)
    for cell in picture(of: program).joined() { #expect(cell.color == nil) }
  }

  @Test func `three hundred held keys are one redraw, links or not`() throws {
    let program = try probe(["--links"])
    let before = program.output.count
    program.send(String(repeating: "\u{1B}[B", count: 300))
    #expect(program.wait(for: "> item 300"))
    expectLinks(of: program)
    #expect(program.output.count - before < 5_000)
  }
}
