import FoundationEssentials
import Glibc
import StoreModel

/// The promoted purchase that waits to be shown, on disk: it survives whatever happens at start-up,
/// and is shown once.
struct PendingIntent: Sendable {
  private let path: String

  init(_ folder: DataFolder) { path = folder.promoted }

  /// Keeps a link until `forget`, readable by its owner only.
  ///
  /// Where that cannot be done it is shown all the same, and would not survive a crash.
  func keep(_ link: String) {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    try? FileManager.default.createDirectory(
      atPath: "/" + folder, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let draft = path + ".new"
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    let bytes = Array(link.utf8)
    let isWritten = write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
    close(file)
    if !isWritten || rename(draft, path) != 0 { unlink(draft) }
  }

  /// The link that waits; nil where none does.
  var link: String? {
    guard let bytes = try? FileBytes.read(path, limit: 4_096).get() else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  func forget() { unlink(path) }
}
