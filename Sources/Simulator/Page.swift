import Database
import FoundationEssentials
import StoreModel

/// What can be read and written in one step in the books.
struct Page {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  /// What the books keep beside the purchases.
  struct Settings {
    var clock: StoreTime.State?
    /// What the clock was started with when it was kept.
    var clockStart: String?
  }

  /// SQLite's number of what other connections have written.
  func version() throws -> Int64 {
    var version: Int64 = 0
    try database.query("PRAGMA data_version") { version = $0.integer(0) }
    return version
  }

  /// Writes what steps say; telling is not its business.
  func perform(_ steps: [StoreMachine.Step], lastID: Int64) throws {
    for step in steps {
      switch step {
      case .write(let entry): try put("entry", EntryRow.columns, EntryRow.values(entry))
      case .writeLife(let account, let life):
        try put("life", LifeRow.columns, LifeRow.values(life, account: account))
      case .move(let movement):
        try database.query(
          "INSERT INTO money (entry_id, amount, currency, moved_at) VALUES (?, ?, ?, ?)",
          [
            .integer(movement.entryID), .integer(movement.money.milliunits),
            .text(movement.money.currencyCode), .date(movement.date),
          ])
      case .delete(_, let ids):
        for id in ids { try database.query("DELETE FROM entry WHERE id = ?", [.integer(id)]) }
        try save("last-id", "\(lastID)")
      case .deleteLife(let account, let key):
        try database.query(
          "DELETE FROM life WHERE account = ? AND group_id = ? AND is_shared = ?",
          [.text(account), .text(key.groupID), .bool(key.isShared)])
      case .set(let controls):
        let lines = controls.map { $0.words.joined(separator: "\t") }
        try save("controls", lines.joined(separator: "\n"))
      case .setAccounts(let accounts, let startedAs):
        try save("accounts", accounts.names.joined(separator: "\n"))
        try save("signed-in", "\(accounts.current ?? "")\n\(startedAs)")
      case .tell, .tellRemoved: break
      }
    }
  }

  func save(clock: StoreTime.State, start: String) throws {
    try save("clock", "\(start)\n\(clock.line)")
  }

  private func save(_ name: String, _ value: String) throws {
    try database.query(
      "INSERT OR REPLACE INTO setting VALUES (?, ?)", [.text(name), .text(value)])
  }

  /// Hands everything that is written to a machine.
  func load(into machine: inout StoreMachine) throws -> Settings {
    var unreadable: Int64?
    try database.query(
      "SELECT \(Self.names(of: EntryRow.columns)) FROM entry ORDER BY id"
    ) { row in
      if let entry = EntryRow.entry(row) {
        machine.take(entry: entry)
      } else {
        unreadable = row.integer(0)
      }
    }
    try database.query("SELECT \(Self.names(of: LifeRow.columns)) FROM life") { row in
      if let (account, life) = LifeRow.life(row) {
        machine.take(life: life, of: account)
      } else {
        unreadable = row.integer(2)
      }
    }
    try database.query("SELECT entry_id, amount, currency, moved_at FROM money ORDER BY id") {
      row in
      guard let currency = row.text(2) else { return }
      machine.take(
        movement: StoreMachine.Movement(
          entryID: row.integer(0),
          money: Money(milliunits: row.integer(1), currencyCode: currency),
          date: Milliseconds(row.integer(3)).date))
    }
    if let unreadable { throw UnreadableEntry(id: unreadable) }
    return try loadSettings(into: &machine)
  }

  private func loadSettings(into machine: inout StoreMachine) throws -> Settings {
    var settings = Settings()
    var accounts: [String] = []
    try database.query("SELECT name, value FROM setting ORDER BY name") { row in
      let lines = (row.text(1) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
      switch row.text(0) {
      case "last-id": machine.take(lastID: lines.first.flatMap { Int64($0) } ?? 0)
      case "controls":
        for line in lines {
          let words = line.split(separator: "\t").map(String.init)
          if let control = try? StoreControl(words: words) { machine.take(control: control) }
        }
      case "accounts": accounts = lines.filter { !$0.isEmpty }
      case "signed-in" where lines.count == 2:
        machine.take(
          accounts: accounts, signedIn: lines[0].isEmpty ? nil : lines[0], startedAs: lines[1])
      case "clock" where lines.count == 2:
        settings.clockStart = lines[0]
        settings.clock = StoreTime.State(line: lines[1])
      default: break
      }
    }
    return settings
  }

  private func put(_ table: String, _ columns: [String], _ values: [Database.Value]) throws {
    let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    try database.query(
      "INSERT OR REPLACE INTO \(table) (\(Self.names(of: columns))) VALUES (\(marks))", values)
  }

  static func columns(of columns: [String]) -> String {
    columns.map { "  \($0)" }.joined(separator: ",\n")
  }

  private static func names(of columns: [String]) -> String {
    columns.map { $0.prefix { $0 != " " } }.joined(separator: ", ")
  }
}

/// A line of the books that says something this version never writes.
struct UnreadableEntry: ExplainedError {
  var id: Int64
  var sentence: Sentence { "entry \(id) cannot be read" }
}

extension Database.Value {
  static func text(orNull text: String?) -> Self { text.map { .text($0) } ?? .null }
  static func integer(orNull number: Int64?) -> Self { number.map { .integer($0) } ?? .null }
  static func date(_ date: Date?) -> Self {
    .integer(orNull: date.map { Milliseconds($0).count })
  }
  static func bool(_ value: Bool) -> Self { .integer(value ? 1 : 0) }
}

/// Reads the columns of a row one after the other.
struct ColumnReader {
  private let row: Database.Row
  private var index: Int = -1

  init(_ row: Database.Row) { self.row = row }

  mutating func text() -> String? {
    index += 1
    return row.text(index)
  }

  mutating func integer() -> Int64? {
    index += 1
    return row.isNull(index) ? nil : row.integer(index)
  }

  mutating func date() -> Date? { integer().map { Milliseconds($0).date } }
  mutating func bool() -> Bool { integer() == 1 }

  mutating func money() -> Money? {
    let (amount, currency) = (integer(), text())
    return currency.map { Money(milliunits: amount ?? 0, currencyCode: $0) }
  }
}
