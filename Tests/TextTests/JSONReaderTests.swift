import Testing
import Text

private func read(_ text: String, strict: Bool = true) throws(JSONError) -> JSONNode {
  try JSONReader.read(Array(text.utf8), strict: strict)
}

/// Why bytes are no JSON, with the place in front; nil where they are some.
private func refusal(_ bytes: [UInt8], strict: Bool, maximumDepth: Int = 64) -> String? {
  do {
    _ = try JSONReader.read(bytes, strict: strict, maximumDepth: maximumDepth)
    return nil
  } catch {
    return "\(error.offset): \(error.message)"
  }
}

@Suite struct `Reading JSON` {
  @Test(arguments: [
    ("null", JSONValue.null), (" true ", true), ("false\n", false), ("\"\"", ""), ("0", 0),
    ("-0", .number("-0")), ("1.50", .number("1.50")), ("1e+5", .number("1e+5")),
    ("123456789012345678901234567890", .number("123456789012345678901234567890")),
    (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"),
    (#""\u00e9\u65e5\ud83d\ude00""#, "é日😀"), (#""é日😀""#, "é日😀"),
    (#""\u0000""#, "\u{0}"),
  ])
  func `a value is read as it was written`(text: String, value: JSONValue) throws {
    #expect(try read(text).value == value)
    #expect(try read(text, strict: false).value == value)
  }

  @Test func `order, duplicates and the place of each value are kept`() throws {
    let node = try read(#"{ "b" : 1, "a" : [true, {}], "b" : "é" , "c":null}"#, strict: false)
    let members = try #require(node.members)
    #expect(members.map(\.key) == ["b", "a", "b", "c"])
    #expect(members.map(\.keyOffset) == [2, 11, 29, 42])
    #expect(members.map(\.node.offset) == [8, 17, 35, 46])
    #expect(members[1].node.elements?.map(\.offset) == [18, 24])
    #expect(node["b"]?.number == "1")
    #expect(node["d"] == nil)
    #expect(node["a"]?["x"] == nil)
    #expect(node["c"]?.isNull == true)
  }

  @Test(arguments: [
    ("", 0, "there is nothing to read"),
    (" \n", 2, "there is nothing to read"),
    ("{", 1, "the text ends too early: expected a key in double quotes"),
    ("[1 2]", 3, "expected a comma or a closing bracket"),
    ("[1,2", 4, "the text ends too early: expected a comma or a closing bracket"),
    ("[1,]", 3, "expected no comma before this bracket"),
    (#"{"a":1,}"#, 7, "expected no comma before this brace"),
    (#"{"a":1 "b":2}"#, 7, "expected a comma or a closing brace"),
    (#"{"a" 1}"#, 5, "expected a colon after the key"),
    (#"{"a":}"#, 5, "expected a value"),
    ("{a:1}", 1, "expected a key in double quotes"),
    ("'a'", 0, "expected a value"),
    ("nul", 0, "expected a value; did you mean null?"),
    ("True", 0, "expected a value"),
    ("NaN", 0, "expected a value"),
    ("01", 1, "a number must not begin with 0"),
    ("-", 1, "the text ends too early: expected a digit"),
    ("1.", 2, "the text ends too early: expected a digit"),
    (".5", 0, "expected a value"),
    ("+1", 0, "expected a value"),
    ("1e", 2, "the text ends too early: expected a digit"),
    ("1 1", 2, "expected nothing more after the value"),
    ("\"abc", 0, "this string has no closing quote"),
    (
      "\"a\nb\"", 2,
      "a line break, a tab or another control character stands inside a string; is its closing"
        + " quote missing?"
    ),
    (#""\x""#, 1, "JSON has no such character behind a backslash"),
    (#""\u12g4""#, 5, "expected four hexadecimal digits"),
    ("/* */1", 0, "expected a value"),
  ])
  func `what is no JSON fails with its place`(text: String, offset: Int, message: String) {
    #expect(refusal(Array(text.utf8), strict: true) == "\(offset): \(message)")
    #expect(refusal(Array(text.utf8), strict: false) == "\(offset): \(message)")
  }

  @Test(arguments: [
    ("\u{FEFF}1", 0, "there is a byte order mark before the text"),
    (#"{"a":1,"a":2}"#, 7, "the same key is here twice"),
    (#"{"a":1,"\u0061":2}"#, 7, "the same key is here twice"),
    (#""\ud83d""#, 1, "this is half of a character that takes two \\u escapes"),
    (#""\ude00x""#, 1, "this is half of a character that takes two \\u escapes"),
    (#""\ud83d\u0041""#, 1, "this is half of a character that takes two \\u escapes"),
  ])
  func `only the strict reader refuses`(text: String, offset: Int, message: String) throws {
    #expect(refusal(Array(text.utf8), strict: true) == "\(offset): \(message)")
    _ = try read(text, strict: false)
  }

  @Test func `a duplicate is found among many keys`() {
    let keys = (0..<100).map { "\"k\($0)\":0" } + ["\"k7\":0"]
    #expect(throws: JSONError.self) { try read("{\(keys.joined(separator: ","))}") }
  }

  @Test func `a lone surrogate becomes a mark when read with tolerance`() throws {
    #expect(try read(#""\ud83dA\u0042""#, strict: false).string == "\u{FFFD}AB")
    #expect(try read(#""\ud83d\n""#, strict: false).string == "\u{FFFD}\n")
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xE0, 0x80, 0x80, 0x22], [0x22, 0xC3],
      [0x22, 0xE6, 0x97, 0x22],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are refused`(bytes: [UInt8]) {
    let sentence = "1: the text is not UTF-8; save the file as UTF-8"
    #expect(refusal(bytes, strict: true) == sentence)
    #expect(refusal(bytes, strict: false) == sentence)
  }

  @Test func `depth has a limit that is named`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    _ = try JSONReader.read(nested(64), strict: true)
    #expect(refusal(nested(65), strict: true) == "64: values are nested deeper than 64 levels")
    #expect(
      refusal(nested(100_000), strict: false, maximumDepth: 2)
        == "2: values are nested deeper than 2 levels")
  }

  @Test func `random bytes end in a value or an error inside the text`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("random bytes: seed \(seed)")
    var chance = Chance(seed: seed)
    let alphabet = Array(#"{}[]",:\u0eE+-.truefalsn12 dD8"#.utf8) + [0xC3, 0xA9, 0xFF, 0x0A, 0xEF]
    for _ in 0..<20_000 {
      let bytes = (0..<Int(chance.next() % 24)).map { _ in
        alphabet[Int(chance.next() % UInt64(alphabet.count))]
      }
      for strict in [true, false] {
        do {
          _ = try JSONReader.read(bytes, strict: strict, maximumDepth: 8)
        } catch {
          #expect((0...bytes.count).contains(error.offset), "seed \(seed): \(bytes)")
        }
      }
    }
  }
}

/// SplitMix64, so that a failing run can be run again from its seed.
private struct Chance {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite struct `Writing JSON` {
  @Test func `keys are sorted, lists are not`() {
    let value: JSONValue = [
      "schema": 1, "name": "Night Vision", "none": nil, "list": [3, 1, true], "empty": [:],
      "price": .number("9.90"), "missing": JSONValue(String?.none), "level": JSONValue(2),
    ]
    #expect(
      value.text() == """
        {"empty":{},"level":2,"list":[3,1,true],"missing":null,"name":"Night Vision","none":null,\
        "price":9.90,"schema":1}
        """)
  }

  @Test func `an indented text has one item a line`() {
    let value: JSONValue = ["b": ["x", [:]], "a": []]
    #expect(
      value.text(indented: true) == """
        {
          "a": [],
          "b": [
            "x",
            {}
          ]
        }
        """)
  }

  @Test(arguments: [
    ("\"\\/", #""\"\\/""#),
    ("a\n\r\t\u{8}\u{1B}[31m", #""a\n\r\t\u0008\u001b[31m""#),
    ("\u{7F}\u{9B}\u{2028}\u{2029}", #""\u007f\u009b\u2028\u2029""#),
    ("\u{202E}\u{2066}\u{200F}\u{200B}\u{FEFF}\u{AD}", #""\u202e\u2066\u200f\u200b\ufeff\u00ad""#),
    ("\u{E0041}", #""\udb40\udc41""#),
    ("夜视 ❤️ 👨‍👩‍👧", "\"夜视 ❤️ 👨‍👩‍👧\""),
  ])
  func `what a terminal would act on is escaped`(text: String, json: String) throws {
    #expect(JSONValue.string(text).text() == json)
    let readAgain = try read(json).string
    #expect(readAgain.map { Array($0.utf8) } == Array(text.utf8))
  }
}

@Suite struct `Places in a file` {
  @Test(arguments: [
    (0, 1, 1), (1, 1, 2), (3, 1, 3), (4, 1, 4), (5, 2, 1), (7, 2, 3), (8, 3, 1), (11, 3, 2),
    (14, 3, 3), (99, 3, 3), (-1, 1, 1),
  ])
  func `lines and columns begin at 1 and columns count scalars`(
    offset: Int, line: Int, column: Int
  ) {
    let lines = SourceLines(Array("aé\r\nbc\n日本".utf8))
    #expect(lines.position(at: offset) == SourcePosition(line: line, column: column))
  }

  @Test func `a byte order mark has no column`() {
    let lines = SourceLines(Array("\u{FEFF}ab".utf8))
    #expect(lines.position(at: 3) == SourcePosition(line: 1, column: 1))
    #expect(lines.position(at: 4) == SourcePosition(line: 1, column: 2))
  }

  @Test func `columns are right far into one long line`() {
    let lines = SourceLines(Array(("x\n" + String(repeating: "é", count: 5_000)).utf8))
    for scalar in [0, 511, 512, 1_500, 4_999, 5_000] {
      #expect(lines.position(at: 2 + scalar * 2) == SourcePosition(line: 2, column: scalar + 1))
    }
  }

  @Test func `an empty file has a first place`() {
    #expect(SourceLines([]).position(at: 0) == SourcePosition(line: 1, column: 1))
  }
}
