import Screens
import Text

/// `storefront config`: the configuration in force, with the origin of every value.
struct ConfigCommand {
  private let configuration: Configuration
  private let isJSON: Bool
  private let showsPaths: Bool

  init(_ configuration: Configuration, _ arguments: Arguments) throws(UsageError) {
    if let word = arguments.operands.first {
      throw .operands(.config, "\"\(word)\" is one word too many.")
    }
    self.configuration = configuration
    isJSON = arguments.has("--json")
    showsPaths = arguments.has("--paths")
  }

  /// Prints it; returns 1 when something in the files is wrong.
  func run() -> Int32 {
    if isJSON {
      Output.write(configuration.json.text(indented: true) + "\n")
    } else {
      Output.write(showsPaths ? configuration.pathsText : configuration.fileText)
    }
    return configuration.findings.isEmpty ? 0 : 1
  }
}

extension Configuration {
  /// A configuration file that says what is in force, with the origins as comments.
  fileprivate var fileText: String {
    var lines: [(text: String, comment: String)] = keyLines
    for member in ConfigurationMember.allCases where member != .keys {
      let setting = self[member]
      let isOpen = setting.value == .null
      lines.append(
        (
          text: "  \"\(member.rawValue)\": \(setting.value.text()),",
          comment: setting.origin.text + (isOpen ? ": \(member.row.standard)" : "")
        ))
    }
    let width = min(40, lines.map { Cells.width($0.text) }.max() ?? 0)
    let body = lines.map { text, comment in
      comment.isEmpty
        ? text
        : Cells.fitted(text, columns: max(width, Cells.width(text))) + "  // "
          + SafeText.line(comment)
    }
    let end = findings.map { "// \(SafeText.line($0.text))" }
    return (["{"] + body + ["}"] + end).joined(separator: "\n") + "\n"
  }

  private var keyLines: [(text: String, comment: String)] {
    guard !keyChanges.isEmpty else {
      return [("  \"keys\": {},", "built in: \(ConfigurationMember.keys.row.standard)")]
    }
    let changes = keyChanges.map { change in
      let keys = JSONValue.list(change.keys.map { .string($0.scriptName) }).text()
      return ("    \(JSONValue.string(change.action).text()): \(keys),", change.origin.text)
    }
    return [("  \"keys\": {", "")] + changes + [("  },", "")]
  }

  /// The files that were looked for, one a line, the nearest first.
  fileprivate var pathsText: String {
    guard !files.isEmpty else { return "No file is read: --no-config or STOREFRONT_NO_CONFIG.\n" }
    return files.reversed().map { file in
      SafeText.line("\(file.path)  \(file.state.rawValue)") + "\n"
    }.joined() + findings.map { SafeText.line($0.text) + "\n" }.joined()
  }

  /// The object of `config --json`, schema 1; `configuration` in it is a file that says the same.
  fileprivate var json: JSONValue {
    let members = ConfigurationMember.allCases.filter { $0 != .keys }
    let keys = JSONValue.pairs(
      keyChanges.map { change in
        (change.action, .list(change.keys.map { .string($0.scriptName) }))
      })
    return [
      "schema": 1,
      "configuration": .pairs(
        [("keys", keys)] + members.map { ($0.rawValue, self[$0].value) }),
      "origins": .pairs(
        keyChanges.map { ("keys.\($0.action)", .string($0.origin.text)) }
          + members.map { ($0.rawValue, .string(self[$0].origin.text)) }),
      "files": .list(
        files.reversed().map { file in
          ["path": .string(file.path), "state": .string(file.state.rawValue)]
        }),
      "findings": .list(findings.map(\.json)),
    ]
  }
}

extension ConfigurationFinding {
  fileprivate var json: JSONValue {
    [
      "file": .string(file), "line": JSONValue(place?.line), "column": JSONValue(place?.column),
      "message": .string(message),
    ]
  }
}
