import FoundationEssentials
import Glibc
import Sessions
import StoreModel
import Terminal
import Text

/// `storefront run`: plays scenario files, each against this very program and a new data folder.
struct RunCommand {
  var files: [String]
  /// Where the shots go, each to `<scenario>/<name>.txt`; nil keeps none.
  var evidence: String?
  var isJSON = false
  /// The program that is played; another one only in tests.
  var executable = "/proc/self/exe"

  /// Plays all files, or none when one of them cannot be read.
  ///
  /// - Returns: the exit status: 0 all met, 1 not, 2 could not run.
  func run() async -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    var scenarios: [(file: String, scenario: Scenario)] = []
    var troubles: [Trouble] = []
    for file in files {
      do {
        scenarios.append((file, try Self.read(file)))
      } catch let errors as ScenarioErrors {
        troubles += errors.diagnostics.map { Trouble(file: file, $0) }
      } catch let failure as Failure {
        troubles.append(Trouble(file: file, failure))
      } catch {
        troubles.append(Trouble(file: file, message: "\(error)"))
      }
    }
    troubles += duplicates(among: scenarios)
    guard troubles.isEmpty else {
      report([], troubles)
      return 2
    }

    var results: [(file: String, report: ScenarioReport)] = []
    for (file, scenario) in scenarios {
      do {
        let report = try await play(scenario, file)
        results.append((file, report))
        if !isJSON { Output.write(report.text + "\n") }
      } catch {
        troubles.append(Trouble(file: file, message: "\(error)"))
      }
    }
    if evidence == nil, results.contains(where: { !$0.report.shots.isEmpty }) {
      Output.complain("the shots are not kept. Name a folder for them with --evidence DIR.")
    }
    report(results, troubles)
    return !troubles.isEmpty ? 2 : results.allSatisfy(\.report.isMet) ? 0 : 1
  }

  private static func read(_ file: String) throws -> Scenario {
    try Scenario.read(try FileBytes.read(file, limit: 1 << 20).get(), named: file)
  }

  /// Two scenarios of one name would share a folder of the evidence.
  private func duplicates(among scenarios: [(file: String, scenario: Scenario)]) -> [Trouble] {
    guard evidence != nil else { return [] }
    var names: [String: String] = [:]
    return scenarios.compactMap { file, scenario in
      names.updateValue(file, forKey: scenario.name).map {
        Trouble(
          file: file, message: "it has the name of \($0), and so its evidence. Rename one of them.")
      }
    }
  }

  private func play(_ scenario: Scenario, _ file: String) async throws -> ScenarioReport {
    let folder = try Self.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let program = ScriptedProgram(
      executable: executable, environment: Self.environment, messagesPath: "\(folder)/messages")
    let doors = ScenarioDoors(
      launch: { try await program.launch(Self.arguments($0, script: file, folder: folder)) },
      send: { try await program.send($0.scriptLine) },
      kill: { await program.kill() },
      hangUp: { await program.hangUp() },
      keep: { name, screen in
        guard let evidence else { return }
        try Self.keep(screen, at: "\(evidence)/\(scenario.name)", name)
      })
    return try await ScenarioPlayer(doors: doors).play(scenario)
  }

  private static func makeFolder() throws -> String {
    let root = FileManager.default.temporaryDirectory.path
    var template = Array("\(root)/storefront-run-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw ScriptedProgram.Failure(
        description: "no data folder can be made in \(root): \(String(cString: strerror(errno)))")
    }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    try FileManager.default.createDirectory(
      atPath: "\(path)/data", withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    return path
  }

  private static func keep(_ screen: String, at folder: String, _ name: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("\(screen)\n".utf8).write(to: URL(filePath: "\(folder)/\(name).txt"))
  }

  /// What the program is started with; a catalogue's path is relative to the script.
  static func arguments(_ settings: Settings, script: String, folder: String) -> [String] {
    var arguments: [String] = []
    if let catalogue = settings.catalogue {
      let slash = script.lastIndex(of: "/")
      let home = slash.map { String(script[...$0]) } ?? "./"
      arguments.append(catalogue.hasPrefix("/") ? catalogue : home + catalogue)
    }
    arguments += ["--data", "\(folder)/data", "--now", settings.now, "--seed", "\(settings.seed)"]
    if let storefront = settings.storefront { arguments += ["--storefront", storefront] }
    if let locale = settings.locale { arguments += ["--locale", locale] }
    if settings.isPlain { arguments.append("--plain") }
    if !settings.allowsPayments { arguments.append("--no-payments") }
    return arguments + [
      "--lang", settings.lang, "--account", settings.account, "--user", settings.user,
      "--script", "\(settings.columns)x\(settings.rows)",
    ]
  }

  /// The same on every machine, but for where programs and libraries are.
  static var environment: [String] {
    let names = ["HOME", "LD_LIBRARY_PATH", "PATH", "TMPDIR"]
    let inherited = names.compactMap { name -> String? in
      getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
    return inherited + ["LANG=C.UTF-8", "STOREFRONT_NO_CONFIG=1", "TERM=dumb", "TZ=UTC"]
  }

  private func report(
    _ results: [(file: String, report: ScenarioReport)], _ troubles: [Trouble]
  ) {
    for trouble in troubles { Output.complain(trouble.text) }
    guard isJSON else { return }
    let json: JSONValue = [
      "schema": 1, "scenarios": .list(results.map { $0.report.json(file: $0.file) }),
      "diagnostics": .list(troubles.map(\.json)),
    ]
    Output.write(json.text(indented: true) + "\n")
  }
}

/// Why a file could not be played.
private struct Trouble {
  var file: String
  var line: Int?
  var column: Int?
  var message: String
  /// The message with its place: not safe to print.
  var text: String

  init(file: String, message: String) {
    self.file = file
    self.message = message
    text = "\(file): \(message)"
  }

  init(file: String, _ failure: Failure) {
    self.file = file
    message = failure.message.text
    text = failure.message.text
  }

  init(file: String, _ diagnostic: Diagnostic) {
    self.file = file
    line = diagnostic.line
    column = diagnostic.column
    message = diagnostic.message.text
    let place = line.map { ", line \($0)" + (diagnostic.column.map { ", column \($0)" } ?? "") }
    text = "\(file)\(place ?? ""): \(message)"
  }

  var json: JSONValue {
    [
      "file": .string(file), "line": JSONValue(line), "column": JSONValue(column),
      "message": .string(message),
    ]
  }
}

extension Instruction {
  /// The line of `ScriptTerminal`'s protocol that says this.
  var scriptLine: String {
    switch self {
    case .key(let name, let times): "key \(name) \(times)"
    case .type(let text): "type \(JSONValue.string(text).text())"
    case .paste(let text): "paste \(JSONValue.string(text).text())"
    case .resize(let columns, let rows): "size \(columns)x\(rows)"
    case .buy(let id, let quantity, let option):
      line(.buy(productID: id, quantity: quantity, option: option))
    case .restore: line(.restore)
    case .store(let control): line(.store(control.words))
    case .clock(let control): line(.clock(control.words))
    case .facts: line(.facts)
    case .link(let link): line(.link(link))
    case .armKill(let point): line(.killAt(point: point))
    }
  }

  private func line(_ order: ScriptOrder) -> String { "order \(order.instruction)" }
}

extension RunCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    guard !arguments.operands.isEmpty else {
      throw .operands(.run, "Say which scenarios to play.")
    }
    self.init(
      files: arguments.operands, evidence: arguments.value("--evidence"),
      isJSON: arguments.has("--json"))
  }
}
