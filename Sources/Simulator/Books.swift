import Database
import FoundationEssentials
import Glibc
import StoreModel

/// The store's own records, on disk: who it is, what it sold, what it charged, what still waits.
///
/// Reading a file that is not there means empty books; the file is made by `make`, never before.
/// A class because it holds the connection; it belongs to one actor and never leaves it.
final class Books {
  private let path: String
  private var database: Database?
  /// SQLite's number of what was read last; another one means that somebody else wrote.
  private var version: Int64?

  init(path: String) {
    self.path = path
  }

  /// Who the store is; nil while there are no books.
  func identity() throws(SimulatorError) -> Identity? {
    try guarded { try reading().flatMap(Self.identity) }
  }

  /// Makes the books and their folder, unless they are there already, and says who the store is.
  func make(_ newIdentity: () throws(SimulatorError) -> Identity) throws(SimulatorError) -> Identity
  {
    try Folder.make(for: path)
    return try guarded {
      let database = try open()
      return try database.transaction { () throws -> Identity in
        if try isMade(database), let identity = try Self.identity(database) { return identity }
        let identity = try newIdentity()
        try database.run(Self.schema)
        try database.query(
          "INSERT INTO store VALUES (1, ?, ?, ?, ?, ?, ?)",
          [
            .text(identity.instance), .blob(identity.leafKey), .blob(identity.leaf),
            .blob(identity.intermediate), .blob(identity.root), .blob(identity.xcode),
          ])
        return identity
      }
    }
  }

  /// Hands everything that is written to `machine`; the books of a store that sold nothing are empty.
  func load(into machine: inout StoreMachine) throws(SimulatorError) -> Page.Settings {
    try guarded {
      guard let database = try reading() else {
        version = nil
        return Page.Settings()
      }
      let page = Page(database)
      version = try page.version()
      return try page.load(into: &machine)
    }
  }

  /// Whether somebody else wrote since they were loaded.
  func haveChanged() throws(SimulatorError) -> Bool {
    try guarded {
      guard let database = try reading() else { return version != nil }
      return try Page(database).version() != version
    }
  }

  /// Commits steps in one transaction.
  ///
  /// - Returns: false, and nothing written, where somebody else wrote since the books were loaded.
  func write(_ steps: [StoreMachine.Step], lastID: Int64) throws(SimulatorError) -> Bool {
    try guarded {
      let database = try open()
      return try database.transaction { () throws -> Bool in
        let page = Page(database)
        guard let version, try page.version() == version else { return false }
        try page.perform(steps, lastID: lastID)
        return true
      }
    }
  }

  /// Keeps how the clock stands for a store that is started as this one was.
  func save(clock: StoreTime.State, start: String) throws(SimulatorError) {
    try guarded {
      let database = try open()
      try database.transaction { try Page(database).save(clock: clock, start: start) }
    }
  }

  private func reading() throws -> Database? {
    guard database != nil || access(path, F_OK) == 0 else { return nil }
    let database = try open()
    return try isMade(database) ? database : nil
  }

  private func open() throws(DatabaseError) -> Database {
    if let database { return database }
    let opened = try Database(path: path)
    database = opened
    return opened
  }

  private func isMade(_ database: Database) throws -> Bool {
    var schema: Int64 = 0
    try database.query("PRAGMA user_version") { schema = $0.integer(0) }
    guard schema <= Self.schemaNumber else {
      throw SimulatorError.newer(path: path, schema: Int(schema))
    }
    guard schema == 0 || schema == Self.schemaNumber else {
      throw SimulatorError.older(path: path, schema: Int(schema))
    }
    return schema > 0
  }

  /// A connection that failed is closed: what it believes of the file may no longer be true.
  private func guarded<Result>(_ body: () throws -> Result) throws(SimulatorError) -> Result {
    do {
      return try body()
    } catch let error as SimulatorError {
      throw error
    } catch let error as DatabaseError {
      database = nil
      throw SimulatorError(error, path: path)
    } catch {
      database = nil
      throw .damaged(path: path, reason: "\(error)")
    }
  }

  private static func identity(_ database: Database) throws(DatabaseError) -> Identity? {
    var identity: Identity?
    try database.query("SELECT instance, leaf_key, leaf, intermediate, root, xcode FROM store") {
      row in
      guard let instance = row.text(0), let key = row.blob(1), let leaf = row.blob(2),
        let intermediate = row.blob(3), let root = row.blob(4), let xcode = row.blob(5)
      else { return }
      identity = Identity(
        instance: instance, leafKey: key, leaf: leaf, intermediate: intermediate, root: root,
        xcode: xcode)
    }
    return identity
  }

  private static let schemaNumber = 3

  /// Times are milliseconds since 1970, amounts thousandths of the currency's unit.
  private static let schema = """
    CREATE TABLE store (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      instance TEXT NOT NULL,
      leaf_key BLOB NOT NULL,
      leaf BLOB NOT NULL,
      intermediate BLOB NOT NULL,
      root BLOB NOT NULL,
      xcode BLOB NOT NULL
    ) STRICT;
    CREATE TABLE setting (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE entry (
    \(Page.columns(of: EntryRow.columns)),
      CHECK (state IN ('purchased', 'deferred', 'failed', 'restored'))
    ) STRICT;
    CREATE TABLE life (
    \(Page.columns(of: LifeRow.columns)),
      PRIMARY KEY (account, group_id, is_shared)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE money (
      id INTEGER PRIMARY KEY,
      entry_id INTEGER NOT NULL,
      amount INTEGER NOT NULL CHECK (amount <> 0),
      currency TEXT NOT NULL,
      moved_at INTEGER NOT NULL
    ) STRICT;
    PRAGMA user_version = \(schemaNumber);
    """
}
