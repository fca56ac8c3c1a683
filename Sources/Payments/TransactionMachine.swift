package import FoundationEssentials
package import StoreModel

/// One purchase, from the order to the finish: told what happened, it says what to do.
///
/// It performs nothing. Its records are committed before its other steps are taken, and it is
/// itself kept only when they were; so what it remembers is what is on the disk.
package struct TransactionMachine: Sendable, Hashable, Identifiable {
  package let id: Purchase.ID
  package private(set) var productID: Product.ID
  package private(set) var quantity: Int
  /// Nil before anything is on disk.
  package private(set) var stage: PurchaseStage?
  package internal(set) var history: [Purchase.Mark] = []

  /// The paid transaction's id; it stays where the transaction itself no longer decodes.
  package internal(set) var transactionID: Transaction.ID?
  package internal(set) var transaction: Transaction?
  /// The store whose transaction it is.
  package internal(set) var instance: String?
  /// Failed transactions of this purchase that are on disk as failed.
  package internal(set) var failures: Set<Transaction.ID> = []
  /// Those of them that the store still shows.
  package internal(set) var unfinishedFailures: Set<Transaction.ID> = []
  package internal(set) var error: StoreError?
  package internal(set) var isGranted = false
  package internal(set) var revocationDate: Date?

  /// Answers that decided nothing, in this run.
  package private(set) var tries = 0
  /// Whether the proof was refused once and looked at again.
  private var isDoubted = false
  /// Whether it was paid before this run began.
  package var isFromEarlierRun = false
  package var verification: Verification?

  package init(
    id: Purchase.ID, productID: Product.ID, quantity: Int, stage: PurchaseStage? = nil
  ) {
    self.id = id
    self.productID = productID
    self.quantity = quantity
    self.stage = stage
  }

  /// What can happen to a purchase.
  package enum Event: Sendable, Hashable {
    case ordered(Payment, amount: Decimal?)
    case purchasing
    case deferred(Transaction)
    case failed(Transaction)
    /// Purchased, or a restored copy.
    case paid(Transaction)
    /// Paid once, and taken back by the store.
    case revoked(Transaction)
    case answered(Answer)
    /// The store no longer shows the transaction.
    case finished(Transaction.ID)
    /// The store's history does not know the attempt.
    case unheardOf
  }

  /// What can be concluded from a proof.
  package enum Answer: Sendable, Hashable {
    case yes(Grant, Evidence)
    case nothingToGive(reason: String, Evidence)
    case no(reason: String)
    /// Refused in a way that one more look at the store may mend.
    case doubtful(reason: String)
    case inconclusive(reason: String)
  }

  /// What is to be done, in this order; delivery is a record.
  package enum Step: Sendable, Hashable {
    case record(Entry)
    case charge(Payment)
    case verify
    /// Reads the transaction again from the store's queue, then verifies.
    case reread
    case retryLater
    case finish(Transaction.ID)
    case announce
  }

  /// Takes in what happened; what is in no row changes nothing.
  package mutating func handle(_ event: Event) -> [Step] {
    switch (stage, event) {
    case (nil, .ordered(let payment, let amount)):
      become(.open, [.record(.intent(amount: amount)), .charge(payment), .announce])
    case (.open, .purchasing):
      [.record(.purchasing)]
    case (.open, .unheardOf):
      become(.closedUnpaid, [.record(.closedUnpaid), .announce])
    case (nil, .deferred(let transaction)), (.open, .deferred(let transaction)),
      (.closedUnpaid, .deferred(let transaction)):
      become(.deferred, [.record(.deferred(transaction)), .announce])

    case (_, .failed(let transaction)) where transaction.id == transactionID:
      []
    case (_, .failed(let transaction)) where failures.contains(transaction.id):
      [.finish(transaction.id)]
    case (_, .failed(let transaction)):
      fail(transaction)

    case (_, .paid(let transaction)) where isUnpaid,
      (_, .revoked(let transaction)) where isUnpaid:
      accept(transaction)
    case (.paid, .paid(let transaction)), (.paid, .revoked(let transaction)),
      (.blocked, .paid(let transaction)), (.blocked, .revoked(let transaction)):
      isNews(transaction) ? accept(transaction) : [.verify]
    case (.rejected, .paid(let transaction)), (.rejected, .revoked(let transaction)):
      isNews(transaction) ? accept(transaction) : []
    case (.delivered, .revoked(let transaction)) where isRevocation(transaction),
      (.finished, .revoked(let transaction)) where isRevocation(transaction):
      revoke(transaction)
    case (.delivered, .paid(let transaction)), (.delivered, .revoked(let transaction)),
      (.settled, .paid(let transaction)), (.settled, .revoked(let transaction)),
      (.finished, .paid(let transaction)), (.finished, .revoked(let transaction)):
      [.finish(transaction.id)]

    case (.paid, .answered(let answer)), (.blocked, .answered(let answer)):
      conclude(answer)

    case (.delivered, .finished(let id)) where id == transactionID,
      (.settled, .finished(let id)) where id == transactionID:
      become(.finished, [.record(.finished(id)), .announce])
    case (_, .finished(let id)) where unfinishedFailures.contains(id):
      forget(failure: id)

    default: []
    }
  }

  /// Whether whoever ordered can be told how it went, for now.
  package var isAtRest: Bool {
    switch stage {
    case nil, .open, .delivered, .settled: false
    case .paid: tries > 0
    case .failed, .cancelled: unfinishedFailures.isEmpty
    case .deferred, .closedUnpaid, .finished, .rejected, .blocked: true
    }
  }

  /// Whether it is paid and waits for a proof that says yes or no.
  package var isUndecided: Bool { stage == .paid || stage == .blocked }

  private var isUnpaid: Bool {
    switch stage {
    case nil, .open, .deferred, .failed, .cancelled, .closedUnpaid: true
    case .paid, .delivered, .settled, .finished, .rejected, .blocked: false
    }
  }

  private func isNews(_ other: Transaction) -> Bool {
    guard let transaction else { return true }
    return other.signed != nil && other.signed != transaction.signed
      || other.revocationDate?.milliseconds != transaction.revocationDate?.milliseconds
  }

  private func isRevocation(_ transaction: Transaction) -> Bool {
    isGranted && transaction.revocationDate?.milliseconds != revocationDate?.milliseconds
  }
}

