import Database
import FoundationEssentials
import StoreModel

/// The tables of the journal; dates are milliseconds since 1970.
enum JournalSchema {
  static let version = 1

  static let script = """
    CREATE TABLE record(
      seq INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      stage TEXT NOT NULL,
      store_time INTEGER NOT NULL,
      wall_time INTEGER,
      purchase TEXT NOT NULL,
      tx TEXT,
      payload TEXT NOT NULL
    ) STRICT;
    CREATE INDEX record_tx ON record(tx);
    CREATE TRIGGER record_stays BEFORE DELETE ON record
      BEGIN SELECT RAISE(ABORT, 'records are not removed'); END;
    CREATE TRIGGER record_stands BEFORE UPDATE ON record
      BEGIN SELECT RAISE(ABORT, 'records are not changed'); END;

    CREATE TABLE purchase(
      id TEXT PRIMARY KEY,
      product TEXT NOT NULL,
      quantity INTEGER NOT NULL,
      stage TEXT NOT NULL,
      seq INTEGER NOT NULL REFERENCES record
    ) STRICT;
    CREATE TABLE tx(
      key TEXT PRIMARY KEY,
      id TEXT NOT NULL,
      instance TEXT NOT NULL,
      purchase TEXT NOT NULL REFERENCES purchase,
      state TEXT NOT NULL,
      is_paid INTEGER NOT NULL,
      seq INTEGER NOT NULL REFERENCES record
    ) STRICT;
    CREATE TABLE handover(
      key TEXT PRIMARY KEY,
      tx TEXT NOT NULL UNIQUE REFERENCES tx,
      product TEXT NOT NULL,
      type TEXT NOT NULL,
      original TEXT NOT NULL,
      quantity INTEGER NOT NULL,
      expiration INTEGER,
      revocation INTEGER,
      seq INTEGER NOT NULL REFERENCES record
    ) STRICT;
    PRAGMA user_version = 1;
    """
}

// MARK: - Writing

extension Database {
  /// Whether the grant of this key was handed over.
  func holds(_ grantKey: String) throws(DatabaseError) -> Bool {
    var found = false
    try query("SELECT 1 FROM handover WHERE key = ?", [.text(grantKey)]) { _ in found = true }
    return found
  }

  /// Writes a record and what it changes; inside a transaction.
  func insert(_ record: JournalRecord, payload: String) throws(DatabaseError) {
    try query(
      """
      INSERT INTO record(kind, stage, store_time, wall_time, purchase, tx, payload)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(record.entry.kind), .text(record.stage.rawValue), .date(record.date),
        .date(record.wallDate), .text(record.purchaseID), .text(record.transactionKey),
        .text(payload),
      ])
    var seq: Int64 = 0
    try query("SELECT last_insert_rowid()") { seq = $0.integer(0) }
    try query(
      """
      INSERT INTO purchase(id, product, quantity, stage, seq) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET
        product = excluded.product, quantity = excluded.quantity, stage = excluded.stage
      """,
      [
        .text(record.purchaseID), .text(record.productID), .integer(Int64(record.quantity)),
        .text(record.stage.rawValue), .integer(seq),
      ])
    try insertTransaction(of: record, seq: seq)
  }

  private func insertTransaction(of record: JournalRecord, seq: Int64) throws(DatabaseError) {
    guard let key = record.transactionKey, let instance = record.instance,
      let id = record.entry.transactionID
    else { return }
    switch record.entry {
    case .deferred, .failed, .paid:
      let isPaid = if case .paid = record.entry { true } else { false }
      try query(
        """
        INSERT INTO tx(key, id, instance, purchase, state, is_paid, seq)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT(key) DO UPDATE SET
          state = excluded.state, is_paid = excluded.is_paid, seq = excluded.seq
        """,
        [
          .text(key), .text(id), .text(instance), .text(record.purchaseID),
          .text(record.entry.kind), .integer(isPaid ? 1 : 0), .integer(seq),
        ])
    case .delivered(_, let grant, _):
      try setState(of: key, to: record.entry)
      try query(
        """
        INSERT INTO handover(key, tx, product, type, original, quantity, expiration, revocation, seq)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .text(grant.key), .text(key), .text(grant.productID), .text(grant.type.rawValue),
          .text(grant.originalID), .integer(Int64(grant.quantity)), .date(grant.expirationDate),
          .date(grant.revocationDate), .integer(seq),
        ])
    case .rejected, .settled, .finished:
      try setState(of: key, to: record.entry)
    case .revoked(_, let date):
      try query("UPDATE handover SET revocation = ? WHERE tx = ?", [.date(date), .text(key)])
    case .intent, .purchasing, .tried, .closedUnpaid:
      break
    }
  }

  private func setState(of key: String, to entry: Entry) throws(DatabaseError) {
    try query("UPDATE tx SET state = ? WHERE key = ?", [.text(entry.kind), .text(key)])
  }
}

