package import FoundationEssentials
import Pricing
package import StoreModel

/// One shop's voice: the words, the prices and the disclosures of a storefront in a language.
package struct Disclosures: Sendable {
  package let storefront: Storefront
  /// The shop's language, as asked for.
  package let locale: String
  package let links: DisclosureLinks
  /// The code of the storefront that the catalogue's numbers are meant for, where that is known.
  package let ownStorefront: String?
  /// Whether prices are written in ASCII, for terminals that draw nothing else.
  package let isASCII: Bool
  let copy: DisclosureCopy
  private let prices: PriceFormatter

  /// Chooses the copy that suits `locale` best.
  package init(
    copies: [DisclosureCopy], storefront: Storefront, locale: String, links: DisclosureLinks,
    ownStorefront: String? = nil, isASCII: Bool = false
  ) {
    self.storefront = storefront
    self.locale = locale
    self.links = links
    self.ownStorefront = ownStorefront
    self.isASCII = isASCII
    copy =
      LocaleTag.best(for: locale, among: copies.map(\.language)).map { copies[$0] }
      ?? DisclosureCopy()
    prices = PriceFormatter(locale: locale)
  }

  /// The language the words stand in.
  package var language: String { copy.language }

  /// True when the words are not in the shop's language; the reader must see a mark.
  package var isStandIn: Bool { !LocaleTag(copy.language).speaks(locale) }

  /// An amount in the storefront's currency, as the App Store would write it.
  package func displayPrice(_ amount: Decimal) -> String {
    displayPrice(Price(amount, storefront.currencyCode))
  }

  /// A price in its own currency, as the App Store would write it in this language.
  package func displayPrice(_ price: Price) -> String {
    isASCII ? prices.asciiText(price) : prices.text(price)
  }

  /// A bare length: `1 month`.
  package func periodLength(_ period: SubscriptionPeriod) -> String {
    copy.words(for: period, .length)
  }

  /// A length with its preposition: `per month`.
  package func periodRate(_ period: SubscriptionPeriod) -> String {
    copy.words(for: period, .rate)
  }

  /// A price with the time it pays for, as this language orders them: `$9.99 per month`.
  package func billed(_ price: String, every period: SubscriptionPeriod) -> String {
    copy.text(.billed, [.price: price, .rate: periodRate(period)])
  }

  /// A length for narrow columns: `/mo`.
  package func periodShort(_ period: SubscriptionPeriod) -> String {
    copy.words(for: period, .short)
  }

  /// An offer and what is billed after it: `1 week free, then $9.99 per month`.
  ///
  /// When one of the two prices is missing it says that instead.
  package func offerSummary(_ offer: Offer, of product: Product) -> String {
    completeOfferSummary(offer, of: product) ?? copy.text(.missingOffer)
  }

  /// A plan with a commitment: one bill, how many of them, and all together; nil where the catalogue
  /// has no such plan, or not what it costs.
  package func planSummary(_ type: String, of product: Product) -> String? {
    guard let period = product.subscription?.period, let months = period.months, months > 1,
      let plan = product.subscription?.billingPlans.first(where: { $0.type == type && $0.isEnabled }
      ), type != BillingPlan.billedUpFront, let price = plan.price
    else { return nil }
    let month = SubscriptionPeriod(value: 1, unit: .month)
    return copy.text(
      .planSummary,
      [
        .price: displayPrice(price), .rate: periodRate(month), .length: periodLength(period),
        .count: String(months),
        .total: displayPrice(plan.commitmentPrice ?? price * Decimal(months)),
      ])
  }

  /// What a plan of more than a month costs per month; the amount alone, which is no price to bill.
  package func monthlyEquivalent(of product: Product) -> String? {
    guard let amount = product.price, let period = product.subscription?.period else { return nil }
    let price = Price(amount, storefront.currencyCode)
    return PriceFormatter.monthlyAmount(of: price, period: period).map(displayPrice)
  }

  /// What a customer must be told of an auto-renewable subscription; nil for anything else.
  ///
  /// A customer who may not use the introductory offer is not told of it.
  package func disclosure(for product: Product, isEligibleForOffer: Bool = true) -> Disclosure? {
    guard product.type == .autoRenewable else { return nil }
    let offer = isEligibleForOffer ? product.subscription?.introductoryOffer : nil
    let page = SubscriptionPage(shop: self, product: product, offer: offer)
    return Disclosure(
      clauses: page.clauses, locale: locale, language: language, isStandIn: isStandIn,
      isNameStandIn: product.displayName(for: locale).isStandIn, storefront: storefront,
      notes: page.notes)
  }

  /// `$9.99 per month`, or the bare price where the period is missing; nil without a price.
  func regularPrice(of product: Product) -> String? {
    guard let price = product.price.map(displayPrice) else { return nil }
    guard let period = product.subscription?.period else {
      return copy.text(.billedNoPeriod, [.price: price])
    }
    return billed(price, every: period)
  }

  /// As `offerSummary`; nil when a price is missing.
  func completeOfferSummary(_ offer: Offer, of product: Product) -> String? {
    guard let regular = regularPrice(of: product) else { return nil }
    let offerLength = periodLength(offer.length)
    if offer.mode == .freeTrial {
      return copy.text(.offerFreeTrial, [.offerLength: offerLength, .regular: regular])
    }
    guard let offerPrice = offer.price.map(displayPrice) else { return nil }
    return copy.text(
      offer.mode == .payAsYouGo ? .offerPayAsYouGo : .offerPayUpFront,
      [
        .offerPrice: offerPrice, .offerRate: periodRate(offer.period), .offerLength: offerLength,
        .regular: regular,
      ])
  }
}

extension Offer {
  /// The whole time of the offer: all its charges, one after the other.
  ///
  /// A count that no calendar holds is left out; it is the file's mistake, and a diagnostic there.
  var length: SubscriptionPeriod {
    guard mode == .payAsYouGo, (1...9999).contains(periods) else { return period }
    return period.times(periods)
  }
}
