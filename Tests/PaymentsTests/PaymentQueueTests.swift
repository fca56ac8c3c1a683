import Foundation
import Payments
import StoreModel
import StoreTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Buying` {
  @Test func `a purchase is recorded, judged, delivered and finished`() async throws {
    let desk = try Desk()
    await desk.queue.open()
    let bought = try purchase(of: await desk.queue.purchase(productID: "cape"))
    #expect(bought.stage == .finished)
    #expect(bought.history.map(\.stage) == [.open, .paid, .delivered, .finished])
    #expect(bought.verification?.verdict == .local)
    #expect(
      try kinds(journal: desk.folder.journal)
        == ["INTENT", "PURCHASING", "PAID_SEEN", "DELIVERED", "FINISHED"])
    let state = await desk.queue.state()
    #expect(state.mode == .open)
    #expect(state.entitlements == [Entitlement(productID: "cape", originalID: "1")])
    #expect(state.introductoryEligibility == ["heroes": false])
    #expect(desk.store.books.queue.isEmpty)
    #expect(desk.store.books.finished == ["1"])
  }

  @Test func `quantities count, and each payment of a consumable is handed over`() async throws {
    let desk = try Desk()
    await desk.queue.open()
    let first = try purchase(of: await desk.queue.purchase(productID: "coins", quantity: 3))
    _ = await desk.queue.purchase(productID: "coins")
    await desk.queue.close()
    #expect(first.quantity == 3)
    let journal = try Journal(path: desk.folder.journal)
    #expect(try journal.grants().map(\.quantity) == [3, 1])
    #expect(await desk.queue.state().entitlements.isEmpty)
  }

  @Test(
    arguments: [
      (.cancel, .cancelled, .paymentCancelled), (.fail(.paymentInvalid), .failed, .paymentInvalid),
      (.fail(nil), .failed, nil),
    ] as [(ScriptedStore.Decision, PurchaseStage, StoreError?)])
  func `what was not paid is failed and finished, and can be bought again`(
    decision: ScriptedStore.Decision, stage: PurchaseStage, error: StoreError?
  ) async throws {
    var books = ScriptedStore.Books()
    books.decision = decision
    let desk = try Desk(books: books)
    await desk.queue.open()
    let failed = try purchase(of: await desk.queue.purchase(productID: "cape"))
    #expect(failed.stage == stage)
    #expect(failed.error == error)
    #expect(desk.store.books.queue.isEmpty)
    #expect(await desk.queue.state().entitlements.isEmpty)
    desk.store.change { $0.decision = .buy }
    #expect(try purchase(of: await desk.queue.purchase(productID: "cape")).stage == .finished)
  }

  @Test func `a deferred purchase stays in the store's queue until it is approved`() async throws {
    var books = ScriptedStore.Books()
    books.decision = .deferred
    let desk = try Desk(books: books)
    await desk.queue.open()
    let deferred = try purchase(of: await desk.queue.purchase(productID: "cape"))
    #expect(deferred.stage == .deferred)
    #expect(desk.store.books.finished.isEmpty)
    desk.store.approve()
    let state = try await desk.state { $0.purchases.first?.stage == .finished }
    #expect(state.purchases.map(\.id) == [deferred.id])
    #expect(state.entitlements.map(\.productID) == ["cape"])
  }

  @Test func `a purchase that failed first and was paid later is delivered`() async throws {
    var books = ScriptedStore.Books()
    books.decision = .fail(.unknown)
    let desk = try Desk(books: books)
    await desk.queue.open()
    let failed = try purchase(of: await desk.queue.purchase(productID: "cape"))
    var late = desk.store.makeTransaction("cape", state: .purchasing)
    late.state = .purchased
    late.appAccountToken = UUID(uuidString: failed.id)
    late.signed = SignedTransaction(late, bundleID: books.bundleID)
    desk.store.deliver(late)
    let state = try await desk.state { $0.purchases.first?.stage == .finished }
    #expect(state.purchases.count == 1)
    #expect(
      state.purchases[0].history.map(\.stage) == [.open, .failed, .paid, .delivered, .finished])
    #expect(desk.store.books.finished == ["1", "2"])
  }

  @Test func `news that comes three times is taken once`() async throws {
    var books = ScriptedStore.Books()
    books.copies = 3
    let desk = try Desk(books: books)
    await desk.queue.open()
    _ = await desk.queue.purchase(productID: "coins")
    desk.store.deliver(try #require(desk.store.books.history.values.first?.first))
    let last = desk.store.makeTransaction("mask")
    desk.store.deliver(last)
    _ = try await desk.state { $0.purchases.first { $0.id == "tx-2" }?.stage == .finished }
    await desk.queue.close()
    #expect(
      try grantKeys(journal: desk.folder.journal) == ["shop-1/payment/1", "shop-1/original/2"])
    #expect(try kinds(journal: desk.folder.journal).count { $0 == "PAID_SEEN" } == 2)
    #expect(desk.store.books.queue.isEmpty)
  }

  @Test func `a renewal is a purchase of its own that extends the entitlement`() async throws {
    var books = ScriptedStore.Books()
    books.expirationDate = now + 100
    let desk = try Desk(books: books)
    await desk.queue.open()
    let first = try purchase(of: await desk.queue.purchase(productID: "club"))
    desk.store.change { $0.expirationDate = now + 200 }
    var renewal = desk.store.makeTransaction("club", originalID: "1")
    renewal.appAccountToken = UUID(uuidString: first.id)
    renewal.signed = SignedTransaction(renewal, bundleID: books.bundleID)
    desk.store.deliver(renewal)
    let state = try await desk.state {
      $0.purchases.first?.stage == .finished && $0.purchases.count == 2
    }
    #expect(state.purchases.map(\.id) == ["tx-2", first.id])
    #expect(
      state.entitlements
        == [Entitlement(productID: "club", originalID: "1", expirationDate: now + 200)])
  }

  @Test func `a revocation takes the entitlement, once`() async throws {
    let desk = try Desk()
    await desk.queue.open()
    _ = await desk.queue.purchase(productID: "cape")
    var revoked = try #require(desk.store.books.history.values.first?.first)
    revoked.revocationDate = now
    desk.store.deliver(revoked)
    desk.store.deliver(revoked)
    desk.store.deliver(desk.store.makeTransaction("mask"))
    let state = try await desk.state {
      $0.purchases.first?.productID == "mask" && $0.purchases.first?.stage == .finished
    }
    #expect(state.entitlement(productID: "cape", at: now) == nil)
    #expect(state.purchases.last?.revocationDate == now)
    #expect(try kinds(journal: desk.folder.journal).count { $0 == "REVOKED" } == 1)
    #expect(desk.store.books.queue.isEmpty)
  }
}

