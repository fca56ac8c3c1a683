import FoundationEssentials
import StoreModel

extension StoreMachine {
  /// Ends a payment whose terms the customer has agreed to.
  ///
  /// The terms are looked at once more: another run, or a catalogue read again, may have changed
  /// them while the sheet was open, and nobody is charged what they did not agree to.
  mutating func settle(_ payment: Payment, agreed: Terms, account: String) {
    let terms = terms(of: payment, account: account)
    switch terms {
    case .refused(let reason):
      fail(payment, reason, account: account)
    case .handedBack(let unfinished):
      tell(unfinished)
    case .owned(let original):
      var entry = newEntry(for: payment, account: account)
      entry.originalID = original.id
      entry.originalPurchaseDate = original.purchaseDate
      entry.money = shelf.money(0)
      save(entry)
    case .change, .sale:
      guard terms.isSame(as: agreed) else {
        return fail(payment, .storeProductNotAvailable, account: account)
      }
      if let failure = controls.failures[.purchase] {
        fail(payment, failure.storeError, account: account)
      } else if controls.isOn(.interrupt) {
        interrupt(payment, account: account)
      } else if controls.isOn(.askToBuy) {
        request(payment, account: account)
      } else {
        complete(terms, newEntry(for: payment, account: account))
      }
    }
  }

  /// Ends a payment without money; the failure waits in the queue like everything else.
  mutating func fail(_ payment: Payment, _ reason: StoreError?, account: String) {
    var entry = newEntry(for: payment, account: account)
    entry.state = .failed
    entry.error = reason
    save(entry)
  }

  /// Fails now, and is bought by a new transaction once the customer has settled what is asked.
  private mutating func interrupt(_ payment: Payment, account: String) {
    var entry = newEntry(for: payment, account: account)
    entry.state = .failed
    entry.error = .interrupted
    entry.isInterrupted = true
    save(entry)
  }

  /// A request that nobody answers is over after this many seconds (Apple, "Ask to Buy").
  static let requestLifetime: TimeInterval = 24 * 3_600

  /// Asks somebody else; a request that waits already is not made twice.
  private mutating func request(_ payment: Payment, account: String) {
    if let waiting = customer(account).entries.first(where: {
      $0.state == .deferred && $0.productID == payment.productID
        && $0.quantity == payment.quantity
    }) {
      return tell(waiting)
    }
    var entry = newEntry(for: payment, account: account)
    entry.state = .deferred
    entry.waitsUntil = now + Self.requestLifetime
    save(entry)
  }

  /// Takes the money, writes the purchase, and begins what it begins.
  ///
  /// `date` is the purchase's, where it was made earlier and elsewhere.
  mutating func complete(_ terms: Terms, _ entry: Entry, at date: Date? = nil) {
    var entry = entry
    entry.state = .purchased
    entry.waitsUntil = nil
    entry.option = nil
    entry.purchaseDate = date ?? now
    entry.changeDate = now
    switch terms {
    case .sale(let sale):
      entry.money = sale.money
      if let replaced = sale.replaced { upgrade(from: replaced, account: entry.account) }
      if sale.product.type == .autoRenewable {
        guard let life = begin(sale, as: &entry) else {
          entry.state = .failed
          entry.error = .storeProductNotAvailable
          return save(entry)
        }
        save(life, of: entry.account)
      }
      save(entry)
      turnOver(sale.money, for: entry)
    case .change(let change):
      choose(change, account: entry.account)
    case .refused, .handedBack, .owned:
      return
    }
  }

  /// Ends the lower level now, and gives back what of it was not used.
  private mutating func upgrade(from replaced: Sale.Replaced, account: String) {
    guard var entry = customer(account)[replaced.entryID] else { return }
    entry.isUpgraded = true
    entry.changeDate = now
    save(entry, telling: false)
    turnOver(replaced.refund.negated, for: entry)
    guard let groupID = entry.groupID,
      var life = customer(account).life(Life.Key(groupID: groupID))
    else { return }
    life.mark(.upgraded, now)
    save(life, of: account)
  }

  /// Notes what the subscription renews to.
  ///
  /// The payment ends with the transaction of the period that runs, which is told once more: that a
  /// deferred change brings no transaction of its own is an assumption (Apple's documents do not
  /// say).
  private mutating func choose(_ change: Change, account: String) {
    guard let groupID = change.product.subscription?.groupID,
      var life = customer(account).life(Life.Key(groupID: groupID))
    else { return }
    life.nextProductID = change.product.id
    life.quantity = change.quantity
    life.willAutoRenew = true
    life.raise = nil
    life.nextOffer = change.offer.map { $0.running(at: change.money) }
    life.mark(.changeChosen, now)
    save(life, of: account)
    if let entry = customer(account)[change.currentEntryID] { tell(entry) }
  }

  /// Stands in a payment that no attempt of the app began.
  static let noToken: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

  /// How a request of Ask to Buy ends.
  enum Answer { case approved, declined, timedOut }

  /// Ends a request, and says whether there was one.
  mutating func end(request entry: Entry, _ answer: Answer) {
    var entry = entry
    if answer == .approved {
      let payment = Payment(
        productID: entry.productID, quantity: entry.quantity,
        appAccountToken: entry.appAccountToken ?? UUID(uuid: Self.noToken), option: entry.option)
      let terms = terms(of: payment, account: entry.account)
      switch terms {
      case .sale, .change: return complete(terms, entry)
      case .owned(let original):
        entry.state = .purchased
        entry.originalID = original.id
        entry.originalPurchaseDate = original.purchaseDate
        entry.money = shelf.money(0)
      case .handedBack(let unfinished):
        delete([entry.id], of: entry.account)
        return tell(unfinished)
      case .refused(let reason):
        entry.state = .failed
        entry.error = reason
      }
    } else {
      entry.state = .failed
      entry.error = .paymentCancelled
    }
    entry.waitsUntil = nil
    entry.purchaseDate = now
    entry.changeDate = now
    if answer != .approved, controls.isOn(.declineSilently) { entry.isFinished = true }
    save(entry, telling: !entry.isFinished)
  }

  mutating func newEntry(for payment: Payment, account: String) -> Entry {
    let product = shelf.product(payment.productID)
    let type = product?.type ?? .unknown
    let id = nextID()
    var entry = Entry(
      id: id, originalID: id, account: account, productID: payment.productID, type: type,
      groupID: type == .autoRenewable ? product?.subscription?.groupID : nil,
      quantity: payment.quantity, state: .purchased, purchaseDate: now, originalPurchaseDate: now,
      appAccountToken: payment.appAccountToken, storefront: shelf.storefront.countryCode,
      changeDate: now)
    entry.option = payment.option
    return entry
  }
}

extension Terms {
  /// Whether a customer who agreed to `other` has agreed to this too; what is given back for a lower
  /// level shrinks while the sheet is open.
  fileprivate func isSame(as other: Terms) -> Bool {
    guard case .sale(var sale) = self, case .sale(var agreed) = other else { return self == other }
    if sale.replaced?.entryID == agreed.replaced?.entryID {
      sale.replaced = nil
      agreed.replaced = nil
    }
    return sale == agreed
  }
}
