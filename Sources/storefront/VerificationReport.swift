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
      "\(indent)\(verification.kind), \(verification.code), \(words["trust.\(trust(verification))"])"
    )
    for check in verification.checks {
      let mark = Cells.fitted(mark(check.result), columns: 4, alignment: .leading)
      let name = Cells.fitted(
        words.text("check.\(check.id)", or: check.id), columns: 28, alignment: .leading)
      lines.append("\(indent)\(mark) \(name) \(SafeText.line(check.detail))")
    }
    for fact in verification.facts {
      lines.append("\(indent)     \(SafeText.line(fact.name)): \(text(of: fact))")
    }
    for part in verification.parts {
      lines += self.lines(part, indent: indent + "    ")
    }
    return lines
  }

  private func mark(_ result: Verification.Check.Result) -> String {
    switch result {
    case .pass: "ok"
    case .fail: "NO"
    case .skipped: "-"
    }
  }

  /// What a verdict rests on: who signed, or why nobody is believed to have.
  private func trust(_ verification: Verification) -> String {
    switch verification.verdict {
    case .valid, .local: verification.trust.rawValue
    case .invalid, .inconclusive, .unreadable: verification.verdict.rawValue
    }
  }

  private func text(of fact: Verification.Fact) -> String {
    switch fact.value {
    case .text(let text), .json(let text): SafeText.line(text)
    case .number(let digits): fact.date.map { "\(Moment($0).full)  (\(digits))" } ?? digits
    case .bool(let flag): "\(flag)"
    case .null: "null"
    }
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
    ["id": .string(id), "result": .string(result.rawValue), "detail": .string(detail)]
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
