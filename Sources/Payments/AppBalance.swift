import Database
import FoundationEssentials
import Glibc
package import StoreModel

/// Money that a customer has with the app itself, and what was paid with it, outside of the store.
///
/// A purchase that the App Store asks for can be refused there (`shouldAddStorePayment` false) and
/// paid with this instead. Paying and handing over are one committed row, so that a process that is
/// killed anywhere has done both or neither. The file is made by the first movement.
package actor AppBalance {
  private let path: String
  private let clock: StoreClock
  private let chance: Chance
  private var database: Database?

  /// What a movement was for.
  package struct Payment: Sendable, Hashable {
    package var productID: Product.ID
    package var quantity: Int
    package var price: Price

    package init(productID: Product.ID, quantity: Int, price: Price) {
      self.productID = productID
      self.quantity = quantity
      self.price = price
    }
  }

  package init(path: String, clock: StoreClock, chance: Chance) {
    self.path = path
    self.clock = clock
    self.chance = chance
  }

  /// What is there in a currency; nothing where the file cannot be read.
  package func amount(in currencyCode: String) -> Price {
    let milliunits = (try? reading().map { try sum($0, currencyCode) }) ?? 0
    return Price(Decimal(milliunits) / 1000, currencyCode)
  }

  /// Everything that was paid with it, oldest first.
  package var payments: [Payment] {
    var payments: [Payment] = []
    try? reading()?.query(
      "SELECT product, quantity, amount, currency FROM movement WHERE product IS NOT NULL ORDER BY seq"
    ) { row in
      payments.append(
        Payment(
          productID: row.text(0) ?? "", quantity: Int(row.integer(1)),
          price: Price(Decimal(-row.integer(2)) / 1000, row.text(3) ?? "")))
    }
    return payments
  }

  /// Puts money in.
  ///
  /// - Throws: `AppBalanceError` for an amount that is none, or where the file cannot be written.
  package func add(_ price: Price) throws(AppBalanceError) {
    guard let milliunits = Self.milliunits(price), milliunits > 0 else {
      throw .noAmount("\(price.amount)")
    }
    try write { database throws(DatabaseError) in
      try insert(database, product: nil, quantity: 0, milliunits, price.currencyCode)
    }
  }

  /// Pays for a consumable and hands it over, in one.
  ///
  /// - Throws: `AppBalanceError` where the product is none, or not enough is there.
  package func pay(
    for product: Product, quantity: Int = 1, in currencyCode: String
  ) throws(AppBalanceError) {
    guard product.type == .consumable, product.obstacle == nil, let price = product.price,
      let milliunits = Self.milliunits(Price(price * Decimal(quantity), currencyCode))
    else { throw .notForBalance(product.id) }
    var lacking: Int64?
    try write { database throws(DatabaseError) in
      let there = try sum(database, currencyCode)
      if there < milliunits {
        lacking = milliunits - there
      } else {
        try insert(
          database, product: product.id, quantity: quantity, -milliunits, currencyCode)
      }
    }
    if let lacking { throw .notEnough(Price(Decimal(lacking) / 1000, currencyCode)) }
  }

  private static func milliunits(_ price: Price) -> Int64? { Int64("\(price.amount * 1000)") }

  private func sum(_ database: Database, _ currencyCode: String) throws(DatabaseError) -> Int64 {
    var sum: Int64 = 0
    try database.query(
      "SELECT coalesce(sum(amount), 0) FROM movement WHERE currency = ?", [.text(currencyCode)]
    ) { sum = $0.integer(0) }
    return sum
  }

  private func insert(
    _ database: Database, product: Product.ID?, quantity: Int, _ milliunits: Int64,
    _ currencyCode: String
  ) throws(DatabaseError) {
    try database.query(
      """
      INSERT INTO movement(id, at, product, quantity, amount, currency) VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        .text(chance.uuid().uuidString), .integer(clock.now().milliseconds),
        product.map { .text($0) } ?? .null, .integer(Int64(quantity)), .integer(milliunits),
        .text(currencyCode),
      ])
  }

  private func write(_ body: (Database) throws(DatabaseError) -> Void) throws(AppBalanceError) {
    do {
      let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let database = try self.database ?? Database(path: path)
      self.database = database
      try database.transaction { () throws(DatabaseError) in
        try database.run(Self.schema)
        try body(database)
      }
    } catch {
      database = nil
      throw .notWritten(path: path, reason: Sentence(phrase: "\(error)"))
    }
  }

  /// The file, where it is there.
  private func reading() throws -> Database? {
    if let database { return database }
    guard access(path, F_OK) == 0 else { return nil }
    database = try Database(path: path)
    return database
  }

  /// Amounts are thousandths of the currency's unit; what was paid is below 0.
  private static let schema = """
    CREATE TABLE IF NOT EXISTS movement (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      at INTEGER NOT NULL,
      product TEXT,
      quantity INTEGER NOT NULL,
      amount INTEGER NOT NULL CHECK (amount <> 0),
      currency TEXT NOT NULL
    ) STRICT;
    """
}
