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

  /// The report for people: one line when all is met, else every expectation that is not.
  package var text: String {
    let met = outcomes.count { $0.isMet }
    let verdict = isMet ? "ok " : "NO "
    var lines = ["\(verdict) \(name)  \(met) of \(outcomes.count) met"]
    for outcome in outcomes where !outcome.isMet {
      lines.append("    line \(outcome.line): \(outcome.text)")
      for line in (outcome.found ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
        lines.append("      \(line)")
      }
      for row in (outcome.screen ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      where outcome.screen != nil {
        lines.append(row.isEmpty ? "      |" : "      | \(row)")
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension ScenarioReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case name
    case isMet = "met"
    case outcomes = "expectations"
    case shots
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(isMet, forKey: .isMet)
    try container.encode(outcomes, forKey: .outcomes)
    try container.encode(shots, forKey: .shots)
  }
}

extension ScenarioReport.Outcome: Encodable {
  private enum CodingKeys: String, CodingKey {
    case line, text, found, screen
    case isMet = "met"
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(line, forKey: .line)
    try container.encode(text, forKey: .text)
    try container.encode(isMet, forKey: .isMet)
    try container.encode(found, forKey: .found)
    try container.encode(screen, forKey: .screen)
  }
}
