package import FoundationEssentials
internal import CSQLite
internal import Glibc

/// A SQLite file of ours: write-ahead log, full sync, foreign keys, one connection, no threads.
///
/// A class around a C handle; it belongs to one actor and never leaves it.
package final class Database {
  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  /// Opens or makes the file at `path` with mode 0600.
  ///
  /// - Throws: `DatabaseError` when SQLite cannot open it or its header is no database's.
  package init(path: String, readOnly: Bool = false) throws(DatabaseError) {
    var opened: OpaquePointer?
    let flags =
      readOnly
      ? SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
      : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    if !readOnly { Self.make(path) }
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw DatabaseError(code: code, message: message)
    }
    handle = opened
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, 2_000)
    if readOnly {
      try run("PRAGMA query_only = ON")
    } else {
      try run("PRAGMA journal_mode = WAL")
      try run("PRAGMA synchronous = FULL")
      try run("PRAGMA foreign_keys = ON")
    }
  }

  /// The version of SQLite that is linked, such as `3.40.1`.
  package static var libraryVersion: String { String(cString: sqlite3_libversion()) }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Makes an empty file for this user alone, unless there is one; SQLite's own files take its mode.
  ///
  /// Only a new file is opened here: closing any descriptor of a database drops its locks.
  private static func make(_ path: String) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Runs statements without parameters or rows, such as a schema.
  package func run(_ script: String) throws(DatabaseError) {
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  /// Runs one statement; its rows are handed over one by one.
  package func query(
    _ sql: String, _ values: [Value] = [], row: (Row) -> Void = { _ in }
  ) throws(DatabaseError) {
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      try bind(value, at: Int32(index + 1), in: statement)
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: row(Row(statement: statement))
      case SQLITE_DONE: return
      default: throw failure()
      }
    }
  }

  /// Runs `body` in one transaction, committed with a full sync; rolled back when it throws.
  package func transaction<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws -> Result {
    try run("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  /// How many rows the last statement changed.
  package var changes: Int { Int(sqlite3_changes(handle)) }

  private func prepared(_ sql: String) throws(DatabaseError) -> OpaquePointer {
    if let known = statements[sql] { return known }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw failure()
    }
    statements[sql] = statement
    return statement
  }

  private func bind(
    _ value: Value, at index: Int32, in statement: OpaquePointer
  ) throws(DatabaseError) {
    // SQLITE_TRANSIENT: SQLite takes its own copy before the call returns.
    let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    let code =
      switch value {
      case .null: sqlite3_bind_null(statement, index)
      case .integer(let number): sqlite3_bind_int64(statement, index, number)
      case .text(let text):
        sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), copy)
      case .blob(let data):
        data.withUnsafeBytes {
          $0.isEmpty
            ? sqlite3_bind_zeroblob(statement, index, 0)
            : sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), copy)
        }
      }
    guard code == SQLITE_OK else { throw failure() }
  }

  private func failure() -> DatabaseError {
    DatabaseError(
      code: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle)))
  }

  /// What is bound to a parameter.
  package enum Value: Sendable, Hashable {
    case null
    case integer(Int64)
    case text(String)
    case blob(Data)
  }

  /// One row of an answer, valid only inside the call it is handed to; columns count from 0.
  package struct Row {
    fileprivate let statement: OpaquePointer

    package func isNull(_ column: Int) -> Bool {
      sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
    }

    package func integer(_ column: Int) -> Int64 {
      sqlite3_column_int64(statement, Int32(column))
    }

    package func text(_ column: Int) -> String? {
      guard let bytes = sqlite3_column_text(statement, Int32(column)) else { return nil }
      let count = Int(sqlite3_column_bytes(statement, Int32(column)))
      return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    package func blob(_ column: Int) -> Data? {
      guard let bytes = sqlite3_column_blob(statement, Int32(column)) else { return nil }
      return Data(bytes: bytes, count: Int(sqlite3_column_bytes(statement, Int32(column))))
    }
  }
}

/// What SQLite said, with its extended result code.
package struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
  package var code: Int32
  package var message: String

  package init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { "SQLite \(code): \(message)" }

  private var primary: Int32 { code & 0xFF }
  package var isFull: Bool { primary == SQLITE_FULL }
  package var isReadOnly: Bool { primary == SQLITE_READONLY || primary == SQLITE_CANTOPEN }
  package var isCorrupt: Bool { primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB }
}
