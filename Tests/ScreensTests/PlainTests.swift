import FoundationEssentials
import StoreModel
import StoreTestSupport
import Testing

@testable import Screens

/// Somebody who types lines and reads what is answered.
private struct Conversation {
  var shop: PlainShop
  private(set) var transcript: [String] = []
  private(set) var effects: [AppEffect] = []

  init(_ language: String = "en", catalogue: Catalogue = SampleShop.aurora, isASCII: Bool = false) {
    shop = PlainShop(
      words: SampleShop.words(language), size: Size(columns: 80, rows: 24),
      storefronts: [SampleShop.usa, SampleShop.germany], isASCII: isASCII)
    let disclosures =
      language == "en"
      ? SampleShop.disclosures(isASCII: isASCII)
      : SampleShop.disclosures(storefront: SampleShop.china, locale: "zh_CN")
    hear(.catalogueRead(SampleShop.reading(catalogue, disclosures: disclosures)))
    hear(.queueChanged(QueueState(mode: .open), at: SampleShop.now))
  }

  mutating func hear(_ event: AppEvent) {
    effects += shop.handle(event)
    transcript += shop.lines()
  }

  /// Types a line and returns what it asked for.
  @discardableResult
  mutating func type(_ line: String) -> [AppEffect] {
    transcript.append(shop.prompt + line)
    let asked = shop.read(line: line)
    effects += asked
    transcript += shop.lines()
    return asked
  }

  var text: String { transcript.joined(separator: "\n") + "\n" }

  /// A purchase that went through all its stages.
  mutating func deliver() {
    var queue = QueueState(mode: .open)
    queue.purchases = [
      Purchase(
        id: "a1", productID: "pro.month", stage: .finished,
        history: [.open, .paid, .delivered, .finished].map { .init($0, SampleShop.now) },
        transactionID: "2000000124", price: Price(0, "USD"), signed: SampleShop.token,
        verification: SampleShop.verification)
    ]
    hear(.queueChanged(queue, at: SampleShop.now))
    hear(.ordered(productID: "pro.month", .purchase(queue.purchases[0])))
  }
}

@Suite struct `A shop in plain lines` {
  @Test(arguments: ["en", "zh-Hans"])
  func `is read, bought in and understood without a screen`(language: String) {
    var talk = Conversation(language)
    talk.type("help")
    talk.type("2")
    talk.type("buy")
    talk.hear(.sheetPresented(SampleShop.trialSheet))
    talk.type("what?")
    talk.type("2")
    talk.deliver()
    talk.type("purchases")
    talk.type("1")
    talk.type("open")
    talk.type("products")
    talk.type("locale de_DE")
    talk.hear(
      .catalogueRead(SampleShop.reading(disclosures: SampleShop.disclosures(locale: "de_DE"))))
    talk.type("link 2")
    talk.type("2")
    talk.type("2")
    talk.type("9")
    talk.type("/coins")
    talk.type("filter nothing like it")
    talk.type("filter")
    talk.type("frobnicate")
    talk.type("purchses")
    talk.type("re")
    talk.type("buy")
    talk.type("undo")
    talk.type("storefront")
    talk.type("")
    talk.type("restore")
    talk.type("")
    talk.type("quit")
    expectSnapshot(text: talk.transcript.joined(separator: "\n"), named: "plain-walk-\(language)")
    #expect(talk.effects.last == .quit)
    #expect(talk.effects.contains(.answer(SampleShop.trialSheet.id, .buy)))
    #expect(talk.effects.contains(.openLink(url: "https://aurora.example/legal/privacy")))
  }

