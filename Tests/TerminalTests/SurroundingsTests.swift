import CTerminal
import Screens
import Testing

@testable import Terminal

@Suite struct `What the environment says of the terminal` {
  @Test(
    arguments: [
      ([:], false), (["LANG": "C"], true), (["LANG": "POSIX"], true), (["LANG": "C.UTF-8"], false),
      (["LANG": "de_DE"], false), (["LANG": "de_DE.ISO-8859-1"], true),
      (["LANG": "de_DE.utf8@euro"], false), (["LANG": "en_US.UTF-8", "LC_ALL": "C"], true),
      (["LANG": "C", "LC_CTYPE": "C.UTF-8"], false), (["LC_ALL": "", "LANG": "C"], true),
      (["LC_ALL": "ja_JP.eucJP", "LANG": "C.UTF-8"], true), (["LC_CTYPE": "de_DE@euro"], false),
      (["TERM": "vt100"], true), (["TERM": "vt220", "LANG": "C.UTF-8"], true),
      (["TERM": "vt52"], true), (["TERM": "vt102"], true), (["TERM": "vte-256color"], false),
      (["TERM": "ansi"], true), (["TERM": "linux"], false), (["TERM": "xterm-256color"], false),
    ] as [([String: String], Bool)])
  func `tells where only ASCII is drawn`(environment: [String: String], isASCII: Bool) {
    #expect(Surroundings(environment: environment).isASCIIOnly == isASCII)
  }

  @Test(
    arguments: [
      (["TERM": "xterm-256color"], false),
      (["TERM": "xterm-256color", "VTE_VERSION": "7006"], true),
      (["TERM": "xterm-256color", "VTE_VERSION": "4999"], false),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], true),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], false),
      (["TERM": "xterm-kitty"], true), (["TERM": "foot-extra"], true),
      (["TERM": "alacritty"], true),
      (["TERM": "xterm-256color", "WT_SESSION": "1"], true),
      (["TERM": "tmux-256color", "TMUX": "x", "VTE_VERSION": "7006"], false),
      (
        ["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a"], false
      ),
      (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4"], true),
      (["TERM": "screen.xterm-256color", "STY": "1", "VTE_VERSION": "7006"], false),
      (["TERM": "vt100", "VTE_VERSION": "7006"], false),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], true),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"], true),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"], true),
      (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], true),
      (["TERM": "xterm-256color", "KONSOLE_VERSION": "220401"], true),
      (["TERM": "xterm-256color", "KONSOLE_VERSION": ""], false),
      (["TERM": "xterm-256color", "VTE_VERSION": "new"], false),
      (["TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "next-3.5"], true),
      (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux"], false),
      (["TERM": "xterm-256color", "VTE_VERSION": "7006", "NCURSES_NO_UTF8_ACS": "1"], false),
    ] as [([String: String], Bool)])
  func `tells where text can be a link`(environment: [String: String], isKnown: Bool) {
    #expect(Surroundings(environment: environment).showsHyperlinks == isKnown)
  }

  @Test(
    arguments: [
      (["TERM": "xterm-256color"], .plain), (["TERM": "screen-256color"], .insideScreen),
      (["TERM": "screen-256color", "TMUX": "x"], .plain), (["TERM": "linux"], .none),
      (["TERM": "vt100"], .none),
    ] as [([String: String], Clipboard)])
  func `tells the way to the clipboard`(environment: [String: String], way: Clipboard) {
    #expect(Surroundings(environment: environment).clipboard == way)
  }
}

@Suite struct `The clipboard's command` {
  @Test func `carries the text in Base64`() {
    #expect(
      Clipboard.plain.command(copying: "9,99 €").map { String(decoding: $0, as: UTF8.self) }
        == "\u{1B}]52;c;OSw5OSDigqw=\u{7}")
  }

  @Test func `comes to GNU screen in pieces that it passes on`() throws {
    let text = String(repeating: "x", count: 500)
    let plain = try #require(Clipboard.plain.command(copying: text))
    let wrapped = try #require(Clipboard.insideScreen.command(copying: text))
    let pieces = String(decoding: wrapped, as: UTF8.self).split(separator: "\u{1B}\\")
    #expect(pieces.allSatisfy { $0.hasPrefix("\u{1B}P") && $0.utf8.count <= 242 })
    #expect(pieces.map { $0.dropFirst(2) }.joined() == String(decoding: plain, as: UTF8.self))
  }

  @Test func `is not made of nothing, nor of more than terminals take`() {
    #expect(Clipboard.plain.command(copying: "") == nil)
    #expect(Clipboard.none.command(copying: "x") == nil)
    #expect(Clipboard.plain.command(copying: String(repeating: "x", count: 74_994)) != nil)
    #expect(Clipboard.plain.command(copying: String(repeating: "x", count: 74_995)) == nil)
  }
}

@Suite struct `The look of a style` {
  private static let styles: [Style] = [
    [], .bold, .dim, .reverse, .underline, .green, .red, .yellow, .cyan, [.red, .bold],
  ]

  @Test(arguments: styles)
  func `has no colour and nothing dim in mono`(style: Style) {
    let look = Look(style, isLink: false, theme: .mono)
    #expect(look.color == 0)
    #expect(look.attributes & CT_DIM == 0)
  }

  @Test(arguments: styles)
  func `is never dim under high contrast, and bold where it has a colour`(style: Style) {
    let look = Look(style, isLink: false, theme: .highContrast)
    #expect(look.attributes & CT_DIM == 0)
    if look.color != 0 || style.contains(.reverse) {
      #expect(look.attributes & CT_BOLD != 0)
    }
  }

  @Test func `is the user's own colour by default`() {
    #expect(Look(.red, isLink: false, theme: .standard).sequence == "\u{1B}[0;31m")
    #expect(Look([.cyan, .bold], isLink: false, theme: .standard).sequence == "\u{1B}[0;1;36m")
    #expect(Look(.dim, isLink: false, theme: .standard).sequence == "\u{1B}[0;2m")
  }

  @Test(arguments: [Theme.highContrast, .mono])
  func `underlines links where colour may not tell them`(theme: Theme) {
    #expect(Look(.cyan, isLink: true, theme: theme).sequence.contains("4"))
  }
}

@Suite struct `Links of the terminal's own` {
  private static let link = "https://example.com/terms"

  @Test func `are written over the cells that are there, with cursor and look put back`() {
    let spans = [
      Span("Terms ", [], width: 6), Span("here", .cyan, width: 4, link: Self.link),
    ]
    let bytes = Hyperlinks.overlay([3: spans], columns: 80, theme: .standard)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "\u{1B}7\u{1B}[4;7H\u{1B}[0;36m\u{1B}]8;;\(Self.link)\u{1B}\\here\u{1B}]8;;\u{1B}\\\u{1B}8"
    )
  }

  @Test func `are none where an address is none of the web, is cut, or holds what none may`() {
    for address in ["ftp://x.y", "javascript:alert(1)", "https://a\u{1B}]0;x", "https://ä.de", ""] {
      #expect(Span("x", [], width: 1, link: address).link == nil, "\(address)")
    }
    let wide = [
      Span(String(repeating: " ", count: 78), [], width: 78),
      Span("here", [], width: 4, link: Self.link),
    ]
    #expect(Hyperlinks.overlay([0: wide], columns: 80, theme: .standard).isEmpty)
  }
}
