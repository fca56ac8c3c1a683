package import StoreModel
import Text

/// The interface's own words in one language, found by id.
///
/// The words are a flat JSON object from id to text. A text may hold placeholders in braces; an id
/// that ends in `One` is the singular of the id without it and is used when the argument `n` is 1.
/// An id that is not there is shown as `[id]`, so that it is seen and not missed. A placeholder such
/// as `{key:buy}` is the key of an action.
///
/// A `Sentence` is said as the second object translates it, and in English where it does not.
package struct Words: Sendable {
  private let texts: [String: String]
  private let sentences: [String: String]
  /// Whose keys the texts name.
  var keyMap = KeyMap.standard
  /// Whether they name an action and not its key, where lines are typed.
  var saysNames = false

  /// Reads the words; bytes that are no such object give an empty collection.
  ///
  /// - Parameters:
  ///   - json: the words by id.
  ///   - sentences: the translations of sentences by their English; none for English itself.
  package init(json: [UInt8], sentences: [UInt8] = []) {
    texts = Self.texts(in: json)
    self.sentences = sentences.isEmpty ? [:] : Self.texts(in: sentences)
  }

  private static func texts(in json: [UInt8]) -> [String: String] {
    let members = (try? JSONReader.read(json, strict: false))?.members ?? []
    return Dictionary(
      members.compactMap { member in member.node.string.map { (member.key, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The sentence in this language; it may quote the outside: not safe to print.
  package func text(of sentence: Sentence) -> String { sentence.text(in: sentences) }

  package subscript(id: String) -> String { self[id, [:]] }

  /// The text of `id` with its placeholders filled.
  package subscript(id: String, arguments: [String: String]) -> String {
    let isOne = arguments["n"] == "1"
    guard let text = (isOne ? texts[id + "One"] : nil) ?? texts[id] else { return "[\(id)]" }
    return filled(text, with: arguments)
  }

  /// The text of `id`, or `other` where there is none: for words that come from outside.
  package func text(_ id: String, or other: String) -> String { texts[id] ?? other }

  private func filled(_ text: String, with arguments: [String: String]) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      guard let close = rest[open...].firstIndex(of: "}") else { break }
      let name = String(rest[rest.index(after: open)..<close])
      result += arguments[name] ?? key(named: name) ?? "{\(name)}"
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  /// What does an action: its key, or its name where it has none or lines are typed.
  func call(_ action: Action) -> String {
    if saysNames { return action.rawValue }
    return keyMap.key(for: action)?.label ?? ":\(action.rawValue)"
  }

  /// What calls the action that `key:undo` names; a name is quoted, since it stands in a sentence.
  private func key(named placeholder: String) -> String? {
    guard placeholder.hasPrefix("key:"),
      let action = Action(rawValue: String(placeholder.dropFirst(4)))
    else { return nil }
    return saysNames ? "\"\(action.rawValue)\"" : call(action)
  }
}
