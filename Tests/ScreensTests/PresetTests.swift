import StoreModel
import StoreTestSupport
import Testing

@testable import Screens

@Suite struct `The file's presets` {
  private func page(_ settings: Catalogue.Settings, language: String = "en") -> [String] {
    var catalogue = SampleShop.aurora
    catalogue.settings = settings
    var driver = ScreenDriver(words: SampleShop.words(language))
    driver.hand(.catalogueRead(SampleShop.reading(catalogue)))
    return driver.state.filePage(columns: 90).lines.map {
      $0.spans.map(\.text).joined().trimmingPrefix(" ").description
    }
  }

  private func presets(_ settings: Catalogue.Settings, language: String = "en") -> [String] {
    let bare = page(Catalogue.Settings(), language: language)
    return page(settings, language: language).filter { !bare.contains($0) }
  }

  private static let everything = Catalogue.Settings(
    timeRate: 15, disableDialogs: true, failTransactions: true, askToBuy: true,
    interruptedPurchases: true, renewalBillingIssues: true, billingGracePeriod: true,
    failures: [
      SimulatedFailure(api: .loadProducts, isEnabled: true),
      SimulatedFailure(api: .refundRequest, isEnabled: false),
      SimulatedFailure(
        api: .purchase, error: SimulatedError(kind: .purchase, index: 99), isEnabled: true),
      SimulatedFailure(api: .manageSubscriptions, isEnabled: true),
    ])

  @Test func `are said in words where they are on`() {
    #expect(
      presets(Self.everything) == [
        "Set in the file for testing",
        "Time runs faster: a month lasts 30 seconds.",
        "No dialogs: nothing asks before a purchase.",
        "Every purchase fails.",
        "Ask to Buy: purchases wait for somebody's approval.",
        "Interrupted purchases: the customer must do something elsewhere first.",
        "Billing issues: renewals cannot be charged.",
        "Billing grace period: a subscription goes on for a while when its renewal cannot be",
        "charged.",
        "Loading products fails: networkError",
        "A purchase fails: purchase 99",
        "Managing subscriptions fails: systemError, set; no such sheet here",
      ])
    #expect(!page(Catalogue.Settings(timeRate: 0)).contains("Set in the file for testing"))
  }

  @Test func `are said in Chinese`() {
    let said = presets(Self.everything, language: "zh-Hans")
    #expect(said.first == "文件中的测试设置")
    #expect(said.contains("时间加速：一个月为 30 秒。"))
    #expect(said.contains("加载产品会失败：networkError"))
    #expect(said.count == 11)
  }

  @Test(arguments: [
    (1, "a day lasts 1 hour"), (2, "a day lasts 30 minutes"), (3, "a day lasts 5 minutes"),
    (4, "a day lasts 1 minute"), (5, "a day lasts 30 seconds"), (6, "a day lasts 1 second"),
    (10, "a month lasts 1 hour"), (11, "a month lasts 30 minutes"),
    (12, "a month lasts 15 minutes"), (13, "a month lasts 5 minutes"),
    (15, "a month lasts 30 seconds"), (1000, "each subscription period lasts 15 minutes"),
    (1001, "each subscription period lasts 5 minutes"),
    (1002, "each subscription period lasts 1 minute"),
    (1003, "each subscription period lasts 30 seconds"),
    (1004, "each subscription period lasts 10 seconds"),
    (1005, "each subscription period lasts 2 seconds"),
  ])
  func `say how fast time runs`(rate: Int, words: String) {
    #expect(
      presets(Catalogue.Settings(timeRate: rate)).last == "Time runs faster: \(words).")
  }
}
