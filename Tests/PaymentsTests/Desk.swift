import Database
import Foundation
import Payments
import StoreModel
import StoreTestSupport
import Synchronization
import Testing

let now = Date(timeIntervalSince1970: 1_772_000_000)

/// The products of the tests, one of each type.
let shelf: [Product.ID: Product] = [
  "coins": Product(id: "coins", type: .consumable, price: 1),
  "cape": Product(id: "cape", type: .nonConsumable, price: 5),
  "mask": Product(id: "mask", type: .nonConsumable, price: 2),
  "season": Product(id: "season", type: .nonRenewing, price: 9),
  "club": Product(id: "club", type: .autoRenewable, price: 3),
  "silver": level("silver", 2, 4),
  "gold": level("gold", 1, 8),
  "broken": Product(id: "broken", type: .consumable, obstacle: .noPrice),
]

private func level(_ id: Product.ID, _ level: Int, _ price: Decimal) -> Product {
  Product(
    id: id, type: .autoRenewable, price: price,
    subscription: Subscription(
      groupID: "heroes", level: level, period: SubscriptionPeriod(value: 1, unit: .month)))
}

/// A folder of its own that goes with the test.
final class Folder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/payments-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  var journal: String { path + "/journal.sqlite" }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}

/// A store, a verifier and a queue between them, over one folder.
struct Desk {
  let folder: Folder
  let store: ScriptedStore
  let verifier: ScriptedVerifier
  let sleep = ManualSleep()
  let queue: PaymentQueue

  init(
    folder: Folder? = nil, journal: String? = nil, books: ScriptedStore.Books = .init(),
    verdicts: [Verification.Verdict] = [], date: Date = now,
    checkpoint: @escaping @Sendable (Checkpoint, ScriptedStore) -> Void = { _, _ in }
  ) throws {
    let folder = try folder ?? Folder()
    let journal = journal ?? folder.journal
    let store = ScriptedStore(books) { id in
      expectRecorded(id, instance: books.instance, journal: journal)
    }
    self.folder = folder
    self.store = store
    verifier = ScriptedVerifier(verdicts)
    queue = PaymentQueue(
      journal: journal,
      doors: PaymentDoors(
        store: store.store, verifier: verifier.verifier, product: { shelf[$0] },
        subscriptionGroups: { ["heroes"] }, bundleID: books.bundleID, clock: .frozen(at: date),
        chance: Chance { UUID() }, sleep: sleep.sleep,
        checkpoint: { checkpoint($0, store) }))
  }

  /// The queue's state once `condition` holds; follows the changes until then.
  func state(where condition: (QueueState) -> Bool) async throws -> QueueState {
    let state = await queue.state()
    if condition(state) { return state }
    for await state in queue.changes where condition(state) { return state }
    throw Ended()
  }

  /// The changes ended before the state that was waited for came.
  struct Ended: Error {}
}

/// Nothing may be finished before the journal says why, on the disk: read through another
/// connection, at the moment the store is asked.
private func expectRecorded(_ id: Transaction.ID, instance: String, journal: String) {
  let kinds = (try? kinds(of: "\(instance)/\(id)", journal: journal)) ?? []
  let reasons: Set = ["DELIVERED", "SETTLED", "FAILED", "REVOKED"]
  #expect(!reasons.isDisjoint(with: kinds), "\(id) was finished after \(kinds)")
}

/// The kinds of a transaction's records, oldest first.
func kinds(of key: String, journal: String) throws -> [String] {
  var kinds: [String] = []
  try Database(path: journal, readOnly: true).query(
    "SELECT kind FROM record WHERE tx = ? ORDER BY seq", [.text(key)]
  ) { kinds.append($0.text(0) ?? "") }
  return kinds
}

/// The kinds of all records, oldest first; none where there is no journal.
func kinds(journal: String) throws -> [String] {
  guard FileManager.default.fileExists(atPath: journal) else { return [] }
  var kinds: [String] = []
  try Database(path: journal, readOnly: true).query("SELECT kind FROM record ORDER BY seq") {
    kinds.append($0.text(0) ?? "")
  }
  return kinds
}

/// The keys of everything handed over; none where there is no journal.
func grantKeys(journal: String) throws -> [String] {
  guard FileManager.default.fileExists(atPath: journal) else { return [] }
  return try Journal(path: journal).grants().map(\.key)
}

/// The purchase of an outcome.
func purchase(
  of outcome: PurchaseOutcome, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Purchase {
  var purchase: Purchase?
  if case .purchase(let found) = outcome { purchase = found }
  return try #require(purchase, "\(outcome)", sourceLocation: sourceLocation)
}
