import Foundation
import PtySupport
import Screens
import Testing

@Suite struct `The shop in plain lines, as a program` {
  @Test func `sells over pipes, each answer before the next line`() throws {
    let tool = try Tool()
    let result = try tool.run(
      ["--plain"], input: "/night\nbuy 1\n2\npurchases\n1\nopen\nquit\n")
    #expect(result.exit == 0)
    #expect(result.errors.isEmpty)
    let order = [
      "built-in demo", "products> buy 1", "Confirm purchase", "answer> 2",
      "paid, written to the journal", "Night Vision is yours.", "products> purchases",
      "1  Night Vision, complete", "LOCAL", "proves no payment",
    ]
    var rest = result.output.lowercased()[...]
    for text in order {
      let range = rest.range(of: text.lowercased())
      #expect(range != nil, "\(text) is missing or too early:\n\(result.output)")
      if let range { rest = rest[range.upperBound...] }
    }
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test(arguments: ["1", "yes"])
  func `is asked for with ACCESSIBLE too`(value: String) throws {
    var tool = try Tool()
    tool.environment["ACCESSIBLE"] = value
    tool.environment["TERM"] = nil
    let result = try tool.run([], input: "")
    #expect(result.exit == 0)
    #expect(result.output.contains("1  All Powers, Yearly, $49.99 per year"))
    #expect(result.output.hasSuffix("products> \nThe input has ended, so the shop closes.\n"))
  }

  @Test func `speaks Chinese on a dumb terminal, and ASCII where the locale has no more`() throws {
    var tool = try Tool()
    tool.environment["TERM"] = "dumb"
    let chinese = try tool.run(["--plain", "--lang", "zh-Hans"], input: "3\n")
    #expect(chinese.output.contains("免费试用"))
    tool.environment["LANG"] = "C"
    let ascii = try tool.run(["--plain", "--lang", "zh-Hans", "--storefront", "DEU"])
    #expect(ascii.output.contains("This terminal draws ASCII only, so the shop speaks English."))
    #expect(ascii.output.contains("EUR 49.99 per year"))
    #expect(ascii.output.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func `runs on a dumb terminal, draws nothing, and ends with Ctrl-D or Ctrl-C`() throws {
    for (end, exit) in [("\u{4}", TerminalProgram.Exit.code(0)), ("\u{3}", .code(130))] {
      let tool = try Tool()
      let program = try TerminalProgram(
        [Tool.path], environment: ["HOME": tool.home.path, "TERM": "dumb"])
      #expect(program.wait(for: "products>"))
      program.send("3\n")
      #expect(program.wait(for: "1 week free, then $7.99 per month."))
      #expect(!program.isAlternate)
      program.send(end)
      #expect(program.waitForExit() == exit)
      #expect(program.settings == program.settingsBefore)
    }
  }
}
