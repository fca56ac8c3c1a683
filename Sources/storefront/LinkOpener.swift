import Glibc
import Screens
import StoreModel
import Synchronization

/// Who opens a web address for the user, decided from the environment alone.
struct LinkOpener: Sendable {
  /// The command lines that could do it, the first choice first; empty where nobody can.
  let commands: [[String]]

  /// Takes what `$BROWSER` names, else the desktop's own opener where there is a desktop.
  ///
  /// The variable holds command lines between colons; the address stands at `%s`, or at the end.
  /// No shell is involved: words are split at blanks and the address is one word.
  init(_ url: String, environment: [String: String]) {
    let named = (environment["BROWSER"] ?? "").split(separator: ":")
      .filter { $0.contains { $0 != " " } }
    guard named.isEmpty else {
      commands = named.map { Self.words(of: $0, opening: url) }
      return
    }
    let hasDesktop = environment.holds("DISPLAY") || environment.holds("WAYLAND_DISPLAY")
    let isInWindows = environment.holds("WSL_DISTRO_NAME")
    commands =
      (isInWindows ? [["wslview", url]] : []) + (hasDesktop ? [["xdg-open", url]] : [])
  }

  private static func words(of command: Substring, opening url: String) -> [String] {
    let words = command.split(separator: " ").map { String($0).replacing("%s", with: url) }
    return command.contains("%s") ? words : words + [url]
  }

  /// How an attempt to open an address ended.
  enum Ending: Sendable, Hashable {
    case opened(program: String)
    case refused(LinkRefusal)
  }

  /// How long a program may take before it counts as opened.
  private static let patience = Duration.seconds(2)
  /// Programs that were left running; when they have ended they are collected at the next attempt.
  private static let left = Mutex<[pid_t]>([])

  /// Starts one command after the other until one of them does not fail.
  @concurrent func open() async -> Ending {
    Self.left.withLock { pids in pids.removeAll { waitpid($0, nil, WNOHANG) == $0 } }
    var refusal = LinkRefusal.noOpener
    for command in commands {
      guard let failure = await Self.failure(of: command) else {
        return .opened(program: command[0])
      }
      refusal = .failed(program: command[0], reason: failure)
    }
    return .refused(refusal)
  }

  /// Why a command could not do it; nil when it ended well, or stays and is left running.
  private static func failure(of command: [String]) async -> Sentence? {
    var pid: pid_t = 0
    let error = spawn(command, &pid)
    guard error == 0 else { return Sentence(errno: error) }
    let deadline = ContinuousClock.now + patience
    var status: Int32 = 0
    while true {
      // Looked at before the program is, which so has a last chance however long the pause was.
      let isLate = ContinuousClock.now >= deadline
      if waitpid(pid, &status, WNOHANG) == pid { return reason(status) }
      if isLate { break }
      try? await Task.sleep(for: .milliseconds(20))
    }
    left.withLock { [pid] in $0.append(pid) }
    return nil
  }

  private static func reason(_ status: Int32) -> Sentence? {
    let (signal, code) = (status & 0x7F, (status >> 8) & 0xFF)
    guard signal == 0 else { return "signal \(signal)" }
    return code == 0 ? nil : "exit \(code)"
  }

  /// Starts a program apart from the terminal: no input, no output, a process group of its own, and
  /// none of the signals held back that this program reads from a descriptor.
  private static func spawn(_ command: [String], _ pid: inout pid_t) -> Int32 {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var words = command.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    return posix_spawnp(&pid, command[0], &files, &attributes, &words, environ)
  }
}
