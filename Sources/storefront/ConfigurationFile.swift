import Glibc
import Screens
import Text

/// What one configuration file says: its members with their places, and what is wrong with it.
struct ConfigurationFile: Sendable {
  /// A value and where it stands.
  struct Entry: Sendable {
    var value: JSONValue
    var place: SourcePosition
  }

  /// Other keys for one action.
  struct Keys: Sendable {
    var action: String
    var keys: [Key]
    var place: SourcePosition
  }

  /// What stands at the path.
  enum State: String, Sendable {
    case read, missing = "not there", unreadable = "could not be read"
  }

  var path: String
  /// The path as people read it, with `~` for the home folder.
  var name: String
  private(set) var state = State.missing
  private(set) var members: [ConfigurationMember: Entry] = [:]
  private(set) var keys: [Keys] = []
  private(set) var findings: [ConfigurationFinding] = []

  /// The largest file that is read, in bytes.
  private static let limit = 1 << 20

  /// Reads the file at `path`; one that is not there says nothing.
  init(path: String, name: String) {
    self.path = path
    self.name = name
    open()
  }

  private mutating func open() {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno != ENOENT, errno != ENOTDIR { refuse("cannot be reached: \(reason())") }
      return
    }
    // A pipe would be waited for.
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: return refuse("is a folder. Move it away, or put a file in its place")
    default: return refuse("is no regular file. Move it away, or put a file in its place")
    }
    guard status.st_size <= Self.limit else {
      return refuse("is larger than 1 MiB, which no configuration is. Make it shorter")
    }
    switch FileBytes.read(path, limit: Self.limit) {
    case .success(let bytes): read(bytes)
    case .failure: refuse("cannot be opened: \(reason()). Check its permissions")
    }
  }

  /// Reads a file's bytes.
  init(_ bytes: [UInt8], name: String) {
    path = name
    self.name = name
    read(bytes)
  }

  private func reason() -> String { String(cString: strerror(errno)) }

  private mutating func refuse(_ why: String) {
    state = .unreadable
    findings.append(ConfigurationFinding(file: name, message: "\(why)."))
  }

  private mutating func read(_ bytes: [UInt8]) {
    state = .read
    let lines = SourceLines(bytes)
    do {
      let root = try JSONReader.read(commented: bytes)
      guard let members = root.members else {
        return add(
          lines.position(at: root.offset),
          "a configuration is an object in braces, such as {\"theme\": \"mono\"}.")
      }
      for member in members { take(member, in: lines) }
    } catch {
      state = .unreadable
      add(
        lines.position(at: error.offset),
        "this is no JSON: \(error.message). Nothing of this file is used until it is mended.")
    }
  }

  private mutating func add(_ place: SourcePosition, _ message: String) {
    findings.append(ConfigurationFinding(file: name, place: place, message: message))
  }

  private mutating func take(_ found: JSONMember, in lines: SourceLines) {
    let place = lines.position(at: found.keyOffset)
    guard let member = ConfigurationMember(rawValue: found.key) else {
      let nearest = Nearest.word(
        to: found.key, among: ConfigurationMember.allCases.map(\.rawValue))
      return add(
        place,
        "\"\(found.key)\" is no member of the configuration. "
          + (nearest.map { "Did you mean \"\($0)\"?" }
            ?? "\"storefront config --help\" lists them."))
    }
    if found.node.isNull { return }
    guard let value = member.value(found.node.value) else {
      return add(
        lines.position(at: found.node.offset),
        "\"\(member.rawValue)\" cannot be \(found.node.shown)."
          + " Give \(member.wanted(insteadOf: found.node.string ?? "")).")
    }
    if member == .keys {
      for action in found.node.members ?? [] { take(action: action, in: lines) }
      return
    }
    if members[member] != nil {
      add(place, "\"\(member.rawValue)\" stands here twice. This one counts; remove the other.")
    }
    members[member] = Entry(value: value, place: place)
  }

  private mutating func take(action found: JSONMember, in lines: SourceLines) {
    let place = lines.position(at: found.keyOffset)
    if found.node.isNull { return }
    let named = found.node.elements ?? [found.node]
    guard named.allSatisfy({ $0.string != nil }) else {
      return add(
        lines.position(at: found.node.offset),
        "\"\(found.key)\" cannot be \(found.node.shown). Give a key such as \"b\", or a list of keys."
      )
    }
    var pressed: [Key] = []
    for node in named {
      switch Self.key(named: node.string ?? "") {
      case .success(let key): if !pressed.contains(key) { pressed.append(key) }
      case .failure(let problem):
        return add(lines.position(at: node.offset), problem.message)
      }
    }
    if keys.contains(where: { $0.action == found.key }) {
      add(place, "\"\(found.key)\" stands here twice. This one counts; remove the other.")
      keys.removeAll { $0.action == found.key }
    }
    keys.append(Keys(action: found.key, keys: pressed, place: place))
  }

  /// A key that reaches the shop, or why this one does not.
  private static func key(named name: String) -> Result<Key, KeyProblem> {
    guard let key = Key(scriptName: name) else {
      let last = name.last.map(String.init) ?? ""
      let nearest = name.hasPrefix("Ctrl-") && name.count == 6 ? "Ctrl-\(last.uppercased())" : nil
      let known = nearest.flatMap(Key.init(scriptName:)).map {
        " Did you mean \"\($0.scriptName)\"?"
      }
      return .failure(
        KeyProblem(
          message: "\"\(name)\" is no key."
            + (known ?? " Write one character, or a name such as Space, Enter, PgDn, F1, Ctrl-L.")))
    }
    guard case .control(let letter) = key else { return .success(key) }
    let reaches: [Character: String] = ["h": "Backspace", "i": "Tab", "j": "Enter", "m": "Enter"]
    if let other = reaches[letter] {
      return .failure(
        KeyProblem(message: "\(name) reaches the shop as \(other). Write \"\(other)\"."))
    }
    guard letter != "c", letter != "z" else {
      return .failure(
        KeyProblem(message: "\(name) belongs to the terminal. Choose another key."))
    }
    return .success(key)
  }
}

/// Why the name of a key is none.
private struct KeyProblem: Error {
  var message: String
}

/// Something wrong in a configuration file; the rest of it holds.
struct ConfigurationFinding: Sendable, Hashable {
  var file: String
  var place: SourcePosition?
  /// A sentence or two that quotes the file: not safe to print.
  var message: String

  /// `.storefront.json:3:5`, or the file alone.
  var location: String { file + (place.map { ":\($0.line):\($0.column)" } ?? "") }

  var text: String { place == nil ? "\(file) \(message)" : "\(location): \(message)" }
}

extension JSONNode {
  /// The value as a message quotes it.
  fileprivate var shown: String {
    switch value {
    case .object: return "an object"
    case .array(let elements): return elements.isEmpty ? "an empty list" : "a list"
    default:
      let text = value.text()
      return text.count > 60 ? "\(text.prefix(56))...\"" : text
    }
  }
}
