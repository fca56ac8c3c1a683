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

  init(path: String) {
    self.path = path
  }

  /// Who the store is; nil while there are no books.
  func identity() throws(SimulatorError) -> Identity? {
    try guarded { try reading().flatMap(Self.identity) }
  }

  /// Makes the books, unless they are there already, and says who the store is.
  func make(_ newIdentity: () throws(SimulatorError) -> Identity) throws(SimulatorError) -> Identity
  {
    try guarded {
      let database = try open()
      return try database.transaction { () throws -> Identity in
        if try isMade(database), let identity = try Self.identity(database) { return identity }
        let identity = try newIdentity()
        try database.run(Self.schema)
        try database.query(
          "INSERT INTO store VALUES (1, ?, ?, ?, ?, ?)",
          [
            .text(identity.instance), .blob(identity.leafKey), .blob(identity.leaf),
            .blob(identity.intermediate), .blob(identity.root),
          ])
        return identity
      }
    }
  }

  /// Commits what `body` writes in one step; the books must have been made.
  func commit<Result>(_ body: (Page) throws -> Result) throws(SimulatorError) -> Result {
    try guarded {
      let database = try open()
      return try database.transaction { () throws -> Result in try body(Page(database)) }
    }
  }

  /// What `body` reads; nil while there are no books.
  func read<Result>(_ body: (Page) throws -> Result) throws(SimulatorError) -> Result? {
    try guarded { try reading().map { try body(Page($0)) } }
  }

  /// How often money was taken, by whichever account.
  func chargeCount() throws(SimulatorError) -> Int {
    try read { try $0.chargeCount() } ?? 0
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
    try database.query("SELECT instance, leaf_key, leaf, intermediate, root FROM store") { row in
      guard let instance = row.text(0), let key = row.blob(1), let leaf = row.blob(2),
        let intermediate = row.blob(3), let root = row.blob(4)
      else { return }
      identity = Identity(
        instance: instance, leafKey: key, leaf: leaf, intermediate: intermediate, root: root)
    }
    return identity
  }

  private static let schemaNumber = 1

  /// Times are milliseconds since 1970, amounts thousandths of the currency's unit.
  private static let schema = """
    CREATE TABLE store (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      instance TEXT NOT NULL,
      leaf_key BLOB NOT NULL,
      leaf BLOB NOT NULL,
      intermediate BLOB NOT NULL,
      root BLOB NOT NULL
    ) STRICT;
    CREATE TABLE entry (
      id INTEGER PRIMARY KEY,
      original_id INTEGER NOT NULL,
      account TEXT NOT NULL,
      product_id TEXT NOT NULL,
      type TEXT NOT NULL,
      group_id TEXT,
      quantity INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('purchased', 'failed', 'restored')),
      error_domain TEXT,
      error_code INTEGER,
      purchased_at INTEGER NOT NULL,
      originally_purchased_at INTEGER NOT NULL,
      expires_at INTEGER,
      revoked_at INTEGER,
      app_account_token TEXT,
      amount INTEGER,
      currency TEXT,
      offer_mode TEXT,
      offer_length TEXT,
      storefront TEXT NOT NULL,
      web_order_line_item_id TEXT,
      jws TEXT,
      is_finished INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX queue ON entry (account, id) WHERE is_finished = 0;
    CREATE INDEX product ON entry (account, product_id);
    CREATE INDEX subscription ON entry (account, group_id) WHERE group_id IS NOT NULL;
    CREATE INDEX attempt ON entry (app_account_token);
    CREATE TABLE charge (
      entry_id INTEGER PRIMARY KEY REFERENCES entry,
      amount INTEGER NOT NULL CHECK (amount > 0),
      currency TEXT NOT NULL,
      charged_at INTEGER NOT NULL
    ) STRICT;
    PRAGMA user_version = 1;
    """
}
