import StoreModel
import Text

/// Where in the file something stands: for people and for programs.
struct Place {
  var path: Path
  var offset: Int
}

/// A JSON path such as `$.products[2]`, spelled out only where a finding needs it.
indirect enum Path {
  case root
  case key(Path, String)
  case index(Path, Int)

  var text: String {
    switch self {
    case .root: "$"
    case .index(let path, let index): "\(path.text)[\(index)]"
    case .key(let path, let key):
      Self.isPlain(key) ? "\(path.text).\(key)" : "\(path.text)['\(key)']"
    }
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty
      && key.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || $0 == 0x5F
      }
  }
}

/// What one reading finds, collected while it goes on.
///
/// A class, so that every object of the file that is being read writes into the same one.
final class Findings {
  private var found: [(diagnostic: Diagnostic, offset: Int)] = []
  private var suggestions: [String: String?] = [:]

  func add(
    _ severity: Diagnostic.Severity, _ code: String, _ place: Place, _ message: Sentence
  ) {
    found.append((Diagnostic(severity, code, path: place.path.text, message), place.offset))
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
