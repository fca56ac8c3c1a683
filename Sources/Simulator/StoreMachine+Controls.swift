import FoundationEssentials
import StoreModel

extension StoreMachine {
  /// Why a control could not be done.
  struct Refusal: Error, Sendable, Hashable {
    var sentence: Sentence
  }

  /// Does what a tester asks for, at the account that is signed in; what is refused changes nothing.
  mutating func perform(_ control: StoreControl) throws(Refusal) {
    let before = self
    do throws(Refusal) {
      try attempt(control)
    } catch {
      self = before
      throw error
    }
  }

  private mutating func attempt(_ control: StoreControl) throws(Refusal) {
    var set = controls
    if set.set(control) {
      setControls(set)
      return settle(after: control)
    }
    switch control {
    case .addAccount(let name):
      guard !accounts.names.contains(name) else {
        throw Refusal(sentence: "There is a store account \(name) already.")
      }
      setAccounts(Accounts(names: accounts.names + [name], current: accounts.current))
    case .removeAccount(let name): try remove(account: name)
    case .signIn(let name):
      if let name, !accounts.names.contains(name) {
        throw Refusal(
          sentence: """
            There is no store account \(name). Add it first, or sign in as \
            \(accounts.names.joined(separator: ", ")).
            """)
      }
      setAccounts(Accounts(names: accounts.names, current: name))
    case .reset:
      setControls(Controls(shelf.settings))
      settle(after: .speed(controls.speed))
      recoverAll()
    default:
      guard let account = accounts.current else {
        throw Refusal(sentence: "No store account is signed in. Sign one in first.")
      }
      try perform(control, account: account)
    }
  }

  private mutating func perform(_ control: StoreControl, account: String) throws(Refusal) {
    switch control {
    case .approve(let id): end(request: try request(id, of: account), .approved)
    case .decline(let id): end(request: try request(id, of: account), .declined)
    case .timeOut(let id): end(request: try request(id, of: account), .timedOut)
    case .resolve(let id): try resolve(id, of: account)
    case .refund(let id, let kind): try refund(id, kind, of: account)
    case .renew(let id): try renew(id, of: account)
    case .expire(let id):
      var life = try life(id, of: account)
      life.periodEnd = min(life.periodEnd, now)
      life.expire(.autoRenewDisabled, at: now)
      shorten(life, of: account)
      save(life, of: account)
    case .autoRenew(let id, let isOn): try setAutoRenew(id, isOn, of: account)
    case .raisePrice(let id, let amount): try raisePrice(id, amount, of: account)
    case .consent(let id): try answerRaise(id, isAgreed: true, of: account)
    case .refuse(let id): try answerRaise(id, isAgreed: false, of: account)
    case .buyElsewhere(let id, let date): try buyElsewhere(id, on: date, account: account)
    case .redeem(let name): try redeem(name, account: account)
    case .share(let id): try share(id, with: account)
    case .stopSharing(let id): try stopSharing(id, with: account)
    case .delete(let id): try delete(id, of: account)
    case .clear:
      delete(Set(customer(account).entries.map(\.id)), of: account)
      for life in customer(account).lives { deleteLife(life.key, of: account) }
    case .forget(let id): try forget(id, of: account)
    default: break
    }
  }

  /// What follows at once from something that was set.
  private mutating func settle(after control: StoreControl) {
    switch control {
    case .speed:
      for customer in customers.values.sorted(by: { $0.account < $1.account }) {
        for var life in customer.lives where life.state == .subscribed {
          (life.anchor, life.count) = (life.periodEnd, 0)
          save(life, of: customer.account)
        }
      }
    case .turn(.billingIssues, isOn: false): recoverAll()
    default: break
    }
  }

  // MARK: Requests

  private func request(_ id: String?, of account: String) throws(Refusal) -> Entry {
    let waiting = customer(account).entries.filter { $0.state == .deferred }
    let meant = waiting.first { id == nil || id == "\($0.id)" || id == $0.productID }
    guard let meant else {
      throw Refusal(
        sentence: id.map { "No request for \($0) waits for approval." }
          ?? "No request waits for approval.")
    }
    return meant
  }

