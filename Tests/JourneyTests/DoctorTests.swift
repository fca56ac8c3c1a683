import Foundation
import PtySupport
import Screens
import Testing

/// The lines of the answer by what they are about.
private func lines(_ text: String) -> [String: String] {
  var lines: [String: String] = [:]
  for line in text.split(separator: "\n") {
    let rest = line.dropFirst(4)
    let words = rest.split(separator: "  ", maxSplits: 1)
    guard words.count == 2 else { continue }
    let mark = line.prefix(2).filter { $0 != " " }
    lines[String(words[0])] = "\(mark): \(words[1].trimmingPrefix(while: { $0 == " " }))"
  }
  return lines
}

@Suite struct `The doctor` {
  @Test func `finds nothing in the way on a good machine`() throws {
    let tool = try Tool()
    let result = try tool.run(["doctor"])
    let found = lines(result.output)
    #expect(result.exit == 0)
    #expect(result.errors == "")
    #expect(found["TERM"] == "ok: xterm-256color, which terminfo knows")
    #expect(found["characters"] == "ok: UTF-8: LANG=C.UTF-8")
    #expect(found["colour"] == "ok: 256; theme default: built in")
    let folder = tool.home.path + "/.local/state/storefront/demo"
    #expect(found["data folder"] == "ok: \(folder), which the first purchase makes")
    #expect(!FileManager.default.fileExists(atPath: folder))
    for name in ["space", "clock", "storefront", "libraries", "Apple's roots"] {
      #expect(found[name]?.hasPrefix("ok: ") == true, "\(name): \(found[name] ?? "nothing")")
    }
    for library in ["ncurses 6", "SQLite 3", "OpenSSL 3", "ICU "] {
      #expect(found["libraries"]?.contains(library) == true)
    }
  }

  @Test(
    arguments: [
      (
        ["TERM": nil], "TERM",
        "!: not set; xterm-256color stands in. Set TERM to what your terminal is.", 0
      ),
      (
        ["TERM": "nonsense"], "TERM",
        "!: \"nonsense\" is not known to terminfo; xterm-256color stands in."
          + " Set TERM to what your terminal is.", 0
      ),
      (
        ["TERM": "dumb"], "TERM",
        "!: dumb cannot be drawn on: the shop speaks in plain lines (--plain)."
          + " For the screens, set TERM to what your terminal is.", 0
      ),
      (
        ["TERM": "vt100"], "colour",
        "!: vt100 has none; bold, underline and reverse stand in", 0
      ),
      (["NO_COLOR": "1"], "colour", "ok: off: environment NO_COLOR", 0),
      (
        ["LANG": "xx_XX.UTF-8"], "characters",
        "!: UTF-8, though LANG=xx_XX.UTF-8 names a locale that is not installed."
          + " Install it, or use C.UTF-8.", 0
      ),
      (
        ["HOME": nil], "data folder",
        "ok: /tmp/.local/state/storefront/demo, which the first purchase makes", 0
      ),
      (
        ["XDG_STATE_HOME": "/dev/null"], "data folder",
        "NO: /dev/null/storefront/demo cannot be made in /dev/null: it is no folder."
          + " Set XDG_STATE_HOME, or name another with --data DIR.", 1
      ),
      (
        ["TZ": "Mars/Olympus"], "time zone",
        "!: TZ=Mars/Olympus is none that is installed, so times are in UTC."
          + " Set TZ to a name such as Europe/Berlin.", 0
      ),
      (
        ["LANG": "C"], "characters",
        "!: ASCII only: LANG=C, TERM=xterm-256color. Where UTF-8 can be drawn, set LANG=C.UTF-8.",
        0
      ),
      (
        ["WEZTERM_PANE": "0", "TERM_PROGRAM": "WezTerm"], "links",
        "ok: to be clicked too (OSC 8): this terminal is known to do it right", 0
      ),
      (["TZ": "CET-1CEST"], "time zone", "ok: TZ=CET-1CEST", 0),
      (["BROWSER": "/bin/true"], "browser", "ok: /bin/true", 0),
      (
        ["BROWSER": "nothing:/nonexistent/x %s"], "browser",
        "!: of what would open them nothing is here: nothing, /nonexistent/x:"
          + " links can be read and copied, not opened. Set BROWSER.", 0
      ),
      (
        ["DISPLAY": ":0", "PATH": "/nonexistent"], "browser",
        "!: BROWSER is not set, and there is no xdg-open (Debian: xdg-utils):"
          + " links can be read and copied, not opened. Set BROWSER.", 0
      ),
      (
        ["BROWSER": ""], "browser",
        "!: BROWSER is not set, and DISPLAY and WAYLAND_DISPLAY name no desktop:"
          + " links can be read and copied, not opened. Set BROWSER.", 0
      ),
      (
        ["TMUX": "/tmp/tmux,1,0"], "clipboard",
        "!: tmux passes it on where its set-clipboard is on: tmux set -s set-clipboard on", 0
      ),
      (["STOREFRONT_NO_CONFIG": "1"], "configuration", "ok: no file is read, as asked for", 0),
    ] as [([String: String?], String, String, Int32)])
  func `says what is wrong and what to do`(
    environment: [String: String?], what: String, line: String, exit: Int32
  ) throws {
    var tool = try Tool()
    for (name, value) in environment { tool.environment[name] = value }
    let result = try tool.run(["doctor"])
    #expect(lines(result.output)[what] == line)
    #expect(result.exit == exit)
  }

