import Foundation
import StoreModel
import StoreTestSupport
import Testing
import Text

@testable import Screens

/// Somebody who presses anything, pastes anything and resizes the window all the time.
private struct Monkey {
  private var random: SplitMix

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
  }

  private static let keys: [Key] =
    Array(Set(KeyMap.standard.bindings.flatMap(\.keys))).sorted { $0.label < $1.label } + [
      .character("é"), .character("漢"), .character("👩‍👩‍👧"), .control("x"), .function(8),
    ]

  private static let pastes = [
    "", "pro", "locale de_DE", "\u{1B}[31m\u{202E}x", "漢字 ❤️ e\u{301}", "storefront DEU", "1", "99",
    String(repeating: "long ", count: 400),
  ]

  mutating func event() -> AppEvent {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<4: .pasted(Self.pastes.randomElement(using: &random) ?? "")
    case 4..<9:
      .resized(
        Size(
          columns: Int.random(in: 1...200, using: &random),
          rows: Int.random(in: 1...60, using: &random)))
    case 9..<12: news()
    default: .key(Self.keys.randomElement(using: &random) ?? .escape)
    }
  }

  /// What the world might say at this moment.
  private mutating func news() -> AppEvent {
    switch Int.random(in: 0..<14, using: &random) {
    case 0: .queueChanged(SampleShop.queue, at: SampleShop.now)
    case 1: .queueChanged(QueueState(mode: .open), at: SampleShop.now)
    case 2: .catalogueRead(SampleShop.reading(SampleShop.manyScripts))
    case 3: .catalogueRead(SampleShop.reading(SampleShop.unreadable))
    case 4: .sheetPresented(SampleShop.trialSheet)
    case 5: .restoreEnded(.failed(.cloudServiceNetworkConnectionFailed))
    case 6: .cataloguesFound(["a.storekit", "\u{1B}]0;x\u{7}.storekit"])
    case 7: .stillWorking(seconds: Int.random(in: 0..<12, using: &random))
    case 9: .storeChanged(SampleShop.panel)
    case 10: .storeChanged(SampleShop.busyPanel)
    case 12: .signInPresented(SampleShop.signInSheet)
    case 11: .controlRefused("Nothing is due in the store.")
    case 8: .catalogueOpened(SampleShop.reading(SampleShop.aurora))
    default: .wordsChanged(SampleShop.words(Bool.random(using: &random) ? "en" : "zh-Hans"))
    }
  }
}

@Suite struct `Ten thousand random keys, pastes and sizes` {
  /// Over all scenes together; `SOAK=50` in the environment multiplies it.
  private static let count =
    10_000 * (ProcessInfo.processInfo.environment["SOAK"].flatMap { Int($0) } ?? 1)
    / Scene.all.count

  @Test(arguments: Scene.all)
  func `leave every screen whole, and q gets out`(scene: Scene) {
    let seed = scene.name.utf8.reduce(UInt64(20_261_201)) { $0 &* 31 &+ UInt64($1) }
    var monkey = Monkey(seed: seed)
    var driver = scene.driver(size: Size(columns: 80, rows: 24))
    for step in 0..<Self.count {
      driver.hand(monkey.event())
      let frame = driver.frame
      let isWhole =
        frame.rows.count <= frame.size.rows
        && frame.rows.allSatisfy { row in
          row.map(\.width).reduce(0, +) <= frame.size.columns
            && row.allSatisfy { SafeText.line($0.text) == $0.text }
        }
      guard isWhole else {
        Issue.record("seed \(seed), step \(step): \(frame.text)")
        return
      }
    }
    let isLeft = isLeft(&driver)
    #expect(isLeft, "seed \(seed): stuck in \(driver.state.context)")
  }

  /// Esc and q, and yes to the question whether to quit.
  private func isLeft(_ driver: inout ScreenDriver) -> Bool {
    for _ in 0..<40 {
      if driver.press(.escape).contains(.quit) { return false }
      if driver.press(.character("q")).contains(.quit) { return true }
      if driver.state.dialogs.last?.kind == .quit {
        return driver.press(.character("y")).contains(.quit)
      }
    }
    return false
  }
}