  /// Settles what interrupted a purchase; else what keeps a subscription from renewing.
  private mutating func resolve(_ id: String?, of account: String) throws(Refusal) {
    let interrupted = customer(account).entries.first {
      $0.isInterrupted && (id == nil || id == "\($0.id)" || id == $0.productID)
    }
    if var interrupted {
      interrupted.isInterrupted = false
      save(interrupted, telling: false)
      let payment = Payment(
        productID: interrupted.productID, quantity: interrupted.quantity,
        appAccountToken: interrupted.appAccountToken ?? UUID(uuid: Self.noToken),
        option: interrupted.option)
      return end(request: newEntry(for: payment, account: account), .approved)
    }
    let lives = customer(account).lives.filter {
      $0.retryEnd != nil && (id == nil || isMeant($0, by: id ?? ""))
    }
    guard let life = lives.first else {
      throw Refusal(sentence: "Nothing is interrupted, and no subscription has a billing issue.")
    }
    recover(life, of: account)
  }

  // MARK: Subscriptions

  private func isMeant(_ life: Life, by id: String) -> Bool {
    id == life.productID || id == "\(life.originalID)" || id == "\(life.entryID)"
      || id == life.key.groupID
  }

  /// The subscription that an id means: of a product, a group, or one of its transactions.
  private func life(_ id: String, of account: String) throws(Refusal) -> Life {
    let customer = customer(account)
    if let life = customer.lives.first(where: { isMeant($0, by: id) }) { return life }
    if let number = Int64(id), let entry = customer[number], let groupID = entry.groupID,
      let life = customer.life(Life.Key(groupID: groupID, isShared: entry.isShared))
    {
      return life
    }
    throw Refusal(sentence: "\(account) has no subscription \(id).")
  }

  /// Pays what was owed: from the grace period on with the old dates, from the retry with new ones
  /// (Apple, "Reducing involuntary subscriber churn").
  private mutating func recover(_ life: Life, of account: String) {
    var life = life
    let start = life.state == .inGracePeriod ? life.periodEnd : now
    life.mark(.recovered, now)
    if !renew(&life, of: account, from: start) {
      life.expire(.productUnavailable, at: now)
      save(life, of: account)
    }
  }

  private mutating func recoverAll() {
    guard !controls.isOn(.billingIssues) else { return }
    for customer in customers.values.sorted(by: { $0.account < $1.account }) {
      for life in customer.lives where life.retryEnd != nil {
        recover(life, of: customer.account)
      }
    }
  }

  /// Ends the period now and begins the next one; a price increase that waits is dropped
  /// (`SKTestSession.forceRenewalOfSubscription`).
  private mutating func renew(_ id: String, of account: String) throws(Refusal) {
    var life = try life(id, of: account)
    guard life.state != .inBillingRetry, life.state != .inGracePeriod else {
      throw Refusal(
        sentence: "\(life.productID) cannot be charged. Resolve the billing issue first.")
    }
    life.willAutoRenew = true
    life.raise = nil
    life.periodEnd = min(life.periodEnd, now)
    shorten(life, of: account)
    (life.anchor, life.count) = (now, 0)
    guard renew(&life, of: account, from: now) else {
      throw Refusal(sentence: "\(life.nextProductID) is not on sale, so it cannot be renewed.")
    }
  }

  /// Writes the end of the running period into its transaction, where it ended early.
  private mutating func shorten(_ life: Life, of account: String) {
    guard var entry = customer(account)[life.entryID], let end = entry.expirationDate,
      end > life.periodEnd
    else { return }
    entry.expirationDate = life.periodEnd
    entry.changeDate = now
    save(entry, telling: false)
  }

  /// A customer who cancels while a charge is outstanding loses the service at once.
  private mutating func setAutoRenew(
    _ id: String, _ isOn: Bool, of account: String
  ) throws(Refusal) {
    var life = try life(id, of: account)
    guard life.state != .expired, life.state != .revoked else {
      throw Refusal(sentence: "\(life.productID) has ended. Buy it again.")
    }
    guard life.willAutoRenew != isOn else { return }
    life.mark(isOn ? .renewalOn : .renewalOff, now)
    if !isOn, life.state != .subscribed {
      life.expire(.autoRenewDisabled, at: now)
    } else {
      life.willAutoRenew = isOn
      life.expirationReason = nil
      if !isOn { life.nextProductID = life.productID }
    }
    save(life, of: account)
  }

