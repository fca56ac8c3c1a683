/// What is wrong in one line, and at which column.
struct LineError: Error, Hashable {
  var code: String
  /// 1-based, in Unicode scalars.
  var column: Int
  var message: String

  init(_ code: String, at column: Int, _ message: String) {
    self.code = code
    self.column = column
    self.message = message
  }
}

/// Takes a line of a scenario apart: words, texts in quotes and patterns between slashes.
struct LineScanner {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ line: some StringProtocol) {
    scalars = Array(line.unicodeScalars)
    skipBlanks()
  }

  /// 1-based, in Unicode scalars.
  var column: Int { index + 1 }

  /// Whether nothing but a comment follows.
  var isAtEnd: Bool { index == scalars.count || scalars[index] == "#" }

  var isAtQuote: Bool { index < scalars.count && scalars[index] == "\"" }
  var isAtSlash: Bool { index < scalars.count && scalars[index] == "/" }

  /// What was taken so far, without the blanks around it.
  var taken: String {
    let part = scalars[..<index].drop(while: Self.isBlank)
    let end = part.lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? part.startIndex
    return Self.string(part[..<end])
  }

  /// Everything up to the next blank; empty at the end.
  mutating func word() -> String {
    guard !isAtEnd else { return "" }
    let start = index
    while index < scalars.count, !Self.isBlank(scalars[index]) { index += 1 }
    defer { skipBlanks() }
    return Self.string(scalars[start..<index])
  }

  /// A text between quotes, with its escapes resolved.
  mutating func quoted() throws(LineError) -> String {
    let start = column
    index += 1
    var text = String.UnicodeScalarView()
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case "\"":
        try endToken(after: "text")
        return String(text)
      case "\\":
        text.append(try escape())
      default:
        text.append(scalar)
      }
    }
    throw LineError("open-text", at: start, "The text has no closing quote (\").")
  }

  /// The scalar that a backslash and what follows stand for.
  private mutating func escape() throws(LineError) -> Unicode.Scalar {
    let start = index
    defer { index += 1 }
    guard index < scalars.count else {
      throw LineError("open-text", at: start, "The text ends in a backslash. Write \\\\ for one.")
    }
    switch scalars[index] {
    case "\"", "\\": return scalars[index]
    case "n": return "\n"
    case "t": return "\t"
    case "u":
      let digits = scalars[(index + 1)...].dropFirst().prefix { $0 != "}" }
      if index + 1 < scalars.count, scalars[index + 1] == "{", digits.endIndex < scalars.count,
        let value = UInt32(Self.string(digits), radix: 16), let scalar = Unicode.Scalar(value)
      {
        index = digits.endIndex
        return scalar
      }
    default: break
    }
    throw LineError(
      "unknown-escape", at: start,
      "\\\(scalars[index]) is no escape. There are \\\" \\\\ \\n \\t and \\u{1F600}.")
  }

  /// The source of a regular expression between slashes, checked.
  mutating func pattern() throws(LineError) -> String {
    let start = column
    index += 1
    let first = index
    while index < scalars.count, scalars[index] != "/" {
      index += scalars[index] == "\\" ? 2 : 1
    }
    guard index < scalars.count else {
      throw LineError(
        "open-pattern", at: start, "The pattern has no closing slash. Write \\/ for one inside.")
    }
    let source = Self.string(scalars[first..<index])
    index += 1
    guard !source.isEmpty else {
      throw LineError("empty-pattern", at: start, "An empty pattern is met by every screen.")
    }
    do {
      _ = try Regex(source)
    } catch {
      throw LineError(
        "wrong-pattern", at: start + 1 + Self.offset(of: error, in: source),
        "The pattern cannot be read: \(error).")
    }
    try endToken(after: "pattern")
    return source
  }

  /// How many scalars of `source` stand before the place that `error` complains of.
  ///
  /// The compiler of patterns keeps the place in a type of its own; where that changes, it is the
  /// start of the pattern.
  private static func offset(of error: any Error, in source: String) -> Int {
    let place = Mirror(reflecting: error).descendant("location", "range") as? Range<String.Index>
    guard let index = place?.lowerBound, index <= source.endIndex else { return 0 }
    return source.unicodeScalars.distance(from: source.startIndex, to: index)
  }

  private mutating func endToken(after what: String) throws(LineError) {
    guard index == scalars.count || Self.isBlank(scalars[index]) else {
      throw LineError("no-blank", at: column, "A blank is missing after the \(what).")
    }
    skipBlanks()
  }

  private mutating func skipBlanks() {
    while index < scalars.count, Self.isBlank(scalars[index]) { index += 1 }
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
