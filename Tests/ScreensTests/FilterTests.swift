import FoundationEssentials
import StoreModel
import StoreTestSupport
import Testing

@testable import Screens

@Suite struct `The filter` {
  private func shop(_ names: [String]) -> ScreenDriver {
    var driver = ScreenDriver(words: SampleShop.words(), size: Size(columns: 80, rows: 40))
    let products = names.enumerated().map { index, name in
      Product(
        id: "id\(index)", type: .nonConsumable,
        localizations: [Localization(locale: "en_US", displayName: name)], price: 1)
    }
    driver.hand(.catalogueRead(SampleShop.reading(Catalogue(name: "a", products: products))))
    return driver
  }

  /// What is typed, and the name that it finds.
  static let pairs: [(typed: String, name: String)] = [
    ("cafe", "Café"), ("CAFÉ", "cafe\u{301}"), ("1 234", "1\u{202F}234"), ("a b", "a\u{A0}b"),
    ("zoe", "ZOË"), ("strasse", "Strasse"), ("άλφα", "Αλφα"), ("й", "Й"), ("高级", "高级版"),
    ("/Y", "x/y"),
  ]

  @Test(arguments: pairs)
  func `looks past case, accents and kinds of spaces`(typed: String, name: String) {
    var driver = shop([name, "zzz"])
    driver.press(.character("/"))
    for character in typed { driver.press(.character(character)) }
    #expect(driver.state.products?.matches == [0])
  }

  @Test func `finds by id, type and state`() {
    var driver = Scene.all[2].driver(size: Size(columns: 80, rows: 24))
    for (text, count) in [("pass90", 1), ("auto-renew", 3), ("unfinished", 1), ("not for", 1)] {
      driver.type("/\(text)")
      #expect(driver.state.products?.matches.count == count, "\(text)")
      driver.press(.escape)
    }
    #expect(driver.state.products?.matches.count == 7)
  }

  @Test func `stays when it is kept, and Esc clears it`() {
    var driver = Scene.all[2].driver(size: Size(columns: 80, rows: 24))
    driver.type("/lite")
    driver.press(.enter)
    #expect(driver.screen.contains("filter: lite"))
    driver.press(.enter)
    #expect(driver.screen.contains("Lite Monthly"))
    driver.press(.escape, .escape)
    #expect(driver.state.products?.filter == "")
    #expect(driver.screen.contains("> Lite Monthly"), "the selection stays on its product")
  }

  @Test func `takes a paste as one line`() {
    var driver = Scene.all[2].driver(size: Size(columns: 80, rows: 24))
    driver.press(.character("/"))
    driver.hand(.pasted("pro\nmonth"))
    #expect(driver.state.products?.filter == "pro month")
  }

  @Test func `narrows step by step to what it finds at once`() {
    var driver = ScreenDriver(words: SampleShop.words())
    driver.hand(.catalogueRead(SampleShop.reading(SampleShop.large(10_000))))
    driver.type("/ITEM 77 of the GROSSE")
    let one = driver.state.products
    #expect(one?.matches.isEmpty == true, "ß is not ss")
    driver.press(.control("u"))
    driver.type("item 77")
    let typed = driver.state.products?.matches
    driver.press(.backspace)
    driver.type("7")
    #expect(driver.state.products?.matches == typed)
    #expect(typed?.count == 111)
  }
}
