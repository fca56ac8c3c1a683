import StoreModel

extension PaymentQueue {
  /// Seconds between one try and the next; the last one stays.
  static let delays = [0, 5, 10, 20, 40, 80, 120]

  /// Puts a purchase in the line of those whose proof is judged, one after the other.
  ///
  /// Before the queue is open nothing is: `open()` then puts all that is undecided in the line.
  func judge(_ id: Purchase.ID) {
    guard mode == .open else { return }
    if !toJudge.contains(id) { toJudge.append(id) }
    guard judging == nil else { return }
    judging = Task { await judgeAll() }
  }

  private func judgeAll() async {
    while !toJudge.isEmpty, !Task.isCancelled {
      await verify(toJudge.removeFirst())
    }
    if !Task.isCancelled { judging = nil }
  }

  private func verify(_ id: Purchase.ID) async {
    guard let machine = machines[id], machine.isUndecided else { return }
    guard let transaction = machine.transaction, let signed = transaction.signed else {
      let answer = TransactionMachine.Answer.inconclusive(reason: "the store sent no proof")
      return await handle(.answered(answer), for: id)
    }
    async let judged = doors.verifier.verify(signed)
    doors.checkpoint(.verificationAsked)
    let verification = await judged
    doors.checkpoint(.verificationAnswered)

    machines[id]?.verification = verification
    let answer = TransactionMachine.Answer(
      verification, of: transaction, bundleID: doors.bundleID,
      type: doors.product(transaction.productID)?.type ?? .unknown,
      instance: machine.instance ?? "", now: doors.clock.now())
    await handle(.answered(answer), for: id)
    if transaction.state == .restored { doors.checkpoint(.copyRestored) }
  }

  /// Takes the store's own copy once more, in case ours was spoiled, and judges again.
  func reread(_ id: Purchase.ID) async {
    guard let machine = machines[id] else { return }
    if let instance = try? await doors.store.instance(), instance == machine.instance,
      let queue = try? await doors.store.transactions(),
      let fresh = queue.first(where: { $0.id == machine.transactionID })
    {
      await receive(fresh)
    }
    judge(id)
  }

  /// Starts the one timer that tries again what is undecided, and opens again what was stopped.
  ///
  /// - Parameter isFirst: whether something new is undecided, so that the waits start from none.
  func retryLater(isFirst: Bool) {
    guard isFirst || retrying == nil else { return }
    retrying?.cancel()
    retrying = Task { await retry() }
  }

  private func retry() async {
    var tries = 0
    while needsRetry {
      do {
        let delay = PaymentQueue.delays[min(tries, PaymentQueue.delays.count - 1)]
        try await doors.sleep(.seconds(delay))
        try Task.checkCancellation()
      } catch {
        return
      }
      tries += 1
      await open()
      for id in order where machines[id]?.isUndecided == true { judge(id) }
      await settle()
      if Task.isCancelled { return }
    }
    retrying = nil
  }

  private var needsRetry: Bool {
    switch mode {
    case .opening, .readOnly: false
    case .open: machines.values.contains(where: \.isUndecided)
    case .unavailable: true
    }
  }
}
