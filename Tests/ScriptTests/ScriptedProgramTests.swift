import Foundation
import Sessions
import Testing

@testable import storefront

/// A shell script that stands in for the program.
private let echo =
  URL(filePath: #filePath).deletingLastPathComponent().path + "/Fixtures/echo.sh"

/// A folder for one test, removed with it.
private final class Folder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/script-tests-\(UUID())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    try Data(text.utf8).write(to: URL(filePath: file))
    return file
  }

  func text(of name: String) -> String? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  func program(patience: Duration = .seconds(20)) -> ScriptedProgram {
    ScriptedProgram(
      executable: echo, environment: RunCommand.environment,
      messagesPath: "\(path)/messages", patience: patience)
  }
}

@Suite struct `A program on a script` {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `each instruction is answered with a screen`() async throws {
    let program = folder.program()
    #expect(try await program.launch(["--seed", "1"]) == .screen("first\n--seed 1"))
    #expect(try await program.send("key b 2") == .screen("key b 2"))
    let text = "é \"quoted\" \n" + String(repeating: "x", count: 200_000)
    #expect(try await program.send(Instruction.type(text).scriptLine) == .screen(text))
    #expect(await program.hangUp() == .ended(ProgramEnding(status: 129)))
  }

  @Test func `a quit, a failure and a signal are told apart`() async throws {
    let program = folder.program()
    _ = try await program.launch([])
    #expect(try await program.send("key q 1") == .ended(ProgramEnding(status: 0)))
    _ = try await program.launch([])
    #expect(
      try await program.send("key e 1")
        == .ended(ProgramEnding(status: 3, messages: "it went wrong")))
    _ = try await program.launch([])
    #expect(try await program.send("key k 1") == .ended(ProgramEnding(status: 137)))
  }

  @Test func `a program that was killed can be started again`() async throws {
    let program = folder.program()
    _ = try await program.launch([])
    #expect(await program.kill() == ProgramEnding(status: 137))
    #expect(try await program.launch(["again"]) == .screen("first\nagain"))
    _ = await program.hangUp()
  }

  @Test func `a program that hangs is killed`() async throws {
    let program = folder.program(patience: .milliseconds(1200))
    _ = try await program.launch([])
    #expect(try await program.send("key h 1") == .silent(seconds: 1))
    #expect(await program.kill() == ProgramEnding(status: 137))
  }

  @Test(arguments: [
    ("key n 1", "the program answered nonsense"),
    ("key r 1", "the program refused: no instruction: key r 1"),
  ])
  func `an answer that is no screen ends the play`(line: String, reason: String) async throws {
    let program = folder.program()
    _ = try await program.launch([])
    await #expect {
      try await program.send(line)
    } throws: { "\($0)" == reason }
    _ = await program.kill()
  }

  @Test func `a program that is not there is named`() async throws {
    let program = ScriptedProgram(
      executable: "/nowhere/storefront", environment: [], messagesPath: "\(folder.path)/messages")
    await #expect {
      try await program.launch([])
    } throws: { "\($0)" == "/nowhere/storefront cannot be started: No such file or directory" }
  }

  @Test func `the environment is the same wherever it runs`() async throws {
    setenv("NO_COLOR", "1", 1)
    setenv("STOREFRONT_X", "1", 1)
    defer {
      unsetenv("NO_COLOR")
      unsetenv("STOREFRONT_X")
    }
    let program = folder.program()
    _ = try await program.launch([])
    #expect(
      try await program.send("key m 1")
        == .screen("HOME kept, LANG C.UTF-8, no NO_COLOR, no STOREFRONT_X"))
    _ = await program.hangUp()
  }
}

@Suite struct `The run command` {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func run(_ scripts: [String: String], evidence: Bool = true) async throws -> Int32 {
    var files: [String] = []
    for (name, text) in scripts.sorted(by: { $0.key < $1.key }) {
      files.append(try folder.write(text, to: name))
    }
    var command = RunCommand(files: files)
    command.evidence = evidence ? "\(folder.path)/evidence" : nil
    command.executable = echo
    return await command.run()
  }

  @Test func `a scenario that is met exits with 0 and leaves its shots`() async throws {
    let code = try await run([
      "story.flow": """
      Set account "B 2"
      Expect screen /^--data .*storefront-run-\\w+\\/data --now 2026-03-01T09:00:00Z --seed 1 --lang en --account B 2 --user me --script 80x24$/
      Key Down x3
      Shot down
      Buy coins100 x2
      Expect screen "bought"
      Key q
      Expect exit 0
      """
    ])
    #expect(code == 0)
    #expect(folder.text(of: "evidence/story/down.txt") == "key Down 3\n")
  }

  @Test func `one expectation that is not met exits with 1`() async throws {
    #expect(try await run(["a.flow": "Expect screen /^first/", "b.flow": "Expect exit 0"]) == 1)
  }

  @Test func `a file that is wrong exits with 2 and nothing is played`() async throws {
    #expect(try await run(["a.flow": "Key b\nShot x", "b.flow": "Verifier yes"]) == 2)
    #expect(folder.text(of: "evidence/a/x.txt") == nil)
  }

  @Test func `a program that breaks the protocol exits with 2`() async throws {
    #expect(try await run(["a.flow": "Key n"]) == 2)
  }

  @Test func `a file that is not there exits with 2`() async throws {
    #expect(await RunCommand(files: ["\(folder.path)/none.flow"]).run() == 2)
    #expect(await RunCommand(files: ["/dev/zero"]).run() == 2)
  }

  @Test func `two scenarios of one name have no evidence together`() async throws {
    let file = try folder.write("Restore", to: "a.flow")
    #expect(
      await RunCommand(files: [file, file], evidence: folder.path, executable: "/bin/false").run()
        == 2)
  }

  @Test func `the data folder is gone afterwards`() async throws {
    let code = try await run([
      "a.flow": """
      Expect no screen /Queue/
      Shot first
      Kill now
      Launch
      """
    ])
    #expect(code == 0)
    let shot = try #require(folder.text(of: "evidence/a/first.txt"))
    let data = try #require(shot.split(separator: " ").first { $0.hasSuffix("/data") })
    #expect(!FileManager.default.fileExists(atPath: String(data)))
  }

  @Test func `a catalogue is found beside the script`() {
    var settings = Settings()
    settings.catalogue = "Aurora.storekit"
    let first = { (script: String) in
      RunCommand.arguments(settings, script: script, folder: "/t").first
    }
    #expect(first("scripts/a.flow") == "scripts/Aurora.storekit")
    #expect(first("a.flow") == "./Aurora.storekit")
    settings.catalogue = "/shop/Aurora.storekit"
    #expect(first("scripts/a.flow") == "/shop/Aurora.storekit")
  }
}
