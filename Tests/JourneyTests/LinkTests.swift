import Foundation
import PtySupport
import Screens
import StoreModel
import Testing

@testable import storefront

@Suite struct `Who opens a link` {
  private static let url = "https://example.com/a?b=1&c='2'"

  @Test(
    arguments: [
      ([:], []), (["BROWSER": ""], []), (["DISPLAY": ":0"], [["xdg-open", url]]),
      (["WAYLAND_DISPLAY": "w"], [["xdg-open", url]]),
      (["BROWSER": "firefox", "DISPLAY": ":0"], [["firefox", url]]),
      (["BROWSER": "w3m -N:lynx %s"], [["w3m", "-N", url], ["lynx", url]]),
      (["BROWSER": "open --url=%s --new"], [["open", "--url=\(url)", "--new"]]),
      (["BROWSER": ": :x"], [["x", url]]),
      (["WSL_DISTRO_NAME": "Debian"], [["wslview", url]]),
    ] as [([String: String], [[String]])])
  func `is decided by the environment`(environment: [String: String], commands: [[String]]) {
    #expect(LinkOpener(Self.url, environment: environment).commands == commands)
  }

  @Test func `is told when a program fails or is not there`() async {
    let failing = await LinkOpener(Self.url, environment: ["BROWSER": "/bin/false"]).open()
    #expect(failing == .refused(.failed(program: "/bin/false", reason: "exit \(1)")))
    let missing = await LinkOpener(Self.url, environment: ["BROWSER": "/nonexistent/x"]).open()
    #expect(
      missing
        == .refused(.failed(program: "/nonexistent/x", reason: "No such file or directory")))
    let second = await LinkOpener(Self.url, environment: ["BROWSER": "/nonexistent/x:/bin/true"])
      .open()
    #expect(second == .opened(program: "/bin/true"))
    let third = await LinkOpener(Self.url, environment: ["BROWSER": "/bin/false:/bin/true"]).open()
    #expect(third == .opened(program: "/bin/true"))
    #expect(await LinkOpener(Self.url, environment: [:]).open() == .refused(.noOpener))
  }
}

@Suite(.serialized) struct `Links on a real terminal` {
  private static let url = "https://example.com/terms"

  /// The shop on the page of its first product, which has the link.
  private func page(
    _ options: [String] = [], environment: [String: String?] = [:], configuration: String = "{}"
  ) throws -> TerminalProgram {
    let tool = try Tool()
    _ = try tool.file(".config/storefront/config.json", configuration)
    let program = try TerminalProgram(
      [Tool.path, "--terms-url", Self.url] + options,
      environment: environment.merging(["HOME": tool.home.path]) { $1 },
      size: Size(columns: 80, rows: 40))
    try #require(program.wait(for: "All Powers, Monthly"))
    program.press(.enter)
    try #require(program.wait(for: Self.url))
    return program
  }

  /// The row of the address, from its first column on.
  private func position(of program: TerminalProgram) -> Frame.Position? {
    for row in 0..<program.size.rows {
      let text = program.row(row)
      guard let range = text.range(of: Self.url) else { continue }
      return Frame.Position(
        row: row, column: text.distance(from: text.startIndex, to: range.lowerBound))
    }
    return nil
  }

