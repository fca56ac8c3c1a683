import Sessions
import Synchronization
import Testing
import Text

/// A program of which every reply is written down beforehand.
private final class ScriptedDoors: Sendable {
  private struct State {
    var replies: [ProgramReply]
    var calls: [String] = []
    var kept: [String: String] = [:]
  }

  private let state: Mutex<State>

  init(_ replies: ProgramReply...) {
    state = Mutex(State(replies: replies))
  }

  var calls: [String] { state.withLock(\.calls) }
  var kept: [String: String] { state.withLock(\.kept) }

  private func reply(to call: String) -> ProgramReply {
    state.withLock {
      $0.calls.append(call)
      return $0.replies.isEmpty ? .screen("idle") : $0.replies.removeFirst()
    }
  }

  var doors: ScenarioDoors {
    ScenarioDoors(
      launch: { self.reply(to: "launch \($0.user) \($0.columns)x\($0.rows)") },
      send: { self.reply(to: "\($0)") },
      kill: {
        self.state.withLock { $0.calls.append("kill") }
        return ProgramEnding(status: 137)
      },
      hangUp: { self.reply(to: "hang up") },
      keep: { name, screen in self.state.withLock { $0.kept[name] = screen } })
  }

  func play(_ text: String) async throws -> ScenarioReport {
    let scenario = try Scenario.read(Array(text.utf8), named: "story.flow")
    return try await ScenarioPlayer(doors: doors).play(scenario)
  }
}

private let hungUp = ProgramReply.ended(ProgramEnding(status: 129))