// MARK: - Reading

extension Database {
  /// Everything handed over, oldest first.
  func grants() throws(DatabaseError) -> [Grant] {
    var grants: [Grant] = []
    try query(
      """
      SELECT key, product, type, original, quantity, expiration, revocation
      FROM handover ORDER BY seq
      """
    ) { row in
      grants.append(
        Grant(
          key: row.text(0) ?? "", productID: row.text(1) ?? "",
          type: row.text(2).flatMap(ProductType.init(rawValue:)) ?? .unknown,
          originalID: row.text(3) ?? "", quantity: Int(row.integer(4)),
          expirationDate: row.date(5), revocationDate: row.date(6)))
    }
    return grants
  }

  /// Every purchase, oldest first, and the ids of the transactions that no longer decode.
  func machines() throws(DatabaseError) -> ([TransactionMachine], unreadable: [Transaction.ID]) {
    var order: [Purchase.ID] = []
    var machines: [Purchase.ID: TransactionMachine] = [:]
    try query("SELECT id, product, quantity, stage FROM purchase ORDER BY seq") { row in
      guard let id = row.text(0) else { return }
      order.append(id)
      machines[id] = TransactionMachine(
        id: id, productID: row.text(1) ?? "", quantity: Int(row.integer(2)),
        stage: row.text(3).flatMap(PurchaseStage.init(rawValue:)))
    }
    try query("SELECT purchase, stage, store_time FROM record ORDER BY seq") { row in
      guard let id = row.text(0), let date = row.date(2),
        let stage = row.text(1).flatMap(PurchaseStage.init(rawValue:)),
        machines[id]?.history.last?.stage != stage
      else { return }
      machines[id]?.history.append(Purchase.Mark(stage, date))
    }
    var unreadable: [Transaction.ID] = []
    try query(
      """
      SELECT tx.purchase, tx.id, tx.instance, tx.state, tx.is_paid, record.payload,
        handover.key IS NOT NULL, handover.revocation
      FROM tx JOIN record ON record.seq = tx.seq LEFT JOIN handover ON handover.tx = tx.key
      ORDER BY tx.seq
      """
    ) { row in
      guard let purchaseID = row.text(0), let id = row.text(1), var machine = machines[purchaseID]
      else { return }
      let transaction = row.text(5).flatMap(JournalPayload.init(json:))?.storeTransaction
      if transaction == nil { unreadable.append(id) }
      if row.integer(4) == 1 {
        machine.instance = row.text(2)
        machine.transactionID = id
        machine.transaction = transaction
        machine.isGranted = row.integer(6) == 1
        machine.revocationDate = row.date(7) ?? transaction?.revocationDate
      } else if row.text(3) != "DEFERRED" {
        machine.instance = machine.instance ?? row.text(2)
        machine.failures.insert(id)
        if row.text(3) == "FAILED" { machine.unfinishedFailures.insert(id) }
        if case .failed(let error) = transaction?.state { machine.error = error }
      }
      machines[purchaseID] = machine
    }
    return (order.compactMap { machines[$0] }, unreadable)
  }
}

extension Database.Value {
  fileprivate static func text(_ text: String?) -> Database.Value {
    text.map { .text($0) } ?? .null
  }

  fileprivate static func date(_ date: Date?) -> Database.Value {
    date.map { .integer($0.milliseconds) } ?? .null
  }
}

extension Database.Row {
  fileprivate func date(_ column: Int) -> Date? {
    isNull(column) ? nil : Date(milliseconds: integer(column))
  }
}