  @Test(arguments: ["en", "zh-Hans"])
  func `tells what was cancelled, restored, refused and refunded`(language: String) {
    var talk = Conversation(language)
    talk.type("buy 5")
    talk.hear(.sheetPresented(SampleShop.coinsSheet))
    talk.type("")
    var queue = QueueState(mode: .open)
    queue.purchases = [SampleShop.purchases[1]]
    talk.hear(.queueChanged(queue, at: SampleShop.now))
    talk.hear(.ordered(productID: "noads", .purchase(SampleShop.purchases[1])))
    talk.type("restore")
    talk.type("2")
    talk.hear(.restoreEnded(.restored(count: 3)))
    talk.hear(.queueChanged(SampleShop.queue, at: SampleShop.now))
    talk.type("purchases")
    talk.type("3")
    talk.type("open")
    talk.type("verify")
    talk.hear(.verified(purchaseID: "a4", SampleShop.verification))
    talk.type("raw")
    talk.type("v")
    talk.type("copy")
    talk.type("1")
    _ = talk.shop.show("2000000124", called: "Transaction")
    talk.hear(.notice("x"))
    var later = SampleShop.queue
    later.mode = .readOnly(holder: "process 4711")
    talk.hear(.queueChanged(later, at: SampleShop.now.addingTimeInterval(700_000)))
    talk.type("products")
    talk.type("buy 6")
    talk.type("b")
    talk.type("purchases")
    talk.type("buy 1")
    talk.type("file")
    talk.type("1")
    talk.type("quit")
    talk.type("1")
    talk.type("quit")
    talk.type("quit")
    expectSnapshot(
      text: talk.transcript.joined(separator: "\n"), named: "plain-troubles-\(language)")
    #expect(talk.effects.last == .quit)
    #expect(talk.effects.contains(.answer(SampleShop.coinsSheet.id, .cancel)))
    #expect(talk.effects.count { $0 == .verify(purchaseID: "a4") } == 2)
  }

  @Test(arguments: ["en", "zh-Hans"])
  func `says what is wrong with a file and the way on`(language: String) {
    var talk = Conversation(language)
    talk.hear(.catalogueOpened(SampleShop.reading(SampleShop.unreadable)))
    talk.type("buy")
    talk.type("file")
    expectSnapshot(
      text: talk.transcript.joined(separator: "\n"), named: "plain-unreadable-\(language)")
  }

  @Test(arguments: ["en", "zh-Hans"])
  func `is a store that can be seen and told what to do`(language: String) {
    var talk = Conversation(language)
    talk.type("store")
    talk.hear(.storeChanged(SampleShop.panel))
    talk.type("store")
    talk.type("store ask-to-buy on")
    talk.hear(.storeChanged(SampleShop.busyPanel))
    talk.hear(.controlled(.turn(.askToBuy, isOn: true)))
    talk.type("store")
    talk.type("1")
    talk.type("1")
    talk.type("store fail purchase")
    talk.type("store fail purchase networkError")
    talk.type("clock")
    talk.type("2")
    talk.type("clock +24h")
    talk.hear(.clockControlled(.advance(seconds: 86_400)))
    talk.type("clock soon")
    talk.type("approve")
    talk.type("decline 2000000130")
    talk.hear(.controlRefused("Nothing is due in the store."))
    talk.deliver()
    talk.type("purchases")
    talk.type("1")
    talk.type("timeline")
    talk.type("transaction")
    talk.type("1")
    talk.type("2")
    talk.type("store")
    talk.type("open 30")
    talk.type("store clear")
    talk.type("")
    talk.hear(.storeChanged(SampleShop.withheldPanel))
    talk.type("products")
    talk.type("1")
    talk.type("buy 1")
    expectSnapshot(
      text: talk.transcript.joined(separator: "\n"), named: "plain-store-\(language)")
    #expect(talk.effects.contains(.control(.turn(.askToBuy, isOn: true))))
    #expect(talk.effects.contains(.clock(.advance(seconds: 86_400))))
    #expect(talk.effects.contains(.control(.decline(id: "2000000130"))))
    #expect(talk.effects.contains(.control(.refund(id: "2000000127", .full))))
    #expect(!talk.effects.contains(.control(.clear)))
  }

  @Test func `a newcomer, a reviewer and a tester walk as on the screens`() {
    var talk = Conversation()
    talk.type("rest")
    #expect(talk.text.contains("Restore the purchases of this store account?"))
    #expect(talk.type("2") == [.restore])
    talk.hear(.restoreEnded(.nothingToRestore))
    talk.type("")
    talk.type("1")
    #expect(talk.type("L").isEmpty)
    #expect(talk.type("de") == [.changeShop(storefront: "USA", locale: "de_DE")])
    #expect(talk.type("z") == [.changeShop(storefront: "USA", locale: "en_US")])
    talk.type("list")
    #expect(talk.type("b").isEmpty)
    #expect(talk.transcript.last == "Say which one: buy 3 takes the third of the list.")
    talk.type("1")
    #expect(talk.type("b") == [.pay(productID: "pro.year", quantity: 1)])
    talk.hear(.ordered(productID: "pro.year", .refused(.notOpen)))
    #expect(talk.type("link 2") == [.openLink(url: "https://aurora.example/legal/privacy")])
    #expect(talk.type("buy 2") == [.pay(productID: "pro.month", quantity: 1)])
  }

