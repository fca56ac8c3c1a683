package import FoundationEssentials

/// The four kinds of in-app purchase, and the one for a spelling we do not know.
///
/// Follows `Product.ProductType`; the raw value is the word of our own JSON.
package enum ProductType: String, Sendable, Hashable, CaseIterable {
  case consumable, nonConsumable, autoRenewable, nonRenewing, unknown
}

/// Something on sale, as the catalogue states it; words and prices for people are made elsewhere.
package struct Product: Sendable, Hashable, Identifiable {
  package var id: String
  package var type: ProductType
  /// The catalogue's own spelling of the type, kept also where `type` is `unknown`.
  package var rawType: String
  package var referenceName: String
  package var localizations: [Localization]
  /// The amount as written, in the storefront's currency; nil is "no price", which is not 0.
  package var price: Decimal?
  /// The catalogue's own text of the price, kept also where it is no number.
  package var rawPrice: String?
  package var isFamilyShareable: Bool
  /// Only auto-renewable subscriptions have one.
  package var subscription: Subscription?
  /// Why the product cannot be sold as written; nil when it can.
  package var obstacle: Obstacle?

  package init(
    id: String, type: ProductType, rawType: String = "", referenceName: String = "",
    localizations: [Localization] = [], price: Decimal? = nil, rawPrice: String? = nil,
    isFamilyShareable: Bool = false, subscription: Subscription? = nil, obstacle: Obstacle? = nil
  ) {
    self.id = id
    self.type = type
    self.rawType = rawType
    self.referenceName = referenceName
    self.localizations = localizations
    self.price = price
    self.rawPrice = rawPrice
    self.isFamilyShareable = isFamilyShareable
    self.subscription = subscription
    self.obstacle = obstacle
  }

  /// What keeps a product in the list but off the shelf.
  package enum Obstacle: String, Sendable, Hashable, CaseIterable {
    case noPrice, unknownType, noPeriod, suite, duplicateID, notInCatalogue
  }
}

/// What an auto-renewable subscription adds to a product.
package struct Subscription: Sendable, Hashable {
  package var groupID: String
  package var groupName: String
  /// The level in the group; 1 is the highest service (`groupNumber` of the file).
  package var level: Int?
  package var period: SubscriptionPeriod?
  package var offers: [Offer]
  /// The ways to pay that the file names beside the product's own price; mostly none.
  package var billingPlans: [BillingPlan]

  package init(
    groupID: String, groupName: String = "", level: Int? = nil, period: SubscriptionPeriod?,
    offers: [Offer] = [], billingPlans: [BillingPlan] = []
  ) {
    self.groupID = groupID
    self.groupName = groupName
    self.level = level
    self.period = period
    self.offers = offers
    self.billingPlans = billingPlans
  }

  /// The offer that a new customer who pays for a whole period at once is shown, if there is one.
  ///
  /// That is how the product's own price is paid; the offer of another plan is not for it.
  package var introductoryOffer: Offer? {
    offers.first { $0.kind == .introductory && $0.plan == BillingPlan.billedUpFront }
  }
}

/// A group of levels of which a customer holds at most one.
package struct SubscriptionGroup: Sendable, Hashable, Identifiable {
  package var id: String
  package var name: String
  package var localizations: [Localization]
  /// Suites and bundles are listed but cannot be sold.
  package var isSuite: Bool

  package init(id: String, name: String, localizations: [Localization] = [], isSuite: Bool = false)
  {
    self.id = id
    self.name = name
    self.localizations = localizations
    self.isSuite = isSuite
  }
}

/// A length such as one month, as `P1M` writes it.
package struct SubscriptionPeriod: Sendable, Hashable {
  package enum Unit: String, Sendable, Hashable, CaseIterable {
    case day = "D"
    case week = "W"
    case month = "M"
    case year = "Y"
  }

  package var value: Int
  package var unit: Unit

  package init(value: Int, unit: Unit) {
    self.value = value
    self.unit = unit
  }

  /// Reads `P<n><unit>` with one unit and 1 ≤ n ≤ 9999; nil for anything else.
  package init?(iso8601 text: String) {
    let scalars = Array(text.utf8)
    guard (3...6).contains(scalars.count), scalars[0] == UInt8(ascii: "P"),
      let unit = Unit(rawValue: String(text.suffix(1))),
      scalars[1..<(scalars.count - 1)].allSatisfy({ (48...57).contains($0) }),
      let value = Int(text.dropFirst().dropLast()), value > 0
    else { return nil }
    self.init(value: value, unit: unit)
  }

  package var iso8601: String { "P\(value)\(unit.rawValue)" }

  /// The length in months where it is one: 12 for a year, nil for days and weeks.
  package var months: Int? {
    switch unit {
    case .month: value
    case .year: value * 12
    case .day, .week: nil
    }
  }

  /// This length `count` times over.
  package func times(_ count: Int) -> SubscriptionPeriod {
    SubscriptionPeriod(value: value * count, unit: unit)
  }
}

/// A reduced price, or a free time, in front of the regular one.
package struct Offer: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case introductory, promotional, offerCode, winBack
  }

  package enum PaymentMode: String, Sendable, Hashable, CaseIterable {
    case freeTrial, payAsYouGo, payUpFront
  }

  package var kind: Kind
  package var mode: PaymentMode
  /// One charge's length for `payAsYouGo`, the whole length for the others.
  package var period: SubscriptionPeriod
  /// How many charges of `payAsYouGo`; 1 for the others.
  package var periods: Int
  /// The amount of one charge; nil for a free trial, and where the catalogue has no readable price.
  package var price: Decimal?
  package var id: String?
  package var referenceName: String?
  /// `new`, `existing`, `expired`, as the file spells them (offer codes only).
  package var eligibility: [String]
  /// `BILLED_UPFRONT` or `MONTHLY`, where the file says so.
  package var billingPlanType: String?
  /// Whether the introductory offer may follow; without it the code takes its place (codes only).
  package var isStackable: Bool
  /// The tester's switch: whether the offer may be redeemed (win-back offers only).
  package var isEligible: Bool

  package init(
    kind: Kind, mode: PaymentMode, period: SubscriptionPeriod, periods: Int = 1,
    price: Decimal? = nil, id: String? = nil, referenceName: String? = nil,
    eligibility: [String] = [], billingPlanType: String? = nil, isStackable: Bool = false,
    isEligible: Bool = true
  ) {
    self.kind = kind
    self.mode = mode
    self.period = period
    self.periods = periods
    self.price = price
    self.id = id
    self.referenceName = referenceName
    self.eligibility = eligibility
    self.billingPlanType = billingPlanType
    self.isStackable = isStackable
    self.isEligible = isEligible
  }

  /// The plan that it belongs to: what no file of before 5.0 says is paid up front.
  package var plan: String { billingPlanType ?? BillingPlan.billedUpFront }

  /// The time from the purchase to the first regular charge.
  package var length: SubscriptionPeriod { period.times(periods) }
}