// MARK: - The rows that change more than the stage

extension TransactionMachine {
  private mutating func become(_ stage: PurchaseStage, _ steps: [Step]) -> [Step] {
    self.stage = stage
    return steps
  }

  private mutating func fail(_ transaction: Transaction) -> [Step] {
    failures.insert(transaction.id)
    unfinishedFailures.insert(transaction.id)
    let steps: [Step] = [.record(.failed(transaction)), .announce, .finish(transaction.id)]
    guard isUnpaid else { return steps }
    if case .failed(let reason) = transaction.state { error = reason }
    return become(error?.isCancelled == true ? .cancelled : .failed, steps)
  }

  private mutating func accept(_ transaction: Transaction) -> [Step] {
    self.transaction = transaction
    transactionID = transaction.id
    failures.remove(transaction.id)
    unfinishedFailures.remove(transaction.id)
    productID = transaction.productID
    quantity = transaction.quantity
    revocationDate = transaction.revocationDate
    if stage == .rejected { isDoubted = false }
    return become(.paid, [.record(.paid(transaction)), .announce, .verify])
  }

  private mutating func revoke(_ transaction: Transaction) -> [Step] {
    guard let date = transaction.revocationDate else { return [.finish(transaction.id)] }
    revocationDate = date
    return [.record(.revoked(transaction.id, date)), .announce, .finish(transaction.id)]
  }

  private mutating func conclude(_ answer: Answer) -> [Step] {
    guard let id = transactionID else { return [.retryLater] }
    switch answer {
    case .yes(let grant, let evidence):
      isGranted = true
      return become(
        .delivered, [.record(.delivered(id, grant, evidence)), .announce, .finish(id)])
    case .nothingToGive(let reason, let evidence):
      return become(
        .settled, [.record(.settled(id, reason: reason, evidence)), .announce, .finish(id)])
    case .doubtful(let reason) where !isDoubted:
      isDoubted = true
      return [.record(.tried(id, reason: reason)), .reread]
    case .no(let reason), .doubtful(let reason):
      return become(.rejected, [.record(.rejected(id, reason: reason)), .announce])
    case .inconclusive(let reason):
      tries += 1
      return [.record(.tried(id, reason: reason)), .announce, .retryLater]
    }
  }

  private mutating func forget(failure id: Transaction.ID) -> [Step] {
    unfinishedFailures.remove(id)
    return [.record(.finished(id)), .announce]
  }
}

extension TransactionMachine.Event {
  /// What the store's news of `transaction` means.
  package init(_ transaction: Transaction) {
    switch transaction.state {
    case .purchasing: self = .purchasing
    case .deferred: self = .deferred(transaction)
    case .failed: self = .failed(transaction)
    case .purchased, .restored:
      self = transaction.revocationDate == nil ? .paid(transaction) : .revoked(transaction)
    }
  }
}

extension Purchase {
  /// The purchase as screens and commands see it; nil before anything is on disk.
  package init?(_ machine: TransactionMachine) {
    guard let stage = machine.stage else { return nil }
    let transaction = machine.transaction
    self.init(
      id: machine.id, productID: machine.productID, quantity: machine.quantity, stage: stage,
      history: machine.history, transactionID: machine.transactionID,
      originalID: transaction?.originalID, expirationDate: transaction?.expirationDate,
      revocationDate: machine.revocationDate, price: transaction?.price,
      error: stage == .failed || stage == .cancelled ? machine.error : nil,
      isRestored: transaction?.state == .restored,
      isRecovered: machine.isFromEarlierRun && machine.isGranted
        && (stage == .delivered || stage == .finished),
      signed: transaction?.signed, verification: machine.verification)
  }
}
