import Glibc
import Screens
import Testing

@testable import Terminal

/// A terminal of lines on two pipes.
private final class Wires {
  let terminal: PlainTerminal
  private let input: [Int32]
  private let output: [Int32]

  init() {
    func makePipe() -> [Int32] {
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      return ends
    }
    input = makePipe()
    output = makePipe()
    terminal = PlainTerminal(input: input[0], output: output[1])
  }

  deinit {
    for end in [input[0]] + output { close(end) }
  }

  func type(_ text: String) {
    _ = write(input[1], text, text.utf8.count)
  }

  func end() { close(input[1]) }

  /// What was printed since the last time.
  var printed: String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var wait = pollfd(fd: output[0], events: Int16(POLLIN), revents: 0)
    while poll(&wait, 1, 0) > 0 {
      let count = read(output[0], &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

@Suite struct `A terminal of lines` {
  @Test func `hands over one line for each prompt, and shows where it was typed`() {
    let wires = Wires()
    let terminal = wires.terminal
    #expect(terminal.inputDescriptor < 0)
    wires.type("one\ntwo\nthr")
    #expect(terminal.next() == nil)
    terminal.tell(["hello"], prompt: "> ")
    #expect(terminal.inputDescriptor >= 0)
    #expect(terminal.read().isEmpty)
    #expect(terminal.next() == .line("one"))
    #expect(terminal.inputDescriptor < 0)
    #expect(terminal.next() == nil)
    terminal.tell(["1"], prompt: nil)
    #expect(terminal.next() == nil)
    terminal.tell([], prompt: "> ")
    #expect(terminal.next() == .line("two"))
    terminal.tell(["2"], prompt: "> ")
    #expect(terminal.next() == nil)
    wires.end()
    _ = terminal.read()
    #expect(terminal.next() == .line("thr"))
    terminal.tell(["3"], prompt: "> ")
    #expect(terminal.next() == .ended)
    terminal.close()
    #expect(wires.printed == "hello\n> one\n1\n> two\n2\n> thr\n3\n> \n")
  }

  @Test func `prints nothing twice, and begins a line for news that come while one is typed`() {
    let wires = Wires()
    wires.terminal.tell(["hello"], prompt: "> ")
    wires.terminal.tell([], prompt: "> ")
    wires.terminal.tell(["news"], prompt: "> ")
    wires.terminal.tell([], prompt: "> ")
    #expect(wires.printed == "hello\n> \nnews\n> ")
  }

  @Test func `takes no control character for text`() {
    let wires = Wires()
    wires.terminal.tell([], prompt: "> ")
    wires.type("b\u{1B}[31muy\t3\u{202E}\r\n")
    _ = wires.terminal.read()
    #expect(wires.terminal.next() == .line("b[31muy 3"))
    #expect(wires.printed == "> b[31muy 3\n")
  }

  @Test func `cuts a line that does not end`() {
    let wires = Wires()
    wires.terminal.tell([], prompt: "> ")
    var lines: [TerminalInput] = []
    for _ in 0..<10 where lines.isEmpty {
      wires.type(String(repeating: "x", count: 4_096))
      _ = wires.terminal.read()
      if let line = wires.terminal.next() { lines.append(line) }
    }
    #expect(lines == [.line(String(repeating: "x", count: 16_384))])
  }
}
