import StoreModel
import FoundationEssentials

extension PaymentQueue {
  /// Opens the journal and the shop, in the order in which nothing can be lost.
  ///
  /// Lock and journal, the observer, the store's queue, the merge of the two; then what is
  /// undecided is judged, and nothing waits for the answers. Whatever stands in the way is said by
  /// `QueueState.mode`; calling it again tries again.
  package func open() async {
    guard mode != .open else { return }
    mode = .opening
    do throws(JournalError) {
      journal = nil
      let journal = try Journal(path: journalPath)
      self.journal = journal
      try load()
      if let holder = journal.holder { mode = .readOnly(holder: holder) }
    } catch {
      mode = .unavailable(reason: error.sentence)
    }
    guard mode == .opening else { return announce() }

    if observer == nil {
      let updates = await doors.store.updates()
      heard = 0
      observer = Task { [weak self] in
        for await update in updates {
          await self?.receive(update)
          await self?.noteHeard()
        }
      }
    }
    do {
      try await merge(doors.store.transactions())
    } catch {
      return stop(because: "The store's queue cannot be read. \(error) It is tried again later.")
    }
    guard mode == .opening, journal != nil else { return }
    mode = .open
    for id in order where machines[id]?.isUndecided == true { judge(id) }
    await askStore()
    announce()
  }

  /// Reads everything once more, after another run wrote the journal that was not there before.
  func openAgain() async {
    mode = .opening
    await open()
  }

  /// Takes over what the journal says.
  func load() throws(JournalError) {
    guard let journal else { return }
    let known = try journal.machines()
    grants = try journal.grants()
    diagnostics += journal.diagnostics.filter { !diagnostics.contains($0) }
    order = known.map(\.id)
    machines = [:]
    owners = [:]
    for var machine in known {
      machine.isFromEarlierRun = machine.stage == .paid
      machines[machine.id] = machine
      remember(machine)
    }
  }

  /// Brings the journal and the store's queue, oldest first, to one opinion.
  private func merge(_ queue: [Transaction]) async throws {
    // A new data folder and an empty queue need no books yet.
    guard !queue.isEmpty || !order.isEmpty else { return }
    let instance = try await doors.store.instance()
    let before = machines
    for transaction in queue { await receive(transaction) }
    let shown = Set(queue.map { "\(instance)/\($0.id)" })
    let tokens = Set(queue.compactMap(\.appAccountToken?.uuidString))
    for (id, machine) in before {
      if machine.stage == .open, !tokens.contains(id) { await askHistory(of: id) }
      // Finished at the store, and killed before that was written.
      var gone = machine.unfinishedFailures
      if let transactionID = machine.transactionID { gone.insert(transactionID) }
      for transactionID in gone
      where !shown.contains("\(machine.instance ?? "")/\(transactionID)") {
        await handle(.finished(transactionID), for: id)
      }
    }
  }

  /// Asks the store once what became of an attempt of which nothing was heard.
  func askHistory(of id: Purchase.ID) async {
    guard let token = UUID(uuidString: id) else { return }
    let history = await doors.store.history(token)
    if history.isEmpty { await handle(.unheardOf, for: id) }
    for transaction in history { await receive(transaction) }
  }

  private func noteHeard() {
    heard += 1
    for listener in listeners where listener.count <= heard { listener.continuation.resume() }
    listeners.removeAll { $0.count <= heard }
  }

  private func receive(_ update: StoreUpdate) async {
    switch update {
    case .updated(let transactions):
      if transactions.contains(where: { $0.state == .purchased || $0.state == .restored }) {
        doors.checkpoint(.charged)
      }
      for transaction in transactions {
        if transaction.state == .restored { restoration?.originals.insert(transaction.originalID) }
        await receive(transaction)
      }
    case .removed(let ids):
      guard let instance = try? await doors.store.instance() else { return }
      for id in ids {
        if let owner = owners["\(instance)/\(id)"] { await handle(.finished(id), for: owner) }
      }
    case .restoreFinished: endRestoration(.finished)
    case .restoreFailed(let error): endRestoration(.failed(error))
    }
  }
}
