import Database
import Foundation
import Payments
import StoreModel
import Testing

extension Journal {
  /// Reads the first column of a query through a connection of its own.
  static func read(_ path: String, _ sql: String, row: (String) -> Void) throws {
    try Database(path: path, readOnly: true).query(sql) { row($0.text(0) ?? "") }
  }
}

@Suite struct `The journal` {
  private let folder: Folder
  private let cape = Transaction(
    id: "1", productID: "cape", quantity: 2, state: .purchased, purchaseDate: now,
    appAccountToken: UUID(), price: Price(9.99, "EUR"), signed: SignedTransaction("a.b.c"))
  private let evidence = Evidence(
    Verification(kind: "transaction", verdict: .local, code: "valid", trust: .simulator))

  init() throws {
    folder = try Folder()
  }

  private func record(_ entry: Entry, _ stage: PurchaseStage, id: String = "A") -> JournalRecord {
    JournalRecord(
      entry, purchaseID: id, productID: "cape", quantity: 2, stage: stage, instance: "shop",
      date: now)
  }

  @Test func `nothing is made before the first record, and then for the owner only`() throws {
    let path = folder.path + "/data/deep/journal.sqlite"
    let journal = try Journal(path: path)
    #expect(try journal.machines().isEmpty)
    #expect(try folder.names == [])
    try journal.append(record(.intent(amount: 5), .open))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data/deep")
    #expect(Set(names).isSuperset(of: ["journal.sqlite", "journal.sqlite.lock"]))
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: folder.path + "/data/deep/" + name)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/data")
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test func `a journal that is opened again says the same`() throws {
    var journal: Journal? = try Journal(path: folder.journal)
    let grant = Grant(cape, type: .nonConsumable, instance: "shop")
    try journal?.append(record(.intent(amount: 5), .open))
    try journal?.append(record(.paid(cape), .paid))
    try journal?.append(record(.delivered("1", grant, evidence), .delivered))
    let other = Transaction(
      id: "2", productID: "cape", state: .failed(.paymentCancelled), purchaseDate: now)
    try journal?.append(record(.intent(amount: nil), .open, id: "B"))
    try journal?.append(record(.failed(other), .cancelled, id: "B"))
    journal = nil

    let again = try Journal(path: folder.journal)
    let machines = try again.machines()
    #expect(machines.map(\.id) == ["A", "B"])
    #expect(machines[0].stage == .delivered)
    #expect(machines[0].transaction == cape)
    #expect(machines[0].instance == "shop")
    #expect(machines[0].isGranted)
    #expect(machines[0].history.map(\.stage) == [.open, .paid, .delivered])
    #expect(machines[1].unfinishedFailures == ["2"])
    #expect(machines[1].error == .paymentCancelled)
    #expect(try again.grants() == [grant])
  }

  @Test func `a grant's key is refused a second time, and nothing is written`() throws {
    let journal = try Journal(path: folder.journal)
    let grant = Grant(cape, type: .nonConsumable, instance: "shop")
    var copy = cape
    copy.id = "2"
    try journal.append(record(.paid(cape), .paid))
    try journal.append(record(.delivered("1", grant, evidence), .delivered))
    try journal.append(record(.paid(copy), .paid, id: "B"))
    #expect(throws: JournalError.alreadyGranted(key: "shop/original/1")) {
      try journal.append(record(.delivered("2", grant, evidence), .delivered, id: "B"))
    }
    #expect(try journal.grants().count == 1)
    #expect(try kinds(journal: folder.journal) == ["PAID_SEEN", "DELIVERED", "PAID_SEEN"])
  }

  @Test func `records are neither changed nor removed`() throws {
    let journal = try Journal(path: folder.journal)
    try journal.append(record(.intent(amount: 5), .open))
    let other = try Database(path: folder.journal)
    #expect(throws: DatabaseError.self) { try other.run("DELETE FROM record") }
    #expect(throws: DatabaseError.self) { try other.run("UPDATE record SET kind = 'X'") }
  }

  @Test func `a damaged file is moved aside and said so`() throws {
    try Data(repeating: 7, count: 4096).write(to: URL(filePath: folder.journal))
    let journal = try Journal(path: folder.journal)
    #expect(journal.diagnostics.map(\.code) == ["journal-quarantined"])
    #expect(try journal.machines().isEmpty)
    try journal.append(record(.intent(amount: 5), .open))
    let kept = folder.path + "/quarantine/journal.sqlite-1"
    #expect(FileManager.default.contents(atPath: kept) == Data(repeating: 7, count: 4096))
  }

  @Test func `a second damaged file does not replace the first`() throws {
    for byte: UInt8 in [7, 8] {
      try Data(repeating: byte, count: 4096).write(to: URL(filePath: folder.journal))
      _ = try Journal(path: folder.journal)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/quarantine")
    #expect(Set(names).isSuperset(of: ["journal.sqlite-1", "journal.sqlite-2"]))
  }

  @Test func `a record that no longer decodes stays and is reported`() throws {
    var journal: Journal? = try Journal(path: folder.journal)
    try journal?.append(record(.paid(cape), .paid))
    journal = nil
    let other = try Database(path: folder.journal)
    try other.run("DROP TRIGGER record_stands; UPDATE record SET payload = '{\"tr'")
    let again = try Journal(path: folder.journal)
    let machines = try again.machines()
    #expect(machines.map(\.stage) == [.paid])
    #expect(machines.map(\.transactionID) == ["1"])
    #expect(machines.map(\.transaction) == [nil])
    #expect(again.diagnostics.map(\.code) == ["record-unreadable"])
    #expect(try kinds(journal: folder.journal) == ["PAID_SEEN"])
  }

  @Test func `a second opener reads, writes nothing and names the holder`() throws {
    let first = try Journal(path: folder.journal)
    try first.append(record(.intent(amount: 5), .open))
    let second = try Journal(path: folder.journal)
    let holder: Sentence = "process \(ProcessInfo.processInfo.processIdentifier)"
    #expect(second.holder == holder)
    #expect(try second.machines().map(\.id) == ["A"])
    #expect(throws: JournalError.locked(holder: holder)) {
      try second.append(record(.closedUnpaid, .closedUnpaid))
    }
  }

  @Test func `a disk without room is found before money moves`() throws {
    let journal = try Journal(path: folder.journal, reserve: .max)
    #expect(throws: JournalError.full(path: folder.journal)) { try journal.prepare() }
  }

  @Test func `a folder that cannot be made is named`() throws {
    let journal = try Journal(path: "/proc/nowhere/journal.sqlite")
    let error = #expect(throws: JournalError.self) { try journal.prepare() }
    #expect(
      error?.description
        == "The folder /proc/nowhere does not exist and cannot be made "
        + "(No such file or directory). Make it, or choose another data folder.")
  }

  @Test func `a folder that cannot be written is named`() throws {
    let journal = try Journal(path: "/proc/journal.sqlite")
    let error = #expect(throws: JournalError.self) { try journal.prepare() }
    #expect(
      error?.description
        == "/proc/journal.sqlite.lock cannot be written (No such file or directory). "
        + "Change its permissions, or choose another data folder.")
  }

  @Test func `a journal of a later version is left alone`() throws {
    let other = try Database(path: folder.journal)
    try other.run("PRAGMA user_version = 7")
    #expect(throws: JournalError.unknownVersion(path: folder.journal, version: 7)) {
      try Journal(path: folder.journal)
    }
  }

  @Test(arguments: [
    (ProductType.consumable, TransactionState.purchased, "shop/payment/5"),
    (.nonRenewing, .purchased, "shop/payment/5"), (.consumable, .restored, "shop/payment/3"),
    (.nonConsumable, .purchased, "shop/original/3"),
    (.autoRenewable, .purchased, "shop/period/3/item-L"),
  ])
  func `the key says what counts once`(type: ProductType, state: TransactionState, key: String) {
    let transaction = Transaction(
      id: "5", originalID: "3", productID: "p", state: state, purchaseDate: now,
      webOrderLineItemID: "L")
    #expect(Grant.key(for: transaction, type: type, instance: "shop") == key)
  }
}

