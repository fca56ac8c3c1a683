import Glibc
import Screens
import Sessions
import Terminal
import Testing

/// A script terminal and the parent's ends of its two pipes.
private final class Wires {
  let terminal: ScriptTerminal
  private let instructions: Int32
  private let answers: Int32
  private let childEnds: [Int32]

  init() {
    var input: [Int32] = [0, 0]
    var output: [Int32] = [0, 0]
    pipe(&input)
    pipe(&output)
    terminal = ScriptTerminal(
      size: Size(columns: 80, rows: 24), input: input[0], output: output[1])
    instructions = input[1]
    answers = output[0]
    childEnds = [input[0], output[1]]
  }

  deinit {
    for descriptor in childEnds + [answers] { close(descriptor) }
  }

  func write(_ text: String) {
    _ = Glibc.write(instructions, text, text.utf8.count)
  }

  func hangUp() { close(instructions) }

  /// Everything that was answered since the last time.
  func answered() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    var wait = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
    while poll(&wait, 1, 0) > 0 {
      let count = read(answers, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

private func frame(_ rows: String...) -> Frame {
  Frame(
    size: Size(columns: 8, rows: rows.count),
    rows: rows.map { [Span($0, [], width: $0.count)] })
}

@Suite struct `A terminal driven by a script` {
  static let lines: [(String, [TerminalInput])] = [
    ("key Enter", [.key(.enter)]),
    ("key b 3", [.key(.character("b")), .key(.character("b")), .key(.character("b"))]),
    ("key #", [.key(.character("#"))]),
    ("key PgDn", [.key(.pageDown)]),
    ("key F10", [.key(.function(10))]),
    ("key Ctrl-L", [.key(.control("l"))]),
    ("key Ctrl-C", [.signal(SIGINT)]),
    ("key Ctrl-Z", [.suspendRequested]),
    ("key Ctrl-M", [.key(.enter)]),
    ("key Ctrl-H", [.key(.backspace)]),
    ("key Ctrl-I", [.key(.tab)]),
    (#"type "é\n""#, [.key(.character("é")), .key(.enter)]),
    (#"type "a\u0000""#, [.key(.character("a"))]),
    (#"type "\u001b""#, [.key(.escape)]),
    (#"paste "one\r\ntwo\u001b[31m""#, [.pasted("one two[31m")]),
    ("size 40x12", [.resized(Size(columns: 40, rows: 12))]),
    (#"order [ "buy", "an id", "3" ]"#, [.instruction(#"["buy","an id","3"]"#)]),
    (
      #"order ["store","fail","purchase","0"]"#, [.instruction(#"["store","fail","purchase","0"]"#)]
    ),
    (#"order ["restore"]"#, [.instruction(#"["restore"]"#)]),
  ]

  @Test(arguments: lines)
  func `a line is what the terminal reports`(line: String, inputs: [TerminalInput]) {
    let wires = Wires()
    wires.write(line + "\n")
    #expect(wires.terminal.read() == inputs)
    #expect(wires.answered() == "")
  }

  @Test(arguments: [
    "", "key", "key Foo", "key \u{7}", "key b 0", "key b 1001", "key b x3", "key F13", "key Ctrl-é",
    "type",
    "type a", "size 0x1", "size 80", "order", "order buy", #"order ["buy","a","x"]"#,
    #"order ["restore","now"]"#, #"order ["kill-at"]"#, "jump",
  ])
  func `a line that means nothing is refused and does nothing`(line: String) {
    let wires = Wires()
    wires.write(line + "\n")
    #expect(wires.terminal.read().isEmpty)
    #expect(wires.answered().hasPrefix("refused \"no instruction: "))
  }

  @Test func `each instruction has one answer, and the first frame has one`() {
    let wires = Wires()
    wires.terminal.settle()
    #expect(wires.answered() == "")
    wires.terminal.paint(frame("one", "", "th\"ree"))
    wires.terminal.settle()
    wires.terminal.settle()
    #expect(wires.answered() == #"screen "one\n\nth\"ree""# + "\n")

    wires.write("key a\nkey b\nke")
    #expect(wires.terminal.read().count == 2)
    wires.terminal.paint(frame("a"))
    #expect(wires.answered() == "")
    wires.terminal.paint(frame("b"))
    wires.terminal.settle()
    #expect(wires.answered() == "screen \"b\"\nscreen \"b\"\n")

    wires.write("y c\n")
    #expect(wires.terminal.read() == [.key(.character("c"))])
    wires.terminal.settle()
    #expect(wires.answered() == "screen \"b\"\n")
  }

  @Test func `the size is the one of the last instruction`() {
    let wires = Wires()
    #expect(wires.terminal.size == Size(columns: 80, rows: 24))
    wires.write("size 132x43\n")
    _ = wires.terminal.read()
    #expect(wires.terminal.size == Size(columns: 132, rows: 43))
  }

  @Test func `the end of the input is one hang-up, after what came before it`() {
    let wires = Wires()
    wires.write("key a\nkey")
    wires.hangUp()
    #expect(wires.terminal.read() == [.key(.character("a")), .hungUp])
    #expect(wires.terminal.read().isEmpty)
  }

  @Test func `a terminal that was closed answers nothing`() {
    let wires = Wires()
    wires.terminal.paint(frame("a"))
    wires.terminal.close()
    wires.terminal.settle()
    #expect(wires.answered() == "")
  }
}

@Suite struct `The words of the script` {
  @Test(arguments: Vocabulary.keys)
  func `every key of the language is one of the terminal's`(name: String) {
    let wires = Wires()
    wires.write("key \(name)\n")
    #expect(wires.terminal.read().count == 1)
  }

  @Test func `an order is read as it is written`() {
    for order: ScriptOrder in [
      .buy(productID: "an id", quantity: 3), .buy(productID: "pro", quantity: 1, option: "MONTHLY"),
      .restore, .store(["redeem", "a \"gift\""]), .clock(["+1d"]), .facts, .killAt(point: "C3"),
    ] {
      #expect(ScriptOrder(order.instruction) == order)
    }
    for text in ["", "[]", #"["buy","3"]"#, #"["kill-at"]"#, #"["store"]"#, #"["jump"]"#] {
      #expect(ScriptOrder(text) == nil)
    }
  }
}