  @Test(
    arguments: [
      ([:], "{}", false), (["VTE_VERSION": "7006"], "{}", true),
      (["VTE_VERSION": "7006"], #"{"hyperlinks": "never"}"#, false),
      ([:], #"{"hyperlinks": "always"}"#, true),
      (["TERM": "screen-256color", "VTE_VERSION": "7006"], "{}", false),
    ] as [([String: String?], String, Bool)])
  func `can be clicked where terminal or configuration say so`(
    environment: [String: String?], configuration: String, isLinked: Bool
  ) throws {
    let program = try page(environment: environment, configuration: configuration)
    let place = try #require(position(of: program))
    let width = Self.url.count
    let expected: [String?] = (0..<80).map { column in
      isLinked && (place.column..<place.column + width).contains(column) ? Self.url : nil
    }
    #expect(program.wait { program.links(row: place.row) == expected })
    #expect(program.commands.contains { $0.hasPrefix("8;") } == isLinked)

    program.press(.escape)
    #expect(program.wait { !program.text.contains(Self.url) })
    let rows = (0..<program.size.rows).filter { row in
      program.links(row: row).contains { $0 != nil }
    }
    #expect(rows == [])
  }

  @Test func `reach the browser as one word, and the screen stays whole`() throws {
    let tool = try Tool()
    let note = tool.home.appending(path: "opened").path
    let script = try tool.file(
      "browser",
      """
      #!/bin/sh
      { printf '%s|' "$@"; ls -l /proc/$$/fd; } > \(note)
      echo noise; echo noise >&2
      """)
    #expect(chmod(script, 0o755) == 0)
    #expect(try tool.run(["buy", "com.example.superpowers.nightvision"]).exit == 0)
    let program = try TerminalProgram(
      [Tool.path, "--terms-url", "https://example.com/a?b=1&c='2'"],
      environment: ["HOME": tool.home.path, "BROWSER": "\(script) --new"],
      size: Size(columns: 80, rows: 40))
    #expect(program.wait(for: "owned"), "\(program.text)")
    program.press(.character("o"))
    #expect(program.wait(for: "Opened with"))
    #expect(!program.text.contains("noise"))
    let words = try String(contentsOfFile: note, encoding: .utf8).split(separator: "|")
    #expect(words.dropLast() == ["--new", "https://example.com/a?b=1&c='2'"])
    // Nothing of the shop is left open in the browser: not its journal, nor what it waits on.
    let descriptors = try #require(words.last)
    #expect(descriptors.contains("0 -> /dev/null\n"))
    #expect(!descriptors.contains(tool.home.path + "/.local"))
    #expect(!descriptors.contains("[signalfd]"))
    program.press(.character("q"))
    #expect(program.waitForExit() == .code(0))
  }

  @Test func `that the browser does not open are told, with its exit status`() throws {
    let program = try page(environment: ["BROWSER": "/bin/false"])
    program.press(.character("o"))
    #expect(program.wait(for: "/bin/false could not open the link: exit 1"))
  }
}

@Suite(.serialized) struct `Looks on a real terminal` {
  private func shop(
    _ options: [String] = [], environment: [String: String?] = [:]
  ) throws -> TerminalProgram {
    let tool = try Tool()
    let program = try TerminalProgram(
      [Tool.path] + options, environment: environment.merging(["HOME": tool.home.path]) { $1 })
    try #require(program.wait(for: "Monthly"))
    return program
  }

  private func hasColor(_ program: TerminalProgram) -> Bool {
    (0..<24).contains { row in
      (0..<80).contains { program.cell(row: row, column: $0).color != nil }
    }
  }

  @Test(
    arguments: [
      ([], [:], true), (["--no-color"], [:], false), ([], ["NO_COLOR": "1"], false),
      (["--theme", "mono"], [:], false), (["--theme", "high-contrast"], [:], true),
      ([], ["TERM": "vt100"], false),
    ] as [([String], [String: String?], Bool)])
  func `have colour where it is wanted and there`(
    options: [String], environment: [String: String?], isColored: Bool
  ) throws {
    let program = try shop(options, environment: environment)
    #expect(program.wait { program.row(23) != "" })
    #expect(hasColor(program) == isColored)
  }

  @Test(
    arguments: [
      (["--ascii"], [:]), ([], ["LANG": "C"]), ([], ["TERM": "vt100"]),
      (["--lang", "zh-Hans"], ["LC_ALL": "POSIX"]),
    ] as [([String], [String: String?])])
  func `are ASCII where nothing else is drawn`(
    options: [String], environment: [String: String?]
  ) throws {
    let program = try shop(
      ["--storefront", "DEU", "--locale", "de_DE"] + options, environment: environment)
    program.press(.enter)
    #expect(program.wait { program.text.contains(/[0-9],[0-9]{2} EUR/) }, "\(program.text)")
    #expect(program.output.allSatisfy { $0 < 0x80 })
    let says = "This terminal draws ASCII only, so the shop speaks English."
    let isTold = String(decoding: program.output, as: UTF8.self).contains(says)
    #expect(isTold == options.contains("zh-Hans"))
  }

  @Test(arguments: [(true, "sent to the terminal's clipboard"), (false, "cannot be reached")])
  func `copy through the terminal where the configuration lets them`(
    isAllowed: Bool, sentence: String
  ) throws {
    let tool = try Tool()
    _ = try tool.file(".config/storefront/config.json", #"{"clipboard": \#(isAllowed)}"#)
    let program = try TerminalProgram([Tool.path], environment: ["HOME": tool.home.path])
    try #require(program.wait(for: "Monthly"))
    program.press(.character("Y"))
    #expect(program.wait(for: sentence))
    #expect(program.commands.contains { $0.hasPrefix("52;c;") } == isAllowed)
  }
}
