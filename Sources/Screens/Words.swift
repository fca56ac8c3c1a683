import Text

/// The interface's own words in one language, found by id.
///
/// The words are a flat JSON object from id to text. A text may hold placeholders in braces; an id
/// that ends in `One` is the singular of the id without it and is used when the argument `n` is 1.
/// An id that is not there is shown as `[id]`, so that it is seen and not missed.
package struct Words: Sendable {
  private let texts: [String: String]

  /// Reads the words; bytes that are no such object give an empty collection.
  package init(json: [UInt8]) {
    let members = (try? JSONReader.read(json, strict: false))?.members ?? []
    texts = Dictionary(
      members.compactMap { member in member.node.string.map { (member.key, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  package subscript(id: String) -> String { texts[id] ?? "[\(id)]" }

  /// The text of `id` with its placeholders filled.
  package subscript(id: String, arguments: [String: String]) -> String {
    let isOne = arguments["n"] == "1"
    guard let text = (isOne ? texts[id + "One"] : nil) ?? texts[id] else { return "[\(id)]" }
    return Self.filled(text, with: arguments)
  }

  /// The text of `id`, or `other` where there is none: for words that come from outside.
  package func text(_ id: String, or other: String) -> String { texts[id] ?? other }

  private static func filled(_ text: String, with arguments: [String: String]) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      guard let close = rest[open...].firstIndex(of: "}") else { break }
      let name = String(rest[rest.index(after: open)..<close])
      result += arguments[name] ?? "{\(name)}"
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
