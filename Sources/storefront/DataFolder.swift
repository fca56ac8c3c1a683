import FoundationEssentials
import Glibc

/// The folder of one shop: the device's journal and the store's books, made by the first purchase.
struct DataFolder: Sendable {
  let path: String
  /// The folder of all shops; nil where `--data` named one for any catalogue.
  private let state: String?

  /// The device's side.
  var journal: String { "\(path)/journal.sqlite" }
  /// The store's side.
  var books: String { "\(path)/books.sqlite" }
  /// The certificate of the simulator's root, for `verify --root`.
  var root: String { "\(path)/root.pem" }

  /// What the customer has with the app itself.
  var balance: String { "\(path)/balance.sqlite" }
  /// The promoted purchase that waits to be shown.
  var promoted: String { "\(path)/promoted" }

  /// The folder that `--data` names, else the one of a catalogue (nil is the demo).
  init(_ arguments: Arguments, catalogue: String?, environment: [String: String]) {
    if let path = arguments.value("--data") {
      self.init(path: path)
    } else {
      let state =
        environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        ?? "\(environment["HOME"] ?? "/tmp")/.local/state"
      self.init(catalogue: catalogue, state: state)
    }
  }

  /// The folder of another catalogue: the same one where `--data` named it.
  func of(catalogue: String?) -> DataFolder {
    state.map { DataFolder(catalogue: catalogue, state: $0) } ?? self
  }

  /// The folder for a catalogue, by its path as given, or nil for the demo, below a state folder.
  private init(catalogue: String?, state: String) {
    self.state = state
    guard let catalogue else {
      path = "\(state)/storefront/demo"
      return
    }
    let absolute = Self.absolute(catalogue)
    let file = absolute.split(separator: "/").last.map(String.init) ?? "catalogue"
    let stem = file.hasSuffix(".storekit") ? String(file.dropLast(9)) : file
    let name = stem.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" }
    path = "\(state)/storefront/\(String(name))-\(Self.hash(absolute))"
  }

  private init(path: String) {
    state = nil
    self.path = Self.absolute(path)
  }

  private static func absolute(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else {
      return path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// FNV-1a, 32 bits: it only tells folders of equal names apart.
  private static func hash(_ text: String) -> String {
    let value = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
