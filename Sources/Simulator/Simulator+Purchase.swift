import FoundationEssentials
package import StoreModel

extension Simulator {
  /// Adds a payment; what becomes of it comes through `updates`.
  ///
  /// Payments run one after another: the call that finds the till idle returns when its payment
  /// and all that were added meanwhile have ended, the others return at once.
  package func add(_ payment: Payment) async {
    waiting.append(payment)
    guard !isSelling else { return }
    isSelling = true
    while !waiting.isEmpty { await sell(waiting.removeFirst()) }
    isSelling = false
  }

  /// One payment from the observer's first word to the last: `purchasing`, then one end.
  private func sell(_ payment: Payment) async {
    let outcome = takeOutcome()
    till = payment
    defer { till = nil }
    do throws(SimulatorError) {
      var (terms, controls, account) = try look(payment)
      send(.updated([unrecorded(payment, .purchasing)]))
      if case .refused = terms {
      } else {
        if let reason = try refusal(of: payment) { return try fail(payment, reason) }
        if controls.isNextCancelled || outcome == .cancel {
          return try fail(payment, .paymentCancelled, usingUp: controls.isNextCancelled)
        }
        guard try await signInWhereAsked(for: .purchase(productID: payment.productID)) else {
          return try fail(payment, .paymentCancelled)
        }
        (terms, controls, account) = try look(payment)
        if controls.isOn(.dialogs),
          let sheet = sheet(for: terms, payment, account: account ?? "", controls)
        {
          guard await confirm(sheet) == .buy else { return try fail(payment, .paymentCancelled) }
        }
        if case .fail(let reason) = outcome { return try fail(payment, reason) }
      }
      till = nil
      try perform { machine, account in
        machine.settle(payment, agreed: terms, account: account)
      }
    } catch {
      lastError = error
      send(.updated([unrecorded(payment, .failed(.unknown))]))
    }
  }

  /// What a payment comes to now, before anybody is asked.
  private func look(_ payment: Payment) throws(SimulatorError) -> (Terms, Controls, String?) {
    try perform { machine, account in
      (machine.terms(of: payment, account: account), machine.controls, machine.accounts.current)
    }
  }

  /// Ends a payment without money; the Cancel that was set for it is used up.
  private func fail(
    _ payment: Payment, _ reason: StoreError?, usingUp isUsedUp: Bool = false
  ) throws(SimulatorError) {
    till = nil
    try perform { machine, account in
      if isUsedUp { machine.useUpCancel() }
      machine.fail(payment, reason, account: account)
    }
  }

  /// What the customer is shown before money is taken; nil where none is.
  private func sheet(
    for terms: Terms, _ payment: Payment, account: String, _ controls: Controls
  ) -> PaymentSheet? {
    switch terms {
    case .sale(let sale):
      PaymentSheet(
        id: payment.appAccountToken, productID: sale.product.id, quantity: sale.quantity,
        chargedNow: sale.money.price, offer: sale.offer,
        renewal: sale.renewal(from: time.now, at: TimeRate(controls.speed)), account: account,
        refund: sale.replaced.map {
          PaymentSheet.Refund(productID: $0.productID, price: $0.refund.price)
        },
        commitment: sale.plan.map {
          PaymentSheet.Commitment(
            bills: $0.count, total: $0.total.times(sale.quantity).price,
            end: TimeRate(controls.speed).end(of: Bill.period, count: $0.count, from: time.now))
        })
    case .change(let change):
      PaymentSheet(
        id: payment.appAccountToken, productID: change.product.id, quantity: change.quantity,
        chargedNow: Money(milliunits: 0, currencyCode: change.money.currencyCode).price,
        offer: change.offer,
        renewal: PaymentSheet.Renewal(
          price: change.money.price, period: change.period, date: change.date),
        account: account, isFromRenewalOn: true)
    case .refused, .handedBack, .owned: nil
    }
  }

  /// News of a payment that the books hold nothing of; its token stands in for an id.
  func unrecorded(_ payment: Payment, _ state: TransactionState) -> Transaction {
    Transaction(
      id: payment.appAccountToken.uuidString, productID: payment.productID,
      quantity: payment.quantity, state: state, purchaseDate: time.now,
      appAccountToken: payment.appAccountToken)
  }
}
