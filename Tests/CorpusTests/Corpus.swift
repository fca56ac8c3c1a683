import Foundation

/// The folder of real files beside the package, where there is one.
enum Corpus {
  static let folder: URL? = {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return ["../shared/corpus", "../../shared/corpus"]
      .map { root.appending(path: $0).standardizedFileURL }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  static func bytes(_ path: String) throws -> [UInt8] {
    guard let folder else { return [] }
    return Array(try Data(contentsOf: folder.appending(path: path)))
  }

  /// The rows of a table with tabs, by the names of its first row.
  static func table(_ path: String) -> [[String: String]] {
    guard let bytes = try? bytes(path) else { return [] }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let names = lines.first else { return [] }
    return lines.dropFirst().map {
      Dictionary(zip(names, $0), uniquingKeysWith: { first, _ in first })
    }
  }
}
