import StoreModel
import StoreTestSupport
import Testing
import Text

@testable import Screens

@Suite struct `The key map` {
  @Test(arguments: Context.allCases)
  func `gives a key one meaning in a place`(context: Context) {
    let keys = KeyMap.standard.bindings.filter { $0.contexts.contains(context) }.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    #expect(!keys.isEmpty)
  }

  /// The screens on which help can be opened, each with its context.
  static let readers = Scene.all.filter {
    [
      "products", "product-trial", "purchases", "purchase-paid", "verification", "file", "store",
      "timeline",
    ]
    .contains($0.name)
  }

  @Test(arguments: readers, ["en", "zh-Hans"])
  func `is what help shows, all of it`(scene: Scene, language: String) {
    var driver = scene.driver(size: Size(columns: 120, rows: 60), language: language)
    let context = driver.state.context
    let words = SampleShop.words(language)
    driver.type("?")
    let lines = driver.screen.split(separator: "\n").map(String.init)
    for binding in KeyMap.standard.bindings where binding.contexts.contains(context) {
      for key in binding.keys {
        let found = lines.contains { line in
          line.split(separator: " ").contains { $0 == key.label }
            && line.contains(words[binding.word])
        }
        #expect(found, "\(key.label) \(words[binding.word])")
      }
    }
  }

  @Test(arguments: Scene.all)
  func `is what the footer shows, as far as it fits`(scene: Scene) throws {
    let driver = scene.driver(size: Size(columns: 200, rows: 24))
    let footer = try #require(driver.screen.split(separator: "\n").last)
    let words = SampleShop.words()
    for entry in KeyMap.standard.entries(in: driver.state.context) where entry.first?.hint != nil {
      let binding = try #require(entry.first)
      if driver.state.isShelfEmpty, driver.state.context == .products,
        driver.state.refusal(of: binding.action) != nil
      {
        #expect(!footer.contains("\(binding.keys[0].label) \(words[binding.word])"))
        continue
      }
      let word = binding.action == .close ? "" : words[binding.word]
      #expect(footer.contains(binding.keys[0].label), "\(footer)")
      #expect(footer.contains(word), "\(footer)")
    }
  }

  /// What a terminal sends after an Esc that came apart.
  static let sequenceLetters = Array("ABCDFHPQRSO[")

  @Test(arguments: Scene.all)
  func `lets no letter of a split Esc sequence act without asking`(scene: Scene) {
    for letter in Self.sequenceLetters {
      var driver = scene.driver(size: Size(columns: 80, rows: 24))
      #expect(driver.press(.character(letter)).isEmpty, "\(letter)")
    }
  }

  @Test(arguments: Scene.all)
  func `lets Esc never quit`(scene: Scene) {
    var driver = scene.driver(size: Size(columns: 80, rows: 24))
    for _ in 0..<6 { #expect(!driver.press(.escape).contains(.quit)) }
    #expect(driver.state.pages.isEmpty)
    #expect(driver.state.dialogs.isEmpty)
    #expect(driver.state.tab == .products)
  }

  /// Every key a terminal can report that the table knows, and some that it does not.
  static let keys: [Key] =
    Array(Set(KeyMap.standard.bindings.flatMap(\.keys))).sorted { "\($0)" < "\($1)" } + [
      .character("Z"), .character("é"), .character("漢"), .control("x"), .function(8),
    ]

  @Test(arguments: Scene.all)
  func `is safe to press anywhere`(scene: Scene) {
    let size = Size(columns: 80, rows: 24)
    for key in Self.keys {
      var driver = scene.driver(size: size)
      driver.press(key)
      #expect(driver.frame.rows.count == size.rows, "\(key)")
    }
    // A walk that is the same each time.
    var driver = scene.driver(size: size)
    for step in 0..<120 {
      driver.press(Self.keys[(step * step + step * 7) % Self.keys.count])
      #expect(driver.frame.rows.count == size.rows, "step \(step)")
    }
  }

  @Test func `says why a key does nothing`() {
    var driver = ScreenDriver(words: SampleShop.words())
    driver.hand(.catalogueRead(SampleShop.reading()))
    driver.hand(.stillOpening)
    #expect(driver.type("b").isEmpty)
    #expect(driver.screen.contains("The journal is still being opened"))
    driver.hand(.queueChanged(SampleShop.queue, at: SampleShop.now))
    driver.press(.tab)
    #expect(driver.screen.contains("two need 100 columns and 30 rows"))
    driver.press(.character("/"))
    driver.type("coins")
    driver.press(.enter)
    #expect(driver.type("b").isEmpty)
    #expect(driver.screen.contains("A purchase of this product is still under way."))
  }

  @Test func `an order in the moment of opening is handed on, and the queue's answer is said`() {
    var driver = ScreenDriver(words: SampleShop.words())
    driver.hand(.catalogueRead(SampleShop.reading()))
    #expect(!driver.screen.contains("opening the journal"))
    #expect(driver.type("b") == [.pay(productID: "pro.year", quantity: 1)])
    driver.hand(.ordered(productID: "pro.year", .refused(.notOpen)))
    #expect(driver.screen.contains("The journal is still being opened"))
  }

  @Test func `moves with arrows and letters alike`() {
    let moves: [(Key, Key)] = [
      (.character("j"), .down), (.character("k"), .up), (.character("g"), .home),
      (.character("G"), .end), (.character(" "), .pageDown), (.enter, .right),
    ]
    for (letter, arrow) in moves {
      var one = Scene.all[2].driver(size: Size(columns: 80, rows: 24))
      one.press(.down, .down, letter)
      var other = Scene.all[2].driver(size: Size(columns: 80, rows: 24))
      other.press(.down, .down, arrow)
      #expect(one.frame == other.frame)
    }
  }
}
