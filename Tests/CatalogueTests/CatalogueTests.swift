import Catalogue
import Foundation
import StoreModel
import Testing

@Suite struct `Reading a storekit file` {
  @Test func `a well-formed file has nothing to report`() throws {
    let catalogue = Shelf.read(Shelf.file(products: [Shelf.product], plans: [Shelf.plan]))
    #expect(catalogue.findings == [])
    #expect(catalogue.version == "4.0")
    #expect(catalogue.format == .storekit)
    #expect(catalogue.groups == [SubscriptionGroup(id: "G1", name: "Powers")])
    #expect(
      catalogue.products == [
        Product(
          id: "night", type: .nonConsumable, rawType: "NonConsumable",
          referenceName: "Night Vision",
          localizations: [Localization(locale: "en_US", displayName: "Night Vision")],
          price: Decimal(string: "4.99"), rawPrice: "4.99"),
        Product(
          id: "monthly", type: .autoRenewable, rawType: "RecurringSubscription",
          referenceName: "Monthly",
          localizations: [Localization(locale: "en_US", displayName: "Monthly")],
          price: Decimal(string: "7.99"), rawPrice: "7.99",
          subscription: Subscription(
            groupID: "G1", groupName: "Powers", level: 1,
            period: SubscriptionPeriod(value: 1, unit: .month))),
      ])
  }

  @Test(
    arguments: [
      ("productID", nil, ["error no-product-id $.products[0]"]),
      ("type", nil, ["error unknown-type $.products[0].type"]),
      ("type", #""Gift""#, ["error unknown-type $.products[0].type"]),
      ("type", #""SubscriptionSuite""#, ["warning suite $.products[0].type"]),
      ("type", #""NonRenewingSubscription""#, ["warning wrong-section $.products[0].type"]),
      ("displayPrice", nil, ["warning missing-key $.products[0].displayPrice"]),
      ("displayPrice", "null", ["warning null-value $.products[0].displayPrice"]),
      ("displayPrice", #""""#, ["warning no-price $.products[0].displayPrice"]),
      ("displayPrice", #""free""#, ["warning unreadable-price $.products[0].displayPrice"]),
      ("displayPrice", "17.99", ["warning wrong-type $.products[0].displayPrice"]),
      ("displayPrice", "[1]", ["warning wrong-type $.products[0].displayPrice"]),
      ("displayPrice", #""4.999""#, ["warning price-digits $.products[0].displayPrice"]),
      ("displayPrice", #""9,99""#, ["warning price-spelling $.products[0].displayPrice"]),
      ("familyShareable", #""true""#, ["warning wrong-type $.products[0].familyShareable"]),
      ("familyShareable", nil, ["warning missing-key $.products[0].familyShareable"]),
      ("internalID", nil, ["warning missing-key $.products[0].internalID"]),
      ("referenceName", "null", []),
      ("localizations", "[]", ["note no-localization $.products[0].localizations"]),
      (
        "localizations", "[3]",
        [
          "note no-localization $.products[0].localizations",
          "warning wrong-type $.products[0].localizations[0]",
        ]
      ),
      ("localisation", "1", ["note unknown-key $.products[0].localisation"]),
      ("odd key", "1", ["note unknown-key $.products[0]['odd key']"]),
    ] as [(String, String?, [String])])
  func `one wrong member is one finding and the rest is read`(
    key: String, value: String?, findings: [String]
  ) {
    let wrong = Shelf.product.with(key, value)
    let catalogue = Shelf.read(Shelf.file(products: [wrong], plans: [Shelf.plan]))
    #expect(catalogue.findings == findings)
    #expect(catalogue.isReadable)
    #expect(catalogue.product("monthly")?.price == Decimal(string: "7.99"))
    #expect(catalogue.products.count == (key == "productID" ? 1 : 2))
  }

  @Test(
    arguments: [
      ("type", nil, .unknownType), ("type", #""Gift""#, .unknownType),
      ("type", #""SubscriptionSuite""#, .suite), ("type", #""RecurringSubscription""#, .noPeriod),
      ("displayPrice", #""""#, .noPrice), ("displayPrice", nil, .noPrice),
      ("displayPrice", #""0""#, nil), ("displayPrice", #""-1""#, .noPrice),
    ] as [(String, String?, Product.Obstacle?)])
  func `what cannot be sold stays in the list`(
    key: String, value: String?, obstacle: Product.Obstacle?
  ) throws {
    let wrong = Shelf.product.with(key, value)
    let product = try #require(Shelf.read(Shelf.file(products: [wrong])).product("night"))
    #expect(product.obstacle == obstacle)
  }

  @Test(arguments: [
    ("AutoRenewableSubscription", ProductType.autoRenewable),
    ("Recurring Subscription", .autoRenewable), ("SUBSCRIPTION", .autoRenewable),
    ("auto-renewable", .autoRenewable), ("consumable", .consumable),
    ("non-consumable", .nonConsumable), ("non_renewing_subscription", .nonRenewing),
  ])
  func `a type that is nearly right is mapped and kept as written`(
    spelling: String, type: ProductType
  ) throws {
    let wrong = Shelf.product.with("type", "\"\(spelling)\"")
    let catalogue = Shelf.read(Shelf.file(products: [wrong]))
    let product = try #require(catalogue.product("night"))
    #expect(product.type == type)
    #expect(product.rawType == spelling)
    #expect(catalogue.diagnostics.contains { $0.code == "type-spelling" })
    #expect(catalogue.counts.other == 1)
  }

  @Test(
    arguments: [
      (
        "groupNumber", nil,
        ["warning missing-key $.subscriptionGroups[0].subscriptions[0].groupNumber"]
      ),
      (
        "groupNumber", "0",
        ["warning out-of-range $.subscriptionGroups[0].subscriptions[0].groupNumber"]
      ),
      (
        "subscriptionGroupID", nil,
        [
          "note missing-key $.subscriptionGroups[0].subscriptions[0].subscriptionGroupID"
        ]
      ),
      (
        "subscriptionGroupID", #""G2""#,
        [
          "warning group-mismatch $.subscriptionGroups[0].subscriptions[0].subscriptionGroupID"
        ]
      ),
      (
        "recurringSubscriptionPeriod", nil,
        [
          "error no-period $.subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod"
        ]
      ),
      (
        "recurringSubscriptionPeriod", #""1 month""#,
        [
          "error no-period $.subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod"
        ]
      ),
      (
        "recurringSubscriptionPeriod", #""P3D""#,
        [
          "warning unusual-period $.subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod"
        ]
      ),
      (
        "type", #""Consumable""#,
        ["warning wrong-section $.subscriptionGroups[0].subscriptions[0].type"]
      ),
      ("introductoryOffer", "null", []),
      (
        "billingPlans", #"[{"billingPlanType" : "MONTHLY", "displayPrice" : "0.5"}]"#,
        [
          "note billing-plans $.subscriptionGroups[0].subscriptions[0].billingPlans",
          "warning contradictory-version $.version",
        ]
      ),
    ] as [(String, String?, [String])])
  func `a subscription trusts its nesting and says what is wrong`(
    key: String, value: String?, findings: [String]
  ) throws {
    let wrong = Shelf.plan.with(key, value)
    let catalogue = Shelf.read(Shelf.file(plans: [wrong]))
    #expect(catalogue.findings == findings)
    if key != "type" {
      #expect(catalogue.product("monthly")?.subscription?.groupID == "G1")
    }
  }

  @Test func `the second product of one id is listed and not sold`() {
    let catalogue = Shelf.read(
      Shelf.file(
        products: [Shelf.product, Shelf.product.with("displayPrice", #""1""#)]))
    #expect(catalogue.products.map(\.obstacle) == [nil, .duplicateID])
    #expect(catalogue.findings == ["error duplicate-product-id $.products[1]"])
    #expect(catalogue.product("night")?.rawPrice == "4.99")
  }

  @Test(arguments: [
    ("夜视 プロ", "夜视 プロ"), (" two  words ", " two  words "), (#"tab\there"#, "tab\there"),
  ])
  func `an id is kept exactly`(written: String, id: String) {
    let catalogue = Shelf.read(
      Shelf.file(products: [Shelf.product.with("productID", "\"\(written)\"")]))
    #expect(catalogue.products.map(\.id) == [id])
  }

  @Test func `marks, line ends and tabs of other editors change nothing`() {
    let text = Shelf.file(products: [Shelf.product], plans: [Shelf.plan])
    let expected = Shelf.read(text)
    for changed in [
      "\u{FEFF}" + text, text.replacing("\n", with: "\r\n"), text.replacing(" : ", with: "\t:\t"),
      text + "\n\n",
    ] {
      #expect(Shelf.read(changed) == expected)
    }
  }

  @Test(arguments: [
    ("", "empty-file", 1, 1), ("{\n \"products\" : [\n  1 2", "not-json", 3, 5),
    ("\"products\"", "not-a-catalogue", 1, 1), ("[1]", "not-a-catalogue", 1, 1),
    ("{\"a\" : 1}", "not-a-catalogue", 1, 1), ("\n{\"products\" : [{}", "not-json", 2, 18),
    ("<?xml version=\"1.0\"?><plist><dict/></plist>", "property-list", 1, 1),
    ("\u{FEFF}\n<plist version=\"1.0\"><dict/></plist>", "property-list", 1, 1),
    ("bplist00\u{1}", "property-list", 1, 1),
    ("<plist><array><string>a</string></array></plist>", "product-ids-only", 1, 1),
  ])
  func `what is no catalogue is one error with its place`(
    text: String, code: String, line: Int, column: Int
  ) throws {
    let catalogue = Shelf.read(text)
    #expect(!catalogue.isReadable)
    #expect(catalogue.products == [])
    let error = try #require(catalogue.diagnostics.first)
    #expect(catalogue.diagnostics.count == 1)
    #expect(error.severity == .error)
    #expect(error.code == code)
    #expect(error.line == line)
    #expect(error.column == column)
    #expect(error.message.text.hasSuffix("(line \(line), column \(column))."))
  }

  @Test func `a finding has the line and column of its value`() throws {
    let text = """
      {
        "products" : [
          {
            "productID" : "夜", "displayPrice" : 3, "type" : "Consumable"
          }
        ]
      }
      """
    let finding = try #require(
      Shelf.read(text).diagnostics.first { $0.code == "wrong-type" })
    #expect(finding.line == 4)
    #expect(finding.column == 43)
  }

  @Test func `one key twice is a finding and the first one counts`() {
    let catalogue = Shelf.read(
      Shelf.file(products: [Members(pairs: Shelf.product.pairs + [("displayPrice", "1")])]))
    #expect(catalogue.findings == ["warning duplicate-key $.products[0].displayPrice"])
    #expect(catalogue.product("night")?.rawPrice == "4.99")
  }

  @Test func `words of hand-written files are read in place of the right ones`() throws {
    let catalogue = Shelf.read(
      """
      {"identifier" : "x", "products" : [{"id" : "a", "type" : "consumable", "price" : 17.99,
      "displayName" : "A", "description" : "D", "locale" : "de"}]}
      """)
    let product = try #require(catalogue.product("a"))
    #expect(product.price == Decimal(string: "17.99"))
    #expect(
      product.localizations == [Localization(locale: "de", displayName: "A", description: "D")])
    #expect(catalogue.diagnostics.count { $0.code == "misspelt-key" } == 2)
    #expect(!catalogue.diagnostics.contains { $0.code == "unknown-key" })
  }

  @Test func `groups without subscriptions, ids or products are read`() {
    let catalogue = Shelf.read(
      """
      {"products" : [], \(Shelf.version), "subscriptionGroups" : [
      {"id" : "G1", "name" : "A"}, {"name" : "B", "subscriptions" : []},
      {"id" : "G1", "name" : "C", "subscriptions" : []}]}
      """)
    #expect(catalogue.groups.map(\.id) == ["G1", "B", "G1"])
    #expect(
      catalogue.findings == [
        "warning missing-key $.subscriptionGroups[0].subscriptions",
        "warning missing-key $.subscriptionGroups[1].id",
        "warning duplicate-group-id $.subscriptionGroups[2]",
      ])
  }

  @Test func `suites are listed, counted apart and not sold`() throws {
    let suite = """
      {"productID" : "all", "type" : "SubscriptionSuite", "displayPrice" : "9.99",
      "duration" : "P1Y", "isFamilyShareable" : true, "members" : [], "groupNumber" : 1,
      "introductoryOffers" : [], "internalID" : "1", "referenceName" : "All",
      "subscriptionGroupID" : "S1", "localizations" : []}
      """
    let catalogue = Shelf.read(
      """
      {"products" : [], "subscriptionGroups" : [], "subscriptionBundleGroups" : [],
      "version" : {"major" : 6, "minor" : 3},
      "subscriptionSuiteGroups" : [{"id" : "S1", "name" : "S", "subscriptions" : [\(suite)]}]}
      """)
    #expect(catalogue.findings == ["warning suite $.subscriptionSuiteGroups[0].subscriptions[0]"])
    let product = try #require(catalogue.product("all"))
    #expect(product.obstacle == .suite)
    #expect(product.subscription?.period == SubscriptionPeriod(value: 1, unit: .year))
    #expect(catalogue.counts.other == 1)
    #expect(catalogue.groupCount == 0)
    #expect(catalogue.groups.map(\.isSuite) == [true])
  }
}
