import Foundation
import Screens
import Testing

@testable import Terminal

/// A screen whose input is a pipe: every byte is a key, `+` is half of one.
private final class PipeScreen: TerminalScreen {
  let inputDescriptor: Int32
  private var writer: Int32
  var size = Size(columns: 80, rows: 24)
  private(set) var patience: Int32?
  private(set) var painted = 0

  init() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    inputDescriptor = ends[0]
    writer = ends[1]
  }

  deinit {
    Glibc.close(inputDescriptor)
    hangUp()
  }

  func type(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(writer, $0.baseAddress, $0.count) }
  }

  func hangUp() {
    if writer >= 0 { Glibc.close(writer) }
    writer = -1
  }

  func read() -> [TerminalInput] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = Glibc.read(inputDescriptor, &bytes, bytes.count)
    guard count > 0 else { return [.hungUp] }
    patience = bytes[count - 1] == UInt8(ascii: "+") ? 100 : nil
    return bytes[..<count].map { .key(.character(Character(Unicode.Scalar($0)))) }
  }

  func lapse() -> [TerminalInput] {
    patience = nil
    return [.key(.escape)]
  }

  func paint(_ frame: Frame) { painted += 1 }
  func repaint() {}
  func close() {}
}

/// An actor that lives on the loop, as the program's own does.
private actor Counter {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private(set) var inputs: [[TerminalInput]] = []
  private(set) var jobs = 0
  private(set) var threads: Set<pthread_t> = []

  init(_ loop: EventLoop) { self.loop = loop }

  func add() {
    jobs += 1
    threads.insert(pthread_self())
  }

  /// A job after a job, for as long as the loop runs them.
  func addForever() async {
    while !Task.isCancelled {
      jobs += 1
      await Task.yield()
    }
  }

  /// Runs until `isDone` says so after a turn, and returns the turns' inputs.
  func run(
    on screen: any TerminalScreen, _ turn: (isolated Counter, Int) -> EventLoop.Outcome
  ) -> Int32 {
    loop.run(screen) { inputs in
      self.inputs.append(inputs)
      return turn(self, self.inputs.count)
    }
  }
}

/// Runs the body on a thread of its own, so that a loop that waits holds up nobody else.
private func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Swift.Result(catching: body)) }.start()
  }
}

/// What a loop did: its exit code and what each turn came with.
private struct Run: Sendable {
  var code: Int32
  var inputs: [[TerminalInput]]
}

/// Runs a loop on a screen that is prepared first, until a turn ends it.
private func run(
  _ prepare: @escaping @Sendable (PipeScreen, Counter) -> Void = { _, _ in },
  _ turn: @escaping @Sendable (isolated Counter, Int) -> EventLoop.Outcome
) async throws -> Run {
  try await onThread {
    let counter = Counter(EventLoop())
    let screen = try PipeScreen()
    prepare(screen, counter)
    return counter.assumeIsolated { counter in
      let code = counter.run(on: screen, turn)
      return Run(code: code, inputs: counter.inputs)
    }
  }
}

@Suite struct `The event loop` {
  @Test func `the first turn comes with nothing, and its end is the exit code`() async throws {
    let run = try await run { _, _ in .end(7) }
    #expect(run.code == 7)
    #expect(run.inputs == [[]])
  }

  @Test func `what comes together is one turn`() async throws {
    let run = try await run({ screen, _ in screen.type("abc") }) { _, turn in
      turn == 2 ? .end(0) : .goOn
    }
    #expect(run.inputs == [[], ["a", "b", "c"].map { .key(.character($0)) }])
  }

  @Test func `jobs of the actor run on the loop's thread, each followed by a turn`() async throws {
    let run = try await run({ _, counter in
      for _ in 0..<10 { Task { await counter.add() } }
    }) { counter, _ in
      counter.jobs == 10 && counter.threads == [pthread_self()] ? .end(3) : .goOn
    }
    #expect(run.code == 3)
    #expect(run.inputs.allSatisfy { $0.isEmpty })
  }

  @Test func `half a key ends after a while, and only then`() async throws {
    let run = try await run({ screen, _ in screen.type("+") }) { _, turn in
      turn == 3 ? .end(0) : .goOn
    }
    #expect(run.inputs == [[], [.key(.character("+"))], [.key(.escape)]])
  }

  @Test func `jobs do not put off the end of half a key`() async throws {
    let run = try await run({ screen, _ in screen.type("+") }) { counter, turn in
      if turn == 1 { Task { await counter.addForever() } }
      if counter.inputs.last == [.key(.escape)] { return .end(0) }
      return turn == 50_000 ? .end(1) : .goOn
    }

    #expect(run.code == 0)
  }

  @Test func `a terminal that is gone is told once, and jobs still run`() async throws {
    let run = try await run({ screen, _ in screen.hangUp() }) { counter, turn in
      if turn == 2 { Task { counter.add() } }
      return counter.jobs == 1 ? .end(129) : .goOn
    }
    #expect(run.code == 129)
    #expect(run.inputs == [[], [.hungUp], []])
  }
}
