import Catalogue
import Foundation
import StoreModel
import Testing

@Suite struct `The built-in catalogues` {
  private let demo = Catalogue.read(Shelf.resource("catalogues/demo.storekit"), named: "demo")

  @Test func `the demo has every kind of product and nothing to report`() throws {
    #expect(demo.findings == [])
    #expect(demo.counts.consumable == 2)
    #expect(demo.counts.nonConsumable == 1)
    #expect(demo.counts.nonRenewing == 1)
    #expect(demo.counts.autoRenewable == 5)
    #expect(demo.counts.other == 0)
    #expect(demo.groupCount == 2)
    #expect(demo.products.allSatisfy { $0.obstacle == nil })
    let prices = demo.products.filter { $0.subscription?.groupName == "Super Powers" }.map {
      "\($0.subscription?.level ?? 0) \($0.subscription?.period?.iso8601 ?? "") \($0.rawPrice ?? "")"
    }
    #expect(prices == ["1 P1Y 49.99", "2 P3M 19.99", "3 P1M 7.99", "4 P1W 2.99"])
    let offers = demo.products.compactMap(\.subscription?.introductoryOffer)
    #expect(offers.map(\.mode) == [.payUpFront, .freeTrial])
  }

  @Test func `one product and one link are missing on purpose`() {
    let missing = demo.products.filter { !$0.localizations.contains { $0.locale == "zh_Hans" } }
    #expect(missing.map(\.id) == ["com.example.superpowers.teleport.five"])
    #expect(demo.policies.eula == "https://example.com/terms")
    #expect(demo.policies.privacy.map(\.url) == [""])
  }

  @Test func `names and descriptions keep the App Store's limits`() {
    for text in demo.products.flatMap(\.localizations) {
      #expect((1...30).contains(text.displayName.count), "\(text.displayName)")
      #expect((1...45).contains(text.description.count), "\(text.description)")
    }
  }

  @Test func `the list of ids asks for the whole demo`() throws {
    let ids = try #require(Catalogue.productIDs(Shelf.resource("catalogues/productIDs.plist")))
    let answer = Catalogue.resolved(ids: ids, in: demo)
    #expect(answer.products == demo.products)
    #expect(answer.groups == demo.groups)
    #expect(answer.format == .plist)
    #expect(answer.findings == [])
  }

  @Test func `the JSON catalogue agrees with the demo`() throws {
    let json = Catalogue.read(Shelf.resource("catalogues/catalogue.json"), named: "catalogue.json")
    #expect(json.findings == [])
    #expect(json.format == .json)
    #expect(json.products.count == 3)
    for product in json.products {
      let original = try #require(demo.product(product.id))
      #expect(product.type == original.type)
      #expect(product.price == original.price)
      #expect(product.localizations == Array(original.localizations.prefix(1)))
      #expect(product.subscription?.offers == original.subscription?.offers)
    }
  }

  @Test func `a damaged demo never traps and never gains a product`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("damaged demo: seed \(seed)")
    var state = seed
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    let bytes = Shelf.resource("catalogues/demo.storekit")
    for _ in 0..<300 {
      var damaged = bytes
      for _ in 0...next(4) {
        let index = next(damaged.count)
        switch next(4) {
        case 0: damaged[index] ^= UInt8(1 << next(8))
        case 1: damaged.remove(at: index)
        case 2: damaged.removeSubrange(index..<min(damaged.count, index + next(200)))
        default: damaged = Array(damaged[..<max(1, index)])
        }
        if damaged.isEmpty { damaged = [0] }
      }
      let catalogue = Catalogue.read(damaged, named: "damaged")
      #expect(catalogue.products.count <= demo.products.count, "seed \(seed)")
      if !catalogue.isReadable { #expect(catalogue.diagnostics.count == 1, "seed \(seed)") }
    }
  }
}

@Suite struct `Asking a catalogue for ids` {
  private let catalogue = Shelf.read(Shelf.file(products: [Shelf.product], plans: [Shelf.plan]))

