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

  /// Every cell of the screen: its text, whether it is bold or reversed, its colour.
  private func look(_ program: TerminalProgram) -> [String] {
    (0..<24).flatMap { row in
      (0..<40).map { column in
        let cell = program.cell(row: row, column: column)
        return "\(cell.text) \(cell.isBold) \(cell.isReversed) \(cell.color ?? -1)"
      }
    }
  }

  @Test func `a link changes neither the text, nor the look, nor the cursor`() throws {
    let plain = try probe(["--cursor"])
    let linked = try probe(["--cursor", "--links"])
    for program in [plain, linked] {
      for _ in 0..<7 { program.press(.down) }
      #expect(program.wait { program.cursor.row == 10 })
    }
    // Two programs are never at the same point; what counts is where both come to rest.
    let isSame = linked.wait {
      _ = plain.wait(seconds: 0) { false }
      return linked.cursor == plain.cursor && look(linked) == look(plain)
    }
    #expect(isSame, "\(linked.text)")
    let output = String(decoding: linked.output, as: UTF8.self)
    #expect(output.contains("\u{1B}]8;;https://example.com/item/5\u{1B}\\"))
    #expect(!String(decoding: plain.output, as: UTF8.self).contains("\u{1B}]8"))
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
    program.press(.character("t"))
    program.press(.character("t"))
    #expect(program.wait { program.row(23).hasSuffix("item 20") })
    #expect(program.cell(row: 3, column: 0).isReversed)
    for column in 0..<20 { #expect(program.cell(row: 0, column: column).color == nil) }
  }
}
