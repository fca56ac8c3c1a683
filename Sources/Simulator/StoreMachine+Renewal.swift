import FoundationEssentials
import StoreModel

extension StoreMachine {
  /// Lets what is due happen to a subscription: it renews, is not paid, or ends.
  mutating func pass(_ life: Life, of account: String, isCaughtUp: Bool) {
    var life = life
    switch life.state {
    case .subscribed:
      if isCaughtUp { life.willAutoRenew = false }
      return renewOrEnd(life, of: account)
    case .inGracePeriod:
      life.state = .inBillingRetry
      life.graceEnd = nil
      life.mark(.retryBegan, now)
    case .inBillingRetry:
      life.expire(.billingError, at: now)
    case .expired, .revoked:
      return
    }
    save(life, of: account)
  }

  private mutating func renewOrEnd(_ life: Life, of account: String) {
    var life = life
    let limit = controls.speed.renewalLimit
    if let reason = reasonToEnd(life, limit: limit) {
      life.expire(reason, at: now)
    } else if controls.isOn(.billingIssues), !life.key.isShared {
      life.retryEnd = life.periodEnd + rate.retry
      if controls.isOn(.grace) {
        life.state = .inGracePeriod
        life.graceEnd = min(
          life.periodEnd + rate.grace(of: life.counted), life.retryEnd ?? .distantFuture)
        life.mark(.graceBegan, now)
      } else {
        life.state = .inBillingRetry
        life.mark(.retryBegan, now)
      }
    } else if renew(&life, of: account, from: life.periodEnd) {
      return
    } else {
      life.expire(.productUnavailable, at: now)
    }
    save(life, of: account)
  }

  private func reasonToEnd(_ life: Life, limit: Int?) -> ExpirationReason? {
    if !life.isBilledNext { return life.expirationReason ?? .autoRenewDisabled }
    if let raise = life.raise, !raise.isAgreed { return .didNotConsentToPriceIncrease }
    if let limit, life.renewals >= limit { return .autoRenewDisabled }
    return nil
  }

  /// Begins the next period at `start` and charges it; false where it cannot be sold any more.
  mutating func renew(_ life: inout Life, of account: String, from start: Date) -> Bool {
    guard let product = product(life.nextProductID), let period = product.subscription?.period,
      let terms = renewalTerms(of: life)
    else { return false }
    let length = terms.offer?.length ?? terms.bill.map { _ in Bill.period } ?? period
    if start != life.periodEnd || length != life.counted {
      (life.anchor, life.count, life.counted) = (start, 0, length)
    }
    let end = rate.end(of: length, count: life.count + 1, from: life.anchor)
    guard end > start else { return false }
    if product.id != life.productID { life.agreedPrice = nil }
    if let raise = life.raise, raise.isAgreed { life.agreedPrice = raise.money }
    life.raise = nil
    life.offer = terms.rest
    life.nextOffer = nil
    life.bill = terms.bill
    life.count += 1
    life.renewals += 1
    life.periodEnd = end
    life.productID = product.id
    life.state = .subscribed
    (life.graceEnd, life.retryEnd, life.expirationReason) = (nil, nil, nil)
    if terms.offer?.kind == .introductory { life.usedIntroductoryOffer = true }
    var entry = Entry(
      id: nextID(), originalID: life.originalID, account: account, productID: product.id,
      type: .autoRenewable, groupID: life.key.groupID, quantity: life.quantity, state: .purchased,
      purchaseDate: start, originalPurchaseDate: life.originalPurchaseDate, expirationDate: end,
      appAccountToken: customer(account)[life.originalID]?.appAccountToken,
      money: life.key.isShared ? nil : terms.money, offer: terms.offer, bill: terms.bill,
      storefront: shelf.storefront.countryCode, isRenewal: true, isShared: life.key.isShared,
      changeDate: now)
    entry.webOrderLineItemID = String(entry.id - 1_000_000_000)
    life.entryID = entry.id
    save(life, of: account)
    save(entry)
    if !life.key.isShared { turnOver(terms.money, for: entry) }
    return true
  }

  struct RenewalTerms: Sendable, Hashable {
    var money: Money
    var offer: Entry.UsedOffer?
    /// What is left of the offer afterwards.
    var rest: Life.RunningOffer?
    /// The bill that it is, of a commitment.
    var bill: Bill?
  }

  /// What the next period costs; nil where its product cannot be sold.
  func renewalTerms(of life: Life) -> RenewalTerms? {
    guard let product = product(life.nextProductID), let regular = shelf.money(product.price) else {
      return nil
    }
    let isSame = life.nextProductID == life.productID
    if let running = life.nextOffer ?? (isSame ? life.offer : nil), running.charges > 0 {
      var rest = running
      rest.charges -= 1
      return RenewalTerms(
        money: running.money, offer: running.used, rest: rest.charges > 0 ? rest : nil)
    }
    if isSame, let bill = life.bill {
      let next = bill.next(from: life.periodEnd, at: rate)
      return RenewalTerms(money: bill.money, bill: next)
    }
    let agreed = isSame ? life.raise.map(\.money) ?? life.agreedPrice : nil
    let isValid = agreed?.currencyCode == regular.currencyCode
    return RenewalTerms(
      money: (isValid ? agreed : nil)?.times(life.quantity) ?? regular.times(life.quantity))
  }

  /// Begins a subscription, or takes an ended one up again under its first id.
  mutating func begin(_ sale: Sale, as entry: inout Entry, isShared: Bool = false) -> Life? {
    guard let subscription = sale.product.subscription, let period = subscription.period else {
      return nil
    }
    let key = Life.Key(groupID: subscription.groupID, isShared: isShared)
    let before = customer(entry.account).life(key)
    if let before {
      entry.originalID = before.originalID
      entry.originalPurchaseDate = before.originalPurchaseDate
    }
    let running = sale.offer.flatMap { offer in
      shelf.money(offer.mode == .freeTrial ? 0 : offer.price).map { offer.running(at: $0) }
    }
    let length = running?.used.length ?? sale.plan.map { _ in Bill.period } ?? period
    let end = rate.end(of: length, from: entry.purchaseDate)
    entry.bill = sale.plan?.first(from: entry.purchaseDate, at: rate)
    entry.expirationDate = end
    entry.offer = running?.used
    entry.webOrderLineItemID = String(entry.id - 1_000_000_000)
    var life = Life(
      key: key, originalID: entry.originalID, originalPurchaseDate: entry.originalPurchaseDate,
      entryID: entry.id, productID: entry.productID, quantity: entry.quantity, periodEnd: end,
      anchor: entry.purchaseDate, count: 1, counted: length, nextProductID: entry.productID)
    life.marks = before?.marks ?? []
    life.usedIntroductoryOffer =
      before?.usedIntroductoryOffer == true || sale.offer?.kind == .introductory
      || sale.offer?.kind == .offerCode && sale.offer?.isStackable == false
    life.bill = entry.bill
    if var rest = running {
      rest.charges -= 1
      life.offer = rest.charges > 0 ? rest : nil
    }
    life.mark(.started, entry.purchaseDate)
    return life
  }
}

extension Offer {
  /// The offer as it runs: charge by charge, or one charge for all of its length.
  func running(at money: Money) -> Life.RunningOffer {
    let isByCharge = mode == .payAsYouGo
    return Life.RunningOffer(
      used: Entry.UsedOffer(
        kind: kind, mode: mode, length: isByCharge ? period : length, id: id ?? referenceName),
      money: money, charges: isByCharge ? periods : 1)
  }
}
