import Foundation
import Screens
import StoreModel
import StoreTestSupport
import Testing

@Suite struct `Questions and sheets` {
  private func shop(_ queue: QueueState = QueueState(mode: .open)) -> ScreenDriver {
    var driver = ScreenDriver(words: SampleShop.words())
    driver.hand(.catalogueRead(SampleShop.reading()))
    driver.hand(.queueChanged(queue, at: SampleShop.now))
    return driver
  }

  /// Keys on the payment sheet, and the answer they give.
  static let answers: [(keys: [Key], answer: PaymentSheet.Answer)] = [
    ([.enter], .cancel), ([.escape], .cancel), ([.character("n")], .cancel),
    ([.character("q")], .cancel), ([.character("y")], .buy), ([.right, .enter], .buy),
    ([.tab, .enter], .buy), ([.left, .enter], .buy), ([.right, .left, .enter], .cancel),
    ([.tab, .tab, .enter], .cancel), ([.right, .escape], .cancel),
  ]

  @Test(arguments: answers)
  func `the sheet answers what was pressed`(keys: [Key], answer: PaymentSheet.Answer) {
    var driver = shop()
    driver.hand(.sheetPresented(SampleShop.coinsSheet))
    let asked = keys.flatMap { driver.press($0) }
    #expect(asked == [.answer(SampleShop.coinsSheet.id, answer)])
    #expect(!driver.screen.contains("Confirm purchase"))
  }

  @Test func `the sheet says what is charged now and what later`() {
    var driver = shop()
    driver.hand(.sheetPresented(SampleShop.trialSheet))
    for text in [
      "SIMULATED, no money moves", "Charged now: nothing", "From 2026-03-08: $9.99 per month",
      "Renews automatically until cancelled.", "[> Cancel <]", "Start free trial",
    ] {
      #expect(driver.screen.contains(text), "\(text)")
    }
  }

  @Test
  func `the sheet of a better level says what is given back, that of a lesser one what stays`() {
    var driver = shop()
    var sheet = SampleShop.trialSheet
    (sheet.offer, sheet.chargedNow) = (nil, Price(Decimal(string: "9.99") ?? 0, "USD"))
    sheet.refund = PaymentSheet.Refund(productID: "pro.year", price: Price(40, "USD"))
    driver.hand(.sheetPresented(sheet))
    #expect(driver.screen.contains("Given back for the rest of Pro Yearly: $40.00"))
    #expect(driver.screen.contains("Subscribe $9.99"))
    driver.press(.escape)

    (sheet.refund, sheet.isFromRenewalOn, sheet.chargedNow) = (nil, true, Price(0, "USD"))
    driver.hand(.sheetPresented(sheet))
    for text in [
      "Charged now: nothing", "Your current level stays until 2026-03-08.", "Change at renewal",
    ] { #expect(driver.screen.contains(text), "\(text)") }
  }

  /// Keys on the sheet that asks for an account, and the answer they give.
  static let signIns: [(keys: [Key], answer: SignInSheet.Answer)] = [
    ([.enter], .cancel), ([.escape], .cancel), ([.right, .enter], .signIn("Tester A")),
    ([.tab, .tab, .enter], .signIn("tester.b@example.com")),
    ([.left, .enter], .signIn("tester.b@example.com")),
    ([.character("y")], .signIn("tester.b@example.com")),
  ]

  @Test(arguments: signIns)
  func `signing in answers what was pressed`(keys: [Key], answer: SignInSheet.Answer) {
    var driver = shop()
    driver.hand(.signInPresented(SampleShop.signInSheet))
    let asked = keys.flatMap { driver.press($0) }
    #expect(asked == [.signIn(SampleShop.signInSheet.id, answer)])
    #expect(!driver.screen.contains("Sign in to the store"))
    #expect(driver.screen.contains("contacting the store ...") == (answer != .cancel))
  }

  @Test func `more accounts than rows leave the focus and the question to be seen`() {
    var driver = shop()
    var sheet = SampleShop.signInSheet
    sheet.accounts = (1...40).map { "tester.with.a.long.name.\($0)@example.com" }
    driver.hand(.signInPresented(sheet))
    for account in sheet.accounts {
      driver.press(.right)
      #expect(driver.screen.contains("[> \(account) <]"))
      #expect(driver.screen.contains("Which store account buys this?"))
    }
  }

  @Test func `without an account there is only the way out`() {
    var driver = shop()
    driver.hand(
      .signInPresented(SignInSheet(id: "1", purpose: .restore, accounts: [], suggested: nil)))
    #expect(driver.screen.contains("There is no store account. Add one on screen 4."))
    #expect(driver.press(.character("y")) == [.signIn("1", .cancel)])
  }

  @Test func `the same sheet is shown once, and a second one waits behind`() {
    var driver = shop()
    driver.hand(.sheetPresented(SampleShop.coinsSheet))
    driver.hand(.sheetPresented(SampleShop.coinsSheet))
    driver.hand(.sheetPresented(SampleShop.trialSheet))
    #expect(driver.press(.enter) == [.answer(SampleShop.trialSheet.id, .cancel)])
    #expect(driver.press(.enter) == [.answer(SampleShop.coinsSheet.id, .cancel)])
    #expect(driver.press(.enter).isEmpty)
  }

  @Test func `a storefront that changes behind the sheet is said there and at the end`() {
    var driver = shop()
    driver.press(.character("b"))
    var sheet = SampleShop.coinsSheet
    sheet.productID = "pro.year"
    driver.hand(.sheetPresented(sheet))
    let warning = "The storefront or the price has changed since this order."
    #expect(!driver.said.contains(warning))
    let german = SampleShop.disclosures(storefront: SampleShop.germany, locale: "en_US")
    driver.hand(.catalogueRead(SampleShop.reading(disclosures: german)))
    #expect(driver.said.contains(warning))
    driver.press(.character("y"))
    let purchase = Purchase(
      id: "a", productID: "pro.year", stage: .failed, error: .storeProductNotAvailable)
    driver.hand(.ordered(productID: "pro.year", .purchase(purchase)))
    #expect(
      driver.said.contains(
        """
        Pro Yearly was not bought: the storefront or the price has changed since the order \
        (SKErrorDomain 5). The products were read again: €79.99 in Germany now. Nothing was charged.
        """))
  }

