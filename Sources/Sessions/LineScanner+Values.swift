import Text

extension LineError {
  static func notPlayed(_ what: String, at column: Int) -> LineError {
    LineError(
      "not-played-yet", at: column, "\(what) is not played yet. Take the line out to play the rest."
    )
  }

  /// A word that none of `words` is, with the nearest of them, or all where none is near.
  static func unknown(_ word: String, _ kind: String, among words: [String], at column: Int)
    -> LineError
  {
    guard !word.isEmpty else {
      return LineError("missing-value", at: column, "Here a \(kind) is missing. \(all(words))")
    }
    let advice = Nearest.word(to: word, among: words).map { "Did you mean \($0)?" } ?? all(words)
    return LineError("unknown-word", at: column, "\"\(word)\" is no \(kind). \(advice)")
  }

  private static func all(_ words: [String]) -> String {
    let shown = words.count > 20 ? words.prefix(15) + ["…"] : words[...]
    return "There are \(shown.joined(separator: ", "))."
  }
}

extension LineScanner {
  /// A word, or a text in quotes, that is not empty.
  mutating func value(of directive: String, wanted: String) throws(LineError)
    -> String
  {
    let column = column
    let value = isAtQuote ? try quoted() : word()
    guard !value.isEmpty else {
      throw LineError("missing-value", at: column, "\(directive) needs \(wanted).")
    }
    return value
  }

  /// A text in quotes.
  mutating func text(of directive: String) throws(LineError) -> String {
    let column = column
    guard isAtQuote else {
      let example = isAtEnd ? "…" : word()
      throw LineError(
        "missing-value", at: column, "\(directive) needs a text in quotes: \"\(example)\".")
    }
    return try quoted()
  }

  /// How often: `x3`; nil when the line ends here.
  mutating func count() throws(LineError) -> Int? {
    guard !isAtEnd else { return nil }
    let column = column
    let text = word()
    guard text.hasPrefix("x"), let count = Int(text.dropFirst()), (1...1000).contains(count) else {
      throw LineError("wrong-value", at: column, "\"\(text)\" is no count. Write x1 to x1000.")
    }
    return count
  }
}
