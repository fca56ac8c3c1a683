import Foundation
import Testing

/// The built program, run as a user runs it, with a home folder of its own.
struct Tool {
  /// Where this run keeps its data; removed by the system's own housekeeping.
  let home: URL
  var environment: [String: String]

  struct Result {
    var exit: Int32
    var output: String
    var errors: String
  }

  init() throws {
    home = FileManager.default.temporaryDirectory.appending(path: "storefront-\(UUID())")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    environment = [
      "HOME": home.path, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "TERM": "xterm-256color",
      "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  /// The program lies next to the test runner.
  static let path: String = {
    let runner = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    var folder = runner.deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appending(path: "storefront")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate.path }
      folder = folder.deletingLastPathComponent()
    }
    return "storefront"
  }()

  /// The package's root.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Runs the program to its end; `input` is its standard input, nothing by default.
  func run(_ arguments: [String], input: String = "", in folder: URL? = nil) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: Self.path)
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = folder ?? home
    let output = home.appending(path: "out-\(UUID())")
    let errors = home.appending(path: "err-\(UUID())")
    let source = home.appending(path: "in-\(UUID())")
    try Data(input.utf8).write(to: source)
    for file in [output, errors] { try Data().write(to: file) }
    process.standardInput = try FileHandle(forReadingFrom: source)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Result(
      exit: process.terminationReason == .uncaughtSignal
        ? 128 + process.terminationStatus : process.terminationStatus,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }

  /// Writes a file into the home folder and answers with its path.
  func file(_ name: String, _ text: String) throws -> String {
    let url = home.appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  /// The output of `--json` as an object.
  static func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }
}