  @Test func `an empty line is the answer that changes nothing`() {
    var talk = Conversation()
    talk.hear(.sheetPresented(SampleShop.trialSheet))
    #expect(talk.type("") == [.answer(SampleShop.trialSheet.id, .cancel)])
    talk.type("R")
    #expect(talk.type("").isEmpty)
    #expect(talk.text.contains("Restore cancelled. Nothing has changed."))
  }

  @Test func `says nothing while nothing happens, and long work every ten seconds`() {
    var talk = Conversation()
    let before = talk.transcript
    talk.hear(.queueChanged(QueueState(mode: .open), at: SampleShop.now))
    for seconds in 1..<30 { talk.hear(.stillWorking(seconds: seconds)) }
    talk.hear(.stillWorking(seconds: 0))
    #expect(
      talk.transcript.dropFirst(before.count) == [
        "still working ... 10 s", "still working ... 20 s",
      ])
  }

  @Test func `long lists come in parts`() {
    var talk = Conversation(catalogue: SampleShop.large(120))
    #expect(talk.text.contains("70 more: type more, or filter WORD."))
    talk.type("more")
    #expect(talk.text.contains("\n100  "))
    talk.type("filter Item 77")
    #expect(talk.transcript.last?.hasPrefix("1  Item 77") == true)
  }

  @Test func `holds nothing but text, in ASCII where that is all there is`() {
    for (catalogue, isASCII) in [(SampleShop.manyScripts, false), (SampleShop.manyScripts, true)] {
      var talk = Conversation(catalogue: catalogue, isASCII: isASCII)
      for line in ["1", "9", "file", "copy", "", "help", "list"] { talk.type(line) }
      for line in talk.transcript {
        #expect(!line.contains { "─│┌┐└┘├┤".contains($0) }, "\(line)")
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "\(line)")
        #expect(line.last != " " || line.hasSuffix("> "), "\(line)")
        if isASCII { #expect(line.utf8.allSatisfy { $0 < 0x7F }, "\(line)") }
      }
    }
  }

  @Test func `survives ten thousand random lines, and quit ends it`() {
    let seed: UInt64 = 20_261_201
    var random = SplitMix(seed: seed)
    let words = [
      "1", "2", "7", "99", "-1", "buy", "buy 2", "b", "restore", "R", "y", "n", "", "open", "back",
      "list", "more", "file", "purchases", "products", "locale", "de_DE", "storefront DEU", "sort",
      "price", "link", "copy", "copy 1", "undo", "z", "hidden", "help", "?", "filter pro", "/x",
      "verify", "raw", "go pro", "open-file demo", "language zh-Hans", "store", "clock", "4",
      "store speed", "store forget", "timeline", "transaction", "approve", "\u{1B}[31m", "漢字", "q",
      String(repeating: "long ", count: 300),
    ]
    var talk = Conversation()
    for step in 0..<10_000 {
      switch Int.random(in: 0..<50, using: &random) {
      case 0: talk.hear(.queueChanged(SampleShop.queue, at: SampleShop.now))
      case 1: talk.hear(.sheetPresented(SampleShop.coinsSheet))
      case 2: talk.hear(.restoreEnded(.restored(count: step)))
      case 4: talk.hear(.storeChanged(SampleShop.busyPanel))
      case 3: talk.hear(.catalogueOpened(SampleShop.reading()))
      default: talk.type(words.randomElement(using: &random) ?? "")
      }
    }
    var isLeft = false
    for _ in 0..<2_000 where !isLeft {
      isLeft = talk.type("quit").contains(.quit) || talk.type("2").contains(.quit)
    }
    #expect(isLeft, "seed \(seed)")
  }
}
