import Glibc
import StoreModel

/// The right to write a journal: an exclusive `flock` on `<journal>.lock`, held until it goes.
///
/// The kernel lets go when the process ends, however it ends. The file stays, with the number of
/// the process that held it last.
final class JournalLock {
  private let descriptor: CInt

  /// Takes the lock of the journal at `path`.
  ///
  /// - Throws: `JournalError.locked` with the holder's name, or `.notWritable`.
  init(journal path: String) throws(JournalError) {
    let lockPath = path + ".lock"
    let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .notWritable(path: lockPath, reason: Sentence(errno: errno))
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno
      let holder = JournalLock.holder(in: descriptor)
      close(descriptor)
      guard reason == EWOULDBLOCK else {
        throw .notWritable(path: lockPath, reason: Sentence(errno: reason))
      }
      throw .locked(holder: holder)
    }
    self.descriptor = descriptor
    // Only a name for people: the lock holds without it.
    let name = Array("\(getpid())\n".utf8)
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, name, name.count, 0)
  }

  deinit {
    // A process that was forked meanwhile shares the lock until it runs its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func holder(in descriptor: CInt) -> Sentence {
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    let digits = bytes.prefix(max(count, 0)).prefix { (48...57).contains($0) }
    return digits.isEmpty
      ? "another process" : "process \(String(decoding: digits, as: UTF8.self))"
  }
}