@Suite(.timeLimit(.minutes(1))) struct `Refusing an order` {
  @Test func `before the queue is open`() async throws {
    let desk = try Desk()
    #expect(await desk.queue.purchase(productID: "cape") == .refused(.notOpen))
    #expect(await desk.queue.restore() == .notOpen)
  }

  @Test(arguments: [
    ("cape", PurchaseOutcome.Refusal.paymentsNotAllowed, false),
    ("nothing", .unknownProduct, true), ("mask", .unknownProduct, true),
    ("broken", .notSellable(.noPrice), true),
  ])
  func `leaves no trace`(
    productID: String, refusal: PurchaseOutcome.Refusal, canMakePayments: Bool
  ) async throws {
    var books = ScriptedStore.Books()
    books.canMakePayments = canMakePayments
    books.unknownProducts = ["mask"]
    let desk = try Desk(books: books)
    await desk.queue.open()
    #expect(await desk.queue.purchase(productID: productID) == .refused(refusal))
    #expect(desk.store.books.payments.isEmpty)
    #expect(try desk.folder.names == [])
    #expect(await desk.queue.state().canMakePayments == canMakePayments)
  }

  @Test func `while the same product is undecided, and not another one`() async throws {
    let desk = try Desk(verdicts: [.inconclusive])
    await desk.queue.open()
    let first = try purchase(of: await desk.queue.purchase(productID: "cape"))
    #expect(first.stage == .paid)
    #expect(await desk.queue.purchase(productID: "cape") == .refused(.alreadyUnderWay))
    #expect(try purchase(of: await desk.queue.purchase(productID: "mask")).stage == .finished)
  }

  @Test func `where the journal cannot be written, before anything is charged`() async throws {
    let folder = try Folder()
    try Data("a file".utf8).write(to: URL(filePath: folder.path + "/file"))
    let desk = try Desk(folder: folder, journal: folder.path + "/file/journal.sqlite")
    await desk.queue.open()
    let path = folder.path + "/file"
    #expect(
      await desk.queue.purchase(productID: "cape")
        == .refused(
          .journalNotWritable(
            reason: """
              \("\(path)/journal.sqlite.lock") cannot be written (\(Sentence(errno: ENOTDIR))). Change \
              its permissions, or choose another data folder.
              """)))
    #expect(desk.store.books.payments.isEmpty)
  }

  @Test func `while another run holds the journal`() async throws {
    let first = try Desk()
    await first.queue.open()
    _ = await first.queue.purchase(productID: "cape")
    let second = try Desk(folder: first.folder, books: first.store.books)
    await second.queue.open()
    let state = await second.queue.state()
    #expect(state.mode == .readOnly(holder: "process \(ProcessInfo.processInfo.processIdentifier)"))
    #expect(state.purchases.map(\.stage) == [.finished])
    #expect(state.entitlements.map(\.productID) == ["cape"])
    #expect(await second.queue.purchase(productID: "mask") == .refused(.notOpen))

    await first.queue.close()
    await second.queue.open()
    #expect(try purchase(of: await second.queue.purchase(productID: "mask")).stage == .finished)
  }

  @Test func `where another run was the first to buy`() async throws {
    let folder = try Folder()
    let first = try Desk(folder: folder)
    let second = try Desk(folder: folder)
    await first.queue.open()
    await second.queue.open()
    _ = await first.queue.purchase(productID: "cape")
    guard case .refused(.journalNotWritable) = await second.queue.purchase(productID: "mask") else {
      Issue.record("two runs wrote one journal")
      return
    }
    #expect(second.store.books.payments.isEmpty)
    guard case .readOnly = await second.queue.state().mode else {
      Issue.record("the second run still sells")
      return
    }
  }
}