  @Test func `restoring asks, with Cancel focused`() {
    var driver = shop()
    #expect(driver.press(.character("R"), .enter).isEmpty)
    #expect(driver.screen.contains("Restore cancelled. Nothing has changed."))
    #expect(driver.press(.character("R"), .right, .enter) == [.restore])
    #expect(driver.screen.contains("restoring ..."))
  }

  /// How a restore ends, and what is said of it.
  static let restores: [(outcome: RestoreOutcome, text: String)] = [
    (.restored(count: 1), "Restored 1 purchase."), (.restored(count: 3), "Restored 3 purchases."),
    (.nothingToRestore, "There is nothing to restore."),
    (.cancelled, "Restore cancelled. Nothing has changed."),
    (.failed(.unknown), "Unknown error in the store (SKErrorDomain 0)."),
  ]

  @Test(arguments: restores)
  func `a restore says how it ended`(outcome: RestoreOutcome, text: String) {
    var driver = shop()
    driver.type("Ry")
    driver.hand(.restoreEnded(outcome))
    #expect(driver.screen.contains(text))
    #expect(!driver.screen.contains("restoring ..."))
    driver.press(.escape)
    #expect(driver.type("q") == [.quit])
  }

  @Test func `quitting asks only while a purchase is under way`() {
    var idle = shop()
    #expect(idle.type("q") == [.quit])
    var busy = shop(SampleShop.queue)
    #expect(busy.type("q").isEmpty)
    #expect(busy.screen.contains("2 purchases are under way."))
    #expect(busy.screen.contains("[> Stay <]"))
    #expect(busy.press(.enter).isEmpty)
    #expect(busy.type("qy") == [.quit])
  }

  @Test func `quitting asks while an order has no answer yet`() {
    var driver = shop()
    driver.type("b")
    #expect(driver.type("q").isEmpty)
    #expect(driver.screen.contains("1 purchase is under way."))
  }

  @Test func `q closes what is open before it quits`() {
    var driver = shop()
    driver.press(.character("2"), .character("1"), .enter, .character("?"))
    #expect(driver.type("q").isEmpty)
    #expect(driver.type("q").isEmpty)
    #expect(driver.type("q") == [.quit])
  }

  @Test func `a paste presses no keys`() {
    for scene in Scene.all where !scene.name.hasPrefix("filter") {
      var driver = scene.driver(size: Size(columns: 80, rows: 24))
      #expect(driver.hand(.pasted("qby\nR")).isEmpty, "\(scene.name)")
    }
  }
}
