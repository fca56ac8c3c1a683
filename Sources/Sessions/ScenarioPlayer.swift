import StoreModel

/// Plays a scenario to its end, whatever is met on the way.
package struct ScenarioPlayer: Sendable {
  private let doors: ScenarioDoors

  package init(doors: ScenarioDoors) {
    self.doors = doors
  }

  /// Plays every step; throws only what a door throws, and leaves no program running then either.
  package func play(_ scenario: Scenario) async throws -> ScenarioReport {
    var performance = Performance(scenario: scenario, doors: doors)
    do {
      for step in scenario.steps { try await performance.perform(step) }
      try await performance.end()
    } catch {
      await performance.abandon()
      throw error
    }
    return performance.report
  }
}

/// One scenario while it is being played.
private struct Performance {
  private enum Program {
    case notStarted
    case running(screen: String)
    case ended(line: Int, ProgramEnding)
  }

  private let doors: ScenarioDoors
  private var settings: Settings
  private var program = Program.notStarted
  private var lastLine = 0
  /// The step that armed a kill which has not come yet.
  private var armed: (step: Scenario.Step, point: String)?
  /// A step that the store refused, until an expectation explains it.
  private var refused: (step: Scenario.Step, reason: String)?
  /// A program that ended in a way nobody asked for, until an expectation explains it.
  private var unexplained: (step: Scenario.Step, ending: ProgramEnding)?
  private(set) var report: ScenarioReport

  init(scenario: Scenario, doors: ScenarioDoors) {
    self.doors = doors
    settings = scenario.settings
    report = ScenarioReport(name: scenario.name)
  }

  mutating func perform(_ step: Scenario.Step) async throws {
    lastLine = step.line
    if case .expect(.refused(let pattern)) = step.action {
      return try expectRefusal(pattern, step)
    }
    reportRefusal()
    switch step.action {
    case .set(let new):
      let isResized = (new.columns, new.rows) != (settings.columns, settings.rows)
      settings = new
      if isResized, case .running = program {
        let reply = try await doors.send(.resize(columns: new.columns, rows: new.rows))
        take(reply, at: step)
      }
    case .instruct(let instruction):
      guard try await screen(for: step) != nil else { return }
      let reply = try await doors.send(instruction)
      if case .armKill(let point) = instruction { armed = (step, point) }
      take(reply, at: step)
      if instruction.isControl, let facts = try await facts(for: step) {
        refused = facts.refusal.map { (step, $0) }
      }
    case .kill:
      guard try await screen(for: step) != nil else { return }
      reportUnreachedKill()
      program = .ended(line: step.line, try await doors.kill())
    case .launch:
      try await close(at: step)
      try await launch(at: step)
    case .expect(.screen(let pattern, let isWanted)):
      guard let screen = try await screen(for: step) else { return }
      let match = try pattern.firstMatch(in: screen)
      let found = match.map { "the screen shows \"\($0)\"" } ?? "it is not on the screen"
      note(step, isMet: (match != nil) == isWanted, found: found, screen: screen)
    case .expect(.exit(let status)):
      try await expectExit(status, step)
    case .expect(.fact(let expectation)):
      guard let facts = try await facts(for: step) else { return }
      let (isMet, found) = expectation.judge(facts)
      note(step, isMet: isMet, found: found)
    case .expect(.refused): break
    case .shot(let name):
      guard let screen = try await screen(for: step) else { return }
      try await doors.keep(name, screen)
      report.shots.append(name)
    }
  }

  /// Ends what still runs and reports what only the end can tell.
  mutating func end() async throws {
    reportRefusal()
    let end = Scenario.Step(line: lastLine, text: "the end of the file", action: .launch)
    try await close(at: end)
  }

  /// Kills what still runs after a door has failed.
  mutating func abandon() async {
    guard case .running = program else { return }
    _ = try? await doors.kill()
  }

