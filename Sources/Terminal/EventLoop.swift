import CTerminal
import Glibc
import Synchronization

/// A serial executor that is the program's event loop: jobs, input and signals wake one `poll`.
///
/// The actor that owns it runs on the thread that calls `run`, between two waits, so nothing else
/// can touch the screen; while nothing happens the thread sleeps and no timer ticks. Make it on
/// that thread, after `Signals.block()`.
///
///     actor App {
///       nonisolated let loop = EventLoop()
///       nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
///       func run(on screen: any TerminalScreen) -> Int32 {
///         loop.run(screen) { inputs in … }
///       }
///     }
///     exit(app.assumeIsolated { $0.run(on: screen) })
package final class EventLoop: SerialExecutor {
  /// Whether the loop waits for more, or ends with an exit code.
  package enum Outcome: Sendable, Hashable {
    case goOn
    case end(Int32)
  }

  private let jobs = Mutex<[UnownedJob]>([])
  private let bell = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
  private let signals = Signals.descriptor()
  private let thread = pthread_self()

  package init() {}

  deinit {
    Glibc.close(bell)
    Glibc.close(signals)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    eventfd_write(bell, 1)
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  package func checkIsolated() {
    precondition(pthread_equal(thread, pthread_self()) != 0, "not on the event loop's thread")
  }

  /// Waits and hands over what came until `handle` ends it; returns the exit code.
  ///
  /// `handle` is called once at the start with nothing, and then once a turn with everything that
  /// came, or with nothing after jobs ran: one redraw in it is enough. What hung up is not read again.
  package func run(
    _ screen: any TerminalScreen, _ handle: ([TerminalInput]) -> Outcome
  ) -> Int32 {
    var isOpen = true
    var deadline: ContinuousClock.Instant?
    var inputs: [TerminalInput] = []
    while true {
      if case .end(let code) = handle(inputs) { return code }
      let ready = wait(for: isOpen ? screen.inputDescriptor : -1, until: deadline)
      inputs = heed(ready.signals, screen)
      if inputs.contains(where: \.isEnd) { continue }

      let isDue = deadline.map { $0 <= .now } ?? false
      if isOpen, ready.input || !ready.signals.isEmpty {
        inputs += screen.read()
      } else if isDue {
        inputs += screen.lapse()
      }
      if ready.input || isDue { deadline = screen.patience.map { .now + .milliseconds($0) } }
      if inputs.contains(.hungUp) { isOpen = false }
      if ready.jobs { runJobs() }
    }
  }

  /// Sleeps until something happens or the deadline is there.
  private func wait(
    for input: Int32, until deadline: ContinuousClock.Instant?
  ) -> (input: Bool, signals: Set<Int32>, jobs: Bool) {
    var descriptors = [input, signals, bell].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while true {
      let patience = deadline.map { max(0, Int32(($0 - .now) / .milliseconds(1)) + 1) } ?? -1
      if poll(&descriptors, nfds_t(descriptors.count), patience) >= 0 || errno != EINTR { break }
    }
    let isReady = descriptors.map { $0.revents != 0 }
    return (isReady[0], isReady[1] ? Signals.pending(signals) : [], isReady[2])
  }

  /// What the signals mean; a program that is asked to end does not take the terminal again.
  private func heed(_ signals: Set<Int32>, _ screen: any TerminalScreen) -> [TerminalInput] {
    if let end = Signals.ends.first(where: signals.contains) { return [.signal(end)] }
    var inputs: [TerminalInput] = []
    if signals.contains(SIGCONT) {
      screen.resume()
      inputs.append(.resumed)
    }
    // A window that was resized and back has its size of before, and lost what it showed.
    if signals.contains(SIGWINCH) {
      screen.repaint()
      inputs.append(.resized(screen.size))
    }
    if signals.contains(SIGTSTP) { inputs.append(.suspendRequested) }
    return inputs
  }

  /// Runs what is enqueued now; what those jobs enqueue is for the next turn.
  private func runJobs() {
    var rings: eventfd_t = 0
    eventfd_read(bell, &rings)
    let batch = jobs.withLock { jobs in
      defer { jobs = [] }
      return jobs
    }
    for job in batch { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}

extension TerminalInput {
  /// Whether a signal asks the program to end.
  fileprivate var isEnd: Bool {
    if case .signal = self { true } else { false }
  }
}
