package import Text

/// What became of a scenario: each expectation, in the order of play.
package struct ScenarioReport: Sendable, Hashable {
  package var name: String
  package var outcomes: [Outcome]
  /// The names of the screens that were kept.
  package var shots: [String]

  package init(name: String, outcomes: [Outcome] = [], shots: [String] = []) {
    self.name = name
    self.outcomes = outcomes
    self.shots = shots
  }

  package var isMet: Bool { outcomes.allSatisfy(\.isMet) }

  /// An expectation, or another step that could not be done.
  package struct Outcome: Sendable, Hashable {
    /// 1-based.
    package var line: Int
    /// The line as written: not safe to print.
    package var text: String
    package var isMet: Bool
    /// What was there instead, not safe to print; nil when it was met.
    package var found: String?
    /// The whole screen, where one was looked at and the expectation was not met.
    package var screen: String?

    package init(
      line: Int, text: String, isMet: Bool, found: String? = nil, screen: String? = nil
    ) {
      self.line = line
      self.text = text
      self.isMet = isMet
      self.found = found
      self.screen = screen
    }
  }

  /// The report for people, safe to print: one line, and every expectation that is not met.
  package var text: String {
    var lines = [
      "\(isMet ? "ok" : "NO")  \(SafeText.line(name))  \(metCount) of \(outcomes.count) met"
    ]
    for outcome in outcomes where !outcome.isMet {
      lines.append("    line \(outcome.line): \(SafeText.line(outcome.text))")
      lines += Self.rows(of: outcome.found).map { "      \($0)" }
      lines += Self.rows(of: outcome.screen).map { $0.isEmpty ? "      |" : "      | \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  /// The report for programs; `file` is the script's path as it was given.
  package func json(file: String) -> JSONValue {
    [
      "file": .string(file), "met": .bool(isMet), "expectations": .list(outcomes.map(\.json)),
      "shots": .list(shots.map(JSONValue.string)),
    ]
  }

  private var metCount: Int { outcomes.count { $0.isMet } }

  private static func rows(of text: String?) -> [String] {
    guard let text else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map {
      SafeText.line(String($0))
    }
  }
}

extension ScenarioReport.Outcome {
  fileprivate var json: JSONValue {
    [
      "line": JSONValue(line), "text": .string(text), "met": .bool(isMet),
      "found": JSONValue(found), "screen": JSONValue(screen),
    ]
  }
}
