import Catalogue
import FoundationEssentials
import StoreModel

/// Where the shop's catalogue comes from, and how it is read again.
struct CatalogueSource: Sendable {
  /// The file or folder that was named; nil is the built-in demo, `-` standard input.
  var path: String?
  /// Where a list of ids is looked up; nil is the one `.storekit` beside it.
  var lookup: String?

  var isDemo: Bool { path == nil }

  /// Reads everything anew.
  ///
  /// It never fails: an unreadable file is an unreadable catalogue whose diagnostic says why.
  func read() -> Catalogue {
    guard let path else {
      return Catalogue.read(Resource.bytes("catalogues/demo.storekit"), named: "Super Powers")
    }
    let name = Self.name(of: path)
    switch Self.bytes(at: path) {
    case .failure(let failure):
      return .unreadable(name, failure.message)
    case .success(let bytes):
      guard let ids = Catalogue.productIDs(bytes) else {
        return Catalogue.read(bytes, named: name)
      }
      return resolve(ids, listed: name, beside: path)
    }
  }

  private func resolve(_ ids: [String], listed name: String, beside path: String) -> Catalogue {
    let file: String
    if let lookup {
      file = lookup
    } else {
      let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let candidates = names.filter { $0.hasSuffix(".storekit") }.sorted()
      guard candidates.count == 1 else {
        return .unreadable(
          name,
          candidates.isEmpty
            ? """
            \(name) lists product ids, and there is no .storekit file beside it. Name the catalogue \
            with --catalogue FILE.
            """
            : """
            \(name) lists product ids, and there are \(candidates.count) .storekit files beside it. \
            Name the catalogue with --catalogue FILE.
            """)
      }
      file = "\(folder)/\(candidates[0])"
    }
    let catalogue = CatalogueSource(path: file).read()
    guard catalogue.isReadable else { return catalogue }
    return Catalogue.resolved(ids: ids, in: catalogue)
  }

  /// The catalogues in the working folder and three folders below it, at most two hundred.
  @concurrent static func nearby() async -> [String] {
    var found: [String] = []
    var folders: [(path: String, depth: Int)] = [("", 0)]
    while !folders.isEmpty, found.count < 200 {
      let (folder, depth) = folders.removeFirst()
      let names =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
      for name in names.sorted() where !name.hasPrefix(".") {
        let path = folder + name
        let isFolder = FileBytes.isFolder(path)
        if name.hasSuffix(".storekit"), !isFolder || FileBytes.exists(configuration(in: path)) {
          found.append(path)
        } else if depth < 3, isFolder {
          folders.append((path + "/", depth + 1))
        }
      }
    }
    return found
  }

  /// What people are shown instead of a path.
  private static func name(of path: String) -> String {
    if path == "-" { return "standard input" }
    let parts = path.split(separator: "/")
    return parts.last.map(String.init) ?? path
  }

  /// The largest catalogue that is read, in bytes.
  private static let limit = 64 << 20

  /// The file's bytes, or those of the configuration inside a `.storekit` folder.
  private static func bytes(at path: String) -> Result<[UInt8], Failure> {
    guard path != "-", FileBytes.isFolder(path) else { return FileBytes.read(path, limit: limit) }
    let file = configuration(in: path)
    guard FileBytes.exists(file) else {
      return .failure(
        Failure(
          """
          \(path) is a folder without \(Catalogue.fileInFolder). Name a .storekit file, or a folder \
          that Xcode saved as one.
          """, exit: 1))
    }
    return FileBytes.read(file, limit: limit)
  }

  private static func configuration(in folder: String) -> String {
    folder + (folder.hasSuffix("/") ? "" : "/") + Catalogue.fileInFolder
  }
}

extension Catalogue {
  /// A catalogue that could not be opened at all.
  static func unreadable(_ name: String, _ reason: Sentence) -> Catalogue {
    Catalogue(
      name: name, diagnostics: [Diagnostic(.error, "unreadable", reason)], isReadable: false)
  }
}