  @Test func `works with no environment at all`() throws {
    var tool = try Tool()
    tool.environment = tool.environment.filter { $0.key == "SWIFT_BACKTRACE" }
    let result = try tool.run(["doctor"])
    #expect(result.exit == 0)
    #expect(lines(result.output)["characters"] == "ok: UTF-8: no locale is set")
  }

  @Test func `looks into a data folder that is there`() throws {
    let tool = try Tool()
    #expect(try tool.run(["buy", "3"]).exit == 0)
    let folder = tool.home.path + "/.local/state/storefront/demo"
    var found = lines(try tool.run(["doctor"]).output)
    #expect(found["data folder"] == "ok: \(folder), with journal and books")
    #expect(found["privacy"] == "ok: readable by you alone")
    #expect(found["other runs"] == "ok: none has the journal")
    #expect(chmod(folder + "/books.sqlite", 0o644) == 0)
    found = lines(try tool.run(["doctor"]).output)
    #expect(
      found["privacy"]
        == "!: \(folder)/books.sqlite is open to others (mode 644). Run: chmod go= \(folder)/books.sqlite"
    )

    let lock = open(folder + "/journal.sqlite.lock", O_RDWR)
    #expect(flock(lock, LOCK_EX) == 0)
    #expect(ftruncate(lock, 0) == 0)
    #expect(pwrite(lock, "42\n", 3, 0) == 3)
    found = lines(try tool.run(["doctor"]).output)
    close(lock)
    #expect(
      found["other runs"]
        == "!: process 42 has the journal; a shop that opens now sells nothing. Close it.")

    let file = try tool.file("file", "")
    let result = try tool.run(["doctor", "--data", file])
    #expect(result.exit == 1)
    #expect(
      lines(result.output)["data folder"]
        == "NO: \(file) is no folder. Move it away, or name another with --data DIR.")
  }

  @Test(.enabled(if: getuid() != 0)) func `says that a data folder cannot be written`() throws {
    let tool = try Tool()
    let folder = tool.home.appending(path: "locked")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    #expect(chmod(folder.path, 0o500) == 0)
    for path in [folder.path, folder.path + "/deeper"] {
      let result = try tool.run(["doctor", "--data", path])
      #expect(result.exit == 1)
      #expect(lines(result.output)["data folder"]?.hasPrefix("NO: \(path) cannot be ") == true)
    }
  }

  @Test func `names a configuration file that is not understood`() throws {
    let tool = try Tool()
    _ = try tool.file(".storefront.json", #"{"theme": "dark", "plain": 1}"#)
    let result = try tool.run(["doctor"])
    #expect(result.exit == 0)
    #expect(
      result.output.contains(
        "!   configuration  .storefront.json:1:11: \"theme\" cannot be \"dark\"."
          + " Give default, high-contrast or mono. And 1 more: see \"storefront config\".\n"))
  }

  @Test func `tells the same to programs`() throws {
    let tool = try Tool()
    let object = try Tool.object(tool.run(["doctor", "--json", "--data", "/dev/null"]).output)
    #expect(object["schema"] as? Int == 1)
    let checks = try #require(object["checks"] as? [[String: String]])
    #expect(checks.first { $0["what"] == "data folder" }?["grade"] == "no")
    #expect(checks.first { $0["what"] == "TERM" }?["grade"] == "ok")
  }

  @Test(arguments: [
    (Size(columns: 100, rows: 24), "ok  size           100x24"),
    (Size(columns: 100, rows: 7), "NO  size           100x7 is too small. The shop needs 30x8;"),
  ])
  func `measures the terminal it stands on`(size: Size, line: String) throws {
    let doctor = try TerminalProgram([Tool.path, "doctor", "--no-config"], size: size)
    #expect(doctor.waitForExit() == .code(size.rows < 8 ? 1 : 0))
    #expect(String(decoding: doctor.output, as: UTF8.self).contains(line))
  }
}
