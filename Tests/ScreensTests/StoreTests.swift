import FoundationEssentials
import StoreModel
import StoreTestSupport
import Testing

@testable import Screens

/// A shop that is open, in whose store a panel shows how things stand.
private func openShop(
  _ panel: StorePanel = SampleShop.busyPanel, columns: Int = 80, rows: Int = 24
) -> ScreenDriver {
  var driver = ScreenDriver(
    words: SampleShop.words(), size: Size(columns: columns, rows: rows))
  driver.hand(.catalogueRead(SampleShop.reading()))
  driver.hand(.queueChanged(SampleShop.queue, at: SampleShop.now))
  driver.hand(.storeChanged(panel))
  return driver
}

extension ScreenDriver {
  /// Goes to a line of the store panel with the arrows.
  fileprivate mutating func select(_ kind: StoreEntry.Kind) {
    type("4g")
    for _ in state.storeEntries.prefix(while: { $0.kind != kind }) { press(.down) }
  }
}

@Suite struct `The store panel` {
  @Test(arguments: StoreSwitch.allCases)
  func `turns every switch with Enter and with Space`(name: StoreSwitch) {
    let isOn = SampleShop.busyPanel.switches.contains(name)
    for key in [Key.enter, .character(" ")] {
      var driver = openShop()
      driver.select(.turn(name))
      #expect(driver.press(key) == [.control(.turn(name, isOn: !isOn))])
    }
    var driver = openShop()
    driver.hand(.pasted(""))
    driver.type(":store \(name.rawValue) on")
    #expect(driver.press(.enter) == [.control(.turn(name, isOn: true))])
  }

  @Test(arguments: StoreControl.verbs.map(\.name))
  func `has every verb within reach, word by word`(verb: String) throws {
    var panel = SampleShop.busyPanel
    panel.lives[0].priceIncrease = SubscriptionLife.PriceIncrease(
      price: Price(12, "USD"), isAgreed: false)
    panel.lives[0].state = .inGracePeriod
    var driver = openShop(panel)
    driver.type(":store \(verb) ")
    if driver.state.palette?.lead.isEmpty == true { driver.press(.enter) }
    for text in ["", "12.99", "Anna"] {
      guard driver.state.palette != nil else { break }
      if driver.state.palette?.entries.isEmpty == true { driver.type(text.isEmpty ? "Anna" : text) }
      driver.press(.enter)
    }
    #expect(driver.state.palette == nil)
    var controls = driver.effects.compactMap { effect -> StoreControl? in
      if case .control(let control) = effect { control } else { nil }
    }
    if case .control(let control)? = driver.state.dialogs.last?.kind { controls.append(control) }
    #expect(controls.map { $0.words.first } == [verb], "\(driver.screen)")
  }

