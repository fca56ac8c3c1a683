package import Disclosure
package import FoundationEssentials
package import Screens
package import StoreModel
import Foundation

/// Catalogues, purchases and proofs that many tests look at.
package enum SampleShop {
  /// 2026-03-01T09:00:00Z.
  package static let now = Date(timeIntervalSince1970: 1_772_355_600)

  /// The bytes of a file below `Resources`.
  package static func resource(_ path: String) -> [UInt8] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return (try? Data(contentsOf: root.appending(path: "Resources/\(path)"))).map(Array.init) ?? []
  }

  /// The interface's words: `en` or `zh-Hans`.
  package static func words(_ language: String = "en") -> Words {
    language == "en" ? english : chinese
  }

  private static let english = Words(json: resource("strings/en.json"))
  private static let chinese = Words(
    json: resource("strings/zh-Hans.json"),
    sentences: resource("strings/zh-Hans.sentences.json"))
  private static let copies = ["en", "zh-Hans"].compactMap {
    try? DisclosureCopy(json: resource("disclosures/\($0).json"))
  }

  package static let usa = Storefront(
    countryCode: "USA", regionCode: "US", currencyCode: "USD", name: "United States")
  package static let germany = Storefront(
    countryCode: "DEU", regionCode: "DE", currencyCode: "EUR", name: "Germany")
  package static let china = Storefront(
    countryCode: "CHN", regionCode: "CN", currencyCode: "CNY", name: "China mainland")

  package static func disclosures(
    storefront: Storefront = usa, locale: String = "en_US", ownStorefront: String? = nil,
    links: DisclosureLinks = DisclosureLinks(
      termsURL: "https://aurora.example/legal/terms-of-use?version=3&audience=customers",
      privacyURL: "https://aurora.example/legal/privacy"),
    isASCII: Bool = false
  ) -> Disclosures {
    Disclosures(
      copies: copies, storefront: storefront, locale: locale, links: links,
      ownStorefront: ownStorefront, isASCII: isASCII)
  }

  package static func reading(
    _ catalogue: Catalogue = aurora, disclosures: Disclosures = disclosures()
  ) -> CatalogueReading {
    CatalogueReading(catalogue: catalogue, disclosures: disclosures, milliseconds: 4)
  }

  private static func texts(
    _ name: String, _ description: String, _ chinese: String, _ chineseDescription: String
  ) -> [Localization] {
    [
      Localization(locale: "en_US", displayName: name, description: description),
      Localization(locale: "zh_CN", displayName: chinese, description: chineseDescription),
    ]
  }

  private static let month = SubscriptionPeriod(value: 1, unit: .month)
  private static let year = SubscriptionPeriod(value: 1, unit: .year)

  /// The fixture of the purchase-flow scenarios, and a product that cannot be sold.
  package static let aurora = Catalogue(
    name: "Aurora.storekit", version: "4.0",
    products: [
      Product(
        id: "coins100", type: .consumable, referenceName: "100 Coins",
        localizations: texts(
          "100 Coins", "A purse of one hundred coins.", "100 枚金币", "一袋一百枚金币。"),
        price: Decimal(string: "0.99")),
      Product(
        id: "noads", type: .nonConsumable, referenceName: "Remove Ads",
        localizations: texts(
          "Remove Ads", "No more advertisements, on all your devices.", "移除广告",
          "所有设备均不再显示广告。"),
        price: Decimal(string: "4.99"), isFamilyShareable: true),
      Product(
        id: "pro.month", type: .autoRenewable, referenceName: "Pro Monthly",
        localizations: texts(
          "Pro Monthly", "Every brush, every sky.", "专业版（月度）", "全部画笔，全部天空。"),
        price: Decimal(string: "9.99"),
        subscription: Subscription(
          groupID: "pro", groupName: "Aurora Pro", level: 2, period: month,
          offers: [
            Offer(
              kind: .introductory, mode: .freeTrial,
              period: SubscriptionPeriod(value: 1, unit: .week)),
            Offer(
              kind: .winBack, mode: .payAsYouGo, period: month, periods: 3,
              price: Decimal(string: "4.99"), id: "come.back", referenceName: "Come back"),
          ])),
      Product(
        id: "pro.year", type: .autoRenewable, referenceName: "Pro Yearly",
        localizations: texts(
          "Pro Yearly", "Every brush, every sky, all year.", "专业版（年度）", "全年畅享全部画笔。"),
        price: Decimal(string: "79.99"), isFamilyShareable: true,
        subscription: Subscription(groupID: "pro", groupName: "Aurora Pro", level: 1, period: year)
      ),
      Product(
        id: "lite.month", type: .autoRenewable, referenceName: "Lite Monthly",
        localizations: texts(
          "Lite Monthly", "A few brushes, one sky.", "轻量版（月度）", "几支画笔，一片天空。"),
        price: Decimal(string: "2.99"),
        subscription: Subscription(
          groupID: "pro", groupName: "Aurora Pro", level: 3, period: month)),
      Product(
        id: "pass90", type: .nonRenewing, referenceName: "Season Pass",
        localizations: texts(
          "Season Pass", "Ninety days of everything.", "季票", "九十天畅享全部内容。"),
        price: Decimal(string: "14.99")),
      Product(
        id: "ghost", type: .nonConsumable, referenceName: "Ghost",
        localizations: texts("Ghost", "It has no price yet.", "幽灵", "尚未定价。"),
        rawPrice: "", obstacle: .noPrice),
    ],
    groups: [SubscriptionGroup(id: "pro", name: "Aurora Pro")],
    diagnostics: [
      Diagnostic(
        .warning, "no-price", path: "$.products[2].displayPrice", line: 41, column: 22,
        "The price is empty; write an amount such as \"9.99\".")
    ])

  /// Names in many scripts, and one that tries to drive the terminal.
  package static let manyScripts: Catalogue = {
    let names: [(id: String, name: String)] = [
      ("arabic", "اشتراك شهري كامل"), ("thai", "สมาชิกรายเดือนแบบเต็ม"), ("chinese", "专业版（每月）"),
      ("japanese", "プレミアム月額プラン"), ("korean", "프리미엄 월간 구독"), ("emoji", "👨‍👩‍👧 Family ❤️ 👍🏽 🇯🇵"),
      ("combining", "Cafe\u{301} Zoe\u{308}"), ("hindi", "मासिक सदस्यता"),
      ("control", "red \u{1B}[31m and \u{202E}reversed\u{202C} \u{7}"),
      ("long", "A name that goes on and on, longer than any shop would want to print it"),
    ]
    return Catalogue(
      name: "Scripts.storekit",
      products: names.map { id, name in
        Product(
          id: "com.example.\(id)", type: .nonConsumable, referenceName: id,
          localizations: [
            Localization(locale: "en_US", displayName: name, description: name + ". " + name)
          ],
          price: Decimal(string: "1234.50"))
      })
  }()

  /// `count` products that differ in name, price and kind.
  package static func large(_ count: Int) -> Catalogue {
    Catalogue(
      name: "Large.storekit",
      products: (0..<count).map { index in
        Product(
          id: "com.example.item\(index)", type: index % 3 == 0 ? .consumable : .nonConsumable,
          referenceName: "Item \(index)",
          localizations: [
            Localization(
              locale: "en_US", displayName: "Item \(index) of the große Auswahl",
              description: "Number \(index).")
          ],
          price: Decimal(index) + Decimal(99) / 100)
      })
  }

  package static let token = SignedTransaction(
    "eyJhbGciOiJFUzI1NiIsIng1YyI6W119."
      + String(repeating: "eyJ0cmFuc2FjdGlvbklkIjoiMjAwMDAwMDEyNCJ9", count: 9) + ".c2lnbmF0dXJl")

  package static let verification = Verification(
    kind: "transaction", verdict: .local, code: "valid", trust: .simulator,
    environment: "LocalTesting",
    checks: [
      Verification.Check("format", .pass, "a token (JWS) of three parts joined by dots"),
      Verification.Check(
        "chain", .pass,
        """
        "\("storefront simulator transactions")" is signed by \
        "\("storefront simulator intermediate")", and that by the trusted root \
        "\("storefront simulator root")"
        """),
      Verification.Check(
        "signature", .pass, "the signature is that of \"\("storefront simulator transactions")\""),
      Verification.Check(
        "bundle-id", .pass,
        "\("the bundle ID" as Sentence) is \"\("com.example.storefront")\""),
      Verification.Check("app-id", .skipped, "a transaction carries no app ID"),
    ],
    facts: [
      Verification.Fact("transactionId", .text("2000000124")),
      Verification.Fact("productId", .text("pro.month")),
      Verification.Fact("purchaseDate", .number("1772355603000")),
      Verification.Fact("expiresDate", .number("1772960403000")),
      Verification.Fact("inAppOwnershipType", .text("PURCHASED")),
      Verification.Fact("price", .number("0")),
      Verification.Fact("offerDiscountType", .text("FREE_TRIAL")),
    ])

  /// One purchase of each kind that a person meets, newest first.
  package static let purchases: [Purchase] = [
    purchase(
      "a6", "coins100", [.open, .paid], minutes: 50, transaction: "2000000126", price: "0.99"),
    purchase("a5", "noads", [.open, .cancelled], minutes: 40, price: "4.99"),
    purchase(
      "a4", "pro.month", [.open, .paid, .delivered, .finished], minutes: 30,
      transaction: "2000000124", price: "9.99", verification: verification,
      expires: now.addingTimeInterval(604_800)),
    purchase("a3", "pass90", [.open, .deferred], minutes: 20, price: "14.99"),
    purchase("a2", "coins100", [.open, .failed], minutes: 10, price: "0.99"),
    purchase(
      "a1", "removed.product", [.open, .paid, .blocked], minutes: 5, transaction: "2000000121",
      price: "3.99"),
  ]

  private static func purchase(
    _ id: String, _ productID: String, _ stages: [PurchaseStage], minutes: Double,
    transaction: String? = nil, price: String, verification: Verification? = nil,
    expires: Date? = nil
  ) -> Purchase {
    let start = now.addingTimeInterval(minutes * 60 - 3_600)
    return Purchase(
      id: id, productID: productID, stage: stages.last ?? .open,
      history: stages.enumerated().map {
        Purchase.Mark($0.element, start.addingTimeInterval(Double($0.offset)))
      },
      transactionID: transaction, originalID: transaction, expirationDate: expires,
      price: Decimal(string: price).map { Price($0, "USD") },
      signed: transaction == nil ? nil : token, verification: verification)
  }

  /// A queue that is open and has lived a little.
  package static let queue = QueueState(
    mode: .open, purchases: purchases,
    entitlements: [
      Entitlement(
        productID: "pro.month", originalID: "2000000124",
        expirationDate: now.addingTimeInterval(604_800))
    ],
    introductoryEligibility: ["pro": false])

  /// What the store asks before a free trial begins.
  package static let trialSheet = PaymentSheet(
    id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7)), productID: "pro.month",
    quantity: 1, chargedNow: Price(0, "USD"),
    offer: Offer(
      kind: .introductory, mode: .freeTrial, period: SubscriptionPeriod(value: 1, unit: .week)),
    renewal: PaymentSheet.Renewal(
      price: Price(Decimal(string: "9.99") ?? 0, "USD"),
      period: month, date: now.addingTimeInterval(604_800)),
    account: "A")

  /// What the store asks before three purses are bought.
  package static let coinsSheet = PaymentSheet(
    id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8)), productID: "coins100",
    quantity: 3, chargedNow: Price(Decimal(string: "2.97") ?? 0, "USD"), account: "A")

  package static let signInSheet = SignInSheet(
    id: "sign-in-1", purpose: .purchase(productID: "coins100"),
    accounts: ["Tester A", "tester.b@example.com"], suggested: "tester.b@example.com")

  private static let comma: Sentence = "expected \("a comma or a closing bracket" as Sentence)"
  private static let notJSON: Sentence =
    "The file is not JSON: \(comma). Mend it there, or export it again from Xcode"

  /// A file that could not be read.
  package static let unreadable = Catalogue(
    name: "Aurora.storekit",
    diagnostics: [
      Diagnostic(
        .error, "not-json", line: 41, column: 26,
        "\(notJSON) (line \(41), column \(26)).")
    ],
    isReadable: false)
}
