import Database
import FoundationEssentials
import StoreModel

/// What can be read and written in one step in the books.
struct Page {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  /// The number of the next entry; the first is 2000000001, as in Apple's sandbox.
  func nextID() throws -> Int64 {
    var id: Int64 = 0
    try database.query("SELECT coalesce(max(id), 2000000000) + 1 FROM entry") {
      id = $0.integer(0)
    }
    return id
  }

  func insert(_ entry: Entry) throws {
    let marks = Array(repeating: "?", count: 22).joined(separator: ", ")
    try database.query(
      "INSERT INTO entry (\(Self.columns)) VALUES (\(marks))",
      [
        .integer(entry.id), .integer(entry.originalID), .text(entry.account),
        .text(entry.productID), .text(entry.type.rawValue), .text(orNull: entry.groupID),
        .integer(Int64(entry.quantity)), .text(entry.state.rawValue),
        .text(orNull: entry.error?.domain), .integer(orNull: entry.error.map { Int64($0.code) }),
        .date(entry.purchaseDate), .date(entry.originalPurchaseDate),
        .date(entry.expirationDate), .date(entry.revocationDate),
        .text(orNull: entry.appAccountToken?.uuidString),
        .integer(orNull: entry.money?.milliunits), .text(orNull: entry.money?.currencyCode),
        .text(orNull: entry.offer?.mode.rawValue), .text(orNull: entry.offer?.length.iso8601),
        .text(entry.storefront), .text(orNull: entry.webOrderLineItemID),
        .text(orNull: entry.signed?.jwsRepresentation),
      ])
  }

  /// Takes the money of an entry that was just inserted; nothing is taken for an amount of 0.
  func charge(_ entry: Entry) throws {
    guard let money = entry.money, money.milliunits > 0 else { return }
    try database.query(
      "INSERT INTO charge VALUES (?, ?, ?, ?)",
      [
        .integer(entry.id), .integer(money.milliunits), .text(money.currencyCode),
        .date(entry.purchaseDate),
      ])
  }

  func chargeCount() throws -> Int {
    var count: Int64 = 0
    try database.query("SELECT count(*) FROM charge") { count = $0.integer(0) }
    return Int(count)
  }

  /// Ends an entry's stay in the queue; one that is not there is already done.
  func finish(_ id: Int64, of account: String) throws {
    try database.query(
      "UPDATE entry SET is_finished = 1 WHERE id = ? AND account = ?",
      [.integer(id), .text(account)])
  }

  /// A purchase that was not taken back.
  func purchase(_ id: Int64, account: String) throws -> Entry? {
    try first(
      "id = ? AND account = ? AND state = 'purchased' AND revoked_at IS NULL",
      [.integer(id), .text(account)])
  }

  /// Writes an entry's revocation and its new proof, and puts it into the queue again.
  func revoke(_ entry: Entry) throws {
    try database.query(
      "UPDATE entry SET revoked_at = ?, jws = ?, is_finished = 0 WHERE id = ?",
      [
        .date(entry.revocationDate), .text(orNull: entry.signed?.jwsRepresentation),
        .integer(entry.id),
      ])
  }

  /// Everything unfinished, oldest first.
  func queue(of account: String) throws -> [Entry] {
    try entries("account = ? AND is_finished = 0", [.text(account)])
  }

  /// What was bought, or failed, under a token; restored copies are no history.
  func history(of token: UUID, account: String) throws -> [Entry] {
    try entries(
      "account = ? AND app_account_token = ? AND state <> 'restored'",
      [.text(account), .text(token.uuidString)])
  }

  /// What the books say of a customer and a product at `date`.
  func past(of product: Product, account: String, at date: Date) throws -> Past {
    var past = Past()
    past.unfinished = try first(
      """
      account = ? AND product_id = ? AND state = 'purchased' AND is_finished = 0
      AND revoked_at IS NULL
      """, [.text(account), .text(product.id)])
    past.original = try first(
      """
      account = ? AND product_id = ? AND state = 'purchased' AND id = original_id
      AND revoked_at IS NULL
      """, [.text(account), .text(product.id)])
    past.isSubscribed =
      try first(
        """
        account = ? AND product_id = ? AND state = 'purchased' AND expires_at > ?
        AND revoked_at IS NULL
        """, [.text(account), .text(product.id), .date(date)]) != nil
    if let groupID = product.subscription?.groupID {
      past.allowsIntroductoryOffer = try allowsIntroductoryOffer(
        inGroup: groupID, account: account, at: date)
    }
    return past
  }

