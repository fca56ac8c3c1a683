import Foundation
import Disclosure
import StoreModel
import StoreTestSupport
import Testing

@testable import Screens

@Suite struct `Hidden characters` {
  private func shop(_ size: Size = Size(columns: 80, rows: 24)) -> ScreenDriver {
    var driver = ScreenDriver(words: SampleShop.words(), size: size)
    let arabic = SampleShop.disclosures(
      storefront: SampleShop.germany, locale: "ar_SA",
      links: DisclosureLinks(termsURL: "https://a.example/\u{202E}x", privacyURL: nil))
    let product = Product(
      id: "pro\u{200B}1", type: .autoRenewable,
      localizations: [
        Localization(
          locale: "ar_SA", displayName: "Pro\u{A0}\u{202E}Plus",
          description: "Soft\u{AD}ware\u{202F}1")
      ],
      price: Decimal(string: "9.99"),
      subscription: Subscription(
        groupID: "g", groupName: "A\u{2009}B", level: 1,
        period: SubscriptionPeriod(value: 1, unit: .month)))
    let catalogue = Catalogue(name: "a\u{A0}b", products: [product])
    driver.hand(.catalogueRead(SampleShop.reading(catalogue, disclosures: arabic)))
    driver.hand(.queueChanged(QueueState(mode: .open), at: SampleShop.now))
    driver.press(.enter, .escape)
    return driver
  }

  @Test func `are written out everywhere while they are shown`() {
    var driver = shop()
    #expect(!driver.screen.contains("[NBSP]"))
    driver.press(.character("."))
    let list = driver.screen
    for text in ["a[NBSP]b", "Pro[NBSP][U+202E]Plus", "[RLM]", "pro[ZWSP]1", "A[THINSP]B"] {
      #expect(list.contains(text), "\(text)")
    }
    #expect(list.contains("hidden characters are shown; . hides them"))
    driver.press(.enter)
    var page = driver.screen
    driver.press(.character("G"))
    page += driver.screen
    for text in ["Soft[SHY]ware[NNBSP]1", "https://a.example/[U+202E]x", "Pro[NBSP][U+202E]Plus"] {
      #expect(page.contains(text), "\(text)")
    }
    driver.press(.escape)
    driver.press(.character("."))
    #expect(!driver.screen.contains("NBSP"))
    #expect(!driver.screen.contains("hides them"))
  }

  @Test func `take the cells they need`() {
    var driver = shop()
    let before = driver.state.products?.extent.name ?? 0
    driver.press(.character("."))
    #expect(driver.state.products?.extent.name == before + 5 + 7)
  }

  @Test func `are mentioned on a small screen too`() {
    var driver = shop(Size(columns: 40, rows: 12))
    driver.press(.character("."))
    #expect(driver.screen.contains("hidden shown; . hides"))
  }

  /// Text from outside comes on the screen by way of `AppState.line`, which knows the mode.
  @Test func `cannot be forgotten`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/Screens")
    let exempt = [
      // The mode itself; what is typed; sentences and facts that commands print too.
      "AppState+Hidden.swift", "AppState+Keys.swift", "Words+Sentences.swift",
      "Verification+Text.swift",
    ]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".swift") && !exempt.contains(where: name.hasSuffix) {
      let source = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      #expect(!source.contains("SafeText.line"), "\(name)")
      #expect(!source.contains("SafeText.paragraph"), "\(name)")
    }
  }
}