  @Test func `opens the palette for what a line can be`() {
    var driver = openShop()
    driver.select(.failure(.purchase))
    driver.press(.enter)
    #expect(driver.screen.contains(": store fail purchase"))
    driver.type("invalidQ")
    #expect(
      driver.press(.enter) == [
        .control(.fail(.purchase, SimulatedError(kind: .purchase, index: 0)))
      ])
    driver.select(.speed)
    driver.press(.enter)
    driver.type("testflight")
    #expect(driver.press(.enter) == [.control(.speed(StoreSpeed(.testFlight)))])
    driver.select(.account("tester@example.com"))
    #expect(driver.press(.enter) == [.control(.signIn("tester@example.com"))])
    driver.select(.due(SampleShop.busyPanel.clock.due[0]))
    driver.press(.enter)
    #expect(driver.press(.enter) == [.clock(.set(SampleShop.busyPanel.clock.due[0].date))])
  }

  @Test func `answers requests with a and x, on the panel and on the purchase`() {
    var driver = openShop()
    driver.select(.request("2000000130"))
    #expect(driver.type("a") == [.control(.approve(id: "2000000130"))])
    #expect(driver.type("x") == [.control(.decline(id: "2000000130"))])
    driver.press(.down)
    #expect(driver.type("a") == [.control(.resolve(id: "2000000131"))])
    #expect(driver.type("x").isEmpty)
    #expect(driver.said.contains("This purchase was interrupted; a settles it."))
    driver.type("2")
    driver.press(.down, .down, .down)
    #expect(driver.type("a") == [.control(.approve(id: "2000000130"))])
  }

  @Test(
    arguments: [
      StoreControl.refund(id: "2000000124", .full), .expire(id: "2000000124"),
      .delete(id: "2000000124"), .clear, .forget(id: nil), .removeAccount("A"),
    ])
  func `asks before what cannot be taken back, with Cancel focused`(control: StoreControl) {
    var driver = openShop()
    driver.hand(.pasted(""))
    #expect(driver.state.attempt(control).isEmpty)
    #expect(driver.said.contains("This cannot be taken back."))
    #expect(!driver.said.contains("{"))
    #expect(driver.press(.enter).isEmpty)
    #expect(driver.said.contains("Cancelled. Nothing has changed."))
    _ = driver.state.attempt(control)
    #expect(driver.press(.tab, .enter) == [.control(control)])
  }

  @Test func `says what was done, and why something could not be`() {
    var driver = openShop()
    driver.hand(.controlled(.turn(.silent, isOn: false)))
    #expect(driver.said.contains("Silent store: off"))
    driver.hand(.controlled(.renew(id: "2000000124")))
    #expect(driver.said.contains("Done: Renew now (renew 2000000124)."))
    driver.hand(.clockControlled(.freeze))
    #expect(driver.said.contains("It is 2026-03-01 09:00 UTC in the store now: frozen."))
    driver.hand(.controlRefused("There is nothing to renew.\(" \u{1B}[31m")"))
    #expect(driver.said.contains("There is nothing to renew."))
    driver.type(":store fail purchase nonsense")
    #expect(driver.press(.enter).isEmpty)
    #expect(driver.said.contains("\"nonsense\" is not an error of purchase."))
    driver.type(":store price 7 much")
    #expect(driver.press(.enter).isEmpty)
    #expect(driver.said.contains("\"much\" is no amount. Write it like 12.99."))
  }

  @Test func `keeps the selection on its line while others come and go`() {
    var driver = openShop()
    driver.select(.turn(.grace))
    driver.hand(.storeChanged(SampleShop.panel))
    #expect(driver.state.selectedEntry?.kind == .turn(.grace))
  }

  @Test func `says what differs from the file`() {
    var driver = openShop()
    driver.select(.verb("reset"))
    driver.hand(.resized(Size(columns: 120, rows: 40)))
    #expect(driver.said.contains("7 differ from the file"))
    #expect(driver.said.contains("Payment sheet: on"))
    #expect(driver.said.contains("Purchase: works"))
    #expect(driver.press(.enter) == [.control(.reset)])
  }
}

@Suite struct `The clock` {
  @Test(arguments: [
    ("+24h", ClockControl.advance(seconds: 86_400)), ("next", .next), ("x30", .run(rate: 30)),
    ("+1mo", .advanceBy(SubscriptionPeriod(value: 1, unit: .month))),
    ("device -30m", .device(offset: -1_800)), ("freeze", .freeze), ("real", .run(rate: 1)),
  ])
  func `is turned by what is typed`(text: String, control: ClockControl) {
    var driver = openShop()
    driver.type(":clock \(text)")
    #expect(driver.press(.enter) == [.clock(control)])
    driver.press(.function(10))
    driver.hand(.pasted(text))
    #expect(driver.press(.enter) == [.clock(control)])
  }

  @Test func `offers the next thing that is due, and refuses what is no time`() {
    var driver = openShop()
    driver.press(.function(10), .up, .up, .up, .up, .up, .up, .up, .up)
    #expect(driver.said.contains("To the next thing, in 16 h 48 min: Season Pass"))
    #expect(driver.press(.enter) == [.clock(.next)])
    driver.type(":clock tomorrow")
    #expect(driver.press(.enter).isEmpty)
    #expect(driver.said.contains("\"tomorrow\" is no time."))
  }

  @Test func `takes words back one by one`() {
    var driver = openShop()
    driver.type(":store fail purchase x")
    driver.press(.backspace)
    #expect(driver.state.palette?.lead == ["fail", "purchase"])
    driver.press(.backspace, .backspace)
    #expect(driver.state.palette?.lead == [])
    driver.press(.backspace)
    #expect(driver.state.palette?.action == nil)
  }
}

@Suite struct `What is on in the store` {
  @Test(
    arguments: ["products", "product-once", "purchases", "purchase-paid", "verification", "file"],
    [(40, 12), (80, 24), (132, 43)])
  func `stands on every screen`(name: String, size: (Int, Int)) throws {
    let scene = try #require(Scene.all.first { $0.name == name })
    var driver = scene.driver(size: Size(columns: size.0, rows: size.1))
    driver.hand(.storeChanged(SampleShop.panel))
    let before = driver.screen.split(separator: "\n").prefix(2)
    #expect(!before.contains { $0.contains(" on") })
    driver.hand(.storeChanged(SampleShop.busyPanel))
    let head = driver.screen.split(separator: "\n").prefix(2).joined()
    #expect(head.contains("no sheet") || head.contains("11 on"), "\(driver.screen)")
    driver.type("?")
    let help = driver.screen.split(separator: "\n").first ?? ""
    #expect(help.contains("Purchase fails") || help.contains("11 on"), "\(driver.screen)")
  }

