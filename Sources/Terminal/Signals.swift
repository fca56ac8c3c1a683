import CTerminal
import Glibc

/// The signals that the event loop reads from a descriptor instead of being interrupted by them.
package enum Signals {
  /// Those that ask the program to end, the most urgent one first.
  static let ends = [SIGTERM, SIGHUP, SIGINT]
  private static let all = ends + [SIGWINCH, SIGTSTP, SIGCONT]

  /// Holds the signals back for the event loop; call it first in main, since only threads that are
  /// started later inherit it.
  ///
  /// So does a program that is started later: give it an empty signal mask.
  package static func block() {
    var set = mask
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// A new descriptor that is readable while one of the signals is pending.
  static func descriptor() -> Int32 {
    var set = mask
    return signalfd(-1, &set, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
  }

  /// Takes the pending signals off the descriptor.
  static func pending(_ descriptor: Int32) -> Set<Int32> {
    var numbers: Set<Int32> = []
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    while read(descriptor, &info, size) == size {
      numbers.insert(Int32(bitPattern: info.ssi_signo))
    }
    return numbers
  }

  private static var mask: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in all { sigaddset(&set, number) }
    return set
  }
}
