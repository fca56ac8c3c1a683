import StoreModel
import StoreTestSupport
import Testing

@testable import Screens

/// A shop that is open, on a screen of 80x24, in a language.
private func openShop(
  _ language: String = "en", catalogue: Catalogue = SampleShop.aurora,
  keyMap: KeyMap = .standard
) -> ScreenDriver {
  var driver = ScreenDriver(words: SampleShop.words(language))
  driver.state = AppState(
    words: SampleShop.words(language), size: driver.size, keyMap: keyMap,
    storefronts: [SampleShop.usa, SampleShop.germany])
  driver.hand(.catalogueRead(SampleShop.reading(catalogue)))
  driver.hand(.queueChanged(QueueState(mode: .open), at: SampleShop.now))
  return driver
}

@Suite struct `The command palette` {
  @Test(arguments: Action.allCases.filter { !$0.isOfBox && $0 != .palette }, ["en", "zh-Hans"])
  func `finds every action by its words and by its name`(action: Action, language: String) throws {
    for text in [SampleShop.words(language)["action.\(action.rawValue)"], action.rawValue] {
      var driver = openShop(language)
      driver.type(":")
      // A name with a blank behind it would ask for the argument already.
      driver.hand(.pasted(text))
      let entries = try #require(driver.state.palette).entries
      #expect(entries.prefix(4).contains { $0.choice == .action(action) }, "\(text)")
    }
  }

  @Test(arguments: KeyMap.standard.named.filter { $0.action != "palette" }.map(\.action))
  func `teaches the key that does the same here`(name: String) throws {
    var driver = openShop()
    let action = try #require(Action(rawValue: name))
    guard let key = KeyMap.standard.key(for: action, in: .products) else { return }
    driver.type(":")
    let entry = driver.state.palette?.offers.first { $0.choice == .action(action) }
    #expect(entry?.hint == key.label)
  }

  @Test func `a newcomer finds restore with a word of it`() {
    var driver = openShop()
    driver.type(":rest")
    driver.press(.enter)
    #expect(driver.said.contains("Restore the purchases of this store account?"))
  }

  @Test func `says why something cannot be done, and stays`() {
    var driver = openShop()
    driver.type(":verify")
    #expect(driver.screen.contains("Not on this screen. Go to Purchases first: 2."))
    #expect(driver.press(.enter).isEmpty)
    #expect(driver.state.palette != nil)
    driver.press(.escape)
    #expect(driver.state.palette == nil)
  }

