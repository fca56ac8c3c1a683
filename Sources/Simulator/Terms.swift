import FoundationEssentials
package import StoreModel

/// What a payment comes to, from the shelf, the customer's past and the time.
enum Terms: Sendable, Hashable {
  case refused(StoreError)
  /// A consumable that was paid and never finished comes back instead of being sold again.
  case handedBack(Entry)
  /// What is owned already is given once more, for nothing.
  case owned(original: Entry)
  case sale(Sale)
}

/// What the books say of a customer and a product; at first, that of a new customer.
struct Past: Sendable, Hashable {
  /// The oldest purchase that was not finished yet.
  var unfinished: Entry?
  /// The first purchase of what is owned.
  var original: Entry?
  var isSubscribed = false
  /// Whether no introductory offer was used in the group and no subscription of it is active.
  var allowsIntroductoryOffer = true
}

/// What the customer is asked to confirm, and is then charged.
struct Sale: Sendable, Hashable {
  var product: Product
  var quantity: Int
  /// What is charged at confirmation, for all of the quantity.
  var money: Money
  /// What a period of a subscription costs after its offer.
  var regularMoney: Money
  /// The introductory offer, when this customer gets one.
  var offer: Offer?

  init(_ product: Product, quantity: Int, at money: Money) {
    self.product = product
    self.quantity = quantity
    self.money = money.times(quantity)
    regularMoney = self.money
  }

  /// The end of what is paid for now; nil for what does not renew.
  func expirationDate(from date: Date, at rate: TimeRate) -> Date? {
    renewablePeriod.map { rate.end(of: offer?.period ?? $0, from: date) }
  }

  /// What each renewal costs after the offer, and from when; nil for what does not renew.
  func renewal(from date: Date, at rate: TimeRate) -> PaymentSheet.Renewal? {
    renewablePeriod.map { period in
      PaymentSheet.Renewal(
        price: regularMoney.price, period: period,
        date: rate.end(of: offer?.period ?? period, count: offer?.periods ?? 1, from: date))
    }
  }

  private var renewablePeriod: SubscriptionPeriod? {
    product.type == .autoRenewable ? product.subscription?.period : nil
  }
}

extension Shelf {
  /// Decides what a payment comes to.
  func terms(of payment: Payment, past: Past) -> Terms {
    guard let product = product(payment.productID), let money = money(product.price) else {
      return .refused(.storeProductNotAvailable)
    }
    guard (1...10).contains(payment.quantity) else { return .refused(.paymentInvalid) }
    var sale = Sale(product, quantity: payment.quantity, at: money)
    switch (product.type, product.subscription) {
    case (.consumable, _):
      if let entry = past.unfinished { return .handedBack(entry) }
    case (.nonConsumable, _):
      if let original = past.original { return .owned(original: original) }
    case (.autoRenewable, let subscription?):
      if past.isSubscribed { return .refused(.alreadySubscribed) }
      if past.allowsIntroductoryOffer, let offer = subscription.introductoryOffer,
        offer.isGrantable, let money = self.money(offer.mode == .freeTrial ? 0 : offer.price)
      {
        sale.offer = offer
        sale.money = money.times(payment.quantity)
      }
    default:
      break
    }
    return .sale(sale)
  }
}

extension StoreError {
  /// The store's answer to a subscription that is active already, as Xcode's store gives it.
  package static let alreadySubscribed = StoreError(domain: "ASDServerErrorDomain", code: 3532)
}

extension Offer {
  /// Whether its length can be counted; a file may say anything.
  var isGrantable: Bool {
    let (length, overflows) = period.value.multipliedReportingOverflow(by: periods)
    return periods > 0 && !overflows && (1...9_999).contains(length)
  }
}
