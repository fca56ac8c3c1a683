import FoundationEssentials
import StoreModel
import StoreTestSupport
import Testing

@testable import Screens

@Suite struct `A higher price` {
  private func shop(_ panel: StorePanel = SampleShop.raisedPanel) -> ScreenDriver {
    var driver = ScreenDriver(words: SampleShop.words())
    driver.hand(.catalogueRead(SampleShop.reading()))
    driver.hand(.queueChanged(SampleShop.queue, at: SampleShop.now))
    driver.hand(.storeChanged(panel))
    return driver
  }

  @Test func `is asked for with the old price, the price to come, and what happens else`() {
    let driver = shop()
    for text in [
      "Price increase", "SIMULATED, no money moves", "Pro Monthly", "Now: $9.99 per month",
      "From 2026-04-01: $12.99 per month",
      "If you do not agree by then, the subscription ends on", "[> Not now <]",
    ] { #expect(driver.said.contains(text), "\(text)") }
  }

  /// Keys on the question, and what they do to the store.
  static let answers: [(keys: [Key], control: StoreControl?)] = [
    ([.enter], nil), ([.escape], nil), ([.character("n")], nil),
    ([.right, .enter], .refuse(id: "2000000124")), ([.left, .enter], .consent(id: "2000000124")),
    ([.character("y")], .consent(id: "2000000124")),
  ]

  @Test(arguments: answers)
  func `is answered by what was pressed`(keys: [Key], control: StoreControl?) {
    var driver = shop()
    let effects = keys.flatMap { driver.press($0) }
    #expect(effects == control.map { [.control($0)] } ?? [])
    #expect(!driver.screen.contains("Price increase"))
    #expect(driver.said.contains("The higher price waits for your answer") == (control == nil))
  }

  @Test func `is asked for once, and again where it rises again`() {
    var driver = shop()
    driver.press(.escape)
    driver.hand(.storeChanged(SampleShop.raisedPanel))
    #expect(driver.state.dialogs.isEmpty)
    var panel = SampleShop.raisedPanel
    panel.lives[0].priceIncrease?.price = Price(14, "USD")
    driver.hand(.storeChanged(panel))
    #expect(driver.said.contains("From 2026-04-01: $14.00 per month"))
  }

  @Test func `is not asked for any more where it was answered elsewhere`() {
    var driver = shop()
    var panel = SampleShop.raisedPanel
    panel.lives[0].priceIncrease?.isAgreed = true
    driver.hand(.storeChanged(panel))
    #expect(driver.state.dialogs.isEmpty)
    driver.hand(.controlled(.consent(id: "2000000124")))
    #expect(driver.said.contains("Agreed: Pro Monthly renews on 2026-04-01 for $12.99 per month."))
    driver.hand(.controlled(.refuse(id: "2000000124")))
    #expect(driver.said.contains("Not agreed: Pro Monthly ends on 2026-04-01."))
  }

  /// Subscriptions of which nobody is asked.
  static let silent: [@Sendable (inout StorePanel) -> Void] = [
    { $0.switches.remove(.dialogs) }, { $0.lives[0].priceIncrease?.isAgreed = true },
    { $0.lives[0].willAutoRenew = false }, { $0.lives[0].state = .expired },
  ]

  @Test(arguments: silent.indices)
  func `is not asked for without dialogs, or where nothing waits`(index: Int) {
    var panel = SampleShop.raisedPanel
    Self.silent[index](&panel)
    #expect(shop(panel).state.dialogs.isEmpty)
  }

  @Test func `waits on the pages of product and purchase, with the key that answers it`() {
    let waiting = "The higher price, $12.99 per month from 2026-04-01, waits for your answer."
    for keys: [Key] in [
      [.down, .enter], [.character("2"), .down, .down, .enter],
    ] {
      var driver = shop()
      driver.press(.escape)
      for key in keys { driver.press(key) }
      driver.press(.character("G"))
      #expect(driver.state.writablePage.text.contains(waiting))
      driver.press(.character("a"))
      #expect(driver.said.contains("From 2026-04-01: $12.99 per month"))
      driver.press(.escape, .character("x"))
      #expect(driver.said.contains("From 2026-04-01: $12.99 per month"))
    }
  }
}
