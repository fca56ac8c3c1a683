import FoundationEssentials
import Screens
import Terminal
import Text

/// `storefront doctor`: what this terminal, locale, data folder and build can do, and what is wrong.
///
/// It looks and never changes anything, and asks nobody: no file is made, no network is used.
struct DoctorCommand {
  /// One line of the answer.
  struct Check {
    enum Grade: String {
      case ok
      /// The shop works, with less.
      case warning
      /// Something is in the way.
      case no

      var mark: String {
        switch self {
        case .ok: "ok"
        case .warning: "!"
        case .no: "NO"
        }
      }
    }

    var grade: Grade
    var what: String
    /// What is there and, where it is not ok, what to do: not safe to print.
    var detail: String

    init(_ grade: Grade, _ what: String, _ detail: String) {
      self.grade = grade
      self.what = what
      self.detail = detail
    }
  }

  let configuration: Configuration
  let environment: [String: String]
  let folder: DataFolder
  private let isJSON: Bool

  init(
    _ arguments: Arguments, _ configuration: Configuration, environment: [String: String]
  ) throws(UsageError) {
    guard arguments.operands.count <= 1 else {
      throw .operands(.doctor, "\"\(arguments.operands[1])\" is one word too many.")
    }
    self.configuration = configuration
    self.environment = environment
    folder = DataFolder(arguments, catalogue: arguments.operands.first, environment: environment)
    isJSON = arguments.has("--json")
  }

  /// Prints every check; returns 1 when something is in the way.
  func run() -> Int32 {
    let checks = terminalChecks + configurationChecks + folderChecks + clockChecks + buildChecks
    if isJSON {
      let json: JSONValue = [
        "schema": 1,
        "checks": .list(
          checks.map { check in
            [
              "grade": .string(check.grade.rawValue), "what": .string(check.what),
              "detail": .string(check.detail),
            ]
          }),
      ]
      Output.write(json.text(indented: true) + "\n")
    } else {
      let width = checks.map(\.what.count).max() ?? 0
      for check in checks {
        let mark = Cells.fitted(check.grade.mark, columns: 2)
        let what = Cells.fitted(check.what, columns: width)
        Output.write("\(mark)  \(what)  \(SafeText.line(check.detail))\n")
      }
    }
    return checks.contains { $0.grade == .no } ? 1 : 0
  }

  private var configurationChecks: [Check] {
    guard !configuration.files.isEmpty else {
      return [Check(.ok, "configuration", "no file is read, as asked for")]
    }
    return configuration.files.reversed().map { file in
      guard let first = file.findings.first else {
        return Check(.ok, "configuration", "\(file.name) \(file.state.rawValue)")
      }
      let others = file.findings.count - 1
      return Check(
        .warning, "configuration",
        first.text + (others > 0 ? " And \(others) more: see \"storefront config\"." : ""))
    }
  }

  private var buildChecks: [Check] {
    let roots = ["AppleRootCA-G3", "AppleRootCA-G2", "AppleIncRootCertificate"]
    let missing = roots.filter { Resource.bytes("certificates/\($0).cer").isEmpty }
    return [
      Check(.ok, "storefront", "\(Help.version), built with Swift \(Build.swift)"),
      Check(.ok, "libraries", Build.libraries.joined(separator: ", ")),
      missing.isEmpty
        ? Check(.ok, "Apple's roots", "\(roots.joined(separator: ", ")) are in this program")
        : Check(
          .no, "Apple's roots",
          "\(missing.joined(separator: ", ")) missing from this program. Build it again."),
    ]
  }
}