@Suite struct `Playing a scenario` {
  @Test func `the program starts before the first step that needs it`() async throws {
    let program = ScriptedDoors(
      .screen("Products"), .screen("Buy noads?"), .ended(ProgramEnding(status: 0)))
    let report = try await program.play(
      """
      Set user alice
      Expect screen /^Prod.*s$/
      Key b
      Expect screen "noads"
      Expect no screen /fail/
      Key q
      Expect exit 0
      """)
    #expect(report.isMet)
    #expect(report.outcomes.map(\.line) == [2, 4, 5, 7])
    #expect(
      program.calls == [
        "launch alice 80x24", #"key("b", times: 1)"#, #"key("q", times: 1)"#,
      ])
    #expect(report.text == "ok  story  4 of 4 met")
  }

  @Test func `an expectation that is not met shows the screen and the play goes on`() async throws {
    let program = ScriptedDoors(.screen("Products\n\n > noads"), .screen("Owned"), hungUp)
    let report = try await program.play(
      """
      Expect screen /Queue/
      Expect no screen /no.ds/
      Key Enter
      Expect screen "Owned"
      Expect exit 0
      """)
    #expect(!report.isMet)
    #expect(report.outcomes.map(\.isMet) == [false, false, true, false])
    #expect(
      report.text == """
        NO  story  1 of 4 met
            line 1: Expect screen /Queue/
              it is not on the screen
              | Products
              |
              |  > noads
            line 2: Expect no screen /no.ds/
              the screen shows "noads"
              | Products
              |
              |  > noads
            line 5: Expect exit 0
              the program still runs
              | Owned
        """)
  }

  @Test func `an armed kill may end the program, and Launch starts it again`() async throws {
    let program = ScriptedDoors(
      .screen("Products"), .screen("Products"), .screen("Sheet"),
      .ended(ProgramEnding(status: 137)), .screen("1 purchase was recovered"), hungUp)
    let report = try await program.play(
      """
      Kill at C3
      Key b
      Key y
      Expect exit 137
      Launch
      Expect screen "recovered"
      """)
    #expect(report.isMet)
    #expect(
      program.calls == [
        "launch me 80x24", #"armKill(point: "C3")"#, #"key("b", times: 1)"#,
        #"key("y", times: 1)"#, "launch me 80x24", "hang up",
      ])
  }

  @Test func `a kill that never comes is not met`() async throws {
    let program = ScriptedDoors(.screen("a"), .screen("a"), .screen("b"), hungUp, .screen("c"))
    let report = try await program.play("Kill at C3\nKey b\nLaunch\nExpect screen \"c\"\nKill now")
    #expect(
      report.outcomes.map(\.found) == ["the program never came to C3", nil])
    #expect(report.outcomes.map(\.line) == [1, 4])
  }

  @Test func `a kill that comes late, before the next launch, is a kill`() async throws {
    let program = ScriptedDoors(
      .screen("a"), .screen("a"), .screen("b"), .ended(ProgramEnding(status: 137)), .screen("c"),
      hungUp)
    let report = try await program.play("Kill at C10\nKey b\nLaunch\nExpect screen \"c\"")
    #expect(report.text == "ok  story  1 of 1 met")
  }

  @Test func `an exit that nobody asked for is not met`() async throws {
    let crash = ProgramReply.ended(ProgramEnding(status: 134, messages: "Fatal error"))
    let report = try await ScriptedDoors(.screen("a"), crash).play("Key b")
    #expect(
      report.outcomes.map(\.found) == ["the program ended with exit 134, saying:\nFatal error"])
    let asked = try await ScriptedDoors(.screen("a"), crash).play("Key b\nExpect exit 134")
    #expect(asked.isMet)
  }

  @Test func `a crash under an armed kill is no kill`() async throws {
    let crash = ProgramReply.ended(ProgramEnding(status: 139))
    let report = try await ScriptedDoors(.screen("a"), .screen("a"), crash)
      .play("Kill at C3\nKey b")
    #expect(
      report.outcomes.map(\.found) == [
        "the program never came to C3", "the program ended with exit 139",
      ])
  }

  @Test func `a step without a program says where it ended`() async throws {
    let program = ScriptedDoors(.screen("a"), .ended(ProgramEnding(status: 0)))
    let report = try await program.play("Key q\nKey b\nExpect no screen /x/\nShot late")
    #expect(
      report.outcomes.map(\.found)
        == Array(repeating: "no program is running: it ended at line 1 with exit 0", count: 3))
    #expect(report.shots.isEmpty)
  }

  @Test func `a program that does not answer is named with the line`() async throws {
    let program = ScriptedDoors(.screen("a"), .silent(seconds: 20), .screen("b"), hungUp)
    let report = try await program.play("\nKey b\nLaunch\nExpect screen \"b\"")
    #expect(
      report.outcomes.map(\.found) == [
        "no answer to line 2 within 20 s; the program was killed", nil,
      ])
  }

  @Test func `a program that does not end at the hang-up is not met`() async throws {
    let hanging = try await ScriptedDoors(.screen("a"), .screen("b"), .silent(seconds: 20))
      .play("Key b")
    #expect(
      hanging.outcomes.map(\.found) == [
        "no answer to line 1 within 20 s; the program was killed"
      ])
  }

  @Test func `a crash at the hang-up is not met`() async throws {
    let program = ScriptedDoors(.screen("a"), .ended(ProgramEnding(status: 139)))
    let report = try await program.play("Expect screen \"a\"")
    #expect(report.outcomes.map(\.isMet) == [true, false])
    #expect(report.outcomes.last?.line == 1)
  }

  @Test func `shots keep the screen of their moment`() async throws {
    let program = ScriptedDoors(.screen("first"), .screen("second"), hungUp)
    let report = try await program.play("Shot one\nKey b\nShot two")
    #expect(program.kept == ["one": "first", "two": "second"])
    #expect(report.shots == ["one", "two"])
  }

  @Test func `a new size is told at once, a new user at the next launch`() async throws {
    let program = ScriptedDoors(
      .screen("a"), .screen("b"), .screen("b"), hungUp, .screen("c"), hungUp)
    _ = try await program.play("Key b\nSet size 40x12\nSet user bob\nLaunch")
    #expect(
      program.calls == [
        "launch me 80x24", #"key("b", times: 1)"#, "resize(columns: 40, rows: 12)", "hang up",
        "launch bob 40x12", "hang up",
      ])
  }

  @Test func `a door that fails ends the play and the program`() async throws {
    struct Broken: Error {}
    let program = ScriptedDoors(.screen("a"))
    var doors = program.doors
    doors.send = { _ in throw Broken() }
    let scenario = try Scenario.read(Array("Key b".utf8), named: "x.flow")
    await #expect(throws: Broken.self) { try await ScenarioPlayer(doors: doors).play(scenario) }
    #expect(program.calls == ["launch me 80x24", "kill"])
  }

  @Test func `the report as JSON has sorted keys and says null`() async throws {
    let report = try await ScriptedDoors(.screen("a"), hungUp)
      .play("Expect screen \"b\"\nExpect screen \"a\"\nShot s")
    let json = report.json(file: "a/story.flow").text()
    #expect(
      json
        == #"{"expectations":[{"found":"it is not on the screen","line":1,"met":false,"screen":"a","text":"Expect screen \"b\""},{"found":null,"line":2,"met":true,"screen":null,"text":"Expect screen \"a\""}],"file":"a/story.flow","met":false,"shots":["s"]}"#
    )
  }
}
