import Screens
import StoreModel
import Text

/// The texts of `--help`, made from the tables of commands and options; no line over 80 columns.
enum Help {
  static let version = "0.1.0"

  static func text(for command: Command) -> String {
    var lines: [String] = []
    let word = command == .shop ? "" : "\(command.rawValue) "
    let operands = command.operands.isEmpty ? "" : "\(command.operands) "
    lines.append("Usage: storefront \(word)\(operands)[OPTION...]")
    lines += wrapped(command.summary, indent: "")
    if command == .shop || command == .help {
      lines.append("")
      lines.append("Commands:")
      for other in Command.allCases where other != .shop {
        lines += entry(other.rawValue, other.summary, width: 11)
      }
      lines += wrapped(
        "CATALOGUE is a .storekit file or folder, a productIDs.plist or a JSON catalogue;"
          + " without one the built-in demo opens.", indent: "")
    }
    lines.append("")
    lines.append("Options:")
    for option in Option.all where option.commands.contains(command) {
      let name = option.value.map { "\(option.name) \($0)" } ?? option.name
      lines += entry(name, option.help, width: 24)
    }
    if command == .config { lines += members }
    if command == .store { lines += verbs }
    lines.append("")
    lines += wrapped("Exit: \(command.exits).", indent: "")
    lines.append("")
    if command == .shop {
      lines += wrapped(
        "Keys in the shop: ? shows them, \"storefront help keys\" prints them.", indent: "")
      lines.append("")
    }
    lines.append("Examples:")
    lines += command.examples.map { "  \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The key map as `help keys` prints it: keys, what they do, and the action's name.
  static func keys(_ keyMap: KeyMap, _ words: Words) -> String {
    let rows = KeyTable(keyMap, words).rows
    let keys = rows.map { Cells.width($0.keys) }.max() ?? 0
    let texts = rows.map { Cells.width($0.text) }.max() ?? 0
    var lines = rows.map { row in
      "  " + Cells.fitted(row.keys, columns: keys, alignment: .leading) + "  "
        + Cells.fitted(row.text, columns: texts, alignment: .leading) + "  " + row.name
    }
    lines.append("")
    lines += wrapped(
      "The last column is the name that the palette (:) finds and that \"keys\" of the"
        + " configuration changes: storefront config --help.", indent: "")
    return lines.joined(separator: "\n") + "\n"
  }

  /// What a tester can do to the store.
  private static var verbs: [String] {
    ["", "Verbs; an ID is a transaction's, or a product's for its newest one:"]
      + StoreControl.verbs.flatMap { verb -> [String] in
        let isLong = verb.arguments.count > 50
        let choices = verb.arguments.split(separator: "|").joined(separator: ", ")
        return entry(
          "\(verb.name) \(isLong ? "NAME" : verb.arguments)",
          verb.explanation.text + (isLong ? ": \(choices)" : ""), width: 32)
      }
  }

  /// The members of a configuration file, and where it lies.
  private static var members: [String] {
    var lines = ["", "Members of the configuration:"]
    for member in ConfigurationMember.allCases {
      lines += entry(
        "\(member.rawValue) \(member.takes)", "\(member.row.help) (\(member.row.standard))",
        width: 32)
    }
    lines.append("")
    return lines
      + wrapped(
        "They stand in ./.storefront.json or $XDG_CONFIG_HOME/storefront/config.json (by default"
          + " ~/.config): JSON, with // and /* */ comments and trailing commas. The nearer file"
          + " wins, an option wins over both, a file over the environment. KEYS is a key or a list"
          + " of keys: \"b\", [\"F1\", \"Ctrl-L\", \"Space\"]; with [] the action is left to the"
          + " palette. ACTION is one of \(KeyMap.actionNames.joined(separator: ", ")).", indent: "")
  }

  private static func entry(_ name: String, _ help: String, width: Int) -> [String] {
    let indent = String(repeating: " ", count: width + 2)
    var lines = wrapped(help, indent: indent)
    let head = "  " + name
    if head.count + 1 <= width + 2, let first = lines.first {
      lines[0] = head + first.dropFirst(head.count)
    } else {
      lines.insert(head, at: 0)
    }
    return lines
  }

  private static func wrapped(_ text: String, indent: String) -> [String] {
    var lines: [String] = []
    var line = indent
    for word in text.split(separator: " ") {
      let isEmpty = line.count == indent.count
      if !isEmpty, line.count + 1 + word.count > 79 {
        lines.append(line)
        line = indent + word
      } else {
        line += (isEmpty ? "" : " ") + word
      }
    }
    return lines + [line]
  }
}
