import Testing

@testable import Text

@Suite struct `Making text safe to draw` {
  @Test(arguments: [
    ("Night Vision", "Night Vision"),
    ("a\tb\r\nc\nd\re\u{2028}f", "a b c d e f"),
    ("\u{1B}[31mred\u{7}", "�[31mred�"),
    ("\u{1B}]52;c;Zm9v\u{1B}\\", "�]52;c;Zm9v�\\"),
    ("\u{9B}1m\u{9D}\u{85}\u{7F}\u{1}", "�1m����"),
    ("\u{202E}evil\u{202C}\u{2066}x\u{2069}", "�evil��x�"),
    ("\u{200E}a\u{200F}b\u{61C}", "�a�b�"),
    ("pay\u{200B}pal\u{2060}\u{FEFF}\u{AD}", "pay�pal���"),
    ("a\u{200D}b\u{200C}", "a�b�"),
    ("\u{3164}\u{115F}\u{34F}", "���"),
    ("x\u{E0041}\u{E007F}", "x��"),
    ("X\u{1FAE8}Y\u{1FAE9}", "X�Y�"),
    ("\u{378}", "�"),
    ("1\u{A0}234\u{202F}5", "1\u{A0}234\u{202F}5"),
    ("日本語 ＡＢ 한국어", "日本語 ＡＢ 한국어"),
    ("שלום مرحبا สวัสดี", "שלום مرحبا สวัสดี"),
    ("\u{301}e\u{301}", "�e\u{301}"),
    ("e\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}x", "e\u{300}\u{301}\u{302}\u{303}�x"),
    ("❤️ ☺︎ 1️⃣", "❤ ☺ 1\u{20E3}"),
    ("a\u{FE00}\u{FE01}\u{E0110}", "a��"),
    ("👨‍👩‍👧|👩🏽‍💻|🏳️‍🌈", "👨|👩|🏳"),
    ("👍🏽|", "👍|"),
    ("👨\u{200D}x\u{200D}", "👨�x�"),
    ("🇯🇵🇩🇪", "JPDE"),
    ("می\u{200C}خواهم", "میخواهم"),
    ("क्\u{200D}ष র\u{200D}্য", "क्ष র্য"),
    ("می\u{200C}\u{200C}", "می�"),
  ])
  func `a line shows what is there and nothing acts`(text: String, line: String) {
    let found = SafeText.line(text)
    #expect(Array(found.unicodeScalars) == Array(line.unicodeScalars))
    #expect(Array(SafeText.line(found).unicodeScalars) == Array(found.unicodeScalars))
  }

  @Test func `a paragraph keeps its lines and expands its tabs`() {
    #expect(SafeText.paragraph("a\r\nb\rc\u{2029}\u{301}\n") == "a\nb\nc\n�\n")
    #expect(SafeText.paragraph("日\tb\n\tc") == "日      b\n        c")
    #expect(SafeText.paragraph("a\u{1B}b") == "a�b")
  }

  /// A text, and its line where hidden characters are written out.
  static let revealed: [(text: String, line: String)] = [
    ("Night Vision", "Night Vision"),
    ("1\u{A0}234\u{202F}5", "1[NBSP]234[NNBSP]5"),
    ("a\u{2009}b\u{2007}c\u{3000}d\u{2800}", "a[THINSP]b[FIGSP]c[IDSP]d[U+2800]"),
    ("\u{200F}٩٫٩٩\u{A0}US$\u{200E}\u{61C}", "[RLM]٩٫٩٩[NBSP]US$[LRM][ALM]"),
    ("\u{202E}evil\u{202C}", "[U+202E]evil[U+202C]"),
    ("pay\u{200B}pal\u{2060}\u{FEFF}\u{AD}", "pay[ZWSP]pal[WJ][BOM][SHY]"),
    ("می\u{200C}خواهم", "می[ZWNJ]خواهم"),
    ("👨‍👩‍👧", "👨[ZWJ]👩[ZWJ]👧"),
    ("❤️ ☺︎ 1️⃣", "❤[VS16] ☺[VS15] 1[VS16][U+20E3]"),
    ("👍🏽 🇯🇵", "👍[U+1F3FD] [U+1F1EF][U+1F1F5]"),
    ("a\tb\r\nc\u{1B}\u{7}", "a[TAB]b[CR][LF]c[ESC][U+0007]"),
    ("\u{301}e\u{301}", "[U+0301]e\u{301}"),
    ("e\u{300}\u{301}\u{302}\u{303}\u{304}x", "e\u{300}\u{301}\u{302}\u{303}[U+0304]x"),
    ("日本語 Café", "日本語 Café"), ("\u{FFFD}", "\u{FFFD}"), ("x\u{E0041}", "x[U+E0041]"),
  ]

  @Test(arguments: revealed)
  func `hidden characters are written out where they are revealed`(text: String, line: String) {
    let found = SafeText.line(text, revealing: true)
    #expect(Array(found.unicodeScalars) == Array(line.unicodeScalars))
    #expect(SafeText.line(found) == found)
  }

  @Test func `a paragraph keeps its lines where hidden characters are revealed`() {
    #expect(SafeText.paragraph("a\r\nb\u{A0}c\td", revealing: true) == "a\nb[NBSP]c[TAB]d")
  }

  @Test(arguments: [
    ("plain", false), ("a\tb\nc", false), ("日本語 ❤️ 👨‍👩‍👧 👍🏽 🇯🇵", false), ("1\u{A0}2", false),
    ("\u{FFFD}", false), ("می\u{200C}خواهم", false), ("a\u{202E}b", true), ("a\u{0}", true),
    ("a\u{200B}b", true), ("e\u{300}\u{301}\u{302}\u{303}\u{304}", true), ("👨\u{200D}", true),
  ])
  func `hidden characters are reported`(text: String, isHidden: Bool) {
    #expect(SafeText.hasHiddenCharacters(text) == isHidden)
  }
}

