import Disclosure
import Foundation
import Screens
import StoreModel
import StoreTestSupport
import Testing

@Suite struct `The purchase flows` {
  private func shop(
    _ catalogue: Catalogue = SampleShop.aurora, size: Size = Size(columns: 80, rows: 24),
    queue: QueueState = QueueState(mode: .open)
  ) -> ScreenDriver {
    var driver = ScreenDriver(words: SampleShop.words(), size: size)
    driver.hand(.catalogueRead(SampleShop.reading(catalogue)))
    driver.hand(.queueChanged(queue, at: SampleShop.now))
    return driver
  }

  private func purchase(_ stage: PurchaseStage, error: StoreError? = nil) -> Purchase {
    Purchase(id: "a1", productID: "coins100", stage: stage, error: error)
  }

  @Test func `FLOW-14: one key press, one order`() {
    var driver = shop()
    let asked = driver.press(.character("b"))
    #expect(asked == [.pay(productID: "pro.year", quantity: 1)])
    for _ in 0..<10 { #expect(driver.type("by").isEmpty) }
  }

  @Test func `FLOW-45: a cancelled purchase is a quiet line and no dialog`() {
    var driver = shop()
    driver.hand(.ordered(productID: "coins100", .purchase(purchase(.cancelled))))
    #expect(driver.screen.contains("Cancelled. Nothing was charged."))
    #expect(!driver.screen.contains("┌"))
    #expect(!driver.screen.contains("SKErrorDomain"))
    let row = driver.frame.rows[22]
    #expect(row.allSatisfy { !$0.style.contains(.red) && !$0.style.contains(.bold) })
  }

  @Test func `FLOW-47: a failure without a reason says so`() {
    var driver = shop()
    driver.hand(.ordered(productID: "coins100", .purchase(purchase(.failed))))
    #expect(driver.screen.contains("100 Coins was not bought. The store gave no reason."))
    driver.hand(.notice("something else"))
    #expect(driver.screen.contains("The store gave no reason."), "a failure stays")
    driver.press(.down)
    #expect(!driver.screen.contains("The store gave no reason."), "until a key")
  }

  @Test func `FLOW-47: a failure with a reason names its code`() {
    var driver = shop()
    driver.hand(
      .ordered(
        productID: "coins100",
        .purchase(purchase(.failed, error: .cloudServiceNetworkConnectionFailed))))
    #expect(driver.screen.contains("The store could not be reached (SKErrorDomain 7)."))
  }

  @Test(arguments: [
    (
      Purchase(
        id: "a1", productID: "coins100", stage: .cancelled,
        history: [
          Purchase.Mark(.deferred, SampleShop.now), Purchase.Mark(.cancelled, SampleShop.now),
        ]),
      "100 Coins was not approved. Nothing was charged."
    ),
    (
      Purchase(id: "a1", productID: "coins100", stage: .failed, error: .interrupted),
      "100 Coins was interrupted: the customer has something to settle with the store"
    ),
    (
      Purchase(id: "a1", productID: "pro.month", stage: .closedUnpaid),
      "Pro Yearly until 2026-03-02, then Pro Monthly for $9.99."
    ),
    (
      Purchase(id: "a1", productID: "coins100", stage: .closedUnpaid),
      "100 Coins: closed, nothing was charged."
    ),
  ])
  func `what ended without money says what comes of it`(purchase: Purchase, text: String) {
    var driver = shop(
      queue: QueueState(
        mode: .open,
        statuses: [
          SubscriptionStatus(
            originalID: "1", groupID: "pro", productID: "pro.year",
            accessEnd: SampleShop.now + 86_400, nextProductID: "pro.month",
            renewalDate: SampleShop.now + 86_400,
            renewalPrice: Price(Decimal(string: "9.99") ?? 0, "USD"))
        ]))
    driver.hand(.ordered(productID: purchase.productID, .purchase(purchase)))
    #expect(driver.screen.contains(text))
  }

  @Test func `a change at renewal is seen in the list, and taking it back keeps the level`() {
    let day = SampleShop.now + 86_400
    var status = SubscriptionStatus(
      originalID: "1", groupID: "pro", productID: "pro.year", accessEnd: day,
      nextProductID: "pro.month", renewalDate: day,
      renewalPrice: Price(Decimal(string: "9.99") ?? 0, "USD"))
    var driver = shop(queue: QueueState(mode: .open, statuses: [status]))
    #expect(driver.screen.contains("begins 2026-03-02"))
    status.nextProductID = "pro.year"
    driver.hand(
      .queueChanged(QueueState(mode: .open, statuses: [status]), at: SampleShop.now))
    #expect(!driver.screen.contains("begins 2026-03-02"))
    let purchase = Purchase(id: "a", productID: "pro.year", stage: .closedUnpaid)
    driver.hand(.ordered(productID: "pro.year", .purchase(purchase)))
    #expect(
      driver.said.contains(
        "Pro Yearly stays, and renews on 2026-03-02 for $9.99. Nothing was charged."))
  }

