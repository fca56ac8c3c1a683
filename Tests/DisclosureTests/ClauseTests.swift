import Disclosure
import Foundation
import Pricing
import StoreModel
import Testing

@Suite struct `The clauses of a disclosure` {
  @Test func `stand in the order of the page, each with its rules`() throws {
    let product = try plan(price: "79.99", period: "P1Y", offer: try trial())
    let page = try #require(try shop().disclosure(for: product))
    #expect(
      page.clauses.map(\.key) == [
        "title", "billed", "length", "offer", "per_month", "charge_after_trial", "renews",
        "renewal_charge", "manage", "trial_forfeit", "link", "link",
      ])
    #expect(
      page.clauses.map { $0.rules.map(\.rawValue) } == [
        ["AP-TITLE"], ["AP-PRICE"], ["AP-LENGTH"], ["AP-TRIAL", "AP-PRICE"], ["AP-UNIT"],
        ["BP-CHARGE", "AP-TRIAL"], ["AP-RENEW", "BP-CANCEL24"], ["BP-RENEW24", "BP-RENEWCOST"],
        ["BP-MANAGE"], ["BP-FORFEIT"], ["AP-TERMS-LINK"], ["AP-PRIVACY-LINK"],
      ])
    #expect(page.missing == [])
  }

  @Test func `say which facts of the catalogue they stand on`() throws {
    let page = try #require(try shop().disclosure(for: try plan(price: "79.99", period: "P1Y")))
    let sources = Dictionary(
      page.clauses.map { ($0.key, $0.sources) }, uniquingKeysWith: { first, _ in first })
    #expect(sources["title"] == [.displayName])
    #expect(sources["billed"] == [.displayPrice, .recurringSubscriptionPeriod])
    #expect(sources["per_month"] == [.calculation, .displayPrice, .recurringSubscriptionPeriod])
    #expect(sources["link"] == [.links])
  }

  @Test func `carry their links whole`() throws {
    let url = "https://example.com/legal/terms?app=pro&lang=en#subscriptions"
    let shop = try shop(links: DisclosureLinks(termsURL: url, privacyURL: "https://example.com/p"))
    let page = try #require(shop.disclosure(for: try plan()))
    #expect(
      page.clauses.compactMap(\.link) == [
        Clause.Link(label: "Terms of Use (EULA)", url: url),
        Clause.Link(label: "Privacy Policy", url: "https://example.com/p"),
      ])
    #expect(page.text.contains("\nTerms of Use (EULA): \(url)\n"))
  }

  @Test(arguments: ProductType.allCases.filter { $0 != .autoRenewable })
  func `are made for auto-renewable subscriptions only`(type: ProductType) throws {
    let product = Product(id: "coins", type: type, price: 1)
    #expect(try shop().disclosure(for: product) == nil)
  }

  @Test(arguments: Product.Obstacle.allCases)
  func `are made for a subscription that cannot be sold, too`(obstacle: Product.Obstacle) throws {
    var product = try plan()
    product.obstacle = obstacle
    #expect(try shop().disclosure(for: product)?.missing == [])
  }

  @Test func `never speak of an offer that the customer may not use`() throws {
    let shop = try shop()
    for offer in [
      try trial(), try payAsYouGo("4.99", charges: 3), try payUpFront("4.99"),
    ] {
      let page = try #require(
        shop.disclosure(for: try plan(offer: offer), isEligibleForOffer: false))
      #expect(page == shop.disclosure(for: try plan()))
    }
  }

  @Test func `never show a missing price as 0`() throws {
    let shop = try shop()
    for product in [
      try plan(price: nil), try plan(price: nil, offer: try trial()),
      try plan(price: nil, period: nil), try plan(price: nil, period: "P1Y"),
    ] {
      let page = try #require(shop.disclosure(for: product))
      #expect(!page.text.contains("0"))
      #expect(!page.text.contains("$"))
      #expect(page.missing.contains { $0.rules == [.price] })
    }
  }

  @Test func `that cannot be made are marked, and only those`() throws {
    let shop = try shop()
    func missing(_ example: Case) throws -> [[Clause.Rule]] {
      try #require(shop.disclosure(for: try example.product())).missing.map(\.rules)
    }
    #expect(try missing(.noOffer) == [])
    #expect(try missing(.noPrice) == [[.price], [.charge], [.renewal24, .renewalCost]])
    #expect(
      try missing(.noPriceWithTrial) == [
        [.price], [.trial, .price], [.charge, .trial], [.renewal24, .renewalCost],
      ])
    #expect(try missing(.noPeriod) == [[.length]])
    #expect(
      try missing(.offerWithoutPrice) == [[.price], [.charge], [.renewal24, .renewalCost]])
  }

  @Test func `cannot be forged by a name with line breaks`() throws {
    let name = "Pro\nFree forever\r\nTerms: {price}\u{2028}x"
    let page = try #require(
      try shop().disclosure(for: try plan(names: ["en_US": name])))
    #expect(page.text.split(whereSeparator: \.isNewline).count == page.clauses.count)
    #expect(page.clauses.first?.text == "Pro Free forever Terms: {price} x")
  }

  @Test func `survive a count of charges that no calendar holds`() throws {
    var offer = try payAsYouGo("4.99", charges: 1)
    offer.periods = Int.max
    let page = try #require(try shop().disclosure(for: try plan(offer: offer)))
    #expect(page.text.contains("$4.99 per month for 1 month, then $9.99 per month."))
  }
}

