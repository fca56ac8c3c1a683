import Database
import FoundationEssentials
import StoreModel

/// An entry as a row of the books.
enum EntryRow {
  static let columns = [
    "id INTEGER PRIMARY KEY", "original_id INTEGER NOT NULL", "account TEXT NOT NULL",
    "product_id TEXT NOT NULL", "type TEXT NOT NULL", "group_id TEXT", "quantity INTEGER NOT NULL",
    "state TEXT NOT NULL", "error_domain TEXT", "error_code INTEGER",
    "purchased_at INTEGER NOT NULL", "originally_purchased_at INTEGER NOT NULL",
    "expires_at INTEGER", "revoked_at INTEGER", "revocation TEXT", "app_account_token TEXT",
    "amount INTEGER", "currency TEXT", "offer_kind TEXT", "offer_mode TEXT", "offer_length TEXT",
    "offer_id TEXT", "storefront TEXT NOT NULL", "web_order_line_item_id TEXT",
    "copy_of INTEGER", "is_finished INTEGER NOT NULL", "is_renewal INTEGER NOT NULL",
    "is_shared INTEGER NOT NULL", "is_upgraded INTEGER NOT NULL",
    "is_interrupted INTEGER NOT NULL", "waits_until INTEGER", "changed_at INTEGER NOT NULL",
    "bill TEXT", "option_kind TEXT", "option_name TEXT",
  ]

  static func values(_ entry: Entry) -> [Database.Value] {
    [
      .integer(entry.id), .integer(entry.originalID), .text(entry.account),
      .text(entry.productID), .text(entry.type.rawValue), .text(orNull: entry.groupID),
      .integer(Int64(entry.quantity)), .text(entry.state.rawValue),
      .text(orNull: entry.error?.domain), .integer(orNull: entry.error.map { Int64($0.code) }),
      .date(entry.purchaseDate), .date(entry.originalPurchaseDate), .date(entry.expirationDate),
      .date(entry.revocation?.date), .text(orNull: entry.revocation?.kind.rawValue),
      .text(orNull: entry.appAccountToken?.uuidString),
      .integer(orNull: entry.money?.milliunits), .text(orNull: entry.money?.currencyCode),
    ] + values(entry.offer) + [
      .text(entry.storefront), .text(orNull: entry.webOrderLineItemID),
      .integer(orNull: entry.copyOf), .bool(entry.isFinished), .bool(entry.isRenewal),
      .bool(entry.isShared), .bool(entry.isUpgraded), .bool(entry.isInterrupted),
      .date(entry.waitsUntil), .date(entry.changeDate), .text(orNull: entry.bill?.line),
      .text(orNull: entry.option?.kind), .text(orNull: entry.option?.name),
    ]
  }

  static func values(_ offer: Entry.UsedOffer?) -> [Database.Value] {
    [
      .text(orNull: offer?.kind.rawValue), .text(orNull: offer?.mode.rawValue),
      .text(orNull: offer?.length.iso8601), .text(orNull: offer?.id),
    ]
  }

  /// nil for what was never written so.
  static func entry(_ row: Database.Row) -> Entry? {
    var column = ColumnReader(row)
    guard let id = column.integer(), let originalID = column.integer(),
      let account = column.text(), let productID = column.text(),
      let type = column.text().flatMap(ProductType.init)
    else { return nil }
    let groupID = column.text()
    guard let quantity = column.integer(), let state = column.text().flatMap(Entry.State.init)
    else { return nil }
    let error = error(&column)
    guard let purchaseDate = column.date(), let originalPurchaseDate = column.date() else {
      return nil
    }
    let expirationDate = column.date()
    let (revokedAt, revocation) = (column.date(), column.text())
    let token = column.text()
    let money = column.money()
    let offer = column.offer()
    guard let storefront = column.text() else { return nil }
    var entry = Entry(
      id: id, originalID: originalID, account: account, productID: productID, type: type,
      groupID: groupID, quantity: Int(quantity), state: state, error: error,
      purchaseDate: purchaseDate, originalPurchaseDate: originalPurchaseDate,
      expirationDate: expirationDate,
      revocation: revokedAt.map {
        Entry.Revocation(date: $0, kind: revocation.flatMap(Entry.Revocation.Kind.init) ?? .full)
      },
      appAccountToken: token.flatMap { UUID(uuidString: $0) }, money: money, offer: offer,
      storefront: storefront, changeDate: purchaseDate)
    entry.webOrderLineItemID = column.text()
    entry.copyOf = column.integer()
    entry.isFinished = column.bool()
    entry.isRenewal = column.bool()
    entry.isShared = column.bool()
    entry.isUpgraded = column.bool()
    entry.isInterrupted = column.bool()
    entry.waitsUntil = column.date()
    guard let changeDate = column.date() else { return nil }
    entry.changeDate = changeDate
    entry.bill = column.text().flatMap(Bill.init(line:))
    let (kind, name) = (column.text(), column.text())
    entry.option = name.flatMap { PurchaseOption(kind: kind ?? "", name: $0) }
    return entry
  }

  private static func error(_ column: inout ColumnReader) -> StoreError? {
    let (domain, code) = (column.text(), column.integer())
    return domain.map { StoreError(domain: $0, code: Int(code ?? 0)) }
  }
}

extension ColumnReader {
  mutating func offer() -> Entry.UsedOffer? {
    let (kind, mode, length, id) = (text(), text(), text(), text())
    guard let kind = kind.flatMap(Offer.Kind.init), let mode = mode.flatMap(Offer.PaymentMode.init),
      let length = length.flatMap(SubscriptionPeriod.init(iso8601:))
    else { return nil }
    return Entry.UsedOffer(kind: kind, mode: mode, length: length, id: id)
  }
}

extension PurchaseOption {
  fileprivate var kind: String {
    switch self {
    case .promotionalOffer: "promotional"
    case .winBackOffer: "winBack"
    case .billingPlan: "plan"
    }
  }

  fileprivate init?(kind: String, name: String) {
    switch kind {
    case "promotional": self = .promotionalOffer(id: name)
    case "winBack": self = .winBackOffer(id: name)
    case "plan": self = .billingPlan(name)
    default: return nil
    }
  }
}
