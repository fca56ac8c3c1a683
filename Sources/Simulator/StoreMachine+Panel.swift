import FoundationEssentials
import StoreModel

extension StoreMachine {
  /// How much of what is due a panel shows.
  private static let shownDue = 20

  mutating func useUpCancel() {
    var controls = controls
    controls.isNextCancelled = false
    setControls(controls)
  }

  /// What a tester sees, at the account that is signed in.
  func panel(of account: String, clock: ClockReading) -> StorePanel {
    var clock = clock
    clock.due = due(limit: Self.shownDue)
    let customer = customer(account)
    return StorePanel(
      clock: clock, switches: controls.switches,
      failures: StoreAPI.allCases.compactMap { api in
        controls.failures[api].map { SimulatedFailure(api: api, error: $0, isEnabled: true) }
      },
      isNextCancelled: controls.isNextCancelled, withheld: controls.withheld,
      unpublished: controls.unpublished.sorted(), speed: controls.speed,
      personality: controls.personality, discountFault: controls.discountFault,
      isAsFile: controls == Controls(shelf.settings),
      accounts: accounts.names, account: accounts.current, requests: requests(of: customer),
      lives: customer.lives.reversed().map { subscription($0, of: customer) },
      money: turnovers.sorted { $0.key < $1.key }.map { currency, sum in
        Turnover(
          charges: sum.charges,
          charged: Money(milliunits: sum.charged, currencyCode: currency).price,
          refunds: sum.refunds,
          refunded: Money(milliunits: sum.refunded, currencyCode: currency).price)
      })
  }

  private func requests(of customer: Customer) -> [StoreRequest] {
    customer.entries.filter { $0.state == .deferred || $0.isInterrupted }.map { entry in
      StoreRequest(
        id: "\(entry.id)", kind: entry.state == .deferred ? .askToBuy : .interrupted,
        productID: entry.productID, quantity: entry.quantity, since: entry.purchaseDate,
        until: entry.waitsUntil)
    }
  }

  /// How the subscriptions of an account stand.
  func statuses(of account: String) -> [SubscriptionStatus] {
    customer(account).lives.map { life in
      let isRenewing = life.isBilledNext && life.state == .subscribed
      let price = isRenewing && !life.key.isShared ? renewalTerms(of: life)?.money.price : nil
      return SubscriptionStatus(
        originalID: "\(life.originalID)", groupID: life.key.groupID, productID: life.productID,
        state: life.state, accessEnd: life.graceEnd ?? life.periodEnd,
        isShared: life.key.isShared, willAutoRenew: life.willAutoRenew,
        nextProductID: life.nextProductID, renewalDate: isRenewing ? life.periodEnd : nil,
        renewalPrice: price,
        winBackOfferIDs: winBackOffers(of: life).compactMap(\.id))
    }
  }

  /// A subscription as screens show it.
  func subscription(_ life: Life, of customer: Customer) -> SubscriptionLife {
    let terms = life.isBilledNext ? renewalTerms(of: life) : nil
    let limit = controls.speed.renewalLimit
    return SubscriptionLife(
      id: "\(life.originalID)", groupID: life.key.groupID, productID: life.productID,
      state: life.state, isShared: life.key.isShared, willAutoRenew: life.willAutoRenew,
      nextProductID: life.nextProductID,
      renewalDate: life.isBilledNext && life.state == .subscribed ? life.periodEnd : nil,
      renewalPrice: life.key.isShared ? nil : terms?.money.price, expirationDate: life.periodEnd,
      expirationReason: life.expirationReason, gracePeriodEnd: life.graceEnd,
      retryEnd: life.retryEnd,
      priceIncrease: increase(of: life),
      renewalsLeft: limit.map { max(0, $0 - life.renewals) },
      periods: periods(of: life, of: customer), marks: life.marks)
  }

  private func increase(of life: Life) -> SubscriptionLife.PriceIncrease? {
    guard let raise = life.raise else { return nil }
    var before = life
    before.raise = nil
    return SubscriptionLife.PriceIncrease(
      price: raise.money.times(life.quantity).price,
      before: renewalTerms(of: before)?.money.price, isAgreed: raise.isAgreed)
  }

  /// A period that another one overtook ends where that begins.
  private func periods(of life: Life, of customer: Customer) -> [SubscriptionLife.Period] {
    let entries = customer.entries
      .filter {
        $0.originalID == life.originalID && $0.state == .purchased
          && $0.isShared == life.key.isShared
      }
      .sorted { ($0.purchaseDate, $0.id) < ($1.purchaseDate, $1.id) }
    return entries.indices.map { index in
      let entry = entries[index]
      let ends = [
        entry.expirationDate, entry.revocation?.date,
        entry.isUpgraded && index + 1 < entries.count ? entries[index + 1].purchaseDate : nil,
      ].compactMap(\.self)
      return SubscriptionLife.Period(
        transactionID: "\(entry.id)", productID: entry.productID, start: entry.purchaseDate,
        end: ends.min() ?? entry.purchaseDate, price: entry.money?.price, offer: entry.offer?.kind,
        isTrial: entry.offer?.mode == .freeTrial, isRefunded: entry.revocation != nil)
    }
  }
}
