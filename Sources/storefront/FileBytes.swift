import FoundationEssentials
import Glibc
import StoreModel

/// Reads whole files, bounded, with a sentence for everything that can be wrong with a path.
enum FileBytes {
  /// The bytes at `path`; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: as the user gave it.
  ///   - limit: the most bytes that are read; more is a failure.
  /// - Returns: the bytes, or a failure with exit 2.
  static func read(_ path: String, limit: Int) -> Result<[UInt8], Failure> {
    if path == "-" { return drain(STDIN_FILENO, named: "standard input", limit: limit) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      return failure(
        errno == ENOENT
          ? "\(path) does not exist. Check the path."
          : "\(path) cannot be opened: \(reason(errno)). Check its permissions.")
    }
    defer { close(descriptor) }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      return failure("\(path) is a folder. Name a file.")
    }
    return drain(descriptor, named: "\(path)", limit: limit)
  }

  private static func drain(
    _ descriptor: Int32, named name: Sentence, limit: Int
  ) -> Result<[UInt8], Failure> {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return failure("\(name) cannot be read: \(reason(errno)).") }
      if count == 0 { return .success(bytes) }
      bytes += buffer[..<count]
      guard bytes.count <= limit else {
        return failure("\(name) is larger than \(limit >> 20) MiB. Name another file.")
      }
    }
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private static func failure(_ message: Sentence) -> Result<[UInt8], Failure> {
    .failure(Failure(message, exit: 2))
  }

  private static func reason(_ code: Int32) -> Sentence { Sentence(errno: code) }
}