@Suite(.timeLimit(.minutes(1))) struct `A journal of another run` {
  @Test func `is read before the first order, and what it owes is delivered`() async throws {
    let first = try Desk(verdicts: [.inconclusive])
    let second = try Desk(folder: first.folder)
    await second.queue.open()
    await first.queue.open()
    _ = await first.queue.purchase(productID: "cape")
    await first.queue.close()
    let books = first.store.books
    second.store.change { $0 = books }
    #expect(await second.queue.purchase(productID: "cape") == .refused(.alreadyUnderWay))
    await second.queue.settle()
    #expect(await second.queue.state().entitlements.map(\.productID) == ["cape"])
    #expect(try purchase(of: await second.queue.purchase(productID: "mask")).stage == .finished)
    #expect(second.store.books.queue.isEmpty)
  }
}

@Suite(.timeLimit(.minutes(1))) struct `Judging a proof` {
  @Test func `what cannot be judged stays paid and is tried again`() async throws {
    let desk = try Desk(
      verdicts: [.inconclusive, .unreadable, .inconclusive, .inconclusive, .inconclusive]
        + [.inconclusive, .inconclusive, .inconclusive])
    await desk.queue.open()
    let paid = try purchase(of: await desk.queue.purchase(productID: "cape"))
    #expect(paid.stage == .paid)
    #expect(desk.store.books.finished.isEmpty)
    var waits: [Duration] = []
    for _ in 0..<8 {
      waits.append(await desk.sleep.duration())
      desk.sleep.wake()
    }
    #expect(waits == [0, 5, 10, 20, 40, 80, 120, 120].map { Duration.seconds($0) })
    let state = try await desk.state { $0.purchases.first?.stage == .finished }
    #expect(state.entitlements.map(\.productID) == ["cape"])
    #expect(try kinds(journal: desk.folder.journal).count { $0 == "TRY" } == 8)
  }

  @Test func `a refused proof is looked at once more, then rejected and not finished`()
    async throws
  {
    let desk = try Desk(verdicts: [.invalid, .invalid])
    await desk.queue.open()
    let rejected = try purchase(of: await desk.queue.purchase(productID: "cape"))
    #expect(rejected.stage == .rejected)
    #expect(desk.verifier.asked.count == 2)
    #expect(desk.store.books.queue.map(\.id) == ["1"])
    #expect(desk.store.books.finished.isEmpty)
    #expect(await desk.queue.state().entitlements.isEmpty)
    #expect(try kinds(journal: desk.folder.journal).last == "REJECTED")
  }

  @Test func `a proof that is good at the second look is delivered`() async throws {
    let desk = try Desk(verdicts: [.invalid])
    await desk.queue.open()
    #expect(try purchase(of: await desk.queue.purchase(productID: "cape")).stage == .finished)
  }

  @Test func `the second look is at the store's own copy`() async throws {
    let desk = try Desk(verdicts: [.invalid]) { checkpoint, store in
      guard checkpoint == .verificationAsked else { return }
      store.change { books in
        for index in books.queue.indices {
          books.queue[index].signed = books.queue[index].signed.map {
            SignedTransaction($0.jwsRepresentation + "&look=2")
          }
        }
      }
    }
    await desk.queue.open()
    #expect(try purchase(of: await desk.queue.purchase(productID: "cape")).stage == .finished)
    #expect(desk.verifier.asked.map { $0.jwsRepresentation.hasSuffix("&look=2") } == [false, true])
  }

  @Test func `something new that is undecided starts the waits from none`() async throws {
    let desk = try Desk(verdicts: [.inconclusive, .inconclusive, .inconclusive, .inconclusive])
    await desk.queue.open()
    _ = await desk.queue.purchase(productID: "cape")
    for wait in [0, 5] {
      #expect(await desk.sleep.duration() == .seconds(wait))
      desk.sleep.wake()
    }
    #expect(await desk.sleep.duration() == .seconds(10))
    _ = await desk.queue.purchase(productID: "mask")
    while await desk.sleep.duration() == .seconds(10) { await Task.yield() }
    #expect(await desk.sleep.duration() == .seconds(0))
    desk.sleep.wake()
    _ = try await desk.state { $0.purchases.allSatisfy { $0.stage == .finished } }
  }

  @Test func `a rejected purchase is judged again when the store sends another proof`()
    async throws
  {
    let desk = try Desk(verdicts: [.invalid, .invalid])
    await desk.queue.open()
    _ = await desk.queue.purchase(productID: "cape")
    var repaired = try #require(desk.store.books.queue.first)
    desk.store.deliver(repaired)
    repaired.signed = SignedTransaction(
      try #require(repaired.signed).jwsRepresentation + "&signedDate=1")
    desk.store.deliver(repaired)
    let state = try await desk.state { $0.purchases.first?.stage == .finished }
    #expect(state.entitlements.map(\.productID) == ["cape"])
    #expect(desk.verifier.asked.count == 3)
  }

  @Test(arguments: [
    ("bundleId=com.example.superpowers", "bundleId=com.example.other"),
    ("productId=cape", "productId=mask"), ("transactionId=1&", "transactionId=9&"),
    ("appAccountToken=", "appAccountToken=0"), ("quantity=1", "quantity=2"),
    ("originalTransactionId=1", "originalTransactionId=2"), ("bundleId=", "bundle="),
  ])
  func `facts that are not the transaction's are rejected by name`(
    fact: String, forged: String
  ) async throws {
    var books = ScriptedStore.Books()
    books.decision = .silence
    let desk = try Desk(books: books)
    await desk.queue.open()
    async let outcome = desk.queue.purchase(productID: "cape")
    _ = try await desk.state { $0.purchases.first?.stage == .open }
    var token: UUID?
    while token == nil {
      token = desk.store.books.payments.first?.appAccountToken
      await Task.yield()
    }
    var transaction = desk.store.makeTransaction("cape")
    transaction.appAccountToken = token
    let proof = SignedTransaction(transaction, bundleID: books.bundleID).jwsRepresentation
    #expect(proof.contains(fact))
    transaction.signed = SignedTransaction(proof.replacing(fact, with: forged, maxReplacements: 1))
    desk.store.deliver(transaction)
    #expect(try purchase(of: await outcome).stage == .rejected)
    await desk.queue.close()
    #expect(try grantKeys(journal: desk.folder.journal) == [])
    #expect(desk.store.books.finished.isEmpty)
    var reason: String?
    try Journal.read(desk.folder.journal, "SELECT payload FROM record WHERE kind = 'REJECTED'") {
      reason = $0
    }
    let name = fact.prefix { $0 != "=" }
    #expect(reason?.contains("\(name) is not the transaction's") == true)
  }

  @Test func `an expired period is settled and finished, not granted`() async throws {
    var books = ScriptedStore.Books()
    books.expirationDate = now
    let desk = try Desk(books: books)
    await desk.queue.open()
    let settled = try purchase(of: await desk.queue.purchase(productID: "club"))
    #expect(settled.history.map(\.stage) == [.open, .paid, .settled, .finished])
    #expect(await desk.queue.state().entitlements.isEmpty)
    #expect(desk.store.books.queue.isEmpty)
  }

  @Test func `a stored proof can be judged again`() async throws {
    let desk = try Desk()
    await desk.queue.open()
    let bought = try purchase(of: await desk.queue.purchase(productID: "cape"))
    #expect(await desk.queue.verification(of: bought.id)?.fact("productId") == "cape")
    #expect(await desk.queue.verification(of: "unknown") == nil)
    #expect(desk.verifier.asked.count == 2)
  }
}

@Suite(.timeLimit(.minutes(1))) struct `Restoring` {
  /// Books with things bought elsewhere.
  private func books(_ transactions: Transaction...) -> ScriptedStore.Books {
    var books = ScriptedStore.Books()
    books.restorable = transactions
    books.nextID = 100
    return books
  }

  private let cape = Transaction(id: "7", productID: "cape", state: .purchased, purchaseDate: now)
  private let mask = Transaction(id: "8", productID: "mask", state: .purchased, purchaseDate: now)
  private let oldClub = Transaction(
    id: "9", productID: "club", state: .purchased, purchaseDate: now - 100, expirationDate: now)
  private let club = Transaction(
    id: "9", productID: "club", state: .purchased, purchaseDate: now, expirationDate: now + 60,
    webOrderLineItemID: "L1")

  @Test func `copies are granted on an empty journal, and not again`() async throws {
    let desk = try Desk(books: books(cape, mask, club, oldClub))
    await desk.queue.open()
    #expect(await desk.queue.restore() == .restored(count: 3))
    #expect(await desk.queue.restore() == .restored(count: 3))
    let state = await desk.queue.state()
    #expect(state.entitlements.map(\.productID) == ["cape", "club", "mask"])
    #expect(state.purchases.allSatisfy { $0.isRestored && $0.stage == .finished })
    #expect(desk.store.books.queue.isEmpty)
    await desk.queue.close()
    #expect(
      try grantKeys(journal: desk.folder.journal)
        == ["shop-1/original/7", "shop-1/original/8", "shop-1/period/9/item-L1"])
  }

  @Test func `what is owned already is counted and settled`() async throws {
    let desk = try Desk()
    await desk.queue.open()
    _ = await desk.queue.purchase(productID: "cape")
    let bought = try #require(desk.store.books.history.values.first?.first)
    desk.store.change { $0.restorable = [bought] }
    #expect(await desk.queue.restore() == .restored(count: 1))
    #expect(
      try kinds(of: "shop-1/2", journal: desk.folder.journal)
        == ["PAID_SEEN", "SETTLED", "FINISHED"])
  }

  @Test func `a copy of a consumable is no payment`() async throws {
    let desk = try Desk()
    await desk.queue.open()
    _ = await desk.queue.purchase(productID: "coins")
    let bought = try #require(desk.store.books.history.values.first?.first)
    desk.store.change { $0.restorable = [bought] }
    #expect(await desk.queue.restore() == .nothingToRestore)
    await desk.queue.close()
    #expect(try grantKeys(journal: desk.folder.journal) == ["shop-1/payment/1"])
  }

  @Test func `nothing to restore, and only expired things, are said so`() async throws {
    let desk = try Desk()
    await desk.queue.open()
    #expect(await desk.queue.restore() == .nothingToRestore)
    #expect(try desk.folder.names == [])
    desk.store.change { [oldClub] in $0.restorable = [oldClub] }
    #expect(await desk.queue.restore() == .nothingToRestore)
    #expect(desk.store.books.queue.isEmpty)
  }

  @Test(arguments: [
    (StoreError.paymentCancelled, RestoreOutcome.cancelled),
    (.cloudServiceNetworkConnectionFailed, .failed(.cloudServiceNetworkConnectionFailed)),
  ])
  func `a restore that ends early keeps what came`(
    error: StoreError, outcome: RestoreOutcome
  ) async throws {
    var books = books(cape)
    books.restoreError = error
    let desk = try Desk(books: books)
    await desk.queue.open()
    #expect(await desk.queue.restore() == outcome)
    #expect(await desk.queue.state().entitlements.map(\.productID) == ["cape"])
  }

  @Test func `copies that cannot be judged yet are not counted`() async throws {
    let desk = try Desk(books: books(cape, mask), verdicts: [.inconclusive, .inconclusive])
    await desk.queue.open()
    #expect(await desk.queue.restore() == .restored(count: 0))
    #expect(desk.store.books.finished.isEmpty)
    _ = await desk.sleep.duration()
    desk.sleep.wake()
    let state = try await desk.state { $0.purchases.allSatisfy { $0.stage == .finished } }
    #expect(state.entitlements.count == 2)
  }
}

