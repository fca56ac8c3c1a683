import FoundationEssentials
import StoreModel

/// What a payment comes to, from the shelf, the customer's past and the time.
enum Terms: Sendable, Hashable {
  case refused(StoreError)
  /// A consumable that was paid and never finished comes back instead of being sold again.
  case handedBack(Entry)
  /// What is owned already is given once more, for nothing.
  case owned(original: Entry)
  case sale(Sale)
  /// Another level of the group, from the end of the period on.
  case change(Change)
}

/// What the customer is asked to confirm, and is then charged.
struct Sale: Sendable, Hashable {
  var product: Product
  var quantity: Int
  /// What is charged at confirmation, for all of the quantity.
  var money: Money
  /// What a period of a subscription costs after its offer.
  var regularMoney: Money
  /// The offer, when this customer gets one.
  var offer: Offer?
  /// The plan, when it is not paid for a whole period at once.
  var plan: Bill.Plan?
  /// What is given back for the rest of the lower level that this one replaces.
  var replaced: Replaced?

  struct Replaced: Sendable, Hashable {
    var entryID: Int64
    var productID: Product.ID
    var refund: Money
  }

  init(_ product: Product, quantity: Int, at money: Money) {
    self.product = product
    self.quantity = quantity
    self.money = money.times(quantity)
    regularMoney = self.money
  }

  /// What each renewal costs after the offer, and from when; nil for what does not renew.
  func renewal(from date: Date, at rate: TimeRate) -> PaymentSheet.Renewal? {
    guard product.type == .autoRenewable, let period = product.subscription?.period else {
      return nil
    }
    let length = plan == nil ? period : Bill.period
    return PaymentSheet.Renewal(
      price: regularMoney.price, period: length,
      date: rate.end(of: offer?.period ?? length, count: offer?.periods ?? 1, from: date))
  }
}

/// A level that begins when the one that runs has ended.
struct Change: Sendable, Hashable {
  var product: Product
  var quantity: Int
  var money: Money
  var period: SubscriptionPeriod
  var date: Date
  /// The offer that begins then.
  var offer: Offer?
  /// The transaction of the period that runs.
  var currentEntryID: Int64
}

extension StoreMachine {
  /// Decides what a payment of the account comes to now.
  func terms(of payment: Payment, account: String) -> Terms {
    guard canMakePayments else { return .refused(.paymentNotAllowed) }
    guard let product = product(payment.productID), let money = shelf.money(product.price) else {
      return .refused(.storeProductNotAvailable)
    }
    if payment.option != nil, product.type != .autoRenewable {
      return .refused(.invalidOfferIdentifier)
    }
    guard (1...10).contains(payment.quantity) else { return .refused(.paymentInvalid) }
    let sale = Sale(product, quantity: payment.quantity, at: money)
    let customer = customer(account)
    switch product.type {
    case .consumable:
      let unfinished = customer.entries.first {
        $0.productID == product.id && $0.isKept && !$0.isFinished
      }
      return unfinished.map { .handedBack($0) } ?? .sale(sale)
    case .nonConsumable:
      let original = customer.entries.first {
        $0.productID == product.id && $0.isKept && $0.id == $0.originalID
      }
      return original.map { .owned(original: $0) } ?? .sale(sale)
    case .autoRenewable:
      let signed = payment.discount.map { PurchaseOption.promotionalOffer(id: $0.identifier) }
      return terms(of: sale, signed ?? payment.option, for: customer)
    case .nonRenewing, .unknown:
      return .sale(sale)
    }
  }

  /// The rules of groups: one active subscription, a better level at once, a lesser one later
  /// (Apple, "Auto-renewable subscriptions": ranking within a group).
  ///
  /// An offer for the level that runs begins with the next period. That a plan can be chosen only
  /// with what begins at once is an assumption.
  private func terms(
    of sale: Sale, _ option: PurchaseOption?, for customer: Customer
  ) -> Terms {
    var sale = sale
    guard let subscription = sale.product.subscription, let period = subscription.period else {
      return .refused(.storeProductNotAvailable)
    }
    let life = customer.life(Life.Key(groupID: subscription.groupID))
    if let reason = apply(option, to: &sale, life, of: customer) { return .refused(reason) }
    guard let life, life.isEntitled else { return .sale(sale) }
    if life.productID == sale.product.id, life.nextProductID == sale.product.id, sale.offer == nil {
      return .refused(.alreadySubscribed)
    }
    let current = shelf.product(life.productID)?.subscription
    let isBetter = (subscription.level ?? 1) < (current?.level ?? 1)
    let isEqual = (subscription.level ?? 1) == (current?.level ?? 1)
    if life.productID != sale.product.id,
      isBetter || current == nil || isEqual && current?.period == period,
      let entry = customer[life.entryID]
    {
      sale.replaced = Sale.Replaced(
        entryID: entry.id, productID: entry.productID, refund: unusedMoney(of: entry))
      return .sale(sale)
    }
    guard sale.plan == nil else { return .refused(.paymentInvalid) }
    return .change(
      Change(
        product: sale.product, quantity: sale.quantity, money: sale.money, period: period,
        date: life.periodEnd, offer: sale.offer, currentEntryID: life.entryID))
  }

  /// Whether no introductory offer was used in the group and no subscription of it is active; with
  /// the strict switch, whether there never was one.
  func allowsIntroductoryOffer(inGroup groupID: String, account: String) -> Bool {
    guard let life = customer(account).life(Life.Key(groupID: groupID)) else { return true }
    return !life.usedIntroductoryOffer && !life.isEntitled && !controls.isOn(.strictEligibility)
  }

  /// What of a period's price has not been used yet, in whole minor units, rounded down.
  func unusedMoney(of entry: Entry) -> Money {
    guard let money = entry.money, let end = entry.expirationDate, end > now else {
      return Money(milliunits: 0, currencyCode: entry.money?.currencyCode ?? "USD")
    }
    let total = Milliseconds(end).count - Milliseconds(entry.purchaseDate).count
    let rest =
      Milliseconds(end).count - max(Milliseconds(now).count, Milliseconds(entry.purchaseDate).count)
    return total > 0 ? money.share(rest, of: total) : money
  }
}

extension Offer {
  /// Whether its length can be counted; a file may say anything.
  var isGrantable: Bool {
    let (length, overflows) = period.value.multipliedReportingOverflow(by: periods)
    return periods > 0 && !overflows && (1...9_999).contains(length)
  }
}
