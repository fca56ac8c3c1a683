import StoreModel
import StoreTestSupport
import Testing

@testable import Screens

@Suite struct `Finding on a page` {
  private func page(_ language: String = "en", columns: Int = 60, rows: Int = 18) -> ScreenDriver {
    var driver = ScreenDriver(
      words: SampleShop.words(language), size: Size(columns: columns, rows: rows))
    let shop =
      language == "en"
      ? SampleShop.disclosures()
      : SampleShop.disclosures(storefront: SampleShop.china, locale: "zh_CN")
    driver.hand(.catalogueRead(SampleShop.reading(disclosures: shop)))
    driver.hand(.queueChanged(QueueState(mode: .open), at: SampleShop.now))
    driver.press(.down, .enter)
    return driver
  }

  /// The marked parts of the screen, top to bottom, without blanks.
  private func marked(_ driver: ScreenDriver) -> String {
    driver.frame.rows.flatMap { $0 }.filter { $0.style.isSuperset(of: Match.style) }
      .map(\.text).joined().filter { !$0.isWhitespace }
  }

  @Test func `marks a phrase also where it runs over the end of a line`() {
    for columns in [40, 50, 60, 70, 80] {
      var driver = page(columns: columns, rows: 24)
      driver.type("/24 hours before the current period")
      #expect(driver.screen.contains("1 found") || driver.screen.contains("2 found"))
      #expect(marked(driver).contains("24hoursbeforethecurrentperiod"), "\(columns)")
    }
  }

  @Test func `finds Chinese across the end of a line`() {
    var driver = page("zh-Hans", columns: 40, rows: 24)
    driver.type("/24小时")
    #expect(marked(driver).contains("24小时"))
  }

  @Test func `goes to the next and the previous one, and round the end`() {
    var driver = page(columns: 40, rows: 12)
    driver.type("/apple account")
    let first = driver.state.shownScroll
    #expect(driver.screen.contains("2 found"))
    driver.press(.enter)
    driver.type("n")
    let second = driver.state.shownScroll
    #expect(second > first)
    driver.type("N")
    #expect(driver.state.shownScroll == first)
    driver.type("N")
    let last = driver.state.shownScroll
    #expect(last > first)
    driver.type("n")
    #expect(driver.state.shownScroll == first)
  }

  @Test func `ends with Esc, one step at a time`() {
    var driver = page()
    driver.type("/hours")
    driver.press(.enter)
    #expect(!marked(driver).isEmpty)
    driver.press(.escape)
    #expect(marked(driver).isEmpty)
    #expect(!driver.state.pages.isEmpty)
    driver.press(.escape)
    #expect(driver.state.pages.isEmpty)
    driver.press(.enter)
    driver.type("n")
    #expect(driver.screen.contains("Nothing is looked for yet; / begins."))
  }

  @Test func `looks through the findings of the file too`() {
    var driver = page()
    driver.type("3/price is empty")
    driver.press(.enter)
    #expect(marked(driver) == "priceisempty")
  }

  @Test func `finds each match once, whatever is looked for`() {
    let lines = ["aaa", "a", "bab"].map { Line($0) }
    #expect(PageSearch("aa")?.lines(in: lines) == [0, 0])
    #expect(PageSearch("AB")?.lines(in: lines) == [1, 2])
    #expect(PageSearch("zz")?.lines(in: lines) == [])
    #expect(PageSearch(" ") == nil)
    #expect(
      PageSearch("ab")?.marked(lines).map { $0.spans.map(\.text).joined() } == ["aaa", "a", "bab"])
  }
}