@Suite struct `Entitlements` {
  private func grant(
    _ type: ProductType, _ product: String = "p", original: String = "1", expires: Double? = nil,
    revoked: Bool = false
  ) -> Grant {
    Grant(
      key: "shop/period/\(original)/item-1", productID: product, type: type, originalID: original,
      quantity: 1,
      expirationDate: expires.map { now + $0 }, revocationDate: revoked ? now : nil)
  }

  @Test func `consumables are none`() {
    #expect(Entitlement.all(of: [grant(.consumable), grant(.unknown)]).isEmpty)
  }

  @Test func `a subscription lasts until its latest expiry, at its latest level`() {
    let grants = [
      grant(.autoRenewable, "small", expires: 10), grant(.autoRenewable, "large", expires: 30),
      grant(.autoRenewable, "small", expires: 20),
      grant(.autoRenewable, "large", expires: 40, revoked: true),
    ]
    #expect(
      Entitlement.all(of: grants)
        == [Entitlement(productID: "large", originalID: "1", expirationDate: now + 30)])
  }

  @Test(arguments: [
    // What the store says of it, and what the customer has then.
    (nil, "small", 20.0),
    (SubscriptionStatus.standing(.subscribed, "large", end: 30), "large", 10),
    (.standing(.inGracePeriod, "small", end: 50), "small", 50),
    (.standing(.inBillingRetry, "small", end: 15), "small", 15),
    (.standing(.expired, "small", end: 5), "small", 5),
    (.standing(.expired, "unheard-of", end: 5), "small", 5),
    (.standing(.expired, "small", original: "2", end: 5), "small", 20),
  ])
  func
    `the store's word decides which level counts and until when, never beyond what was delivered`(
      status: SubscriptionStatus?, product: String, end: Double
    )
  {
    let grants = [
      grant(.autoRenewable, "small", expires: 20), grant(.autoRenewable, "large", expires: 10),
    ]
    #expect(
      Entitlement.all(of: grants, statuses: status.map { [$0] } ?? [], instance: "shop")
        == [Entitlement(productID: product, originalID: "1", expirationDate: now + end)])
    #expect(
      Entitlement.all(of: grants, statuses: status.map { [$0] } ?? [], instance: "another shop")
        == [Entitlement(productID: "small", originalID: "1", expirationDate: now + 20)])
    #expect(
      Entitlement.all(of: [], statuses: status.map { [$0] } ?? [], instance: "shop").isEmpty)
  }

  @Test func `non-renewing ones have no computed end`() {
    #expect(
      Entitlement.all(of: [grant(.nonRenewing, expires: 10)])
        == [Entitlement(productID: "p", originalID: "1")])
  }

  @Test func `a revoked one is kept with its date`() {
    let entitlements = Entitlement.all(of: [grant(.nonConsumable, revoked: true)])
    #expect(entitlements.map { $0.isActive(at: now) } == [false])
  }
}

extension SubscriptionStatus {
  /// A subscription that stands so, with access until `end` seconds from now.
  fileprivate static func standing(
    _ state: RenewalState, _ productID: Product.ID, original: Transaction.ID = "1", end: Double
  ) -> Self {
    Self(
      originalID: original, groupID: "group", productID: productID, state: state,
      accessEnd: now + end)
  }
}
