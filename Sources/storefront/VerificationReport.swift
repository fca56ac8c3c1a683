import Screens
import StoreModel
import Text

/// A judged proof as `verify` prints it for people: verdict first, then checks, then facts.
struct VerificationReport {
  private let file: String
  private let verification: Verification
  private let words: Words

  init(file: String, _ verification: Verification, _ words: Words) {
    self.file = file
    self.verification = verification
    self.words = words
  }

  var text: String {
    ([SafeText.line(file)] + lines(verification, indent: "  ")).joined(separator: "\n") + "\n"
  }

  private func lines(_ verification: Verification, indent: String) -> [String] {
    var lines = ["\(indent)\(words["verdict.\(verification.verdict.rawValue)"])"]
    lines.append(
      "\(indent)\(verification.kind), \(verification.code), \(words.trust(of: verification))"
    )
    for check in verification.checks {
      let mark = Cells.fitted(check.result.mark, columns: 4, alignment: .leading)
      let name = Cells.fitted(
        words.text("check.\(check.id)", or: check.id), columns: 28, alignment: .leading)
      lines.append("\(indent)\(mark) \(name) \(SafeText.line(words.text(of: check.detail)))")
    }
    for fact in verification.facts {
      lines.append("\(indent)     \(SafeText.line(fact.name)): \(fact.text)")
    }
    for part in verification.parts {
      lines += self.lines(part, indent: indent + "    ")
    }
    return lines
  }
}

extension Verification {
  /// The object of `verify --json`, schema 1.
  func json(file: String?) -> JSONValue {
    let file: [(String, JSONValue)] = file.map { [("file", .string($0))] } ?? []
    let judged: [(String, JSONValue)] = [
      ("schema", 1),
      ("kind", .string(kind)),
      ("verdict", .string(verdict.rawValue)),
      ("code", .string(code)),
      ("trust", .string(trust.rawValue)),
      ("environment", JSONValue(environment)),
      ("checks", .list(checks.map(\.json))),
      ("facts", .pairs(facts.map { ($0.name, $0.value.json) })),
      ("parts", .list(parts.map { $0.json(file: nil) })),
    ]
    return .pairs(file + judged)
  }
}

extension Verification.Check {
  fileprivate var json: JSONValue {
    ["id": .string(id), "result": .string(result.rawValue), "detail": .string(detail.text)]
  }
}

extension Verification.Fact.Value {
  /// The value as it stood in the proof.
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let digits): JSONValue(digits)
    case .bool(let flag): .bool(flag)
    case .null: .null
    case .json(let text):
      (try? JSONReader.read(Array(text.utf8), strict: false))?.value ?? .string(text)
    }
  }
}