/// The amounts of FLOW-55: yearly price, storefront, locale, billed text, text per month.
private let years: [(String, String, String, String, String)] = [
  ("6000", "JPN", "ja_JP", "¥6,000", "¥500"),
  ("83.99", "USA", "en_US", "$83.99", "$7.00"),
  ("3990", "HUN", "hu_HU", "3990,00\u{A0}Ft", "332,50\u{A0}Ft"),
  ("79.99", "DEU", "de_DE", "79,99\u{A0}€", "6,67\u{A0}€"),
]

@Suite struct `The billed amount` {
  @Test(arguments: years)
  func `is the first price of the page, before the calculated one`(
    amount: String, storefront: String, locale: String, billed: String, perMonth: String
  ) throws {
    let product = try plan(price: amount, period: "P1Y")
    let shop = try shop(storefront, locale)
    let page = try #require(shop.disclosure(for: product))
    #expect(shop.monthlyEquivalent(of: product) == perMonth)
    let first = try #require(page.text.range(of: billed))
    let calculated = try #require(page.text.range(of: "about \(perMonth) per month"))
    #expect(first.lowerBound < calculated.lowerBound)
    let before = page.text[..<first.lowerBound]
    #expect(!before.contains { $0.isNumber || $0.isCurrencySymbol })
  }

  @Test func `of Kuwait's dinar has three digits, and so has its month`() throws {
    let kuwait = Storefront(
      countryCode: "KWT", regionCode: "KW", currencyCode: "KWD", name: "Kuwait", isAssumed: true)
    let shop = Disclosures(
      copies: try copies(), storefront: kuwait, locale: "en_US", links: bothLinks)
    let product = try plan(price: "12.345", period: "P1Y")
    #expect(shop.displayPrice(try decimal("12.345")) == "KWD\u{A0}12.345")
    #expect(shop.monthlyEquivalent(of: product) == "KWD\u{A0}1.029")
  }

  @Test func `alone has the weight of the page`() throws {
    let shop = try shop()
    for offer in [
      nil, try trial(), try payAsYouGo("4.99", charges: 3), try payUpFront("4.99"),
    ] {
      let page = try #require(
        shop.disclosure(for: try plan(price: "79.99", period: "P1Y", offer: offer)))
      let billed = page.clauses.filter { $0.prominence == .billed }
      #expect(billed.map(\.text) == ["$79.99 per year"])
      let subordinate = page.clauses.filter { $0.prominence == .subordinate }.map(\.key)
      #expect(subordinate == (offer == nil ? ["per_month"] : ["offer", "per_month"]))
    }
  }

  @Test(arguments: ["P1W", "P1M", "P2W"])
  func `has no calculated one beside it up to a month`(length: String) throws {
    let product = try plan(period: length)
    #expect(try shop().monthlyEquivalent(of: product) == nil)
    #expect(
      try shop().disclosure(for: product)?.clauses.contains { $0.key == "per_month" } == false)
  }
}

@Suite struct `One storefront, one currency` {
  @Test(arguments: [
    ("USA", "4.99", ["$"]), ("DEU", "4.99", ["€"]), ("JPN", "600", ["¥", "￥"]),
    ("BRA", "19.90", ["R$"]), ("SAU", "19.99", ["SAR", "ر.س."]),
  ])
  func `in every language of the shop`(storefront: String, amount: String, signs: [String]) throws {
    let product = try plan(price: amount, offer: try trial())
    for locale in ["en_US", "zh-Hans", "de_DE", "ja_JP", "pt_BR", "ar_SA", "fr_CA"] {
      let shop = try shop(storefront, locale)
      let price = shop.displayPrice(try decimal(amount))
      #expect(signs.contains { price.contains($0) }, "\(price) in \(locale)")
      let page = try #require(shop.disclosure(for: product))
      // Without that price, no other sign of money is on the page.
      let rest = page.text.replacingOccurrences(of: price, with: "")
      #expect(!rest.contains { $0.isCurrencySymbol }, "\(rest)")
      #expect(!rest.contains("SAR"))
      #expect(page.text != rest)
    }
  }

  @Test(arguments: [
    (BillingPlan(type: BillingPlan.monthly, price: 5, commitmentPrice: 60), "$60.00"),
    (BillingPlan(type: BillingPlan.monthly, price: 5), "$60.00"),
    (BillingPlan(type: BillingPlan.monthly, price: 5, commitmentPrice: 60, isEnabled: false), nil),
    (BillingPlan(type: BillingPlan.monthly, price: nil, commitmentPrice: 60), nil),
    (BillingPlan(type: BillingPlan.billedUpFront, price: 50, commitmentPrice: 50), nil),
  ])
  func `the total of a commitment stands beside its monthly amount, below the billed one`(
    plan: BillingPlan, total: String?
  ) throws {
    let product = Product(
      id: "year", type: .autoRenewable, price: 50,
      subscription: Subscription(
        groupID: "g", period: SubscriptionPeriod(value: 1, unit: .year), billingPlans: [plan]))
    let page = try #require(try shop().disclosure(for: product))
    let clause = page.clauses.first { $0.key == "commitment" }
    #expect(
      clause?.text
        == total.map {
          """
          Or by the month: $5.00 per month for 1 year, 12 bills, \($0) in total. The commitment \
          cannot be cancelled early; turning off auto-renew stops only what would follow it.
          """
        })
    #expect(clause.map { $0.prominence == .subordinate } ?? true)
  }
}