  @Test func `is counted on a card, too`() {
    #expect(openShop(columns: 20, rows: 6).screen.contains("11 on"))
  }

  @Test func `is named as far as there is room`() {
    let words = SampleShop.words()
    var panel = SampleShop.panel
    #expect(words.whatIsOn(panel) == [])
    panel.clock.mode = .running(rate: 60)
    panel.switches = [.askToBuy, .payments]
    let on = words.whatIsOn(panel)
    #expect(on == ["no sheet", "Ask to Buy", "x60"])
    #expect(words.list(on, columns: 25) == "no sheet, Ask to Buy, x60")
    #expect(words.list(on, columns: 24) == "no sheet, Ask to Buy, +1")
    #expect(words.list(on, columns: 14) == "no sheet, +2")
    #expect(words.list(on, columns: 5) == "3 on")
    panel.clock.mode = .frozen
    #expect(words.whatIsOn(panel).last == "clock frozen 2026-03-01 09:00")
    panel.switches = [.dialogs, .payments]
    for (columns, text) in [
      (29, "clock frozen 2026-03-01 09:00"), (28, "clock frozen"), (12, "clock frozen"),
      (11, "1 on"),
    ] { #expect(words.onText(panel, columns: columns) == text) }
  }

  @Test(arguments: StoreSwitch.allCases)
  func `names every switch that is other than usual`(name: StoreSwitch) {
    let words = SampleShop.words()
    var panel = SampleShop.panel
    panel.switches.formSymmetricDifference([name])
    #expect(words.whatIsOn(panel) == [words["on.\(name.rawValue)"]])
  }
}

@Suite struct `A store that sells less` {
  @Test func `sells nothing while it is withheld, and comes back`() {
    var driver = openShop(SampleShop.withheldPanel)
    #expect(driver.said.contains("The store offers no products: the tax forms are missing."))
    #expect(driver.type("b").isEmpty)
    #expect(driver.press(.enter).isEmpty)
    driver.hand(.storeChanged(SampleShop.panel))
    #expect(driver.screen.contains("Pro Yearly"))
    var failing = SampleShop.panel
    failing.failures = [SimulatedFailure(api: .loadProducts, isEnabled: true)]
    driver.hand(.storeChanged(failing))
    #expect(driver.said.contains("The products could not be loaded: networkError."))
  }

  @Test(arguments: Withholding.allCases)
  func `says who has to do what before it sells again`(reason: Withholding) {
    var panel = SampleShop.panel
    panel.withheld = reason
    let driver = openShop(panel)
    let mending = [
      Withholding.tax: "somebody has to complete the tax forms.",
      .bank: "somebody has to add a bank account.",
      .agreement: "the Account Holder has to sign the Paid Apps Agreement.",
    ]
    #expect(driver.said.contains(mending[reason] ?? "?"))
    #expect(driver.said.contains("4 see and change what the store does"))
  }

  @Test func `lacks what has not come to it yet, and says how much that is`() {
    var driver = openShop(SampleShop.panel)
    #expect(driver.screen.contains("Remove Ads"))
    driver.press(.character("G"), .up)
    #expect(driver.state.selectedProduct?.id == "noads")
    driver.hand(.storeChanged(SampleShop.busyPanel))
    #expect(!driver.screen.contains("Remove Ads"))
    #expect(driver.said.contains("1 product has not come to the store yet; 4 publishes it."))
    #expect(driver.screen.contains("1 of 6"))
    driver.type("sss/ads")
    #expect(driver.screen.contains("0 of 6"))
    driver.press(.escape)
    #expect(driver.state.products?.matches.count == 6)
    driver.hand(.storeChanged(SampleShop.panel))
    #expect(driver.screen.contains("Remove Ads"))
  }

  @Test func `says so where nothing has come to it yet`() {
    var panel = SampleShop.panel
    panel.unpublished = SampleShop.aurora.products.map(\.id)
    var driver = openShop(panel)
    #expect(driver.said.contains("7 products have not come to the store yet; 4 publishes them."))
    #expect(driver.type("b").isEmpty)
    #expect(driver.said.contains("The store offers nothing now; 4 shows why."))
    driver.hand(.storeChanged(SampleShop.panel))
    #expect(driver.screen.contains("Pro Yearly"))
  }
}