  @Test func `the order is the list's and what is lacking is named`() {
    let answer = Catalogue.resolved(
      ids: ["monthly", "Nigth", "night", "unicorn.of.the.sea", "monthly"], in: catalogue)
    #expect(answer.products.map(\.id) == ["monthly", "night"])
    #expect(answer.invalidProductIDs == ["Nigth", "unicorn.of.the.sea"])
    #expect(
      answer.diagnostics.map(\.message.text) == [
        "\"Nigth\" is not in test.storekit. Did you mean \"night\"?",
        "\"unicorn.of.the.sea\" is not in test.storekit. Add it to the catalogue, or take it out of"
          + " the list.",
        "\"monthly\" is in the list more than once; take the second one out.",
      ])
    #expect(answer.diagnostics.map(\.path) == ["$[1]", "$[3]", "$[4]"])
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `a list of ids is read from both kinds of property list`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let ids = ["夜视", "a b"]
    let data = try PropertyListSerialization.data(
      fromPropertyList: ids, format: format, options: 0)
    #expect(Catalogue.productIDs(Array(data)) == ids)
    let other = try PropertyListSerialization.data(
      fromPropertyList: ["a": ids], format: format, options: 0)
    #expect(Catalogue.productIDs(Array(other)) == nil)
  }

  @Test(arguments: ["", "[\"a\"]", "<plist><array><integer>1</integer></array></plist>", "<plist>"])
  func `anything else is no list of ids`(text: String) {
    #expect(Catalogue.productIDs(Array(text.utf8)) == nil)
  }
}

@Suite struct `Reading our own JSON` {
  @Test func `an array alone is a catalogue`() throws {
    let catalogue = Shelf.read(
      """
      [{"id" : "a", "type" : "autoRenewable", "displayName" : "A", "displayPrice" : "$1.00",
      "price" : "1", "currency" : "USD", "period" : "P1Y", "group" : "G", "level" : 2,
      "offers" : [{"kind" : "promotional", "mode" : "payAsYouGo", "period" : "P1M",
      "periods" : 2, "price" : "0.50", "displayPrice" : "$0.50"}],
      "disclosure" : {"text" : "T", "termsURL" : "https://t", "privacyURL" : "https://p"}}]
      """)
    #expect(catalogue.findings == [])
    #expect(catalogue.format == .json)
    #expect(catalogue.counts.autoRenewable == 1)
    #expect(catalogue.policies.eula == "https://t")
    #expect(catalogue.policies.privacy.map(\.url) == ["https://p"])
    let subscription = try #require(catalogue.product("a")?.subscription)
    #expect(subscription.level == 2)
    #expect(subscription.offers.map(\.price) == [Decimal(string: "0.50")])
    #expect(subscription.offers.map(\.periods) == [2])
  }

  @Test(
    arguments: [
      (#""price" : null"#, "warning no-price $.products[0].price", Product.Obstacle.noPrice),
      (#""price" : 1.5"#, "warning wrong-type $.products[0].price", nil),
      (#""price" : "1", "type" : "gift""#, "error unknown-type $.products[0].type", .unknownType),
      (#""price" : "1", "colour" : 1"#, "note unknown-key $.products[0].colour", nil),
      (#""price" : "1", "currency" : "EUR""#, "warning no-storefront $.products[0].currency", nil),
      (
        #""price" : "1", "type" : "autoRenewable", "group" : "G""#,
        "error no-period $.products[0].period", .noPeriod
      ),
    ] as [(String, String, Product.Obstacle?)])
  func `what is wrong is found`(members: String, finding: String, obstacle: Product.Obstacle?) {
    let type = members.contains("type") ? "" : #", "type" : "consumable""#
    let catalogue = Shelf.read(
      #"{"products" : [{"id" : "a", "displayName" : "A"\#(type), \#(members)}]}"#)
    #expect(catalogue.findings == [finding])
    #expect(catalogue.products.map(\.obstacle) == [obstacle])
  }
}