  @Test func `takes an argument that is typed behind the name`() {
    var driver = openShop()
    driver.type(":locale de_DE")
    #expect(
      driver.press(.enter) == [.changeShop(storefront: "USA", locale: "de_DE")])
    #expect(driver.type(":storefront deu").isEmpty)
    #expect(
      driver.press(.enter) == [.changeShop(storefront: "DEU", locale: "en_US")])
  }

  @Test func `takes a language that is not in its list, and refuses what is none`() {
    var driver = openShop()
    driver.type(":locale eo")
    #expect(driver.press(.enter) == [.changeShop(storefront: "USA", locale: "eo")])
    driver.type(":locale xqz")
    #expect(driver.press(.enter).isEmpty)
    #expect(driver.screen.contains("\"xqz\" is no language and region; write it like de_DE."))
  }

  @Test func `completes with Tab and goes back with Backspace`() {
    var driver = openShop()
    driver.type(":them")
    driver.press(.tab)
    #expect(driver.state.palette?.action == .theme)
    driver.type("mo")
    driver.press(.tab)
    #expect(driver.state.palette?.text == "mono")
    #expect(driver.press(.enter) == [.changeTheme(.mono)])
    driver.type(":theme x")
    driver.press(.backspace, .backspace)
    #expect(driver.state.palette?.action == nil)
  }

  @Test func `chooses a numbered link at once`() {
    var driver = openShop()
    #expect(driver.type("o2") == [.openLink(url: "https://aurora.example/legal/privacy")])
    #expect(driver.state.palette == nil)
  }

  @Test func `copies what is chosen, as it is`() {
    var driver = openShop(catalogue: SampleShop.manyScripts)
    let text = driver.state.selectedProduct.map(\.id) ?? ""
    #expect(driver.type("y1") == [.copy(text: text, what: "the product ID")])
    driver.hand(.copied(what: "the product ID", bytes: 18))
    #expect(
      driver.said.contains(
        "the product ID: sent to the terminal's clipboard (OSC 52), 18 bytes."
          + " Some terminals do not allow it."))
  }

  @Test func `goes to a product by a part of its name or id`() {
    var driver = openShop()
    driver.type(":season")
    driver.press(.enter)
    #expect(driver.state.selectedProduct?.id == "pass90")
    driver.type("/coins")
    driver.press(.enter)
    driver.type(":noads")
    driver.press(.enter)
    #expect(driver.state.selectedProduct?.id == "noads")
  }

  @Test func `lists the catalogues that were found, and the demo`() {
    var driver = openShop()
    #expect(driver.type("p") == [.findCatalogues])
    driver.hand(.cataloguesFound(["Shop.storekit", "Tests/Old.storekit"]))
    #expect(driver.screen.contains("Tests/Old.storekit"))
    driver.type("old")
    #expect(driver.press(.enter) == [.openCatalogue(path: "Tests/Old.storekit")])
    driver.type(":open-file demo")
    #expect(driver.press(.enter) == [.openCatalogue(path: nil)])
    driver.hand(.catalogueOpened(SampleShop.reading(SampleShop.manyScripts)))
    #expect(driver.screen.contains("Scripts.storekit"))
    #expect(driver.state.queue.mode == .opening)
  }

  @Test func `completes a name that hides something to what is shown of it, and opens that file`() {
    var driver = openShop()
    driver.type("p")
    let path = "\u{1B}]0;x\u{7}\u{202E}.storekit"
    driver.hand(.cataloguesFound(["Shop.storekit", path]))
    driver.type("0;x")
    driver.press(.tab)
    #expect(driver.screen.contains(": open-file \u{FFFD}]0;x\u{FFFD}\u{FFFD}.storekit"))
    #expect(driver.press(.enter) == [.openCatalogue(path: path)])
  }

  @Test func `opens no other file while a purchase is under way`() {
    var driver = openShop()
    driver.hand(.queueChanged(SampleShop.queue, at: SampleShop.now))
    #expect(driver.type("p").isEmpty)
    #expect(driver.screen.contains("A purchase is under way; this waits until it has ended."))
  }

  @Test func `leaves Enter to a sheet that comes up over it`() {
    var driver = openShop()
    driver.type(":")
    driver.hand(.sheetPresented(SampleShop.trialSheet))
    #expect(driver.press(.enter) == [.answer(SampleShop.trialSheet.id, .cancel)])
    #expect(driver.state.palette != nil)
  }

  @Test func `finds scattered letters only where nothing nearer is found`() {
    var palette = Palette()
    palette.offers = ["Restore purchases", "Filter the list", "First row"].map {
      PaletteEntry(choice: .action(.restore), title: $0, name: "")
    }
    palette.text = "rest"
    palette.search()
    #expect(palette.entries.map(\.title) == ["Restore purchases"])
    palette.text = "fthl"
    palette.search()
    #expect(palette.entries.map(\.title) == ["Filter the list"])
  }
}

@Suite struct `Taking back` {
  @Test func `undoes storefront and language in the order in which they were changed`() {
    var driver = openShop()
    driver.type(":locale de_DE")
    driver.press(.enter)
    driver.hand(
      .catalogueRead(
        SampleShop.reading(disclosures: SampleShop.disclosures(locale: "de_DE"))))
    #expect(driver.screen.contains("Shown in de_DE for United States (USD). z undoes."))
    driver.type(":theme mono")
    driver.press(.enter)
    #expect(driver.type("z") == [.changeTheme(.standard)])
    #expect(driver.type("z") == [.changeShop(storefront: "USA", locale: "en_US")])
    #expect(driver.type("z").isEmpty)
    #expect(driver.screen.contains("There is nothing to take back."))
  }

