import StoreModel
import StoreTestSupport
import Testing

@testable import Screens

@Suite struct `The seller's name` {
  private func lines(_ driver: ScreenDriver, of product: Product) -> [String] {
    driver.state.productPage(of: product, columns: 80).lines.map {
      $0.spans.map(\.text).joined()
    }
  }

  @Test(arguments: [
    ("en", "Sold by Aurora GmbH"), ("zh-Hans", "由 Aurora GmbH 提供"),
  ])
  func `stands on every product's page, in front of the links`(language: String, line: String)
    throws
  {
    for product in SampleShop.aurora.products {
      var driver = ScreenDriver(words: SampleShop.words(language))
      var reading = SampleShop.reading()
      driver.hand(.catalogueRead(reading))
      let before = lines(driver, of: product)
      #expect(!before.contains { $0.contains("Aurora GmbH") })
      reading.company = "Aurora GmbH"
      driver.hand(.catalogueRead(reading))
      let page = lines(driver, of: product)
      let place = try #require(page.firstIndex { $0.contains(line) })
      if let link = page.firstIndex(where: { $0.contains("[1]") }) { #expect(place < link) }
    }
  }

  @Test func `is made safe to print`() {
    var driver = ScreenDriver(words: SampleShop.words())
    var reading = SampleShop.reading()
    reading.company = "Aurora\u{1B}[31m\u{202E}"
    driver.hand(.catalogueRead(reading))
    let page = lines(driver, of: SampleShop.aurora.products[0])
    #expect(page.contains { $0.contains("Sold by Aurora\u{FFFD}[31m\u{FFFD}") })
  }
}