@Suite(.timeLimit(.minutes(1))) struct `Opening` {
  @Test func `a first start writes nothing`() async throws {
    let desk = try Desk()
    await desk.queue.open()
    await desk.queue.settle()
    #expect(await desk.queue.state().mode == .open)
    #expect(try desk.folder.names == [])
    await desk.queue.close()
    #expect(try desk.folder.names == [])
  }

  @Test func `a paid transaction nobody ordered here is taken over`() async throws {
    var books = ScriptedStore.Books()
    let earlier = ScriptedStore(books)
    earlier.deliver(earlier.makeTransaction("cape"))
    books = earlier.books
    let desk = try Desk(books: books)
    await desk.queue.open()
    await desk.queue.settle()
    let state = await desk.queue.state()
    #expect(state.purchases.map(\.id) == ["tx-1"])
    #expect(state.purchases.map(\.stage) == [.finished])
    #expect(state.purchases.map(\.isRecovered) == [true])
    #expect(desk.store.books.queue.isEmpty)
  }

  @Test func `a finished transaction that comes back is finished again, and not delivered`()
    async throws
  {
    let desk = try Desk()
    await desk.queue.open()
    _ = await desk.queue.purchase(productID: "coins")
    await desk.queue.close()
    var books = desk.store.books
    books.queue = books.history.values.flatMap { $0 }
    let later = try Desk(folder: desk.folder, books: books)
    await later.queue.open()
    await later.queue.settle()
    await later.queue.close()
    #expect(later.store.books.queue.isEmpty)
    #expect(try grantKeys(journal: desk.folder.journal).count == 1)
  }

  @Test func `ids of a new store are not those of the old one`() async throws {
    let desk = try Desk()
    await desk.queue.open()
    _ = await desk.queue.purchase(productID: "coins")
    await desk.queue.close()
    var books = ScriptedStore.Books()
    books.instance = "shop-2"
    let later = try Desk(folder: desk.folder, books: books)
    await later.queue.open()
    later.store.deliver(later.store.makeTransaction("coins"))
    _ = try await later.state { $0.purchases.first?.stage == .finished && $0.purchases.count == 2 }
    await later.queue.close()
    #expect(
      try grantKeys(journal: desk.folder.journal) == ["shop-1/payment/1", "shop-2/payment/1"])
  }

  @Test func `an old store's purchase finishes nothing in the new one`() async throws {
    let desk = try Desk(verdicts: [.inconclusive])
    await desk.queue.open()
    _ = await desk.queue.purchase(productID: "cape")
    await desk.queue.close()
    var books = ScriptedStore.Books()
    books.instance = "shop-2"
    let other = ScriptedStore(books)
    other.deliver(other.makeTransaction("mask"))
    let later = try Desk(
      folder: desk.folder, books: other.books, verdicts: [.local, .inconclusive])
    await later.queue.open()
    await later.queue.settle()
    let state = await later.queue.state()
    #expect(state.purchases.map(\.productID) == ["mask", "cape"])
    #expect(state.purchases.map(\.stage) == [.paid, .finished])
    #expect(later.store.books.finished.isEmpty)
  }

  @Test func `a damaged journal is said so, and filled from the store's queue`() async throws {
    let folder = try Folder()
    try Data(repeating: 7, count: 4096).write(to: URL(filePath: folder.journal))
    let earlier = ScriptedStore()
    earlier.deliver(earlier.makeTransaction("cape"))
    let desk = try Desk(folder: folder, books: earlier.books)
    await desk.queue.open()
    await desk.queue.settle()
    let state = await desk.queue.state()
    #expect(state.diagnostics.map(\.code) == ["journal-quarantined"])
    #expect(state.entitlements.map(\.productID) == ["cape"])
  }

  @Test func `a paid purchase the store forgot is delivered from the journal`() async throws {
    let desk = try Desk(verdicts: [.inconclusive])
    await desk.queue.open()
    _ = await desk.queue.purchase(productID: "cape")
    await desk.queue.close()
    var books = desk.store.books
    books.queue = []
    let later = try Desk(folder: desk.folder, books: books)
    await later.queue.open()
    await later.queue.settle()
    let state = await later.queue.state()
    #expect(state.purchases.map(\.stage) == [.finished])
    #expect(state.purchases.map(\.isRecovered) == [true])
    #expect(state.entitlements.map(\.productID) == ["cape"])
  }

  @Test func `an unreachable store is said so, and asked again`() async throws {
    var books = ScriptedStore.Books()
    books.isReachable = false
    let desk = try Desk(books: books)
    await desk.queue.open()
    guard case .unavailable = await desk.queue.state().mode else {
      Issue.record("the shop opened without a store")
      return
    }
    #expect(await desk.sleep.duration() == .seconds(0))
    desk.sleep.wake()
    while await desk.sleep.duration() != .seconds(5) { await Task.yield() }
    desk.store.change { $0.isReachable = true }
    desk.sleep.wake()
    let state = try await desk.state { $0.mode == .open }
    #expect(state.purchases.isEmpty)
  }
}