  @Test func `puts the order of the list back`() {
    var driver = openShop()
    let before = driver.state.products?.rows
    driver.type("s")
    #expect(driver.state.products?.rows != before)
    driver.type("z")
    #expect(driver.state.products?.rows == before)
  }

  @Test func `brings the language of the program back`() {
    var driver = openShop()
    driver.type(":language zh-Hans")
    #expect(driver.press(.enter) == [.changeLanguage("zh-Hans")])
    driver.hand(.wordsChanged(SampleShop.words("zh-Hans")))
    #expect(driver.screen.contains("产品"))
    #expect(driver.type("z") == [.changeLanguage("en")])
  }
}

@Suite struct `Changed keys` {
  @Test func `work and are shown wherever keys are shown`() throws {
    let keyMap = try KeyMap(changing: [
      (action: "buy", keys: [.character("e"), .function(5)]), (action: "undo", keys: []),
      (action: "purchases", keys: [.character("8")]),
    ])
    var driver = openShop(keyMap: keyMap)
    #expect(driver.screen.contains(" e buy "))
    #expect(driver.screen.contains(" 8 Purchases"))
    #expect(driver.type("b").isEmpty)
    driver.type("8")
    #expect(driver.said.contains("Buy on screen 1 with e, or restore with R."))
    driver.type("1")
    #expect(driver.press(.function(5)) == [.pay(productID: "pro.year", quantity: 1)])
    driver.type("?")
    #expect(driver.screen.contains("e F5"))
    driver.press(.escape)
    driver.type(":theme mono")
    driver.press(.enter)
    #expect(driver.screen.contains(":undo undoes."))
    let table = KeyTable(keyMap, SampleShop.words())
    #expect(table.rows.first { $0.name == "buy" }?.keys == "e F5")
  }

  @Test func `are refused with the reason`() {
    let wrong: [([(action: String, keys: [Key])], String)] = [
      ([("bye", [.character("b")])], #""bye" is no action; did you mean "buy"?"#),
      ([("press", [.character("x")])], #""press" is no action."#),
      (
        [("buy", [.character("R")])],
        #"The key R would mean both "buy" and "restore" in one place."#
      ),
      ([("quit", [])], #""quit" needs a key, or nothing is left to quit with."#),
    ]
    for (changes, message) in wrong {
      do {
        _ = try KeyMap(changing: changes)
        Issue.record("taken: \(changes)")
      } catch {
        #expect(error.description.hasPrefix(message), "\(error)")
      }
    }
  }

  @Test func `stand in the table of all actions, each once`() {
    let rows = KeyTable(.standard, SampleShop.words()).rows
    #expect(rows.map(\.name) == KeyMap.actionNames)
    for context in [Context.products, .product, .purchases, .purchase, .verification, .file] {
      for binding in KeyMap.standard.bindings where binding.contexts.contains(context) {
        let row = rows.first { $0.name == binding.action.rawValue }
        for key in binding.keys {
          #expect(row?.keys.split(separator: " ").contains { $0 == key.label } == true)
        }
      }
    }
  }
}

@Suite struct `Long work` {
  @Test func `is followed by the seconds that it takes, and nothing waits for it`() {
    var driver = openShop()
    driver.type("b")
    #expect(driver.screen.contains("contacting the store ..."))
    driver.hand(.stillWorking(seconds: 2))
    #expect(driver.screen.contains("contacting the store ... 2 s"))
    driver.press(.escape)
    #expect(driver.screen.contains("still working ... 2 s"))
    var queue = QueueState(mode: .open)
    queue.purchases = [
      Purchase(
        id: "1", productID: "pro.year", stage: .paid,
        history: [.init(.open, SampleShop.now), .init(.paid, SampleShop.now)])
    ]
    driver.hand(.queueChanged(queue, at: SampleShop.now))
    driver.hand(.stillWorking(seconds: 3))
    #expect(driver.screen.contains("Pro Yearly: verify the proof 3 s"))
    driver.hand(.stillWorking(seconds: 0))
    #expect(!driver.screen.contains(" 3 s"))
  }
}
