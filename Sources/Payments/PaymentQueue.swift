package import StoreModel
import FoundationEssentials

/// Where orders go, and the only one who acts on them: it owns the journal and asks the store.
///
/// Whatever the store says comes through one path: the purchase's `TransactionMachine` says what to
/// do, its records are committed, then its other steps are performed, whose results are events
/// again. Proofs are judged one at a time, so no purchase is judged twice at once.
package actor PaymentQueue {
  let doors: PaymentDoors
  let journalPath: String
  var journal: Journal?
  var mode = QueueState.Mode.opening

  /// The purchases in the order in which they began.
  var order: [Purchase.ID] = []
  var machines: [Purchase.ID: TransactionMachine] = [:]
  /// Which purchase a transaction belongs to, by `<instance>/<id>`.
  var owners: [String: Purchase.ID] = [:]
  var grants: [Grant] = []

  var observer: Task<Void, Never>?
  /// How much of the store's news was taken in, and who waits for how much.
  var heard = 0
  var listeners: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  var judging: Task<Void, Never>?
  var toJudge: [Purchase.ID] = []
  var retrying: Task<Void, Never>?
  var customers: [Purchase.ID: [CheckedContinuation<Void, Never>]] = [:]
  var restoring: Task<RestoreOutcome, Never>?
  var restoration: Restoration?

  /// What the journal found damaged when it was opened.
  var diagnostics: [Diagnostic] = []
  var canMakePayments = true
  var introductoryEligibility: [String: Bool] = [:]
  /// How the subscriptions stand in the store of this instance.
  var statuses: (instance: String, all: [SubscriptionStatus]) = ("", [])

  /// The state after each change, for one listener, who gets the newest only when late.
  package nonisolated let changes: AsyncStream<QueueState>
  let announcements: AsyncStream<QueueState>.Continuation

  /// Makes a queue that is still closed; `open()` reads the journal at `journalPath`.
  package init(journal journalPath: String, doors: PaymentDoors) {
    self.journalPath = journalPath
    self.doors = doors
    (changes, announcements) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Everything a screen or a command needs to know, at this moment.
  package func state() async -> QueueState {
    await askStore()
    return snapshot
  }

  /// Orders a product, and returns when it is delivered, failed, deferred, or paid and undecided.
  ///
  /// Nothing is charged before the intent is on disk. What is refused was neither written nor
  /// charged.
  package func purchase(
    productID: Product.ID, quantity: Int = 1, option: PurchaseOption? = nil
  ) async -> PurchaseOutcome {
    if let refusal = await refusal(of: productID) { return .refused(refusal) }
    do throws(JournalError) {
      if try journal?.prepare() == true { await openAgain() }
    } catch {
      return .refused(refuse(error))
    }
    // A seeded world draws the same in each run.
    var token = doors.chance.uuid()
    while machines[token.uuidString] != nil { token = doors.chance.uuid() }
    let payment = await payment(productID, quantity, option, token)
    if let refusal = refusalNow(of: productID) { return .refused(refusal) }
    doors.checkpoint(.ordered)
    var machine = TransactionMachine(
      id: token.uuidString, productID: productID, quantity: quantity)
    let steps = machine.handle(.ordered(payment, amount: doors.product(productID)?.price))
    do throws(JournalError) {
      try commit(steps, of: &machine)
    } catch {
      return .refused(refuse(error))
    }
    keep(machine)
    await perform(steps, for: machine.id)
    await rest(of: machine.id)
    guard let purchase = machines[machine.id].flatMap(Purchase.init) else {
      return .refused(.notOpen)
    }
    return .purchase(purchase)
  }

  /// The order as the store gets it, with the signature of the app's server where it needs one.
  private func payment(
    _ productID: Product.ID, _ quantity: Int, _ option: PurchaseOption?, _ token: UUID
  ) async -> Payment {
    var payment = Payment(
      productID: productID, quantity: quantity, appAccountToken: token, option: option)
    if case .promotionalOffer(let id) = option {
      payment.discount = await doors.discount(
        DiscountRequest(
          offerID: id, productID: productID, appAccountToken: token, nonce: doors.chance.uuid()))
    }
    return payment
  }

  /// Judges the stored proof of a purchase again; nil where there is none.
  ///
  /// It changes nothing but what is shown.
  package func verification(of purchaseID: Purchase.ID) async -> Verification? {
    guard let signed = machines[purchaseID]?.transaction?.signed else { return nil }
    let verification = await doors.verifier.verify(signed)
    machines[purchaseID]?.verification = verification
    announce()
    return verification
  }

  /// Waits until each proof that is to be judged now has been answered once.
  package func settle() async {
    while let judging { await judging.value }
  }

  /// Waits until so much of the store's news since the last `open` was taken in.
  package func hear(upTo count: Int) async {
    guard observer != nil, heard < count else { return }
    await withCheckedContinuation { listeners.append((count, $0)) }
  }

  /// Everything handed over, oldest first.
  package var delivered: [Grant] { grants }

  /// Stops listening, lets go of the journal, and answers whoever still waits.
  package func close() {
    for task in [observer, judging, retrying] { task?.cancel() }
    (observer, judging, retrying) = (nil, nil, nil)
    for listener in listeners { listener.continuation.resume() }
    listeners = []
    toJudge = []
    journal = nil
    mode = .opening
    answerEveryone()
    announcements.finish()
  }
}

// MARK: - Whether an order is taken

extension PaymentQueue {
  private func refusal(of productID: Product.ID) async -> PurchaseOutcome.Refusal? {
    if let refusal = refusalNow(of: productID) { return refusal }
    guard await doors.store.canMakePayments() else { return .paymentsNotAllowed }
    let response = await doors.store.products([productID])
    guard response.productIDs.contains(productID) else { return .unknownProduct }
    return refusalNow(of: productID)
  }

  private func refusalNow(of productID: Product.ID) -> PurchaseOutcome.Refusal? {
    guard mode == .open, journal != nil else { return .notOpen }
    guard let product = doors.product(productID) else { return .unknownProduct }
    if let obstacle = product.obstacle { return .notSellable(obstacle) }
    let isUnderWay = machines.values.contains {
      $0.productID == productID && ($0.stage == .open || $0.stage?.isUnfinished == true)
    }
    return isUnderWay ? .alreadyUnderWay : nil
  }

  private func refuse(_ error: JournalError) -> PurchaseOutcome.Refusal {
    switch error {
    case .locked(let holder): stop(as: .readOnly(holder: holder))
    case .corrupt, .failed, .unknownVersion: stop(because: error.sentence)
    case .noFolder, .notWritable, .full, .alreadyGranted: break
    }
    return .journalNotWritable(reason: error.sentence)
  }
}

// MARK: - News

extension PaymentQueue {
  var snapshot: QueueState {
    QueueState(
      mode: mode, canMakePayments: canMakePayments,
      purchases: order.reversed().compactMap { machines[$0].flatMap(Purchase.init) },
      entitlements: entitlements, introductoryEligibility: introductoryEligibility,
      statuses: statuses.all, diagnostics: diagnostics)
  }

  var entitlements: [Entitlement] {
    Entitlement.all(of: grants, statuses: statuses.all, instance: statuses.instance)
  }

  func announce() {
    announcements.yield(snapshot)
  }

  /// Asks the store what it alone knows.
  func askStore() async {
    canMakePayments = await doors.store.canMakePayments()
    let all = await doors.store.statuses()
    let instance = all.isEmpty ? nil : try? await doors.store.instance()
    statuses = (instance ?? "", all)
    let groups = doors.subscriptionGroups()
    guard !groups.isEmpty else { return }
    introductoryEligibility = await doors.store.introductoryEligibility(groups)
  }

  /// Stops selling and reads everything again later; nothing is finished until then.
  func stop(because reason: Sentence) {
    stop(as: .unavailable(reason: reason))
    retryLater(isFirst: false)
  }

  func stop(as mode: QueueState.Mode) {
    self.mode = mode
    journal = nil
    answerEveryone()
    announce()
  }

  /// Waits until the purchase is at rest, or the queue stops.
  private func rest(of id: Purchase.ID) async {
    guard mode == .open, machines[id]?.isAtRest == false else { return }
    await withCheckedContinuation { customers[id, default: []].append($0) }
  }

  func answerCustomers(of id: Purchase.ID) {
    for customer in customers.removeValue(forKey: id) ?? [] { customer.resume() }
  }

  private func answerEveryone() {
    for id in Array(customers.keys) { answerCustomers(of: id) }
    endRestoration(.interrupted)
  }
}
