import FoundationEssentials
package import StoreModel
import Database
import Glibc

/// The append-only record of every purchase, and the tables derived from it.
///
/// A record is committed before the step it announces, together with what it changes in the
/// tables `purchase`, `tx` and `handover`; the last refuses a grant's key a second time. Nothing is
/// removed. A record that no longer decodes stays and is reported; a file that SQLite calls
/// corrupt is moved to `quarantine/` beside it. The file is made by the first record.
///
/// It belongs to one `PaymentQueue` and is no actor itself: looking up a key and appending is one
/// synchronous call.
package final class Journal {
  package let path: String
  /// Who writes this journal, when it is another process; nothing can be appended then.
  package private(set) var holder: Sentence?
  /// What was found damaged, and what became of it.
  package private(set) var diagnostics: [Diagnostic] = []

  private let reserve: UInt64
  private var lock: JournalLock?
  private var database: Database?

  /// Opens what is at `path`; where nothing is, nothing is made yet.
  ///
  /// - Parameters:
  ///   - path: the file; its folder may be missing.
  ///   - reserve: bytes that must be free on the disk before money moves.
  /// - Throws: `JournalError` where the file is there and cannot be used.
  package init(path: String, reserve: UInt64 = 1 << 20) throws(JournalError) {
    self.path = path
    self.reserve = reserve
    guard access(path, F_OK) == 0 else { return }
    do throws(JournalError) {
      lock = try JournalLock(journal: path)
    } catch .locked(let holder) {
      self.holder = holder
      database = try attempt { () throws(DatabaseError) in
        try Database(path: path, readOnly: true)
      }
      return
    }
    try openOrQuarantine()
  }

  /// Makes sure that a record can be appended: before an intent, and before money moves.
  ///
  /// - Returns: Whether another run had made the file since, so that there is something to read.
  /// - Throws: `JournalError` with a sentence for people.
  package func prepare() throws(JournalError) -> Bool {
    if let holder { throw .locked(holder: holder) }
    var hasNews = false
    if database == nil {
      try makeFolder()
      if lock == nil { lock = try JournalLock(journal: path) }
      hasNews = access(path, F_OK) == 0
      try openOrQuarantine()
    }
    var disk = statvfs()
    guard statvfs(path, &disk) != 0 || UInt64(disk.f_bavail) * UInt64(disk.f_frsize) >= reserve
    else { throw .full(path: path) }
    return hasNews
  }

  /// Commits a record and what it changes, with a full sync where the record asks for it.
  ///
  /// - Throws: `JournalError.alreadyGranted` when the record's grant was handed over before, and
  ///   others with a sentence for people; nothing was written then.
  package func append(_ record: JournalRecord) throws(JournalError) {
    if database == nil { _ = try prepare() }
    if let holder { throw .locked(holder: holder) }
    guard let database, let payload = try? JournalPayload(record.entry).json else {
      throw .failed(path: path, reason: "the record cannot be encoded")
    }
    try attempt { () throws(DatabaseError) in
      try database.run("PRAGMA synchronous = \(record.entry.isDurable ? "FULL" : "NORMAL")")
    }
    do {
      try database.transaction {
        if case .delivered(_, let grant, _) = record.entry, try database.holds(grant.key) {
          throw JournalError.alreadyGranted(key: grant.key)
        }
        try database.insert(record, payload: payload)
      }
    } catch {
      throw journalError(error)
    }
  }

  /// Every purchase the journal knows, in the order in which they began.
  package func machines() throws(JournalError) -> [TransactionMachine] {
    guard let database else { return [] }
    let (machines, unreadable) = try attempt { () throws(DatabaseError) in
      try database.machines()
    }
    for id in unreadable {
      let finding = Diagnostic(
        .warning, "record-unreadable", path: path,
        """
        The journal's record of transaction \(id) can no longer be read. It is kept; the store's \
        copy is used where there is one.
        """)
      if !diagnostics.contains(finding) { diagnostics.append(finding) }
    }
    return machines
  }

  /// Everything handed over, oldest first.
  package func grants() throws(JournalError) -> [Grant] {
    guard let database else { return [] }
    return try attempt { () throws(DatabaseError) in try database.grants() }
  }
}

// MARK: - Opening

extension Journal {
  private func openOrQuarantine() throws(JournalError) {
    do throws(JournalError) {
      database = try open()
    } catch .corrupt(_, let reason) {
      try quarantine(because: reason)
      database = try open()
    }
  }

  private func open() throws(JournalError) -> Database {
    let (database, version, fault) = try attempt { () throws(DatabaseError) in
      let database = try Database(path: path)
      var version = 0
      try database.query("PRAGMA user_version") { version = Int($0.integer(0)) }
      var fault: String?
      try database.query("PRAGMA quick_check(1)") { row in
        if let text = row.text(0), text != "ok" { fault = text }
      }
      return (database, version, fault)
    }
    if let fault { throw .corrupt(path: path, reason: Sentence(phrase: fault)) }
    guard version == 0 || version == JournalSchema.version else {
      throw .unknownVersion(path: path, version: version)
    }
    if version == 0 {
      do {
        try database.transaction { try database.run(JournalSchema.script) }
      } catch {
        throw journalError(error)
      }
    }
    return database
  }

  private func quarantine(because reason: Sentence) throws(JournalError) {
    let (folder, name) = split(path)
    let place = "\(folder)/quarantine"
    guard mkdir(place, 0o700) == 0 || errno == EEXIST else {
      throw .notWritable(path: place, reason: Sentence(errno: errno))
    }
    var number = 1
    while access("\(place)/\(name)-\(number)", F_OK) == 0 { number += 1 }
    let target = "\(place)/\(name)-\(number)"
    for suffix in ["-wal", "-shm", ""] where access(path + suffix, F_OK) == 0 {
      guard rename(path + suffix, target + suffix) == 0 else {
        throw .notWritable(path: path + suffix, reason: Sentence(errno: errno))
      }
    }
    diagnostics.append(
      Diagnostic(
        .error, "journal-quarantined", path: path,
        """
        The journal was damaged (\(reason)). It is kept at \(target); purchases are read again from \
        the store.
        """))
  }

  private func makeFolder() throws(JournalError) {
    var missing: [String] = []
    var folder = split(path).folder
    while access(folder, F_OK) != 0, folder != "/", folder != "." {
      missing.append(folder)
      folder = split(folder).folder
    }
    for folder in missing.reversed() {
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
        throw .noFolder(path: split(path).folder, reason: Sentence(errno: errno))
      }
    }
  }

  private func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.index(after: slash)...]))
  }

  private func attempt<Result>(
    _ body: () throws(DatabaseError) -> Result
  ) throws(JournalError) -> Result {
    do throws(DatabaseError) {
      return try body()
    } catch {
      throw journalError(error)
    }
  }

  private func journalError(_ error: any Error) -> JournalError {
    switch error {
    case let error as JournalError: error
    case let error as DatabaseError where error.isFull: .full(path: path)
    case let error as DatabaseError where error.isCorrupt:
      .corrupt(path: path, reason: Sentence(phrase: error.message))
    case let error as DatabaseError where error.isReadOnly:
      .notWritable(path: path, reason: Sentence(phrase: error.message))
    case let error as DatabaseError:
      .failed(path: path, reason: Sentence(phrase: error.message))
    default: .failed(path: path, reason: "\(error)")
    }
  }
}
