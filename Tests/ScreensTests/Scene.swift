import Disclosure
import FoundationEssentials
import StoreModel
import StoreTestSupport
import Testing

@testable import Screens

/// A way to one screen, from an empty program.
struct Scene: Sendable, CustomTestStringConvertible {
  let name: String
  let play: @Sendable (inout ScreenDriver) -> Void

  var testDescription: String { name }

  static let sizes = [
    Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 100, rows: 30),
    Size(columns: 120, rows: 40), Size(columns: 132, rows: 43),
  ]

  /// The scene on a screen of this size, in this language, in the shop that goes with it.
  func driver(size: Size, language: String = "en", isASCII: Bool = false) -> ScreenDriver {
    var driver = ScreenDriver(
      words: SampleShop.words(language), size: size, isASCII: isASCII)
    driver.shop =
      language == "en" ? SampleShop.disclosures(isASCII: isASCII) : Self.chineseShop
    play(&driver)
    return driver
  }

  private static let chineseShop = SampleShop.disclosures(
    storefront: SampleShop.china, locale: "zh_CN", ownStorefront: "USA")

  private init(_ name: String, _ play: @escaping @Sendable (inout ScreenDriver) -> Void) {
    self.name = name
    self.play = play
  }

  /// A shop that is open and has sold a few things.
  private static func openShop(_ driver: inout ScreenDriver, _ catalogue: Catalogue? = nil) {
    driver.hand(
      .catalogueRead(
        SampleShop.reading(catalogue ?? SampleShop.aurora, disclosures: driver.shop)))
    driver.hand(.queueChanged(SampleShop.queue, at: SampleShop.now))
  }

  /// A shop that has sold nothing yet.
  private static func newShop(_ driver: inout ScreenDriver) {
    driver.hand(
      .catalogueRead(SampleShop.reading(SampleShop.aurora, disclosures: driver.shop)))
    driver.hand(.queueChanged(QueueState(mode: .open), at: SampleShop.now))
  }

  /// Goes to the store panel and opens one of the subscriptions there.
  private static func openLife(_ index: Int, _ driver: inout ScreenDriver) {
    driver.type("4")
    let kind = StoreEntry.Kind.life(SampleShop.busyPanel.lives[index].id)
    for _ in driver.state.storeEntries.prefix(while: { $0.kind != kind }) { driver.press(.down) }
    driver.press(.enter)
  }

  /// Names as long as App Store Connect takes them, in two scripts.
  private static let longNames = Catalogue(
    name: "Long.storekit",
    products: [
      ("ABCDEFGHIJKLMNOPQRSTUVWXYZ1234", "All the Brushes and Every Sky."),
      ("一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十", "三十个字的名称。"),
      ("Every Brush, Every Sky, Monthly", "One character more than that."), ("Coins", "A purse."),
    ].enumerated().map { index, texts in
      Product(
        id: "com.example.long\(index)", type: index == 3 ? .consumable : .nonConsumable,
        localizations: [
          Localization(locale: "en_US", displayName: texts.0, description: texts.1),
          Localization(locale: "zh_CN", displayName: texts.0, description: texts.1),
        ],
        price: Decimal(string: "1234.50"))
    })

  static let all: [Scene] = [
    Scene("starting") { _ in },
    Scene("opening") {
      $0.hand(.catalogueRead(SampleShop.reading(disclosures: $0.shop)))
      $0.hand(.stillOpening)
    },
    Scene("products") { openShop(&$0) },
    Scene("filter") {
      openShop(&$0)
      $0.type("/pro")
    },
    Scene("sorted") {
      openShop(&$0)
      $0.type("ss")
    },
    Scene("hidden") {
      openShop(&$0, SampleShop.manyScripts)
      $0.press(.character("."), .down, .down, .down, .down, .down)
    },
    Scene("filter-nothing") {
      openShop(&$0)
      $0.type("/xyz")
    },
    Scene("product-trial") {
      newShop(&$0)
      $0.press(.down, .enter)
    },
    Scene("product-end") {
      newShop(&$0)
      $0.press(.down, .enter, .character("G"))
    },
    Scene("product-once") {
      openShop(&$0)
      $0.press(.character("G"), .up, .enter)
    },
    Scene("product-unsellable") {
      openShop(&$0)
      $0.press(.character("G"), .enter)
    },
    Scene("sheet-trial") {
      newShop(&$0)
      $0.press(.down, .character("b"))
      $0.hand(.sheetPresented(SampleShop.trialSheet))
    },
    Scene("sheet-coins") {
      newShop(&$0)
      $0.hand(.sheetPresented(SampleShop.coinsSheet))
      $0.press(.tab)
    },
    Scene("sign-in") {
      newShop(&$0)
      $0.hand(.signInPresented(SampleShop.signInSheet))
      $0.press(.tab)
    },
    Scene("purchases") {
      openShop(&$0)
      $0.type("2")
    },
    Scene("purchases-none") {
      newShop(&$0)
      $0.type("2")
    },
    Scene("purchase-paid") {
      openShop(&$0)
      $0.press(.character("2"), .enter)
    },
    Scene("purchase-failed") {
      openShop(&$0)
      $0.press(.character("2"), .down, .down, .down, .down, .enter)
    },
    Scene("verification") {
      openShop(&$0)
      $0.press(.character("2"), .down, .down, .enter, .enter)
    },
    Scene("verification-raw") {
      openShop(&$0)
      $0.press(.character("2"), .down, .down, .enter, .enter, .character("u"))
    },
    Scene("file") {
      openShop(&$0)
      $0.type("3")
    },
    Scene("help") {
      openShop(&$0)
      $0.type("?")
    },
    Scene("find") {
      newShop(&$0)
      $0.press(.down, .enter)
      $0.type("/apple account")
      $0.press(.enter)
    },
    Scene("help-search") {
      openShop(&$0)
      $0.type("?/file")
    },
    Scene("palette") {
      openShop(&$0)
      $0.type(":")
    },
    Scene("palette-refused") {
      newShop(&$0)
      $0.type(":verify")
    },
    Scene("palette-locale") {
      openShop(&$0)
      $0.type(":locale de")
    },
    Scene("palette-links") {
      openShop(&$0)
      $0.type("o")
    },
    Scene("palette-nothing") {
      openShop(&$0)
      $0.type(":xyzzy")
    },
    Scene("working") {
      newShop(&$0)
      $0.type("b")
      $0.hand(.stillWorking(seconds: 3))
    },
    Scene("link-not-opened") {
      openShop(&$0)
      $0.type("o1")
      $0.hand(
        .linkNotOpened(url: "https://aurora.example/legal/terms-of-use", reason: .noOpener))
    },
    Scene("restore-question") {
      openShop(&$0)
      $0.type("R")
    },
    Scene("restore-done") {
      openShop(&$0)
      $0.type("Ry")
      $0.hand(.restoreEnded(.restored(count: 3)))
    },
    Scene("restore-failed") {
      openShop(&$0)
      $0.hand(.restoreEnded(.failed(.cloudServiceNetworkConnectionFailed)))
    },
    Scene("quit-question") {
      openShop(&$0)
      $0.type("q")
    },
    Scene("unreadable") {
      $0.hand(.catalogueRead(SampleShop.reading(SampleShop.unreadable, disclosures: $0.shop)))
    },
    Scene("unreadable-again") {
      openShop(&$0)
      $0.hand(.catalogueRead(SampleShop.reading(SampleShop.unreadable, disclosures: $0.shop)))
    },
    Scene("empty") {
      let empty = Catalogue(name: "Empty.storekit")
      $0.hand(.catalogueRead(SampleShop.reading(empty, disclosures: $0.shop)))
    },
    Scene("all-invalid") {
      let unknown = Catalogue(
        name: "productIDs.plist", format: .plist,
        invalidProductIDs: ["com.example.pro.montly", "com.example.coins", "com.example.old"])
      $0.hand(.catalogueRead(SampleShop.reading(unknown, disclosures: $0.shop)))
    },
    Scene("store") {
      openShop(&$0)
      $0.hand(.storeChanged(SampleShop.panel))
      $0.type("4")
    },
    Scene("store-busy") {
      openShop(&$0)
      $0.hand(.storeChanged(SampleShop.busyPanel))
      $0.type("4")
    },
    Scene("store-next-time") {
      openShop(&$0)
      $0.hand(.storeChanged(SampleShop.busyPanel))
      $0.type("!")
      $0.press(.down)
    },
    Scene("store-end") {
      openShop(&$0)
      $0.hand(.storeChanged(SampleShop.busyPanel))
      $0.type("4G")
    },
    Scene("store-errors") {
      openShop(&$0)
      $0.hand(.storeChanged(SampleShop.busyPanel))
      $0.type(":store fail purchase ")
    },
    Scene("store-verbs") {
      openShop(&$0)
      $0.hand(.storeChanged(SampleShop.busyPanel))
      $0.type(":store ")
    },
    Scene("clock") {
      openShop(&$0)
      $0.hand(.storeChanged(SampleShop.busyPanel))
      $0.press(.function(10))
    },
    Scene("transaction") {
      openShop(&$0)
      $0.hand(.storeChanged(SampleShop.busyPanel))
      $0.press(.character("2"), .down, .down, .enter, .character("c"))
    },
    Scene("refund-question") {
      openShop(&$0)
      $0.hand(.storeChanged(SampleShop.busyPanel))
      $0.press(.character("2"), .down, .down, .character("c"), .enter)
    },
    Scene("products-busy") {
      openShop(&$0)
      $0.hand(.storeChanged(SampleShop.busyPanel))
      $0.press(.down, .down, .down, .down, .down)
    },
    Scene("not-loaded") {
      openShop(&$0)
      var panel = SampleShop.panel
      panel.failures = [SimulatedFailure(api: .loadProducts, isEnabled: true)]
      $0.hand(.storeChanged(panel))
    },
    Scene("payments-off") {
      openShop(&$0)
      var (queue, panel) = (SampleShop.queue, SampleShop.panel)
      queue.canMakePayments = false
      panel.switches.remove(.payments)
      $0.hand(.queueChanged(queue, at: SampleShop.now))
      $0.hand(.storeChanged(panel))
      $0.type("b")
    },
    Scene("withheld") {
      openShop(&$0)
      $0.hand(.storeChanged(SampleShop.withheldPanel))
      $0.type("b")
    },
    Scene("price-consent") {
      openShop(&$0)
      $0.hand(.storeChanged(SampleShop.raisedPanel))
    },
    Scene("news") {
      openShop(&$0)
      $0.press(.down)
      var panel = SampleShop.busyPanel
      $0.hand(.storeChanged(panel))
      panel.lives[0].periods += panel.lives[0].periods.suffix(1)
      panel.lives[1].state = .expired
      $0.hand(.storeChanged(panel))
      $0.hand(.clockControlled(.next))
    },
    Scene("timeline") {
      openShop(&$0)
      $0.hand(.storeChanged(SampleShop.busyPanel))
      $0.press(.down, .enter, .character("i"))
    },
    Scene("timeline-trouble") {
      openShop(&$0)
      $0.hand(.storeChanged(SampleShop.busyPanel))
      openLife(1, &$0)
    },
    Scene("timeline-upgrade") {
      openShop(&$0)
      $0.hand(.storeChanged(SampleShop.busyPanel))
      openLife(2, &$0)
    },
    Scene("read-only") {
      openShop(&$0)
      var queue = SampleShop.queue
      queue.mode = .readOnly(holder: "process \(4711)")
      $0.hand(.queueChanged(queue, at: SampleShop.now))
      $0.type("b")
    },
    Scene("stand-in") {
      let french = SampleShop.disclosures(
        storefront: SampleShop.germany, locale: "fr_FR", ownStorefront: "USA",
        links: DisclosureLinks())
      $0.hand(.catalogueRead(SampleShop.reading(disclosures: french)))
      $0.hand(.queueChanged(QueueState(mode: .open), at: SampleShop.now))
      $0.press(.enter)
    },
    Scene("scripts") { openShop(&$0, SampleShop.manyScripts) },
    Scene("long-names") {
      openShop(&$0, longNames)
      $0.press(.down)
    },
    Scene("scripts-product") {
      openShop(&$0, SampleShop.manyScripts)
      $0.press(.down, .down, .down, .down, .down, .down, .down, .down, .enter)
    },
  ]
}
