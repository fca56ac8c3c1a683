internal import Glibc
import StoreModel

/// The folder that the store's files lie in.
enum Folder {
  /// Makes the folder of the file at `path`, and those above it that are missing, for its owner only.
  ///
  /// - Throws: `SimulatorError.noFolder`, with the first one that could not be made.
  static func make(for path: String) throws(SimulatorError) {
    var missing: [String] = []
    var rest = path[...]
    while let slash = rest.lastIndex(of: "/"), slash > rest.startIndex {
      rest = rest[..<slash]
      if access(String(rest), F_OK) == 0 { break }
      missing.append(String(rest))
    }
    for folder in missing.reversed() {
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
        throw .noFolder(path: folder, reason: Sentence(errno: errno))
      }
    }
  }
}
