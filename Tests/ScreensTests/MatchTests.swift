import FoundationEssentials
import StoreModel
import StoreTestSupport
import Testing

@testable import Screens

@Suite struct `What the filter finds` {
  /// The marked parts of the list's rows, from the top.
  private func marked(_ driver: ScreenDriver) -> [String] {
    let body = driver.frame.rows.dropFirst(4).prefix(10)
    return body.flatMap { $0 }.filter { $0.style.isSuperset(of: Match.style) }.map(\.text)
  }

  private func shop(_ name: String, columns: Int = 80, rows: Int = 24) -> ScreenDriver {
    var driver = ScreenDriver(
      words: SampleShop.words(), size: Size(columns: columns, rows: rows))
    let product = Product(
      id: "com.example.zebra", type: .nonConsumable,
      localizations: [Localization(locale: "en_US", displayName: name)], price: 1)
    driver.hand(.catalogueRead(SampleShop.reading(Catalogue(name: "a", products: [product]))))
    driver.press(.character("/"))
    return driver
  }

  static let names: [(typed: String, name: String, marked: [String])] = [
    ("onth", "Pro Monthly", ["onth"]), ("PRO M", "Pro Monthly", ["Pro M"]),
    ("cafe", "Le Cafe\u{301} noir", ["Cafe\u{301}"]), ("ë", "Zoe", ["e"]),
    ("1 2", "1\u{A0}234", ["1 2"]), ("高级", "我的高级版", ["高级"]),
    ("product", "pro\u{200B}duct", ["pro\u{FFFD}duct"]), ("👨", "A 👨‍👩‍👧 B", ["👨"]),
    ("x", "ab\u{202E}xy", ["x"]), ("dern", "Moderne", ["dern"]), ("شهر", "اشتراك شهري", ["شهر"]),
  ]

  @Test(arguments: names)
  func `is marked in the name`(typed: String, name: String, marked: [String]) {
    var driver = shop(name)
    driver.type(typed)
    #expect(self.marked(driver) == marked)
    #expect(driver.screen.contains("1 of 1"))
  }

  @Test func `is marked across the lines of a name`() {
    var driver = shop("A name that needs two lines because it is long", columns: 40, rows: 12)
    driver.type("because it")
    let parts = driver.frame.rows.flatMap { $0 }.filter { $0.style.isSuperset(of: Match.style) }
    #expect(parts.map(\.text) == ["because", "it"])
  }

  @Test func `is marked where hidden characters are written out`() {
    var driver = shop("1\u{A0}234 \u{202E}x")
    driver.press(.escape, .character("."), .character("/"))
    driver.type("1 2")
    #expect(marked(driver) == ["1[NBSP]2"])
    driver.press(.control("u"))
    driver.type("x")
    #expect(marked(driver) == ["x"])
  }

  @Test func `is marked in type or state where the name does not have it`() {
    var driver = Scene.all[2].driver(size: Size(columns: 100, rows: 24))
    driver.type("/consum")
    #expect(marked(driver) == ["consum"])
    driver.press(.control("u"))
    driver.type("not for")
    #expect(marked(driver) == ["not for"])
    driver.press(.control("u"))
    driver.type("pass")
    #expect(marked(driver) == ["Pass"])
  }

  @Test func `is marked in the id below the list`() {
    var driver = shop("Name")
    driver.type("zebra")
    let parts = driver.frame.rows.flatMap { $0 }.filter { $0.style.isSuperset(of: Match.style) }
    #expect(parts.map(\.text) == ["zebra"])
  }

  @Test func `is not found across two fields`() {
    var driver = shop("Name")
    driver.type("name com")
    #expect(driver.state.products?.matches == [])
  }
}
