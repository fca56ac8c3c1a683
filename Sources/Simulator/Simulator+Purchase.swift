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
    send(.updated([unrecorded(payment, .purchasing)]))
    do throws(SimulatorError) {
      let past = try books.read { try readPast(of: payment, on: $0) } ?? Past()
      let terms = terms(of: payment, past: past)
      if case .refused(let reason) = terms { return fail(payment, reason) }
      if outcome == .cancel { return fail(payment, .paymentCancelled) }
      if case .sale(let sale) = terms, !shelf.settings.disableDialogs {
        let answer = await confirm(sheet(for: sale, id: payment.appAccountToken))
        guard answer == .buy else { return fail(payment, .paymentCancelled) }
      }
      if case .fail(let reason) = outcome { return fail(payment, reason) }
      let signer = try openForBusiness()
      let ending = try books.commit {
        try settle(payment, agreed: terms, on: $0, signer: signer)
      }
      lastError = nil
      switch ending {
      case .success(let entry): send(.updated([entry.transaction]))
      case .failure(let reason): fail(payment, reason)
      }
    } catch {
      lastError = error
      send(.updated([unrecorded(payment, .failed(.unknown))]))
    }
  }

  private func terms(of payment: Payment, past: Past) -> Terms {
    canMakePayments
      ? shelf.terms(of: payment, past: past) : .refused(.paymentNotAllowed)
  }

  private func readPast(of payment: Payment, on page: Page) throws -> Past {
    guard let product = shelf.product(payment.productID) else { return Past() }
    return try page.past(of: product, account: account, at: now)
  }

  /// What the customer is shown before money is taken.
  private func sheet(for sale: Sale, id: UUID) -> PaymentSheet {
    PaymentSheet(
      id: id, productID: sale.product.id, quantity: sale.quantity, chargedNow: sale.money.price,
      offer: sale.offer, renewal: sale.renewal(from: now, at: shelf.timeRate), account: account)
  }

  /// Writes the purchase and its charge, in the step in which the books are read once more.
  ///
  /// Another process, or a catalogue read again, may have changed the terms while the sheet was
  /// open: nobody is charged what they did not agree to.
  private func settle(
    _ payment: Payment, agreed: Terms, on page: Page, signer: Signer
  ) throws -> Result<Entry, StoreError> {
    let terms = terms(of: payment, past: try readPast(of: payment, on: page))
    var entry = newEntry(id: try page.nextID(), for: payment)
    switch terms {
    case .refused(let reason):
      return .failure(reason)
    case .handedBack(let unfinished):
      return .success(unfinished)
    case .owned(let original):
      entry.originalID = original.id
      entry.originalPurchaseDate = original.purchaseDate
      entry.money = shelf.money(0)
    case .sale(let sale):
      guard terms == agreed else { return .failure(.storeProductNotAvailable) }
      entry.money = sale.money
      entry.offer = sale.offer.map { Entry.UsedOffer(mode: $0.mode, length: $0.length) }
      entry.expirationDate = sale.expirationDate(from: entry.purchaseDate, at: shelf.timeRate)
    }
    if entry.groupID != nil {
      if let first = try page.firstPeriod(of: entry.productID, account: account) {
        entry.originalID = first.id
        entry.originalPurchaseDate = first.purchaseDate
      }
      entry.webOrderLineItemID = String(entry.id - 1_000_000_000)
    }
    entry.signed = try signer.sign(entry, at: entry.purchaseDate)
    try page.insert(entry)
    try page.charge(entry)
    return .success(entry)
  }

  /// Ends a payment without money; the failure waits in the queue like everything else.
  private func fail(_ payment: Payment, _ reason: StoreError?) {
    do throws(SimulatorError) {
      _ = try openForBusiness()
      let entry = try books.commit { page in
        var entry = newEntry(id: try page.nextID(), for: payment)
        entry.state = .failed
        entry.error = reason
        try page.insert(entry)
        return entry
      }
      lastError = nil
      send(.updated([entry.transaction]))
    } catch {
      lastError = error
      send(.updated([unrecorded(payment, .failed(reason))]))
    }
  }

  private func newEntry(id: Int64, for payment: Payment) -> Entry {
    let product = shelf.product(payment.productID)
    let type = product?.type ?? .unknown
    return Entry(
      id: id, originalID: id, account: account, productID: payment.productID, type: type,
      groupID: type == .autoRenewable ? product?.subscription?.groupID : nil,
      quantity: payment.quantity, state: .purchased, purchaseDate: now, originalPurchaseDate: now,
      appAccountToken: payment.appAccountToken, storefront: shelf.storefront.countryCode)
  }

  /// News of a payment that the books hold nothing of; its token stands in for an id.
  private func unrecorded(_ payment: Payment, _ state: TransactionState) -> Transaction {
    Transaction(
      id: payment.appAccountToken.uuidString, productID: payment.productID,
      quantity: payment.quantity, state: state, purchaseDate: now,
      appAccountToken: payment.appAccountToken)
  }
}
