import Foundation
import PtySupport
import Screens
import StoreTestSupport
import Testing

/// The shop on a pseudo-terminal, with a data folder of the test's own.
private func shop(
  _ tool: Tool, _ arguments: [String] = [], size: Size = Size(columns: 80, rows: 24),
  environment: [String: String?] = [:]
) throws -> TerminalProgram {
  let own: [String: String?] = ["HOME": tool.home.path]
  return try TerminalProgram(
    [Tool.path] + arguments, environment: own.merging(environment) { $1 }, size: size)
}

@Suite(.serialized) struct `A customer on a real terminal` {
  @Test func `reads, buys, sees it verified, quits, finds it owned, and restores it elsewhere`()
    throws
  {
    let tool = try Tool()
    let first = try shop(tool)
    #expect(first.wait(for: "All Powers, Monthly"))
    #expect(first.isAlternate)
    first.press(.character("/"))
    first.type("monthly")
    first.press(.enter)
    first.press(.enter)
    // The offer stands in the preview of the list too; the renewal only on the page.
    #expect(first.wait(for: "renews automatically unless you cancel at least 24 hours"))
    #expect(first.text.contains("1 week free, then $7.99 per month."))
    first.press(.character("b"))
    #expect(first.wait(for: "[> Cancel <]"))
    #expect(first.text.contains("SIMULATED, no money moves"))
    #expect(first.text.contains("Charged now: nothing"))
    first.press(.right)
    first.press(.enter)
    #expect(first.wait(for: "All Powers, Monthly is yours."))
    first.press(.character("2"))
    #expect(first.wait(for: "complete"))
    first.press(.enter)
    first.press(.enter)
    #expect(first.wait(for: "LOCAL"))
    #expect(first.wait(for: "proves no payment"))
    for _ in 0..<3 { first.press(.character("q")) }
    #expect(first.waitForExit() == .code(0))
    #expect(!first.isAlternate)
    #expect(first.settings == first.settingsBefore)

    let second = try shop(tool)
    #expect(second.wait(for: "owned to"))
    second.press(.character("q"))
    #expect(second.waitForExit() == .code(0))

    #expect(try tool.run(["reset", "--device", "--yes"]).exit == 0)
    let third = try shop(tool)
    #expect(third.wait(for: "All Powers, Monthly"))
    #expect(!third.text.contains("owned"))
    third.press(.character("R"))
    #expect(third.wait(for: "Restore the purchases of this store account?"))
    third.press(.character("y"))
    #expect(third.wait(for: "Restored 1 purchase."))
    third.press(.escape)
    #expect(third.wait(for: "owned to"))
    third.press(.character("q"))
    #expect(third.waitForExit() == .code(0))
  }

  @Test func `killed while the sheet is open, nothing was charged and it can be bought again`()
    throws
  {
    let tool = try Tool()
    let first = try shop(tool)
    #expect(first.wait(for: "All Powers, Yearly"))
    first.press(.character("b"))
    #expect(first.wait(for: "[> Cancel <]"))
    first.kill(SIGKILL)
    #expect(first.waitForExit() == .signal(SIGKILL))

    let second = try shop(tool)
    #expect(second.wait(for: "All Powers, Yearly"))
    second.press(.character("b"))
    #expect(second.wait(for: "[> Cancel <]"))
    second.press(.escape)
    #expect(second.wait(for: "Cancelled. Nothing was charged."))
    second.press(.character("q"))
    #expect(second.waitForExit() == .code(0))
  }

  @Test func `a second shop on the same folder is read-only and says who holds it`() throws {
    let tool = try Tool()
    #expect(try tool.run(["buy", "5"]).exit == 0)
    let holder = try shop(tool)
    #expect(holder.wait(for: "owned"))
    let second = try shop(tool)
    #expect(second.wait(for: "read-only: process \(holder.processID)"))
    second.press(.character("b"))
    #expect(second.wait(for: "Close it to buy here."))
    second.press(.character("q"))
    holder.press(.character("q"))
    #expect(second.waitForExit() == .code(0))
    #expect(holder.waitForExit() == .code(0))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends it with its code and the terminal as it was`(signal: Int32) throws {
    let program = try shop(Tool())
    #expect(program.wait(for: "All Powers"))
    program.kill(signal)
    #expect(program.waitForExit() == .code(128 + signal))
    #expect(!program.isAlternate)
    #expect(program.isCursorVisible)
    #expect(program.settings == program.settingsBefore)
  }

