import FoundationEssentials
import StoreModel

/// The one path of everything that happens: an event, its records, its steps.
extension PaymentQueue {
  /// Takes in the store's news of one transaction.
  func receive(_ transaction: Transaction) async {
    let instance: String
    do {
      instance = try await doors.store.instance()
    } catch {
      return stop(because: "The store does not answer. \(error) Its queue is read again later.")
    }
    let id = owner(of: transaction, instance: instance)
    var machine =
      machines[id]
      ?? TransactionMachine(
        id: id, productID: transaction.productID, quantity: transaction.quantity)
    if machine.transactionID == nil { machine.instance = instance }
    if mode == .opening, machine.stage != .paid, transaction.state == .purchased,
      machine.stage == .open || transaction.id == transaction.originalID
    {
      machine.isFromEarlierRun = true
    }
    let isKnown = machine.transactionID == transaction.id
    await handle(TransactionMachine.Event(transaction), machine)
    guard mode == .open else { return }
    if transaction.state == .purchased {
      await closeAttempts(metBy: transaction, isKnown: isKnown)
    } else if transaction.state == .deferred {
      await closeAttempts(metBy: transaction, isKnown: false)
    }
  }

  /// Closes attempts of which the store's history knows nothing.
  ///
  /// A store hands back an unfinished purchase of the same product, or a request that waits for
  /// approval, under its own token, instead of charging or asking again; and it tells the period that runs once more where another product of the group
  /// follows it at the next renewal.
  private func closeAttempts(metBy transaction: Transaction, isKnown: Bool) async {
    let groupID = isKnown ? groupID(of: transaction.productID) : nil
    let attempts = machines.values.filter {
      $0.stage == .open && $0.id != transaction.appAccountToken?.uuidString
        && ($0.productID == transaction.productID
          || groupID != nil && self.groupID(of: $0.productID) == groupID)
    }
    for attempt in attempts { await askHistory(of: attempt.id) }
  }

  private func groupID(of productID: Product.ID) -> String? {
    doors.product(productID)?.subscription?.groupID
  }

  /// The purchase a transaction belongs to: its own, its attempt's, or one no attempt began.
  private func owner(of transaction: Transaction, instance: String) -> Purchase.ID {
    if let known = owners["\(instance)/\(transaction.id)"] { return known }
    if let token = transaction.appAccountToken {
      let attempt = machines[token.uuidString]
      if let attempt, attempt.transactionID == nil { return attempt.id }
    } else {
      let waiting = machines.values.filter {
        $0.productID == transaction.productID && ($0.stage == .open || $0.stage == .deferred)
      }
      if waiting.count == 1 { return waiting[0].id }
    }
    // Ids restart with a new store.
    let id = "tx-\(transaction.id)"
    return machines[id].map { $0.instance == instance } ?? true ? id : "\(id)@\(instance)"
  }

  func handle(_ event: TransactionMachine.Event, for id: Purchase.ID) async {
    guard let machine = machines[id] else { return }
    await handle(event, machine)
  }

  /// Commits what the machine records, keeps the machine, then performs its other steps.
  private func handle(_ event: TransactionMachine.Event, _ before: TransactionMachine) async {
    guard journal != nil else { return }
    var machine = before
    let steps = machine.handle(event)
    guard !steps.isEmpty else { return }
    do throws(JournalError) {
      try commit(steps, of: &machine)
    } catch .alreadyGranted(_) {
      guard case .answered(.yes(_, let evidence)) = event else { return }
      let answer = TransactionMachine.Answer.nothingToGive(reason: "handed over before", evidence)
      return await handle(.answered(answer), before)
    } catch .locked(let holder) {
      return stop(as: .readOnly(holder: holder))
    } catch {
      return stop(because: error.sentence)
    }
    keep(machine)
    await perform(steps, for: machine.id)
  }

  func commit(
    _ steps: [TransactionMachine.Step], of machine: inout TransactionMachine
  ) throws(JournalError) {
    for case .record(let entry) in steps {
      guard let journal, let stage = machine.stage else { continue }
      if case .paid = entry { doors.checkpoint(.newsRead) }
      let date = doors.clock.now()
      try journal.append(
        JournalRecord(
          entry, purchaseID: machine.id, productID: machine.productID,
          quantity: machine.quantity, stage: stage, instance: machine.instance, date: date,
          wallDate: doors.wallClock?.now()))
      if machine.history.last?.stage != stage {
        machine.history.append(Purchase.Mark(stage, date))
      }
      switch entry {
      case .delivered(_, let grant, _): grants.append(grant)
      case .revoked: grants = try journal.grants()
      default: break
      }
      if let checkpoint = Checkpoint(after: entry) { doors.checkpoint(checkpoint) }
    }
  }

  func keep(_ machine: TransactionMachine) {
    if machines.updateValue(machine, forKey: machine.id) == nil { order.append(machine.id) }
    remember(machine)
  }

  /// Notes which transactions are this purchase's.
  func remember(_ machine: TransactionMachine) {
    guard let instance = machine.instance else { return }
    for id in machine.failures.union(machine.transactionID.map { [$0] } ?? []) {
      owners["\(instance)/\(id)"] = machine.id
    }
  }

  func perform(_ steps: [TransactionMachine.Step], for id: Purchase.ID) async {
    for step in steps {
      switch step {
      case .record: break
      case .announce: announce()
      case .charge(let payment):
        await doors.store.add(payment)
        doors.checkpoint(.paymentAdded)
      case .verify: judge(id)
      case .reread: await reread(id)
      case .retryLater: retryLater(isFirst: machines[id]?.tries == 1)
      case .finish(let transactionID): await finish(transactionID, of: id)
      }
    }
    if machines[id]?.isAtRest == true { answerCustomers(of: id) }
  }

  private func finish(_ transactionID: Transaction.ID, of id: Purchase.ID) async {
    guard let machine = machines[id] else { return }
    do {
      // An id of another store's books is nobody's business here.
      if try await doors.store.instance() == machine.instance {
        async let finished: Void = doors.store.finish(transactionID)
        doors.checkpoint(.finishAsked)
        await finished
        doors.checkpoint(.finished)
      }
    } catch {
      return stop(because: "The store does not answer. \(error) Its queue is read again later.")
    }
    await handle(.finished(transactionID), for: id)
  }
}

extension Checkpoint {
  /// The point that is reached when `entry` is on disk.
  fileprivate init?(after entry: Entry) {
    switch entry {
    case .intent: self = .intentRecorded
    case .paid: self = .paidRecorded
    case .delivered, .settled: self = .deliveredRecorded
    case .failed: self = .failureRecorded
    default: return nil
    }
  }
}
