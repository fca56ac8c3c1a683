import Glibc
import Screens
import Testing

@testable import Terminal

/// What a parser makes of bytes that come in these pieces, and then of silence.
private func inputs(_ pieces: String..., silence: Bool = false) -> [TerminalInput] {
  var parser = InputParser()
  let inputs = pieces.flatMap { parser.read($0.utf8) }
  return silence ? inputs + parser.lapse() : inputs
}

private let esc = "\u{1B}"

@Suite struct `Reading a terminal's bytes` {
  @Test(
    arguments: [
      ("a", .character("a")), ("Ä", .character("Ä")), ("日", .character("日")),
      (" ", .character(" ")),
      ("\r", .enter), ("\n", .enter), ("\t", .tab), ("\u{7F}", .backspace), ("\u{8}", .backspace),
      ("\u{C}", .control("l")), ("\u{1}", .control("a")), ("\u{19}", .control("y")),
      ("\(esc)[A", .up), ("\(esc)OA", .up), ("\(esc)[B", .down), ("\(esc)OC", .right),
      ("\(esc)[D", .left), ("\(esc)[H", .home), ("\(esc)OF", .end), ("\(esc)[1~", .home),
      ("\(esc)[4~", .end), ("\(esc)[7~", .home), ("\(esc)[3~", .delete), ("\(esc)[5~", .pageUp),
      ("\(esc)[6~", .pageDown), ("\(esc)[Z", .backTab), ("\(esc)OP", .function(1)),
      ("\(esc)[[A", .function(1)), ("\(esc)[11~", .function(1)), ("\(esc)OR", .function(3)),
      ("\(esc)[15~", .function(5)), ("\(esc)[[E", .function(5)), ("\(esc)[17~", .function(6)),
      ("\(esc)[21~", .function(10)), ("\(esc)[24~", .function(12)), ("\(esc)OM", .enter),
      ("\(esc)Oy", .character("9")),
    ] as [(String, Key)])
  func `a key is read, whole and byte by byte`(bytes: String, key: Key) {
    #expect(inputs(bytes) == [.key(key)])

    var parser = InputParser()
    let found = bytes.utf8.flatMap { parser.read([$0]) }
    #expect(found == [.key(key)])
    #expect(parser.patience == nil)
  }