  /// A price that is not higher than the one that was agreed to needs nobody's consent.
  private mutating func raisePrice(
    _ id: String, _ amount: Decimal, of account: String
  ) throws(Refusal) {
    var life = try life(id, of: account)
    guard life.isEntitled else {
      throw Refusal(sentence: "\(life.productID) has ended, so its price asks nobody.")
    }
    guard let money = shelf.money(amount),
      let agreed = life.agreedPrice ?? shelf.money(shelf.product(life.productID)?.price),
      agreed.currencyCode == money.currencyCode
    else {
      throw Refusal(
        sentence: "\("\(amount)") cannot be charged in \(shelf.storefront.currencyCode).")
    }
    life.raise = Life.Raise(money: money, isAgreed: money.milliunits <= agreed.milliunits)
    life.mark(.priceRaised, now)
    save(life, of: account)
  }

  private mutating func answerRaise(
    _ id: String, isAgreed: Bool, of account: String
  ) throws(Refusal) {
    var life = try life(id, of: account)
    guard life.raise != nil else {
      throw Refusal(sentence: "No higher price of \(life.productID) waits for an answer.")
    }
    if isAgreed {
      life.raise?.isAgreed = true
      life.mark(.priceAgreed, now)
    } else {
      life.raise?.isAgreed = false
      life.willAutoRenew = false
      life.expirationReason = .didNotConsentToPriceIncrease
      life.mark(.priceRefused, now)
    }
    save(life, of: account)
  }

  // MARK: Money back

  private mutating func refund(
    _ id: String, _ kind: StoreControl.Refund, of account: String
  ) throws(Refusal) {
    let found = customer(account).newest(id) { $0.isKept && !$0.isShared }
    guard let entry = found else {
      throw Refusal(sentence: "\(account) has no purchase \(id) that could be refunded.")
    }
    if let failure = controls.failures[.refundRequest] {
      throw Refusal(sentence: "The refund request fails: \(failure.name ?? "\(failure.index)").")
    }
    switch kind {
    case .declined: return
    case .full: revoke(entry, .full, refund: entry.money)
    case .prorated: revoke(entry, .prorated, refund: unusedMoney(of: entry))
    }
  }

  /// Takes a purchase away, and gives money back for it.
  mutating func revoke(_ entry: Entry, _ kind: Entry.Revocation.Kind, refund: Money?) {
    var entry = entry
    entry.revocation = Entry.Revocation(date: now, kind: kind)
    entry.isFinished = false
    entry.changeDate = now
    save(entry)
    if let refund, !entry.isUpgraded { turnOver(refund.negated, for: entry) }
    guard let groupID = entry.groupID,
      var life = customer(entry.account).life(
        Life.Key(groupID: groupID, isShared: entry.isShared))
    else { return }
    life.mark(kind == .family ? .revoked : .refunded, now)
    if life.entryID == entry.id {
      life.state = .revoked
      life.willAutoRenew = false
      life.nextProductID = life.productID
      (life.graceEnd, life.retryEnd, life.offer, life.nextOffer, life.raise) = (
        nil, nil, nil, nil, nil
      )
    }
    save(life, of: entry.account)
  }

  // MARK: Purchases that the app does not make

  private mutating func buyElsewhere(
    _ id: String, on date: Date?, account: String
  ) throws(Refusal) {
    if let date, date > now {
      throw Refusal(sentence: "A purchase elsewhere cannot be in the future.")
    }
    let payment = Payment(productID: id, appAccountToken: UUID(uuid: Self.noToken))
    let terms = terms(of: payment, account: account)
    guard case .sale(let sale) = terms else {
      throw Refusal(sentence: "\(id) cannot be bought by \(account) now.")
    }
    var entry = newEntry(for: payment, account: account)
    entry.appAccountToken = nil
    if let date {
      entry.purchaseDate = Milliseconds(date).date
      entry.originalPurchaseDate = entry.purchaseDate
    }
    complete(.sale(sale), entry, at: entry.purchaseDate)
  }