  /// The screen of the running program, which is started here if none ever was.
  ///
  /// Where it has ended the step cannot be done: that is noted, and the answer is nil.
  private mutating func screen(for step: Scenario.Step) async throws -> String? {
    if case .notStarted = program { try await launch(at: step) }
    switch program {
    case .running(let screen): return screen
    case .notStarted: return nil
    case .ended(let line, let ending):
      unexplained = nil
      let found =
        "no program is running: it ended at line \(line) with exit \(ending.status)"
        + Self.messages(of: ending)
      note(step, isMet: false, found: found)
      return nil
    }
  }

  /// What the running program says of its store and queue; nil where none runs, which is noted.
  private mutating func facts(for step: Scenario.Step) async throws -> ProgramFacts? {
    guard try await screen(for: step) != nil else { return nil }
    switch try await doors.send(.facts) {
    case .facts(let facts): return facts
    case let reply:
      take(reply, at: step)
      return nil
    }
  }

  private mutating func expectRefusal(_ pattern: Scenario.Pattern, _ step: Scenario.Step) throws {
    guard let (_, reason) = refused else {
      return note(step, isMet: false, found: "the step before it was not refused")
    }
    refused = nil
    note(step, isMet: try pattern.firstMatch(in: reason) != nil, found: reason)
  }

  /// A control that was not done would let its scenario pass for nothing.
  private mutating func reportRefusal() {
    guard let (step, reason) = refused else { return }
    refused = nil
    note(step, isMet: false, found: "the store refused: \(reason)")
  }

  private mutating func expectExit(_ status: Int32, _ step: Scenario.Step) async throws {
    if case .notStarted = program { try await launch(at: step) }
    switch program {
    case .ended(_, let ending):
      unexplained = nil
      note(
        step, isMet: ending.status == status,
        found: "exit \(ending.status)" + Self.messages(of: ending))
    case .running(let screen):
      note(step, isMet: false, found: "the program still runs", screen: screen)
    case .notStarted: break
    }
  }

  private mutating func launch(at step: Scenario.Step) async throws {
    let reply = try await doors.launch(settings)
    take(reply, at: step)
    if let personality = settings.personality, case .running = program {
      take(try await doors.send(.store(.personality(personality))), at: step)
    }
  }

  /// Hangs up on a running program, and settles what it still owes an explanation for.
  private mutating func close(at step: Scenario.Step) async throws {
    if case .running = program {
      switch try await doors.hangUp() {
      case .ended(let ending) where ending.status == ProgramEnding.hungUp:
        program = .ended(line: step.line, ending)
      case let reply: take(reply, at: step)
      }
    }
    reportUnreachedKill()
    guard let (step, ending) = unexplained else { return }
    unexplained = nil
    note(
      step, isMet: false,
      found: "the program ended with exit \(ending.status)" + Self.messages(of: ending))
  }

  private mutating func take(_ reply: ProgramReply, at step: Scenario.Step) {
    switch reply {
    case .screen(let screen): program = .running(screen: screen)
    case .facts: break
    case .silent(let seconds):
      program = .ended(line: step.line, ProgramEnding(status: ProgramEnding.killed))
      armed = nil
      note(
        step, isMet: false,
        found: "no answer to line \(step.line) within \(seconds) s; the program was killed")
    case .ended(let ending):
      program = .ended(line: step.line, ending)
      if armed != nil, ending.status == ProgramEnding.killed {
        armed = nil
      } else if ending.status != 0 {
        unexplained = (step, ending)
      }
    }
  }

  /// A kill that never came would let its scenario pass for nothing.
  private mutating func reportUnreachedKill() {
    guard let (step, point) = armed else { return }
    armed = nil
    note(step, isMet: false, found: "the program never came to \(point)")
  }

  private mutating func note(
    _ step: Scenario.Step, isMet: Bool, found: String, screen: String? = nil
  ) {
    report.outcomes.append(
      ScenarioReport.Outcome(
        line: step.line, text: step.text, isMet: isMet, found: isMet ? nil : found,
        screen: isMet ? nil : screen))
  }

  private static func messages(of ending: ProgramEnding) -> String {
    ending.messages.isEmpty ? "" : ", saying:\n\(ending.messages)"
  }
}

extension Instruction {
  /// Whether the store may refuse it.
  fileprivate var isControl: Bool {
    switch self {
    case .store, .clock: true
    default: false
    }
  }
}
