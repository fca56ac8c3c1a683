import FoundationEssentials
import Glibc
import Sessions

/// A program that runs on `ScriptTerminal`, as a child process, one after the other.
actor ScriptedProgram {
  /// Why a program could not be started or spoken to.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private let executable: String
  private let environment: [String]
  /// Where the program's standard error goes.
  private let messagesPath: String
  private let patience: Duration

  private var pid: pid_t?
  private var input: Int32 = -1
  private var output: Int32 = -1
  private var unread: [UInt8] = []

  /// A stage for `executable`; an answer that takes longer than `patience` ends the program.
  init(
    executable: String, environment: [String], messagesPath: String,
    patience: Duration = .seconds(20)
  ) {
    self.executable = executable
    self.environment = environment
    self.messagesPath = messagesPath
    self.patience = patience
  }

  deinit {
    guard let pid else { return }
    Glibc.kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
    close(input)
    close(output)
  }

  /// Starts the program; its first screen, or its end, is the reply.
  func launch(_ arguments: [String]) throws -> ProgramReply {
    let toChild = try Self.makePipe()
    let fromChild = try Self.makePipe()
    defer {
      close(toChild.read)
      close(fromChild.write)
    }
    input = toChild.write
    output = fromChild.read
    unread = []
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
    do {
      pid = try spawn(arguments, input: toChild.read, output: fromChild.write)
    } catch {
      closePipes()
      throw error
    }
    return try answer()
  }

  /// Sends one line; the screen after it, or the program's end, is the reply.
  func send(_ line: String) throws -> ProgramReply {
    let deadline = ContinuousClock.now + patience
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty, wait(for: input, Int16(POLLOUT), until: deadline) {
      let count = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EAGAIN, errno != EINTR {
        break
      }
    }
    return try answer()
  }

  /// Ends the program with SIGKILL.
  func kill() -> ProgramEnding {
    if let pid { Glibc.kill(pid, SIGKILL) }
    return reap(until: .now + patience)
  }

  /// Closes the program's input, as a terminal that is gone, and waits for its end.
  func hangUp() -> ProgramReply {
    close(input)
    input = -1
    let deadline = ContinuousClock.now + patience
    while let bytes = receive(until: deadline) {
      if bytes.isEmpty { return .ended(reap(until: deadline)) }
    }
    return silence()
  }

  /// Waits for one answer line.
  private func answer() throws -> ProgramReply {
    let deadline = ContinuousClock.now + patience
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        let line = unread[..<end]
        unread.removeSubrange(...end)
        return try Self.reply(in: line)
      }
      guard let bytes = receive(until: deadline) else { return silence() }
      if bytes.isEmpty { return .ended(reap(until: deadline)) }
      unread += bytes
    }
  }

  private static func reply(in line: ArraySlice<UInt8>) throws -> ProgramReply {
    let words = line.split(separator: 0x20, maxSplits: 1)
    guard words.count == 2, let text = try? JSONDecoder().decode(String.self, from: Data(words[1]))
    else {
      throw Failure(description: "the program answered \(String(decoding: line, as: UTF8.self))")
    }
    switch String(decoding: words[0], as: UTF8.self) {
    case "screen": return .screen(text)
    case "facts":
      return .facts(try JSONDecoder().decode(ProgramFacts.self, from: Data(text.utf8)))
    default: throw Failure(description: "the program refused: \(text)")
    }
  }

  /// What the program wrote; empty at its end, nil when nothing came in time.
  private func receive(until deadline: ContinuousClock.Instant) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while wait(for: output, Int16(POLLIN), until: deadline) {
      let count = read(output, &buffer, buffer.count)
      if count >= 0 { return Array(buffer[..<count]) }
      if errno != EINTR { return [] }
    }
    return nil
  }

  private func wait(
    for descriptor: Int32, _ events: Int16, until deadline: ContinuousClock.Instant
  ) -> Bool {
    var wanted = pollfd(fd: descriptor, events: events, revents: 0)
    while true {
      let left = max(0, Int32((deadline - .now) / .milliseconds(1)))
      let count = poll(&wanted, 1, left)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  private func silence() -> ProgramReply {
    _ = kill()
    return .silent(seconds: Int(patience.components.seconds))
  }

  /// Collects the program's exit status; one that has not ended by the deadline is killed.
  private func reap(until deadline: ContinuousClock.Instant) -> ProgramEnding {
    defer { closePipes() }
    guard let child = pid else { return ProgramEnding(status: ProgramEnding.killed) }
    pid = nil
    var status: Int32 = 0
    while waitpid(child, &status, WNOHANG) == 0 {
      if deadline < .now { Glibc.kill(child, SIGKILL) }
      usleep(1000)
    }
    let signal = status & 0x7F
    let code = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    return ProgramEnding(status: code, messages: signal == SIGKILL ? "" : lastMessages())
  }

  private func closePipes() {
    if input >= 0 { close(input) }
    if output >= 0 { close(output) }
    input = -1
    output = -1
  }

  /// The last ten lines of standard error.
  private func lastMessages() -> String {
    let bytes = FileManager.default.contents(atPath: messagesPath) ?? Data()
    return String(decoding: bytes.suffix(4096), as: UTF8.self)
      .split(whereSeparator: \.isNewline).suffix(10).joined(separator: "\n")
  }

  /// A pipe that no other child inherits.
  private static func makePipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw failure("no pipe can be made") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private func spawn(_ arguments: [String], input: Int32, output: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(
      &actions, STDERR_FILENO, messagesPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var child: pid_t = 0
    let argv = (["storefront"] + arguments).map { strdup($0) } + [nil]
    let envp = environment.map { strdup($0) } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    let code = posix_spawn(&child, executable, &actions, &attributes, argv, envp)
    guard code == 0 else { throw Self.failure("\(executable) cannot be started", code) }
    return child
  }

  private static func failure(_ what: String, _ code: Int32 = errno) -> Failure {
    Failure(description: "\(what): \(String(cString: strerror(code)))")
  }
}
