internal import Glibc
import StoreModel

/// The file in which others find the store's root certificate.
enum RootFile {
  /// Writes `text` beside `path` and puts it in its place, readable by its owner only.
  ///
  /// - Throws: `SimulatorError.rootNotWritten`; the file is then as it was.
  static func write(_ text: String, to path: String) throws(SimulatorError) {
    let draft = path + ".new"
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure(path) }
    let bytes = Array(text.utf8)
    let isWritten =
      fchmod(file, 0o600) == 0 && Glibc.write(file, bytes, bytes.count) == bytes.count
      && fsync(file) == 0
    let error = isWritten ? nil : failure(path)
    close(file)
    guard error == nil, rename(draft, path) == 0 else {
      let error = error ?? failure(path)
      unlink(draft)
      throw error
    }
  }

  private static func failure(_ path: String) -> SimulatorError {
    .rootNotWritten(path: path, reason: Sentence(errno: errno))
  }
}
