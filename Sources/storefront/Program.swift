import FoundationEssentials
import Glibc
import Screens
import StoreModel
import Terminal
import Text

/// From the command line to an exit code.
@main enum Program {
  static func main() async {
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }

  private static func run(_ words: [String]) async -> Int32 {
    do {
      let arguments = try Arguments(words) { access($0, F_OK) == 0 }
      if arguments.has("--version") {
        Output.write("storefront \(Help.version)\n")
        return 0
      }
      if arguments.has("--help") {
        Output.write(Help.text(for: arguments.command))
        return 0
      }
      return try await run(arguments)
    } catch let error as UsageError {
      Output.complain(error.message)
      return 2
    } catch {
      Output.complain("\(error)")
      return 1
    }
  }

  /// Runs a command; why it fails is said in the interface's language.
  private static func run(_ arguments: Arguments) async throws -> Int32 {
    let environment = ProcessInfo.processInfo.environment
    do {
      return try await run(arguments, environment: environment)
    } catch let failure as Failure {
      let language = try Configuration(arguments, environment: environment).language
      Output.complain(ShopSettings.words(language: language).text(of: failure.message))
      return failure.exit
    }
  }

  private static func run(
    _ arguments: Arguments, environment: [String: String]
  ) async throws -> Int32 {
    func settings() throws(UsageError) -> ShopSettings {
      try ShopSettings(
        arguments, Configuration(arguments, environment: environment), environment: environment)
    }
    switch arguments.command {
    case .help:
      guard let word = arguments.operands.first else {
        Output.write(Help.text(for: .help))
        return 0
      }
      if word == "keys" {
        let configuration = try Configuration(arguments, environment: environment)
        Output.write(Help.keys(configuration.keyMap, ShopSettings.words(language: "en")))
        return 0
      }
      guard let command = Command(rawValue: word), command != .shop else {
        throw UsageError.unknown(
          "command", word, nearest: Nearest.word(to: word, among: Command.words + ["keys"]))
      }
      Output.write(Help.text(for: command))
      return 0
    case .verify: return try VerifyCommand(arguments, environment: environment).run()
    case .run: return try await RunCommand(arguments).run()
    case .reset: return try ResetCommand(arguments, environment: environment).run()
    case .shop:
      return try openShop(settings(), arguments, environment: environment)
    case .show: return try show(settings(), arguments)
    case .buy, .restore, .purchases:
      let settings = try settings()
      settings.configuration.complain()
      return try await QueueCommand(settings, arguments).run()
    case .store, .clock:
      let settings = try settings()
      settings.configuration.complain()
      return try await StoreCommand(settings, arguments).run()
    case .config:
      return try ConfigCommand(
        Configuration(arguments, environment: environment), arguments
      ).run()
    case .doctor:
      return try DoctorCommand(
        arguments, Configuration(arguments, environment: environment), environment: environment
      ).run()
    }
  }

  /// The shop on the terminal, drawn or in plain lines; what `show` prints where there is no terminal.
  private static func openShop(
    _ settings: ShopSettings, _ arguments: Arguments, environment: [String: String]
  ) throws -> Int32 {
    let wantsASCII = settings.configuration.flag(.ascii)
    if let size = arguments.value("--script") {
      return play(
        settings, on: ScriptTerminal(size: try scriptSize(size)), isASCII: wantsASCII ?? false,
        isPlain: settings.configuration.flag(.plain) == true)
    }
    let surroundings = Surroundings(environment: environment)
    let isConversation = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let isDumb = environment["TERM"] == "dumb" && isConversation
    if settings.configuration.flag(.plain) == true || isDumb {
      return play(
        settings, on: PlainTerminal(), isASCII: wantsASCII ?? !surroundings.meansUTF8,
        isPlain: true)
    }
    guard isatty(STDOUT_FILENO) == 1 else {
      Output.complain("standard output is no terminal, so this is what \"storefront show\" prints.")
      return try show(settings, arguments)
    }
    let delay = environment["ESCDELAY"].flatMap { Int($0) }
    let options = CursesTerminal.Options(
      term: environment["TERM"], theme: settings.theme, cursor: true, escapeDelay: delay ?? 25,
      hyperlinks: settings.showsHyperlinks(in: surroundings),
      clipboard: settings.configuration.flag(.clipboard) == false ? .none : surroundings.clipboard)
    do {
      let screen = try CursesTerminal.open(options)
      let standIn = screen.fellBack ? environment["TERM"] ?? "" : nil
      return play(
        settings, on: screen, isASCII: wantsASCII ?? surroundings.isASCIIOnly, unknown: standIn)
    } catch {
      Output.complain("\(error) This is what \"storefront show\" prints.")
      return try show(settings, arguments)
    }
  }

  private static func show(_ settings: ShopSettings, _ arguments: Arguments) throws -> Int32 {
    settings.configuration.complain()
    return try ShowCommand(settings, arguments).run()
  }

  private static func scriptSize(_ text: String) throws(UsageError) -> Size {
    let numbers = text.split(separator: "x").map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1] else {
      throw .badValue("--script", text, wanted: "a size such as 80x24")
    }
    return Size(columns: columns, rows: rows)
  }

  /// Runs the shop; `unknown` is a terminal without a description, where a usual one stands in.
  private static func play(
    _ settings: ShopSettings, on screen: sending any TerminalScreen, isASCII: Bool,
    unknown: String? = nil, isPlain: Bool = false
  ) -> Int32 {
    // Before any other thread exists, so that all of them inherit it.
    Signals.block()
    var settings = settings
    settings.isASCII = isASCII
    let app = App(settings, on: screen, isPlain: isPlain)
    return app.assumeIsolated { $0.run(unknown: unknown) }
  }
}
