import Catalogue
import Foundation
import StoreModel
import Testing

private func plan(_ offers: KeyValuePairs<String, String>) -> Catalogue {
  let plan = offers.reduce(Shelf.plan) { $0.with($1.key, $1.value) }
  return Shelf.read(Shelf.file(plans: [plan], more: #""version" : {"major" : 5, "minor" : 0}"#))
}

extension Catalogue {
  fileprivate var offers: [Offer] { product("monthly")?.subscription?.offers ?? [] }

  /// The findings without the path of the one subscription.
  fileprivate var shortFindings: [String] {
    findings.map { $0.replacing("$.subscriptionGroups[0].subscriptions[0].", with: "") }
  }
}

@Suite struct `Reading offers` {
  @Test func `every kind is read, the introductory one first`() throws {
    let catalogue = plan([
      "winbackOffers": """
      [{"internalID" : "1", "paymentMode" : "payAsYouGo", "offerID" : "back",
      "referenceName" : "Back", "subscriptionPeriod" : "P1M", "numberOfPeriods" : 3,
      "displayPrice" : "2.99", "isEligible" : true}]
      """,
      "codeOffers": """
      [{"internalID" : "2", "paymentMode" : "free", "referenceName" : "GIFT",
      "subscriptionPeriod" : "P2M", "eligibility" : ["new", "expired"], "isStackable" : false}]
      """,
      "adHocOffers": """
      [{"internalID" : "3", "paymentMode" : "payUpFront", "offerID" : "half",
      "referenceName" : "Half", "subscriptionPeriod" : "P1Y", "displayPrice" : "29"}]
      """,
      "introductoryOffer": """
      {"internalID" : "4", "paymentMode" : "free", "subscriptionPeriod" : "P1W",
      "displayPrice" : "0.99"}
      """,
    ])
    #expect(catalogue.findings == [])
    let week = SubscriptionPeriod(value: 1, unit: .week)
    let month = SubscriptionPeriod(value: 1, unit: .month)
    #expect(
      catalogue.offers == [
        Offer(kind: .introductory, mode: .freeTrial, period: week),
        Offer(
          kind: .promotional, mode: .payUpFront, period: SubscriptionPeriod(value: 1, unit: .year),
          price: 29, id: "half", referenceName: "Half"),
        Offer(
          kind: .offerCode, mode: .freeTrial, period: SubscriptionPeriod(value: 2, unit: .month),
          referenceName: "GIFT", eligibility: ["new", "expired"]),
        Offer(
          kind: .winBack, mode: .payAsYouGo, period: month, periods: 3,
          price: Decimal(string: "2.99"), id: "back", referenceName: "Back"),
      ])
  }

  @Test func `the list of 5 counts and the copy beside it does not`() {
    let offer = """
      {"internalID" : "1", "paymentMode" : "free", "subscriptionPeriod" : "P1W",
      "billingPlanType" : "BILLED_UPFRONT"}
      """
    let other = offer.replacing("BILLED_UPFRONT", with: "MONTHLY").replacing("P1W", with: "P3D")
    let catalogue = plan([
      "introductoryOffer": offer, "introductoryOffers": "[\(offer), \(other)]",
    ])
    #expect(catalogue.findings == [])
    #expect(catalogue.offers.map(\.billingPlanType) == ["BILLED_UPFRONT", "MONTHLY"])
    let odd = offer.replacing("{", with: #"{"colour" : 1, "#)
    #expect(
      plan(["introductoryOffer": odd, "introductoryOffers": "[\(odd)]"]).shortFindings == [
        "note unknown-key introductoryOffers[0].colour"
      ])
    let differing = plan([
      "introductoryOffer": offer.replacing("P1W", with: "P3D"), "introductoryOffers": "[\(offer)]",
    ])
    #expect(differing.shortFindings == ["warning two-introductory-offers introductoryOffer"])
    #expect(differing.offers.map(\.period.iso8601) == ["P1W"])
  }

  @Test func `there is one introductory offer for each billing plan`() {
    let upFront = #"{"internalID" : "1", "paymentMode" : "free", "subscriptionPeriod" : "P1W"}"#
    let monthly = upFront.replacing("{", with: #"{"billingPlanType" : "MONTHLY", "#)
    let beside = plan(["introductoryOffer": upFront, "introductoryOffers": "[\(monthly)]"])
    #expect(beside.findings == [])
    #expect(beside.offers.map(\.billingPlanType) == ["MONTHLY", nil])
    let subscription = beside.product("monthly")?.subscription
    #expect(subscription?.introductoryOffer?.billingPlanType == nil)
    #expect(subscription?.introductoryOffer != nil)
    let other = monthly.replacing("P1W", with: "P3D")
    let twice = plan(["introductoryOffers": "[\(monthly), \(monthly), \(other)]"])
    #expect(twice.shortFindings == ["warning two-introductory-offers introductoryOffers[2]"])
    #expect(twice.offers.map(\.period.iso8601) == ["P1W"])
    #expect(twice.product("monthly")?.subscription?.introductoryOffer == nil)
    let half = #"{"paymentMode" : "none"}"#
    #expect(
      plan(["introductoryOffer": half, "introductoryOffers": "[\(half)]"]).shortFindings == [
        "note no-offer introductoryOffers[0].paymentMode"
      ])
    #expect(
      plan(["introductoryOffer": half, "introductoryOffers": "[]"]).shortFindings == [
        "note no-offer introductoryOffer.paymentMode"
      ])
  }

  @Test(
    arguments: [
      ("codeOffers", #", "isStackable" : true"#, true, true), ("codeOffers", "", false, true),
      ("codeOffers", #", "isStackable" : false, "isEligible" : false"#, false, true),
      ("winbackOffers", #", "isEligible" : false"#, false, false),
      ("winbackOffers", #", "isEligible" : true, "isStackable" : true"#, false, true),
      ("winbackOffers", "", false, true), ("winbackOffers", #", "isEligible" : null"#, false, true),
      ("adHocOffers", #", "isEligible" : false, "isStackable" : true"#, false, true),
    ])
  func `a switch of an offer counts for its own kind`(
    key: String, switches: String, isStackable: Bool, isEligible: Bool
  ) throws {
    let catalogue = plan([
      key: """
      [{"internalID" : "1", "offerID" : "o", "paymentMode" : "free", "subscriptionPeriod" : "P1W"\
      \(switches)}]
      """
    ])
    let offer = try #require(catalogue.offers.first)
    #expect(offer.isStackable == isStackable)
    #expect(offer.isEligible == isEligible)
  }

  @Test(arguments: [
    (#"{"paymentMode" : "none"}"#, ["note no-offer introductoryOffer.paymentMode"], 0),
    (
      #"{"paymentMode" : "barter", "subscriptionPeriod" : "P1W"}"#,
      ["warning unknown-payment-mode introductoryOffer.paymentMode"], 0
    ),
    (
      #"{"paymentMode" : "freeTrial", "subscriptionPeriod" : "P1W"}"#,
      ["warning unknown-payment-mode introductoryOffer.paymentMode"], 1
    ),
    (
      #"{"paymentMode" : "free", "subscriptionPeriod" : "week"}"#,
      ["warning no-period introductoryOffer.subscriptionPeriod"], 0
    ),
    (
      #"{"paymentMode" : "free"}"#,
      ["warning missing-key introductoryOffer.subscriptionPeriod"], 0
    ),
    (
      #"{"paymentMode" : "payAsYouGo", "subscriptionPeriod" : "P1M", "displayPrice" : ""}"#,
      ["warning no-price introductoryOffer.displayPrice"], 1
    ),
    (
      #"{"paymentMode" : "payUpFront", "subscriptionPeriod" : "P1M", "displayPrice" : "0"}"#,
      ["warning offer-price-zero introductoryOffer.displayPrice"], 1
    ),
    (
      #"{"paymentMode" : "free", "subscriptionPeriod" : "P1W", "numberOfPeriods" : 0}"#,
      ["warning out-of-range introductoryOffer.numberOfPeriods"], 1
    ),
    (
      #"{"paymentMode" : "free", "subscriptionPeriod" : "P1W", "numberOfPeriods" : 2}"#,
      ["warning offer-periods introductoryOffer.numberOfPeriods"], 1
    ),
    (
      #"{"paymentMode" : "free", "subscriptionPeriod" : "P5D"}"#,
      ["warning unusual-period introductoryOffer.subscriptionPeriod"], 1
    ),
    (
      #"{"paymentMode" : "free", "subscriptionPeriod" : "P1W", "localizations" : []}"#,
      ["note unknown-key introductoryOffer.localizations"], 1
    ),
    (#"[]"#, ["warning wrong-type introductoryOffer"], 0),
  ])
  func `a half offer is a finding and never a wrong offer`(
    offer: String, findings: [String], count: Int
  ) {
    let catalogue = plan(["introductoryOffer": offer])
    #expect(catalogue.shortFindings == findings)
    #expect(catalogue.offers.count == count)
    #expect(catalogue.product("monthly")?.obstacle == nil)
  }
}

@Suite struct `Reading prices` {
  @Test(arguments: [
    ("0.99", "0.99", false), ("29", "29", false), ("0.0", "0", false), ("39.0", "39", false),
    ("007", "7", false), ("9,99", "9.99", true), ("9,9", "9.9", true), ("$9.99", "9.99", true),
    ("9.99 €", "9.99", true), (" 9.99 ", "9.99", true), ("1,234", "1234", true),
    ("1,234.56", "1234.56", true), ("1.234,56", "1234.56", true),
    ("1\u{A0}234,50", "1234.50", true),
    ("1’234.50", "1234.50", true), ("1,234,567", "1234567", true), ("¥480", "480", true),
    ("12345678901234567890123456789012345.5", "12345678901234567890123456789012345.5", false),
  ])
  func `an amount is read by its shape`(text: String, amount: String, isGuess: Bool) throws {
    let catalogue = Shelf.read(
      Shelf.file(products: [Shelf.product.with("displayPrice", "\"\(text)\"")]))
    let product = try #require(catalogue.product("night"))
    #expect(product.price == Decimal(string: amount))
    #expect(product.rawPrice == text)
    #expect(catalogue.diagnostics.contains { $0.code == "price-spelling" } == isGuess)
  }

  @Test(arguments: [
    "", "  ", "free", "-1", "$-1.00", "1.2.3", "1,23,456", "9.", ".99", "1e3", "0x10", "٩٩", "NaN",
    "1 2 3,4,5.6", "(9.99)", "99999999999999999999999999999999999999999.99",
  ])
  func `what is no amount is no price, not 0`(text: String) throws {
    let catalogue = Shelf.read(
      Shelf.file(products: [Shelf.product.with("displayPrice", "\"\(text)\"")]))
    let product = try #require(catalogue.product("night"))
    #expect(product.price == nil)
    #expect(product.rawPrice == text)
    #expect(product.obstacle == .noPrice)
    #expect(catalogue.diagnostics.map(\.severity) == [.warning])
  }

  @Test(arguments: [
    ("JPN", "480", true), ("JPN", "480.0", true), ("JPN", "4.99", false), ("KOR", "9900.5", false),
    ("DEU", "4.99", true), ("DEU", "4.995", false),
  ])
  func `decimals that the storefront's currency lacks are a finding`(
    storefront: String, price: String, fits: Bool
  ) {
    let catalogue = Shelf.read(
      Shelf.file(
        products: [Shelf.product.with("displayPrice", "\"\(price)\"")],
        more: #"\#(Shelf.version), "settings" : {"_storefront" : "\#(storefront)"}"#))
    #expect(
      catalogue.findings == (fits ? [] : ["warning price-digits $.products[0].displayPrice"]))
    #expect(catalogue.product("night")?.price == Decimal(string: price))
  }
}