@Suite struct `Cells of safe text` {
  private static func marks(_ count: Int) -> String {
    String(String.UnicodeScalarView(repeatElement("\u{301}", count: count)))
  }

  @Test(arguments: [
    ("", 0), ("Night Vision", 12), ("日本語", 6), ("ＡＢ", 4), ("￥", 2), ("한국어", 6),
    ("e\u{300}\u{301}", 1), ("❤️", 1), ("1️⃣", 1), ("👨‍👩‍👧", 2), ("👍🏽|", 3), ("🇯🇵", 2),
    ("مرحبا", 5), ("สวัสดี", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("1\u{202F}234", 5), ("䷀", 2),
    ("\u{202E}x", 2), ("👩‍❤️‍👩", 2), ("♥️", 1), ("#️⃣", 1), ("🏴\u{E0067}\u{E0062}\u{E007F}", 5),
    ("🇩🇪🇯🇵", 4), ("น้ำ", 2), ("ที่นี่", 2), ("क्षि", 3), ("कि", 2), ("e" + marks(10_000), 2),
    (marks(10_000), 2), ("日" + marks(10_000) + "本", 5),
  ])
  func `the width is what a terminal draws`(text: String, width: Int) {
    #expect(Cells.width(SafeText.line(text)) == width)
  }

  @Test(arguments: [
    ("abcdef", 3, "abc", 3), ("abc", 9, "abc", 3), ("日本語", 3, "日", 2), ("日本語", 0, "", 0),
    ("e\u{301}f\u{301}", 1, "e\u{301}", 1), ("a\u{A0}b", 2, "a ", 2), ("abc", -1, "", 0),
  ])
  func `a beginning ends between clusters`(text: String, columns: Int, part: String, width: Int) {
    let found = Cells.prefix(text, columns: columns)
    #expect(found.text == part)
    #expect(found.width == width)
  }

  @Test(arguments: [
    ("abc", 5, "abc  ", "  abc"), ("abc", 3, "abc", "abc"), ("abcdef", 5, "ab...", "ab..."),
    ("日本語", 5, "日...", "日..."), ("日本語", 6, "日本語", "日本語"), ("日本語x", 6, "日... ", "日... "),
    ("$19.99", 2, "..", ".."), ("$19.99", 0, "", ""), ("1\u{A0}2", 4, "1 2 ", " 1 2"),
    ("", 2, "  ", "  "),
  ])
  func `a fitted text has exactly its cells`(
    text: String, columns: Int, leading: String, trailing: String
  ) {
    #expect(Cells.fitted(text, columns: columns) == leading)
    #expect(Cells.fitted(text, columns: columns, alignment: .trailing) == trailing)
    #expect(Cells.width(leading) == columns)
  }

  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]),
    ("one two three", 8, ["one two", "three"]),
    ("one  two", 4, ["one", "two"]),
    ("one\n\ntwo", 9, ["one", "", "two"]),
    ("  one two", 5, ["  one", "two"]),
    ("auto-renewable", 8, ["auto-", "renewabl", "e"]),
    ("9.99-10 a", 5, ["9.99-", "10 a"]),
    ("日本語です。はい", 6, ["日本語", "です。", "はい"]),
    ("日本", 1, ["�", "�"]),
    ("สวัสดีชาวโลก", 6, ["สวัสดี", "ชาวโลก"]),
    ("1\u{A0}234 a", 5, ["1 234", "a"]),
    ("", 5, [""]), ("   ", 5, [""]), ("ab", 0, ["a", "b"]),
    ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
  ])
  func `a text wraps where its language lets it`(text: String, columns: Int, lines: [String]) {
    #expect(Cells.wrapped(text, columns: columns) == lines)
  }

  @Test func `a web address breaks only behind its marks`() {
    #expect(
      Cells.wrapped("See https://example.com/long-terms/of-use?a=1&b=2, and so on", columns: 22)
        == [
          "See", "https://example.com/", "long-terms/of-use?a=1&", "b=2, and so on",
        ])
    #expect(
      Cells.wrapped("https://example.com/a//b", columns: 22) == ["https://example.com/", "a//b"])
    #expect(
      Cells.wrapped("条款：https://example.com/a-b/c。谢谢", columns: 24) == [
        "条款：", "https://example.com/a-b/", "c。谢谢",
      ])
  }

  @Test(arguments: [
    "The quick brown fox", "夜视能力 lets you see", "สวัสดีชาวโลก hello", "👍 ok 日本", "a\u{300}bc d",
    "https://example.com/a/b?c=d&e", "long-hyphenated-words-here", "مرحبا بالعالم",
  ])
  func `wrapped lines never exceed their columns and lose no letter`(text: String) {
    for columns in 2...20 {
      let lines = Cells.wrapped(text, columns: columns)
      for line in lines { #expect(Cells.width(line) <= columns) }
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
  }
}

@Suite struct `Text that is safe as it is` {
  /// The short way must say of each character what the long way says.
  @Test func `is measured as all text is`() {
    for value in (0x20...0xFFFF) as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value), let width = Cells.openWidth(String(scalar)) else {
        continue
      }
      #expect(Cells.width(scalar) == width, "\(value)")
      #expect(SafeText.line("\u{A0}\(scalar)") == "\u{A0}\(scalar)", "\(value)")
    }
    #expect(Cells.openWidth("Große Auswahl 日本語") == 20)
    #expect(Cells.openWidth("e\u{301}") == nil)
    #expect(Cells.openWidth("a\u{A0}b") == nil)
  }
}