  private mutating func redeem(_ name: String, account: String) throws(Refusal) {
    if let failure = controls.failures[.offerCodeRedeem] {
      throw Refusal(sentence: "The code sheet fails: \(failure.name ?? "\(failure.index)").")
    }
    let found = shelf.offers(.offerCode).first { $0.offer.referenceName == name }
    guard let (product, offer) = found, let subscription = product.subscription,
      let regular = shelf.money(product.price), self.product(product.id) != nil,
      let money = shelf.money(offer.mode == .freeTrial ? 0 : offer.price), offer.isGrantable
    else {
      throw Refusal(sentence: "No offer code is called \(name) here.")
    }
    let life = customer(account).life(Life.Key(groupID: subscription.groupID))
    let standing = life.map { $0.isEntitled ? "existing" : "expired" } ?? "new"
    guard offer.eligibility.isEmpty || offer.eligibility.contains(standing) else {
      throw Refusal(
        sentence: """
          \(name) is for \(offer.eligibility.joined(separator: ", ")) customers, and \(account) is \
          \(standing).
          """)
    }
    if var life, life.isEntitled {
      life.nextOffer = offer.running(at: money)
      life.nextProductID = product.id
      life.willAutoRenew = true
      life.mark(.changeChosen, now)
      return save(life, of: account)
    }
    var sale = Sale(product, quantity: 1, at: regular)
    sale.offer = offer
    sale.money = money
    var entry = newEntry(
      for: Payment(productID: product.id, appAccountToken: UUID(uuid: Self.noToken)),
      account: account)
    entry.appAccountToken = nil
    complete(.sale(sale), entry)
  }

  // MARK: The family

  private mutating func share(_ id: String, with account: String) throws(Refusal) {
    guard let product = product(id), let money = shelf.money(product.price) else {
      throw Refusal(sentence: "\(id) is not on sale.")
    }
    guard product.isFamilyShareable,
      product.type == .nonConsumable || product.type == .autoRenewable
    else {
      throw Refusal(sentence: "\(id) cannot be shared with a family.")
    }
    let has = customer(account).entries.contains { $0.productID == id && $0.isShared && $0.isKept }
    guard !has || product.type == .autoRenewable else {
      throw Refusal(sentence: "\(id) is shared with \(account) already.")
    }
    var entry = newEntry(
      for: Payment(productID: id, appAccountToken: UUID(uuid: Self.noToken)), account: account)
    entry.appAccountToken = nil
    entry.isShared = true
    if product.type == .autoRenewable {
      let key = Life.Key(groupID: product.subscription?.groupID ?? "", isShared: true)
      guard customer(account).life(key)?.isEntitled != true else {
        throw Refusal(sentence: "\(id) is shared with \(account) already.")
      }
      guard let life = begin(Sale(product, quantity: 1, at: money), as: &entry, isShared: true)
      else { throw Refusal(sentence: "\(id) is not on sale.") }
      save(life, of: account)
    }
    save(entry)
  }

  private mutating func stopSharing(_ id: String, with account: String) throws(Refusal) {
    let shared = customer(account).entries.filter {
      $0.isShared && $0.isKept && ($0.productID == id || "\($0.id)" == id)
    }
    guard !shared.isEmpty else {
      throw Refusal(sentence: "\(id) is not shared with \(account).")
    }
    for entry in shared { revoke(entry, .family, refund: nil) }
  }

  // MARK: Taking out of the books

  private mutating func remove(account name: String) throws(Refusal) {
    guard accounts.names.contains(name) else {
      throw Refusal(sentence: "There is no store account \(name).")
    }
    delete(Set(customer(name).entries.map(\.id)), of: name)
    for life in customer(name).lives { deleteLife(life.key, of: name) }
    setAccounts(
      Accounts(
        names: accounts.names.filter { $0 != name },
        current: accounts.current == name ? nil : accounts.current))
  }

  /// Deletes a transaction and the copies made from it; with a first transaction all of its renewals
  /// (`SKTestSession.deleteTransaction`).
  private mutating func delete(_ id: String, of account: String) throws(Refusal) {
    guard let entry = customer(account).newest(id, where: { _ in true }) else {
      throw Refusal(sentence: "\(account) has no transaction \(id).")
    }
    let isFirst = entry.id == entry.originalID
    let gone = customer(account).entries.filter {
      $0.id == entry.id || $0.copyOf == entry.id || isFirst && $0.originalID == entry.id
    }
    delete(Set(gone.map(\.id)), of: account)
    for var life in customer(account).lives {
      if isFirst, life.originalID == entry.id {
        deleteLife(life.key, of: account)
      } else if life.entryID == entry.id {
        life.expire(.unknown, at: now)
        save(life, of: account)
      }
    }
  }

  /// Drops what is unfinished out of the queue, as a store that lost it would.
  private mutating func forget(_ id: String?, of account: String) throws(Refusal) {
    let lost = customer(account).queue.filter {
      $0.state != .deferred && (id == nil || id == "\($0.id)" || id == $0.productID)
    }
    guard !lost.isEmpty else {
      throw Refusal(sentence: "Nothing unfinished is in the queue that could be lost.")
    }
    for var entry in lost {
      entry.isFinished = true
      save(entry, telling: false)
    }
  }
}
