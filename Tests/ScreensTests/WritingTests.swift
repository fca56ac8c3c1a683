import Screens
import StoreModel
import StoreTestSupport
import Testing

@Suite struct `Writing a page` {
  /// A way to a page, and the name that is suggested for it.
  static let pages: [(scene: String, name: String)] = [
    ("product-trial", "pro.month-en_US.txt"), ("purchase-paid", "purchase-2000000126.txt"),
    ("verification", "verification-2000000124.txt"), ("file", "Aurora.storekit-findings.txt"),
    ("products", "Aurora.storekit-en_US.txt"), ("purchases", "purchases.txt"),
    ("unreadable", "Aurora.storekit-findings.txt"),
  ]

  @Test(arguments: pages)
  func `suggests a name and hands over the whole page`(scene: String, name: String) throws {
    let found = try #require(Scene.all.first { $0.name == scene })
    var driver = found.driver(size: Size(columns: 40, rows: 12))
    guard case .writePage(name: name, let text) = driver.press(.character("w")).first else {
      Issue.record("no page was written")
      return
    }
    #expect(text.hasSuffix("\n"))
    #expect(text.split(separator: "\n").allSatisfy { $0.last != " " })
    #expect(!text.contains("\u{1B}"))
  }

  @Test func `keeps whole addresses and every clause`() throws {
    let scene = try #require(Scene.all.first { $0.name == "product-trial" })
    var driver = scene.driver(size: Size(columns: 40, rows: 12))
    guard case .writePage(_, let text) = driver.press(.character("w")).first else {
      Issue.record("no page was written")
      return
    }
    #expect(text.contains("https://aurora.example/legal/terms-of-use?version=3&audience=customers"))
    #expect(text.contains("at least 24 hours before"))
    driver.hand(.pageWritten(path: "/tmp/a.txt"))
    #expect(driver.screen.contains("Saved to /tmp/a.txt."))
    driver.hand(.pageNotWritten(path: "/a.txt", reason: "no permission"))
    #expect(driver.screen.contains("/a.txt could not be written"))
  }

  @Test func `makes no name that leaves the folder`() throws {
    var driver = ScreenDriver(words: SampleShop.words())
    var catalogue = SampleShop.aurora
    catalogue.products[0].id = "../../etc/passwd\u{1B}"
    catalogue.groups = []
    catalogue.products = [catalogue.products[0]]
    driver.hand(.catalogueRead(SampleShop.reading(catalogue)))
    driver.press(.enter)
    guard case .writePage(let name, _) = driver.press(.character("w")).first else {
      Issue.record("no page was written")
      return
    }
    #expect(name == "_.._etc_passwd_-en_US.txt")
  }
}
