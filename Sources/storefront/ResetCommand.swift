import FoundationEssentials
import Glibc
import Screens
import StoreModel
import Text

/// `storefront reset`: wipes the device's journal, the store's books, or both.
struct ResetCommand {
  private let folder: DataFolder
  private let sides: [Side]
  private let isConfirmed: Bool
  private let words: Words

  private enum Side: String {
    case device, store

    /// What goes.
    var name: Sentence {
      switch self {
      case .device: "the device's journal"
      case .store: "the store's books"
      }
    }

    /// What is lost with it.
    var warning: Sentence {
      switch self {
      case .device:
        """
        This wipes the device's journal: what was bought is forgotten here; restore brings it back.
        """
      case .store:
        """
        This wipes the store's books: every purchase ever charged, and the simulator's root.
        """
      }
    }

    var files: [String] {
      switch self {
      case .device:
        [
          "journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm", "promoted",
          "balance.sqlite", "balance.sqlite-wal", "balance.sqlite-shm",
        ]
      case .store: ["books.sqlite", "books.sqlite-wal", "books.sqlite-shm", "root.pem"]
      }
    }
  }

  init(_ arguments: Arguments, environment: [String: String]) throws(UsageError) {
    guard arguments.operands.count <= 1 else {
      throw .operands(.reset, "\"\(arguments.operands[1])\" is one word too many.")
    }
    let both = arguments.has("--all")
    sides = [Side.device, .store].filter { both || arguments.has("--\($0.rawValue)") }
    guard !sides.isEmpty else { throw .operands(.reset, "Say what is to be wiped.") }
    folder = DataFolder(
      arguments, catalogue: arguments.operands.first ?? arguments.value("--catalogue"),
      environment: environment)
    isConfirmed = arguments.has("--yes")
    words = ShopSettings.words(
      language: try Configuration(arguments, environment: environment).language)
  }

  func run() throws(Failure) -> Int32 {
    if !isConfirmed { try ask() }
    let lock = Glibc.open("\(folder.journal).lock", O_RDWR | O_CLOEXEC)
    defer { if lock >= 0 { close(lock) } }
    if lock >= 0, flock(lock, LOCK_EX | LOCK_NB) != 0 {
      throw Failure(
        "another storefront has \(folder.path) open. Close it, then reset again. Nothing was wiped.",
        exit: 1)
    }
    var count = 0
    for file in sides.flatMap(\.files) {
      let path = "\(folder.path)/\(file)"
      if unlink(path) == 0 {
        count += 1
      } else if errno != ENOENT {
        throw Failure("\(path) cannot be removed: \(Sentence(errno: errno)).", exit: 1)
      }
    }
    say(
      count == 0
        ? "Nothing to wipe in \(folder.path)."
        : "Wiped in \(folder.path): \(list: sides.map(\.name)).")
    return 0
  }

  private func say(_ sentence: Sentence, end: String = "\n") {
    Output.write(SafeText.line(words.text(of: sentence)) + end)
  }

  private func ask() throws(Failure) {
    guard isatty(STDIN_FILENO) == 1 else {
      throw Failure("reset asks before it wipes. Add --yes where nobody can answer.", exit: 2)
    }
    for side in sides { say(side.warning) }
    say("The folder is \(folder.path).")
    say("Wipe it? [y/N]", end: " ")
    guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
      throw Failure("nothing was wiped.", exit: 1)
    }
  }
}
