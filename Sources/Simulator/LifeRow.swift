import Database
import FoundationEssentials
import StoreModel

/// A subscription as a row of the books.
enum LifeRow {
  static let columns =
    [
      "account TEXT NOT NULL", "group_id TEXT NOT NULL", "original_id INTEGER NOT NULL",
      "is_shared INTEGER NOT NULL", "originally_purchased_at INTEGER NOT NULL",
      "entry_id INTEGER NOT NULL", "product_id TEXT NOT NULL", "quantity INTEGER NOT NULL",
      "state INTEGER NOT NULL", "period_end INTEGER NOT NULL", "anchor INTEGER NOT NULL",
      "count INTEGER NOT NULL", "counted TEXT NOT NULL", "will_renew INTEGER NOT NULL",
      "next_product_id TEXT NOT NULL", "expiration_reason INTEGER", "grace_end INTEGER",
      "retry_end INTEGER", "renewals INTEGER NOT NULL", "agreed_amount INTEGER",
      "agreed_currency TEXT", "raise_amount INTEGER", "raise_currency TEXT",
      "is_raise_agreed INTEGER NOT NULL", "used_intro INTEGER NOT NULL", "marks TEXT NOT NULL",
      "bill TEXT",
    ] + offerColumns("offer") + offerColumns("next")

  private static func offerColumns(_ name: String) -> [String] {
    [
      "\(name)_kind TEXT", "\(name)_mode TEXT", "\(name)_length TEXT", "\(name)_id TEXT",
      "\(name)_amount INTEGER", "\(name)_currency TEXT", "\(name)_charges INTEGER",
    ]
  }

  static func values(_ life: Life, account: String) -> [Database.Value] {
    [
      .text(account), .text(life.key.groupID), .integer(life.originalID),
      .bool(life.key.isShared), .date(life.originalPurchaseDate), .integer(life.entryID),
      .text(life.productID), .integer(Int64(life.quantity)),
      .integer(Int64(life.state.rawValue)), .date(life.periodEnd), .date(life.anchor),
      .integer(Int64(life.count)), .text(life.counted.iso8601), .bool(life.willAutoRenew),
      .text(life.nextProductID),
      .integer(orNull: life.expirationReason.map { Int64($0.rawValue) }), .date(life.graceEnd),
      .date(life.retryEnd), .integer(Int64(life.renewals)),
      .integer(orNull: life.agreedPrice?.milliunits),
      .text(orNull: life.agreedPrice?.currencyCode),
      .integer(orNull: life.raise?.money.milliunits),
      .text(orNull: life.raise?.money.currencyCode), .bool(life.raise?.isAgreed == true),
      .bool(life.usedIntroductoryOffer),
      .text(
        life.marks.map { "\($0.kind.rawValue) \(Milliseconds($0.date).count)" }
          .joined(separator: ",")),
      .text(orNull: life.bill?.line),
    ] + values(life.offer) + values(life.nextOffer)
  }

  private static func values(_ offer: Life.RunningOffer?) -> [Database.Value] {
    EntryRow.values(offer?.used) + [
      .integer(orNull: offer?.money.milliunits), .text(orNull: offer?.money.currencyCode),
      .integer(orNull: offer.map { Int64($0.charges) }),
    ]
  }

  /// nil for what was never written so.
  static func life(_ row: Database.Row) -> (account: String, Life)? {
    var column = ColumnReader(row)
    guard let account = column.text(), let groupID = column.text(),
      let originalID = column.integer()
    else { return nil }
    let isShared = column.bool()
    guard let originalPurchaseDate = column.date(), let entryID = column.integer(),
      let productID = column.text(), let quantity = column.integer(),
      let state = column.integer().flatMap({ RenewalState(rawValue: Int($0)) }),
      let periodEnd = column.date(), let anchor = column.date(), let count = column.integer(),
      let counted = column.text().flatMap(SubscriptionPeriod.init(iso8601:))
    else { return nil }
    let willAutoRenew = column.bool()
    guard let nextProductID = column.text() else { return nil }
    var life = Life(
      key: Life.Key(groupID: groupID, isShared: isShared), originalID: originalID,
      originalPurchaseDate: originalPurchaseDate, entryID: entryID, productID: productID,
      quantity: Int(quantity), state: state, periodEnd: periodEnd, anchor: anchor,
      count: Int(count), counted: counted, willAutoRenew: willAutoRenew,
      nextProductID: nextProductID)
    life.expirationReason = column.integer().flatMap { ExpirationReason(rawValue: Int($0)) }
    life.graceEnd = column.date()
    life.retryEnd = column.date()
    life.renewals = Int(column.integer() ?? 0)
    life.agreedPrice = column.money()
    let raise = column.money()
    let isAgreed = column.bool()
    life.raise = raise.map { Life.Raise(money: $0, isAgreed: isAgreed) }
    life.usedIntroductoryOffer = column.bool()
    life.marks = (column.text() ?? "").split(separator: ",").compactMap(Self.mark)
    life.bill = column.text().flatMap(Bill.init(line:))
    life.offer = offer(&column)
    life.nextOffer = offer(&column)
    return (account, life)
  }

  private static func mark(_ text: Substring) -> SubscriptionLife.Mark? {
    let words = text.split(separator: " ")
    guard words.count == 2, let kind = SubscriptionLife.Mark.Kind(rawValue: String(words[0])),
      let date = Int64(words[1])
    else { return nil }
    return SubscriptionLife.Mark(kind, Milliseconds(date).date)
  }

  private static func offer(_ column: inout ColumnReader) -> Life.RunningOffer? {
    let (used, money, charges) = (column.offer(), column.money(), column.integer())
    guard let used, let money, let charges else { return nil }
    return Life.RunningOffer(used: used, money: money, charges: Int(charges))
  }
}