  /// Whether no introductory offer was used in the group and no subscription of it is active.
  func allowsIntroductoryOffer(
    inGroup groupID: String, account: String, at date: Date
  ) throws -> Bool {
    try first(
      """
      account = ? AND group_id = ? AND state = 'purchased'
      AND (offer_mode IS NOT NULL OR (expires_at > ? AND revoked_at IS NULL))
      """, [.text(account), .text(groupID), .date(date)]) == nil
  }

  /// The first period of a subscription that was ever bought.
  func firstPeriod(of productID: String, account: String) throws -> Entry? {
    try first(
      "account = ? AND product_id = ? AND state = 'purchased'", [.text(account), .text(productID)])
  }

  /// What a restore brings back: finished purchases of what is kept for ever, and all finished
  /// periods of subscriptions; never consumables and non-renewing subscriptions.
  func restorable(for account: String) throws -> [Entry] {
    try entries(
      """
      account = ? AND state = 'purchased' AND is_finished = 1 AND (type = 'autoRenewable'
      OR (type = 'nonConsumable' AND id = original_id AND revoked_at IS NULL))
      """, [.text(account)])
  }

  private static let columns = """
    id, original_id, account, product_id, type, group_id, quantity, state, error_domain,
    error_code, purchased_at, originally_purchased_at, expires_at, revoked_at,
    app_account_token, amount, currency, offer_mode, offer_length, storefront,
    web_order_line_item_id, jws
    """

  /// The oldest entry that meets a condition.
  private func first(_ condition: String, _ values: [Database.Value]) throws -> Entry? {
    try entries(condition, values, limit: 1).first
  }

  /// The entries that meet a condition, oldest first; all of them for a limit of -1.
  private func entries(
    _ condition: String, _ values: [Database.Value], limit: Int64 = -1
  ) throws -> [Entry] {
    var entries: [Entry] = []
    var unreadable: Int64?
    try database.query(
      "SELECT \(Self.columns) FROM entry WHERE \(condition) ORDER BY id LIMIT ?",
      values + [.integer(limit)]
    ) { row in
      if let entry = Entry(row) { entries.append(entry) } else { unreadable = row.integer(0) }
    }
    if let unreadable { throw UnreadableEntry(id: unreadable) }
    return entries
  }
}

/// A line of the books that says something this version never writes.
struct UnreadableEntry: ExplainedError {
  var id: Int64
  var sentence: Sentence { "entry \(id) cannot be read" }
}

extension Entry {
  /// Reads the columns in the order of `Page.columns`; nil for what was never written so.
  fileprivate init?(_ row: Database.Row) {
    guard let account = row.text(2), let productID = row.text(3),
      let type = row.text(4).flatMap(ProductType.init), let state = row.text(7).flatMap(State.init),
      let storefront = row.text(19)
    else { return nil }
    func date(_ column: Int) -> Date? {
      row.isNull(column) ? nil : Milliseconds(row.integer(column)).date
    }
    guard let purchaseDate = date(10), let originalPurchaseDate = date(11) else { return nil }
    self.init(
      id: row.integer(0), originalID: row.integer(1), account: account, productID: productID,
      type: type, groupID: row.text(5), quantity: Int(row.integer(6)), state: state,
      error: row.text(8).map { StoreError(domain: $0, code: Int(row.integer(9))) },
      purchaseDate: purchaseDate, originalPurchaseDate: originalPurchaseDate,
      expirationDate: date(12), revocationDate: date(13),
      appAccountToken: row.text(14).flatMap { UUID(uuidString: $0) },
      money: row.text(16).map { Money(milliunits: row.integer(15), currencyCode: $0) },
      offer: row.text(17).flatMap(Offer.PaymentMode.init).flatMap { mode in
        row.text(18).flatMap(SubscriptionPeriod.init(iso8601:)).map {
          UsedOffer(mode: mode, length: $0)
        }
      },
      storefront: storefront, webOrderLineItemID: row.text(20),
      signed: row.text(21).map { SignedTransaction($0) })
  }
}

extension Database.Value {
  fileprivate static func text(orNull text: String?) -> Self { text.map { .text($0) } ?? .null }
  fileprivate static func integer(orNull number: Int64?) -> Self {
    number.map { .integer($0) } ?? .null
  }
  fileprivate static func date(_ date: Date?) -> Self {
    .integer(orNull: date.map { Milliseconds($0).count })
  }
}
