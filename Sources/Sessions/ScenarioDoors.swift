/// How the player reaches the program that it plays; whoever fills the doors decides what it is.
///
/// An error thrown from a door means that the scenario cannot be played at all. What the program
/// itself does wrong is a reply.
package struct ScenarioDoors: Sendable {
  /// Starts a program on the scenario's data folder; its first screen is the reply.
  package var launch: @Sendable (Settings) async throws -> ProgramReply
  /// Tells the running program what to do; the screen once all has come to rest is the reply.
  package var send: @Sendable (Instruction) async throws -> ProgramReply
  /// Ends the running program with SIGKILL.
  package var kill: @Sendable () async throws -> ProgramEnding
  /// Ends the running program as a closed window does.
  package var hangUp: @Sendable () async throws -> ProgramReply
  /// Keeps a screen as evidence.
  package var keep: @Sendable (_ name: String, _ screen: String) async throws -> Void

  package init(
    launch: @escaping @Sendable (Settings) async throws -> ProgramReply,
    send: @escaping @Sendable (Instruction) async throws -> ProgramReply,
    kill: @escaping @Sendable () async throws -> ProgramEnding,
    hangUp: @escaping @Sendable () async throws -> ProgramReply,
    keep: @escaping @Sendable (_ name: String, _ screen: String) async throws -> Void
  ) {
    self.launch = launch
    self.send = send
    self.kill = kill
    self.hangUp = hangUp
    self.keep = keep
  }
}

package enum ProgramReply: Sendable, Hashable {
  /// The rows of the screen, each ended by a line break but the last.
  case screen(String)
  /// The answer to `Instruction.facts`.
  case facts(ProgramFacts)
  case ended(ProgramEnding)
  /// Nothing came in time; the program has been killed.
  case silent(seconds: Int)
}

/// How a program ended.
package struct ProgramEnding: Sendable, Hashable {
  /// The exit status; 128 and its number for a signal.
  package var status: Int32
  /// The last of what it wrote to standard error: not safe to print.
  package var messages: String

  package init(status: Int32, messages: String = "") {
    self.status = status
    self.messages = messages
  }

  package static let killed: Int32 = 137
  package static let hungUp: Int32 = 129
}
