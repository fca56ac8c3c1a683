import FoundationEssentials
import Text

/// The command line, understood: which command, its operands, and every option's value.
struct Arguments {
  var command: Command
  var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// Reads the words after the program's name.
  ///
  /// Whether a path `exists` tells a catalogue from a misspelt command.
  ///
  /// - Throws: `UsageError` that names the nearest right word.
  init(_ words: [String], exists: (String) -> Bool) throws(UsageError) {
    var rest = words[...]
    command = .shop
    if let first = rest.first, !first.hasPrefix("-") {
      if let named = Command(rawValue: first), named != .shop {
        command = named
        rest = rest.dropFirst()
      } else if !exists(first), !first.contains("/"), !first.contains(".") {
        throw .unknown("command", first, nearest: Nearest.word(to: first, among: Command.words))
      }
    }
    var onlyOperands = false
    while let word = rest.popFirst() {
      if onlyOperands || word == "-" || !word.hasPrefix("-") {
        operands.append(word)
      } else if word == "--" {
        onlyOperands = true
      } else {
        try take(option: word, from: &rest)
      }
    }
  }

  private mutating func take(
    option word: String, from rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0] == "-h" ? "--help" : String(parts[0])
    let known = Option.all + [Option.script]
    guard let option = known.first(where: { $0.name == name }) else {
      let names = Option.all.filter { $0.commands.contains(command) }.map(\.name)
      throw .unknown("option", name, nearest: Nearest.word(to: name, among: names))
    }
    guard option.commands.contains(command) else { throw .misplaced(name, command) }
    if option.value == nil {
      guard parts.count == 1 else { throw .needless(name) }
      values[name, default: []].append("")
    } else if parts.count == 2 {
      values[name, default: []].append(String(parts[1]))
    } else if let value = rest.popFirst() {
      values[name, default: []].append(value)
    } else {
      throw .missingValue(name, option.value ?? "")
    }
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  /// The last value given, which wins.
  func value(_ name: String) -> String? { values[name]?.last }

  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// A time in RFC 3339, such as `2026-03-01T09:00:00Z`.
  func time(_ name: String) throws(UsageError) -> Date? {
    guard let text = value(name) else { return nil }
    guard let date = try? Date(text, strategy: .iso8601) else {
      throw .badValue(name, text, wanted: "a time such as 2026-03-01T09:00:00Z")
    }
    return date
  }

  func number(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .badValue(
        name, text, wanted: "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

/// A command line that cannot be followed, with the way out.
enum UsageError: Error {
  case unknown(String, String, nearest: String?)
  case misplaced(String, Command)
  case needless(String)
  case missingValue(String, String)
  case badValue(String, String, wanted: String)
  case operands(Command, String)

  /// A full sentence or two; quotes the user's own words, so not yet safe to print.
  var message: String {
    switch self {
    case .unknown(let kind, let word, let nearest):
      "unknown \(kind) \"\(word)\". "
        + (nearest.map { "Did you mean \"\($0)\"?" } ?? "\"storefront --help\" lists them.")
    case .misplaced(let name, let command):
      "\(name) is not an option of \(command == .shop ? "the shop" : "\"\(command.rawValue)\"")."
        + " \"storefront \(command == .shop ? "" : command.rawValue + " ")--help\" lists those."
    case .needless(let name): "\(name) takes no value. Leave out what follows the \"=\"."
    case .missingValue(let name, let value): "\(name) needs a value. Write \(name) \(value)."
    case .badValue(let name, let text, let wanted):
      "\(name) cannot be \"\(text)\". Give \(wanted)."
    case .operands(let command, let problem):
      "\(problem) Write: storefront \(command.rawValue)"
        + (command.operands.isEmpty ? "." : " \(command.operands).")
    }
  }
}
