import StoreModel
import Testing
import Text

@Suite struct `Reading JSON with comments` {
  @Test(
    arguments: [
      ("// a\n1", JSONValue.number("1")), ("1 // no end", 1), ("/* a */1/**/", 1),
      ("/* a * / \n */ \"x\"", "x"), ("/*/ still */true", true),
      (#""// no /* comment */ here""#, "// no /* comment */ here"),
      (#""a\"// b\\" // c"#, "a\"// b\\"), ("[1, 2,]", [1, 2]), ("[1, /* two */ ] // end", [1]),
      ("{\"a\": \",]\",\n// last\n}", ["a": ",]"]), ("[[1,],{},]", .list([[1], .pairs([])])),
      ("\u{FEFF}// é\r\n1", 1),
    ] as [(String, JSONValue)])
  func `comments and trailing commas are left out`(text: String, value: JSONValue) throws {
    let read = try JSONReader.read(commented: Array(text.utf8)).value
    #expect(read.text() == value.text())
  }

  @Test(arguments: [
    ("[1,,]", 3, "expected a value"), ("[,]", 1, "expected a value"),
    ("{,}", 1, "expected a key in double quotes"), ("1 /* a", 2, "this comment has no closing */"),
    ("1 /*/", 2, "this comment has no closing */"),
    ("1 / 2", 2, "expected nothing more after the value"),
    ("tr/**/ue", 0, "expected a value; did you mean true?"),
    ("// é", 5, "there is nothing to read"),
    ("{\"a\":,}", 5, "expected a value"),
    (
      "\"a\n// b\"", 2,
      "a line break, a tab or another control character stands inside a string; is its closing"
        + " quote missing?"
    ),
    ("\"a", 0, "this string has no closing quote"),
    ("\"a\\", 3, "the text ends too early: expected an escape"),
  ])
  func `what is wrong is told with its place in the file`(
    text: String, offset: Int, message: String
  ) {
    let error = #expect(throws: JSONError.self) {
      try JSONReader.read(commented: Array(text.utf8))
    }
    #expect(error?.offset == offset)
    #expect(error?.message.text == message)
  }

  @Test func `every value has its own place`() throws {
    let text = "{ // é\n  \"a\": /* b */ 1,\n}"
    let bytes = Array(text.utf8)
    let node = try JSONReader.read(commented: bytes)
    let place = SourceLines(bytes).position(at: try #require(node["a"]).offset)
    #expect(place == SourcePosition(line: 2, column: 16))
  }

  @Test func `without comments a slash is what it was`() {
    #expect(throws: JSONError.self) { try JSONReader.read(Array("1 // a".utf8), strict: false) }
    #expect(throws: JSONError.self) { try JSONReader.read(Array("[1,]".utf8), strict: false) }
  }
}
