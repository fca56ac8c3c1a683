import FoundationEssentials
import Glibc
import Screens
import StoreModel
import Text

/// The configuration in force: what options, files and environment say, the nearer over the farther.
///
/// An option wins over `./.storefront.json`, that over `$XDG_CONFIG_HOME/storefront/config.json`,
/// that over the environment, and all of them over what is built in. A wrong member is a finding and
/// otherwise as if it were not there, so that no file keeps the shop from opening.
struct Configuration: Sendable {
  /// Where a value comes from.
  enum Origin: Sendable, Hashable {
    case builtIn
    case environment(String)
    /// A place in a file, such as `.storefront.json:3:5`.
    case file(String)
    case option(String)

    var text: String {
      switch self {
      case .builtIn: "built in"
      case .environment(let name): "environment \(name)"
      case .file(let place): place
      case .option(let name): "option \(name)"
      }
    }
  }

  struct Setting: Sendable, Hashable {
    var value: JSONValue
    var origin: Origin
  }

  /// Other keys for one action.
  struct KeyChange: Sendable, Hashable {
    var action: String
    var keys: [Key]
    var file: String
    var place: SourcePosition

    var origin: Origin { .file("\(file):\(place.line):\(place.column)") }
  }

  /// The files that were looked for, the farther first; none where configuration is off.
  private(set) var files: [ConfigurationFile] = []
  private(set) var keyChanges: [KeyChange] = []
  /// The keys with those changes.
  private(set) var keyMap = KeyMap.standard
  private(set) var findings: [ConfigurationFinding] = []
  private var settings: [ConfigurationMember: Setting] = [:]

  /// Takes everything together.
  ///
  /// - Parameters:
  ///   - arguments: its options win; `--no-config` leaves the files out, as STOREFRONT_NO_CONFIG does.
  ///   - environment: also says where the home folder's file is.
  ///   - readsFiles: false for commands that no file may change.
  /// - Throws: `UsageError` for an option's value that is none.
  init(
    _ arguments: Arguments, environment: [String: String], readsFiles: Bool = true
  ) throws(UsageError) {
    let isOff = arguments.has("--no-config") || environment.holds("STOREFRONT_NO_CONFIG")
    let files = readsFiles && !isOff ? Self.files(environment: environment) : []
    try self.init(files: files, arguments, environment: environment)
  }

  /// Takes together what these files say, the farther first.
  init(
    files: [ConfigurationFile], _ arguments: Arguments, environment: [String: String]
  ) throws(UsageError) {
    self.files = files
    for member in ConfigurationMember.allCases where member != .keys {
      settings[member] = Setting(value: member.row.builtIn, origin: .builtIn)
    }
    take(environment)
    for file in files { take(file) }
    makeKeyMap()
    for member in ConfigurationMember.allCases { try take(member, from: arguments) }
    if arguments.has("--no-color"), !arguments.has("--color") {
      settings[.color] = Setting(value: "never", origin: .option("--no-color"))
    }
  }

  /// Both files where they would be, read.
  private static func files(environment: [String: String]) -> [ConfigurationFile] {
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder =
      environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? home.map { "\($0)/.config" }
    var files: [ConfigurationFile] = []
    if let folder {
      let path = "\(folder)/storefront/config.json"
      let isInHome = home.map { path.hasPrefix("\($0)/") } ?? false
      let name = isInHome ? "~" + path.dropFirst(home?.count ?? 0) : path
      files.append(ConfigurationFile(path: path, name: name))
    }
    return files + [ConfigurationFile(path: ".storefront.json", name: ".storefront.json")]
  }

  private mutating func take(_ environment: [String: String]) {
    if environment.holds("NO_COLOR") {
      settings[.color] = Setting(value: "never", origin: .environment("NO_COLOR"))
    }
    if environment.holds("ACCESSIBLE"), environment["ACCESSIBLE"] != "0" {
      settings[.plain] = Setting(value: true, origin: .environment("ACCESSIBLE"))
    }
    let languages = ["LC_ALL", "LC_MESSAGES", "LANG"]
    if let variable = languages.first(where: environment.holds) {
      let isChinese = LocaleTag(environment[variable] ?? "").language == "zh"
      settings[.language] = Setting(
        value: isChinese ? "zh-Hans" : "en", origin: .environment(variable))
    }
  }

  private mutating func take(_ file: ConfigurationFile) {
    findings += file.findings
    for (member, entry) in file.members {
      let place = "\(file.name):\(entry.place.line):\(entry.place.column)"
      settings[member] = Setting(value: entry.value, origin: .file(place))
    }
    for change in file.keys {
      keyChanges.removeAll { $0.action == change.action }
      keyChanges.append(
        KeyChange(
          action: change.action, keys: change.keys, file: file.name, place: change.place))
    }
  }

  /// Makes the key map of all changes that go together; the others are findings.
  private mutating func makeKeyMap() {
    while !keyChanges.isEmpty {
      do {
        keyMap = try KeyMap(changing: keyChanges.map { ($0.action, $0.keys) })
        return
      } catch {
        let index =
          keyChanges.lastIndex { error.actions.contains($0.action) } ?? keyChanges.count - 1
        let change = keyChanges.remove(at: index)
        findings.append(
          ConfigurationFinding(file: change.file, place: change.place, message: error.advice))
      }
    }
  }

  private mutating func take(
    _ member: ConfigurationMember, from arguments: Arguments
  ) throws(UsageError) {
    guard let option = member.row.option, arguments.has(option) else { return }
    guard member.row.kind != .flag else {
      settings[member] = Setting(value: true, origin: .option(option))
      return
    }
    let text = arguments.value(option) ?? ""
    let isEveryLocale = member == .locale && text == "all" && arguments.command == .show
    guard let value = isEveryLocale ? .string(text) : member.value(.string(text)) else {
      throw .badValue(option, text, wanted: member.wanted(insteadOf: text))
    }
    settings[member] = Setting(value: value, origin: .option(option))
  }
}

extension Configuration {
  /// The value of a member in force; keys are `keyChanges`.
  subscript(member: ConfigurationMember) -> Setting {
    settings[member] ?? Setting(value: .null, origin: .builtIn)
  }

  /// The text of a member; nil where it has none.
  func text(_ member: ConfigurationMember) -> String? {
    if case .string(let text) = self[member].value { text } else { nil }
  }

  /// The flag of a member; nil where the terminal decides.
  func flag(_ member: ConfigurationMember) -> Bool? {
    if case .bool(let flag) = self[member].value { flag } else { nil }
  }

  func choice(_ member: ConfigurationMember) -> Choice {
    text(member).flatMap(Choice.init) ?? .auto
  }

  /// Says on standard error what was not understood.
  func complain() {
    for finding in findings { Output.complain(finding.text) }
  }

  var language: String { text(.language) ?? "en" }
}

extension KeyMapError {
  /// The actions that it is about, as the configuration names them.
  fileprivate var actions: [String] {
    switch self {
    case .unknownAction(let name, _): [name]
    case .usedTwice(_, let one, let other): [one, other]
    case .noWayOut: ["quit"]
    }
  }

  fileprivate var advice: String {
    switch self {
    case .unknownAction(let name, let nearest):
      "\"\(name)\" is no action. "
        + (nearest.map { "Did you mean \"\($0)\"?" }
          ?? "\"storefront config --help\" lists them.")
    case .usedTwice: "\(self) Choose another key, or change both."
    case .noWayOut: "\(self)"
    }
  }
}

extension [String: String] {
  /// Whether the variable is set to something.
  func holds(_ name: String) -> Bool { !(self[name] ?? "").isEmpty }
}