  @Test func `it speaks Chinese`() throws {
    let program = try shop(
      Tool(), ["--lang", "zh-Hans", "--locale", "zh-Hans", "--storefront", "CHN"])
    #expect(program.wait(for: "模拟器"))
    program.press(.enter)
    #expect(program.wait(for: "会自动续订"))
    program.press(.character("q"))
    program.press(.character("q"))
    #expect(program.waitForExit() == .code(0))
  }

  @Test func `r reads the file again, and a broken file leaves the last good list`() throws {
    let tool = try Tool()
    let source = Tool.root.appending(path: "Resources/catalogues/demo.storekit")
    let path = try tool.file("Shop.storekit", String(contentsOf: source, encoding: .utf8))
    let program = try shop(tool, [path])
    #expect(program.wait(for: "All Powers, Yearly"))
    _ = try tool.file("Shop.storekit", "{ \"products\" : [ ")
    program.press(.character("r"))
    #expect(program.wait(for: "could not be read"))
    #expect(program.text.contains("All Powers, Yearly"))
    program.press(.character("q"))
    #expect(program.waitForExit() == .code(0))
  }

  @Test func `text from a catalogue never drives the terminal`() throws {
    let tool = try Tool()
    let evil = "\\u001b]52;c;ZXZpbA==\\u0007\\u009b31mPWNED\\u202e\\u0090q"
    let path = try tool.file(
      "Evil.storekit",
      """
      {"products":[{"productID":"a\(evil)","type":"Consumable","displayPrice":"1.00",
      "referenceName":"\(evil)","localizations":[{"locale":"en_US","displayName":"N\(evil)",
      "description":"\(evil)"}]}],"version":{"major":4,"minor":0}}
      """)
    let program = try shop(tool, [path])
    #expect(program.wait(for: "PWNED"))
    program.press(.enter)
    program.press(.character("3"))
    program.press(.character("q"))
    program.press(.character("q"))
    #expect(program.waitForExit() == .code(0))
    #expect(program.commands.isEmpty)
    #expect(!program.output.contains(0x07))
    let text = String(decoding: program.output, as: UTF8.self)
    for scalar in ["\u{9B}", "\u{90}", "\u{202E}"] { #expect(!text.contains(scalar)) }
  }
}

@Suite(.serialized) struct `Anything typed on a real terminal` {
  private static let keys: [Key] =
    "jkhlgGbRsoyYupr.zLT/:?123nv \"'\\-~".map { .character($0) } + [
      .enter, .escape, .tab, .backTab, .backspace, .up, .down, .left, .right, .home, .end,
      .pageUp, .pageDown, .control("d"), .control("u"), .control("l"), .function(1),
    ]

  /// The shop in a folder of its own, so that what is written lands there.
  private func open(_ tool: Tool) throws -> TerminalProgram {
    let program = try TerminalProgram(
      ["/bin/sh", "-c", "cd \(tool.home.path) && exec \(Tool.path)"],
      environment: ["HOME": tool.home.path], size: Size(columns: 80, rows: 24))
    #expect(program.wait(for: "All Powers, Monthly"))
    return program
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `ends with q and an orderly terminal`(seed: UInt64) throws {
    let tool = try Tool()
    var program = try open(tool)
    var random = SplitMix(seed: seed)
    for step in 0..<5_000 {
      switch Int.random(in: 0..<100, using: &random) {
      case 0: program.paste("locale de_DE \u{1B}[31m 漢字")
      case 1:
        program.resize(
          Size(
            columns: Int.random(in: 2...160, using: &random),
            rows: Int.random(in: 2...50, using: &random)))
      default: program.press(Self.keys.randomElement(using: &random) ?? .escape)
      }
      if step % 20 == 0 { _ = program.wait(seconds: 0.01) { false } }
      if let exit = program.waitForExit(seconds: 0) {
        #expect(exit == .code(0), "seed \(seed), step \(step)")
        program = try open(tool)
      }
    }
    program.resize(Size(columns: 80, rows: 24))
    for _ in 0..<40 where program.waitForExit(seconds: 0.05) == nil {
      program.press(.escape)
      _ = program.wait(seconds: 0.05) { false }
      program.press(.character("q"))
      _ = program.wait(seconds: 0.05) { false }
      if ["[> Stay <]", "[> 不退出 <]"].contains(where: program.text.contains) {
        program.press(.character("y"))
      }
    }
    #expect(program.waitForExit() == .code(0), "seed \(seed): \(program.text)")
    #expect(!program.isAlternate)
    #expect(program.settings == program.settingsBefore)
  }
}
