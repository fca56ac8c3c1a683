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
  @Test func `reach the browser as one word, and the screen stays whole`() throws {
    let tool = try Tool()
    let note = tool.home.appending(path: "opened").path
    let script = try tool.file(
      "browser", "#!/bin/sh\nprintf '%s|' \"$@\" > \(note)\necho noise; echo noise >&2\n")
    #expect(chmod(script, 0o755) == 0)
    let program = try TerminalProgram(
      [Tool.path, "--terms-url", "https://example.com/a?b=1&c='2'"],
      environment: ["HOME": tool.home.path, "BROWSER": "\(script) --new"])
    #expect(program.wait(for: "All Powers, Monthly"))
    program.press(.character("o"))
    #expect(program.wait(for: "Opened with"))
    #expect(!program.text.contains("noise"))
    #expect(
      try String(contentsOfFile: note, encoding: .utf8) == "--new|https://example.com/a?b=1&c='2'|")
    program.press(.character("q"))
    #expect(program.waitForExit() == .code(0))
  }
}