  @Test func `FLOW-48: without payments prices are seen, buying says why, restoring works`() {
    var driver = shop(queue: QueueState(mode: .open, canMakePayments: false))
    #expect(driver.screen.contains("$79.99"))
    #expect(driver.screen.contains("(b buy)"))
    #expect(driver.type("b").isEmpty)
    #expect(driver.screen.contains("Payments are not allowed on this device."))
    driver.press(.enter)
    #expect(driver.screen.contains("(b)  Payments are not allowed on this device."))
    #expect(driver.type("Ry") == [.restore])
  }

  @Test func `FLOW-49: exactly the unknown ids are named, and none when all are known`() {
    var catalogue = SampleShop.aurora
    catalogue.invalidProductIDs = ["pro.montly", "coin100"]
    var driver = shop(catalogue)
    #expect(driver.screen.contains("2 ids are not in the catalogue: pro.montly, coin100."))
    #expect(driver.said.contains("Misspelled, of another app, or removed?"))
    driver.type("3")
    #expect(driver.screen.contains("2 ids are not in the catalogue"))
    #expect(driver.screen.contains("Likely reasons: the id is misspelled"))
    driver.hand(.catalogueRead(SampleShop.reading()))
    #expect(!driver.screen.contains("not in the catalogue"))
  }

  @Test func `FLOW-51: when nothing is known the screen explains, and nothing can be bought`() {
    let unknown = Catalogue(
      name: "ids.plist", format: .plist,
      products: [
        Product(id: "pro.montly", type: .unknown, obstacle: .notInCatalogue),
        Product(id: "coin100", type: .unknown, obstacle: .notInCatalogue),
      ], invalidProductIDs: ["pro.montly", "coin100"])
    var driver = shop(unknown)
    #expect(driver.screen.contains("None of the 2 ids that were asked for is known to the store."))
    #expect(driver.screen.contains("pro.montly"))
    #expect(driver.screen.contains("Likely reasons"))
    #expect(driver.press(.character("b"), .enter, .character("b")).isEmpty)
    driver.hand(.ordered(productID: "coin100", .refused(.unknownProduct)))
    #expect(driver.screen.contains("The store does not know this id"))
  }

  @Test(arguments: [40, 80, 200])
  func `FLOW-57: the billed price comes first and nothing outweighs it`(columns: Int) throws {
    for rows in [24, 60] {
      var driver = shop(size: Size(columns: columns, rows: rows))
      driver.press(.enter)
      var spans: [(row: Int, span: Span)] = []
      for (row, line) in driver.frame.rows.enumerated() {
        // Beside a list, only the page's half of the row.
        let start = line.lastIndex { $0.text == "│" }.map { $0 + 1 } ?? 0
        spans += line[start...].map { (row: row, span: $0) }
      }
      let billed = try #require(spans.first { $0.span.text.contains("$79.99 per year") })
      let derived = try #require(spans.first { $0.span.text.contains("$6.67") })
      #expect(billed.row < derived.row)
      #expect(billed.span.style.contains(.bold))
      #expect(derived.span.style.contains(.dim) && !derived.span.style.contains(.bold))
    }
  }

  @Test func `a recovered purchase is announced by name, once`() {
    var recovered = purchase(.finished)
    recovered.isRecovered = true
    var driver = shop(queue: QueueState(mode: .open, purchases: [recovered]))
    #expect(driver.screen.contains("100 Coins: paid earlier, delivered now."))
    driver.press(.down)
    driver.hand(.queueChanged(QueueState(mode: .open, purchases: [recovered]), at: SampleShop.now))
    #expect(!driver.screen.contains("paid earlier"))
  }

  @Test func `a journal that was damaged is reported`() {
    var queue = QueueState(mode: .open)
    queue.diagnostics = [
      Diagnostic(.warning, "journal-damaged", "The journal was damaged. It was set aside.")
    ]
    var driver = shop(queue: queue)
    #expect(driver.screen.contains("The journal was damaged. It was set aside."))
    driver.type("3")
    #expect(driver.screen.contains("journal-damaged"))
  }

  @Test func `a file that fails to be read leaves the last good copy on the shelf`() {
    var driver = shop()
    driver.press(.down, .character("r"))
    #expect(driver.effects.contains(.readCatalogue))
    driver.hand(.catalogueRead(SampleShop.reading(SampleShop.unreadable)))
    #expect(driver.screen.contains("> Pro Monthly"))
    #expect(driver.screen.contains("line 41, column 26"))
    driver.hand(.catalogueRead(SampleShop.reading()))
    #expect(driver.screen.contains("> Pro Monthly"), "the selection stays on its product")
    #expect(driver.screen.contains("loaded 7 products"))
  }

  @Test func `one product is one product`() {
    let driver = shop(SampleShop.large(1))
    #expect(driver.screen.contains("loaded 1 product in"))
  }
}
