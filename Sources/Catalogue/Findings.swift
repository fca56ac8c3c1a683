import StoreModel
import Text

/// Where in the file something stands: for people and for programs.
struct Place {
  var path: String
  var offset: Int
}

/// What one reading finds, collected while it goes on.
///
/// A class, so that every object of the file that is being read writes into the same one.
final class Findings {
  private var found: [(diagnostic: Diagnostic, offset: Int)] = []
  private var suggestions: [String: String?] = [:]

  func add(
    _ severity: Diagnostic.Severity, _ code: String, _ place: Place, _ message: String
  ) {
    found.append((Diagnostic(severity, code, path: place.path, message), place.offset))
  }

  /// The nearest of `words`, looked up once for each wrong word.
  func suggestion(for word: String, among words: Set<String>) -> String? {
    if let known = suggestions[word] { return known }
    let nearest = Nearest.word(to: word, among: words.sorted())
    suggestions[word] = nearest
    return nearest
  }

  /// Everything found, in the order of the file and with lines and columns.
  func diagnostics(in bytes: [UInt8]) -> [Diagnostic] {
    guard !found.isEmpty else { return [] }
    let lines = SourceLines(bytes)
    return found.enumerated()
      .sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map { _, finding in
        var diagnostic = finding.diagnostic
        let position = lines.position(at: finding.offset)
        diagnostic.line = position.line
        diagnostic.column = position.column
        return diagnostic
      }
  }
}