  @Test func `typed text is characters, also with marks of their own`() {
    #expect(
      inputs("a🇯🇵e\u{301}b")
        == ["a", "🇯🇵", "e\u{301}", "b"].map { .key(.character($0)) })
  }

  @Test func `control keys that a shell knows are signals and the wish to stop`() {
    #expect(
      inputs("\u{3}\u{1C}\u{1A}") == [.signal(SIGINT), .signal(SIGQUIT), .suspendRequested])
  }

  @Test func `an Esc is a key after silence, and before another Esc`() {
    #expect(inputs(esc) == [])
    #expect(inputs(esc, silence: true) == [.key(.escape)])
    #expect(inputs(esc + esc, silence: true) == [.key(.escape), .key(.escape)])
    #expect(inputs("\(esc)\(esc)[A") == [.key(.escape), .key(.up)])
    #expect(inputs("\(esc)\u{3}") == [.signal(SIGINT)])
  }

  @Test(arguments: [
    "\(esc)]11;rgb:0000/1111/2222\u{7}", "\(esc)]11;rgb:0000/1111/2222\(esc)\\",
    "\(esc)[?62;22c", "\(esc)[>41;370;0c", "\(esc)[24;80R", "\(esc)[?0u", "\(esc)[?2026;2$y",
    "\(esc)P>|xterm(370)\(esc)\\", "\(esc)_Gi=1;OK\(esc)\\", "\(esc)[<0;10;5M", "\(esc)[<0;10;5m",
    "\(esc)[M qb", "\(esc)[I", "\(esc)[O", "\(esc)[1;5A", "\(esc)[2~", "\(esc)[99~", "\(esc)[201~",
    "\(esc)q", "\(esc)é", "\(esc)\r", "\(esc)\u{7F}", "\(esc)[?1;2", "\(esc)Ob", "\(esc)[27;5;113~",
  ])
  func `answers and unknown sequences are no keys, whole and byte by byte`(bytes: String) {
    #expect(inputs(bytes, silence: true) == [])

    var parser = InputParser()
    let found = bytes.utf8.flatMap { parser.read([$0]) } + parser.lapse()
    #expect(found == [])
    #expect(parser.read("q".utf8) == [.key(.character("q"))])
  }

  @Test func `a sequence that breaks off does not take the next key with it`() {
    #expect(inputs("\(esc)[1;\r") == [.key(.enter)])
    #expect(inputs("\(esc)[1\(esc)[A") == [.key(.up)])
    #expect(inputs("\(esc)]11;rgb\u{3}") == [.signal(SIGINT)])
    #expect(inputs("\(esc)]11;rgb\(esc)[A") == [.key(.up)])
  }

  @Test func `a sequence that never ends is bounded`() {
    var parser = InputParser()
    #expect(parser.read("\(esc)[".utf8 + Array(repeating: UInt8(ascii: "1"), count: 100)) == [])
    #expect(parser.patience == nil)
    #expect(parser.read("\(esc)]".utf8 + Array(repeating: UInt8(ascii: "x"), count: 5_000)) == [])
    #expect(parser.patience == nil)
    #expect(parser.read("q".utf8) == [.key(.character("q"))])
  }

  @Test(arguments: [
    [0x80], [0xFF], [0xC3, 0x28], [0xC2, 0x9B], [0xED, 0xA0, 0x80], [0xE6, 0x97],
  ])
  func `what is no text is no key`(bytes: [UInt8]) {
    var parser = InputParser()
    let found = parser.read(bytes) + parser.lapse()
    #expect(found == (bytes.contains(0x28) ? [.key(.character("("))] : []))
    #expect(parser.read("q".utf8) == [.key(.character("q"))])
  }

  @Test func `a paste is one line of text and never keys`() {
    #expect(
      inputs("x\(esc)[200~qb\r\ny\n\tz\u{3}\u{1A}\u{1B}[31m\u{9B}é\(esc)[201~q") == [
        .key(.character("x")), .pasted("qb y  z[31mé"), .key(.character("q")),
      ])
  }

  @Test func `a paste may come byte by byte`() {
    var parser = InputParser()
    let found = "\(esc)[200~a\(esc)[20日\(esc)[201~".utf8.flatMap { parser.read([$0]) }
    #expect(found == [.pasted("a[20日")])
    #expect(parser.patience == nil)
  }

  @Test func `a paste that never ends is what came, up to a bound`() throws {
    var parser = InputParser()
    #expect(parser.read("\(esc)[200~".utf8) == [])
    for _ in 0..<100 {
      #expect(parser.read(Array(repeating: UInt8(ascii: "q"), count: 1_000)) == [])
    }
    #expect(parser.patience == 1_000)
    let found = parser.lapse()
    guard case .pasted(let text) = try #require(found.first) else {
      Issue.record("\(found)")
      return
    }
    #expect(text.utf8.count == 1 << 16)
    #expect(parser.read("q".utf8) == [.key(.character("q"))])
  }

  @Test func `silence is waited for only while something is half read`() {
    var parser = InputParser(escapeDelay: 40)
    #expect(parser.patience == nil)
    _ = parser.read(esc.utf8)
    #expect(parser.patience == 40)
    _ = parser.read("]11;".utf8)
    #expect(parser.patience == 250)
    _ = parser.read("\u{7}".utf8)
    #expect(parser.patience == nil)
  }

  @Test func `what terminfo says about a key wins`() {
    var parser = InputParser(sequences: [Array("[A".utf8): .home, Array("u".utf8): .up])
    #expect(parser.read("\(esc)[A\(esc)u\(esc)[B".utf8) == [.key(.home), .key(.up), .key(.down)])
  }
}
