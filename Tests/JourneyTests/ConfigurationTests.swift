import Foundation
import PtySupport
import Screens
import Testing

@testable import storefront

/// The configuration that the program prints as JSON.
private func printed(_ tool: Tool, _ arguments: [String] = []) throws -> [String: Any] {
  try Tool.object(tool.run(["config", "--json"] + arguments).output)
}

/// Writes a file of the home folder's configuration.
private func configure(_ tool: Tool, home text: String) throws {
  let folder = tool.home.appending(path: ".config/storefront")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  try Data(text.utf8).write(to: folder.appending(path: "config.json"))
}

@Suite struct `The configuration` {
  /// What one member is, and where it comes from, when these layers speak of it.
  struct Layers: Sendable {
    var member: String
    var option: [String] = []
    var near: String?
    var far: String?
    var environment: [String: String] = [:]
    var value: String
    var origin: String
  }

  @Test(arguments: [
    Layers(member: "color", value: "auto", origin: "built in"),
    Layers(
      member: "color", environment: ["NO_COLOR": "1"], value: "never",
      origin: "environment NO_COLOR"),
    Layers(member: "color", environment: ["NO_COLOR": ""], value: "auto", origin: "built in"),
    Layers(
      member: "color", far: #"{"color":"always"}"#, environment: ["NO_COLOR": "1"],
      value: "always", origin: "~/.config/storefront/config.json:1:2"),
    Layers(
      member: "color", near: #"{"color":"auto"}"#, far: #"{"color":"always"}"#, value: "auto",
      origin: ".storefront.json:1:2"),
    Layers(
      member: "color", option: ["--no-color"], near: #"{"color":"always"}"#, value: "never",
      origin: "option --no-color"),
    Layers(
      member: "color", option: ["--color", "always", "--no-color"], value: "always",
      origin: "option --color"),
    Layers(
      member: "color", near: #"{"color":null}"#, far: #"{"color":"always"}"#, value: "always",
      origin: "~/.config/storefront/config.json:1:2"),
    Layers(
      member: "color", option: ["--no-config"], near: #"{"color":"always"}"#, value: "auto",
      origin: "built in"),
    Layers(
      member: "color", near: #"{"color":"always"}"#, environment: ["STOREFRONT_NO_CONFIG": "1"],
      value: "auto", origin: "built in"),
    Layers(member: "language", value: "en", origin: "environment LANG"),
    Layers(
      member: "language", environment: ["LC_ALL": "zh_CN.UTF-8"], value: "zh-Hans",
      origin: "environment LC_ALL"),
    Layers(
      member: "language", near: #"{"language":"zh_CN"}"#, value: "zh-Hans",
      origin: ".storefront.json:1:2"),
    Layers(
      member: "language", option: ["--lang", "en"], near: #"{"language":"zh-Hans"}"#, value: "en",
      origin: "option --lang"),
    Layers(
      member: "storefront", near: #"{"storefront":"deu"}"#, value: "DEU",
      origin: ".storefront.json:1:2"),
    Layers(
      member: "storefront", option: ["--storefront", "JPN"], near: #"{"storefront":"DEU"}"#,
      value: "JPN", origin: "option --storefront"),
    Layers(
      member: "company", option: ["--company", "Aurora"], far: #"{"company":"Sidekick"}"#,
      value: "Aurora", origin: "option --company"),
    Layers(
      member: "theme", far: "{\n  // quiet\n  \"theme\": \"mono\",\n}", value: "mono",
      origin: "~/.config/storefront/config.json:3:3"),
  ])
  func `the nearer wins, an option wins over both, a file over the environment`(
    layers: Layers
  ) throws {
    var tool = try Tool()
    tool.environment.merge(layers.environment) { $1 }
    if let text = layers.near { _ = try tool.file(".storefront.json", text) }
    if let text = layers.far { try configure(tool, home: text) }
    let object = try printed(tool, layers.option)
    #expect((object["configuration"] as? [String: Any])?[layers.member] as? String == layers.value)
    #expect((object["origins"] as? [String: String])?[layers.member] == layers.origin)
    #expect((object["findings"] as? [Any])?.isEmpty == true)
  }

  @Test func `XDG_CONFIG_HOME says where the farther file is`() throws {
    var tool = try Tool()
    let folder = tool.home.appending(path: "elsewhere/storefront")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(#"{"theme":"mono"}"#.utf8).write(to: folder.appending(path: "config.json"))
    tool.environment["XDG_CONFIG_HOME"] = tool.home.appending(path: "elsewhere").path
    let origins = try printed(tool)["origins"] as? [String: String]
    #expect(origins?["theme"] == "~/elsewhere/storefront/config.json:1:2")
    #expect(
      try tool.run(["config", "--paths"]).output
        == ".storefront.json  not there\n\(folder.path)/config.json  read\n")
    tool.environment["XDG_CONFIG_HOME"] = "relative"
    tool.environment["HOME"] = nil
    #expect(try tool.run(["config", "--paths"]).output == ".storefront.json  not there\n")
    #expect(
      try tool.run(["config", "--paths", "--no-config"]).output
        == "No file is read: --no-config or STOREFRONT_NO_CONFIG.\n")
  }

  @Test(arguments: [
    (
      #"{"teme": "mono"}"#,
      #":1:2: "teme" is no member of the configuration. Did you mean "theme"?"#
    ),
    (
      #"{"editor": "vi"}"#,
      #":1:2: "editor" is no member of the configuration. "storefront config --help" lists them."#
    ),
    (
      "{\n  \"theme\": \"dark\"\n}",
      #":2:12: "theme" cannot be "dark". Give default, high-contrast or mono."#
    ),
    (#"{"color": true}"#, #":1:11: "color" cannot be true. Give auto, always or never."#),
    (
      #"{"hyperlinks": []}"#,
      #":1:16: "hyperlinks" cannot be an empty list. Give auto, always or never."#
    ),
    (#"{"language": "de"}"#, #":1:14: "language" cannot be "de". Give en or zh-Hans."#),
    (
      #"{"storefront": "DEX"}"#,
      #":1:16: "storefront" cannot be "DEX". Give an ISO 3166-1 alpha-3 code of an App Store storefront, perhaps DEU (Germany)."#
    ),
    (
      #"{"locale": "German"}"#,
      #":1:12: "locale" cannot be "German". Give a language and region such as de_DE."#
    ),
    (
      #"{"termsURL": "javascript:alert(1)"}"#,
      #":1:14: "termsURL" cannot be "javascript:alert(1)". Give an address that begins with https:// or http://."#
    ),
    (
      #"{"privacyURL": "https:///x"}"#,
      #":1:16: "privacyURL" cannot be "https:///x". Give an address that begins with https:// or http://."#
    ),
    (
      #"{"company": " "}"#,
      #":1:13: "company" cannot be " ". Give a name on one line, of at most 200 characters."#
    ),
    (#"{"ascii": "yes"}"#, #":1:11: "ascii" cannot be "yes". Give true or false."#),
    (#"{"plain": 1}"#, #":1:11: "plain" cannot be 1. Give true or false."#),
    (#"{"clipboard": {}}"#, #":1:15: "clipboard" cannot be an object. Give true or false."#),
    (#"{"keys": "b"}"#, #":1:10: "keys" cannot be "b". Give an object such as {"buy": "b"}."#),
    (
      #"{"keys": {"buy": 3}}"#,
      #":1:18: "buy" cannot be 3. Give a key such as "b", or a list of keys."#
    ),
    (
      #"{"keys": {"buy": ["b", 3]}}"#,
      #":1:18: "buy" cannot be a list. Give a key such as "b", or a list of keys."#
    ),
    (#"{"keys": {"byu": "B"}}"#, #":1:11: "byu" is no action. Did you mean "buy"?"#),
    (
      #"{"keys": {"teleport": "B", "buy": "B"}}"#,
      #":1:11: "teleport" is no action. "storefront config --help" lists them."#
    ),
    (
      #"{"keys": {"buy": "y"}}"#,
      #":1:11: The key y would mean both "buy" and "copy" in one place."#
        + " Choose another key, or change both."
    ),
    (
      #"{"keys": {"buy": "B", "copy": "B", "sort": "S"}}"#,
      #":1:23: The key B would mean both "buy" and "copy" in one place."#
        + " Choose another key, or change both."
    ),
    (
      #"{"keys": {"quit": []}}"#,
      #":1:11: "quit" needs a key, or nothing is left to quit with."#
    ),
    (#"{"keys": {"buy": "Ctrl-b"}}"#, #":1:18: "Ctrl-b" is no key. Did you mean "Ctrl-B"?"#),
    (
      #"{"keys": {"buy": ["B", "Hyper"]}}"#,
      #":1:24: "Hyper" is no key. Write one character, or a name such as Space, Enter, PgDn, F1, Ctrl-L."#
    ),
    (#"{"keys": {"buy": "Ctrl-M"}}"#, #":1:18: Ctrl-M reaches the shop as Enter. Write "Enter"."#),
    (
      #"{"keys": {"buy": "Ctrl-C"}}"#,
      #":1:18: Ctrl-C belongs to the terminal. Choose another key."#
    ),
    (
      #"{"theme": "mono", "theme": "default"}"#,
      #":1:19: "theme" stands here twice. This one counts; remove the other."#
    ),
    (
      #"["theme"]"#,
      #":1:1: a configuration is an object in braces, such as {"theme": "mono"}."#
    ),
    (
      #"{"theme": "mono" "color": "auto"}"#,
      ":1:18: this is no JSON: expected a comma or a closing brace."
        + " Nothing of this file is used until it is mended."
    ),
  ])
  func `each finding says what is wrong, where, and what is wanted`(
    text: String, message: String
  ) throws {
    let tool = try Tool()
    _ = try tool.file(".storefront.json", text)
    let result = try tool.run(["config"])
    #expect(result.exit == 1)
    #expect(result.output.hasSuffix("}\n// .storefront.json\(message)\n"))
    let show = try tool.run(["show"])
    #expect(show.exit == 0)
    #expect(show.errors == "storefront: .storefront.json\(message)\n")
  }

  @Test func `a folder, a pipe and a huge file are said to be none`() throws {
    let tool = try Tool()
    let path = tool.home.appending(path: ".storefront.json").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(
      try tool.run(["config"]).output.hasSuffix(
        "// .storefront.json is a folder. Move it away, or put a file in its place.\n"))
    try FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(
      try tool.run(["config"]).output.hasSuffix(
        "// .storefront.json is no regular file. Move it away, or put a file in its place.\n"))
    try FileManager.default.removeItem(atPath: path)
    _ = try tool.file(".storefront.json", String(repeating: " ", count: 1 << 20 + 1))
    #expect(
      try tool.run(["config"]).output.hasSuffix(
        "// .storefront.json is larger than 1 MiB, which no configuration is. Make it shorter.\n"))
  }

  @Test(.enabled(if: getuid() != 0)) func `a file that may not be read is said to be`() throws {
    let tool = try Tool()
    let path = try tool.file(".storefront.json", "{}")
    #expect(chmod(path, 0) == 0)
    #expect(
      try tool.run(["config"]).output.hasSuffix(
        "// .storefront.json cannot be opened: Permission denied. Check its permissions.\n"))
  }

  @Test func `what is printed and read again says the same`() throws {
    let tool = try Tool()
    let text = """
      { "theme": "mono", "color": "never", "language": "zh-Hans", "storefront": "JPN",
        "locale": "de_DE", "termsURL": "https://example.com/a?b=\\"&c", "company": "A \\"B\\" \\u202e",
        "ascii": true, "plain": true, "hyperlinks": "never", "clipboard": false,
        "keys": { "buy": ["B", "Ctrl-B", "F5", "F6", "\\""], "open": "Enter" } }
      """
    _ = try tool.file(".storefront.json", text)
    let first = try tool.run(["config"])
    #expect(first.exit == 0)
    let before = try #require(try printed(tool)["configuration"] as? NSDictionary)
    _ = try tool.file(".storefront.json", first.output)
    #expect(try printed(tool)["configuration"] as? NSDictionary == before)
    #expect(before["company"] as? String == "A \"B\" \u{202E}")
    let json = try JSONSerialization.data(withJSONObject: before)
    _ = try tool.file(".storefront.json", String(decoding: json, as: UTF8.self))
    #expect(try printed(tool)["configuration"] as? NSDictionary == before)
  }

  @Test func `a member of keys is changed by the nearer file alone`() throws {
    let tool = try Tool()
    try configure(tool, home: #"{"keys": {"buy": "B", "filter": "f"}}"#)
    _ = try tool.file(".storefront.json", #"{"keys": {"buy": "Ctrl-B"}}"#)
    let origins = try #require(try printed(tool)["origins"] as? [String: String])
    #expect(origins["keys.buy"] == ".storefront.json:1:11")
    #expect(origins["keys.filter"] == "~/.config/storefront/config.json:1:23")
  }

  @Test(arguments: [
    (["--theme", "dark"], "--theme cannot be \"dark\". Give default, high-contrast or mono."),
    (["--color", "yes"], "--color cannot be \"yes\". Give auto, always or never."),
    (
      ["--terms-url", "example.com"],
      "--terms-url cannot be \"example.com\". Give an address that begins with https:// or http://."
    ),
    (["more"], "\"more\" is one word too many. Write: storefront config."),
  ])
  func `an option that is wrong is a usage error`(options: [String], message: String) throws {
    let result = try Tool().run(["config"] + options)
    #expect(result.exit == 2)
    #expect(result.errors == "storefront: \(message)\n")
  }

  @Test func `the shop speaks the configured language and names the seller`() throws {
    let tool = try Tool()
    _ = try tool.file(
      ".storefront.json", #"{"language": "zh-Hans", "storefront": "DEU", "company": "Aurora"}"#)
    let shown = try tool.run(["show"]).output
    #expect(shown.contains("由 Aurora 提供"))
    #expect(shown.contains("DEU EUR"))
    #expect(try tool.run(["show", "--no-config"]).output.contains("USA USD"))
    #expect(try tool.run(["verify", "/dev/null"]).output.contains("COULD NOT READ"))
  }

  @Test func `a broken file is named in the message line of an open shop`() throws {
    let tool = try Tool()
    try configure(tool, home: #"{"theme": "dark", "company": "Aurora"}"#)
    let shop = try TerminalProgram(
      [Tool.path], environment: ["HOME": tool.home.path],
      size: Size(columns: 100, rows: 40))
    #expect(shop.wait(for: "~/.config/storefront/config.json:1:11"))
    shop.press(.enter)
    #expect(shop.wait(for: "Sold by Aurora"))
    shop.press(.character("q"))
    shop.press(.character("q"))
    #expect(shop.waitForExit() == .code(0))
  }

  @Test func `keys are what the configuration makes them`() throws {
    let tool = try Tool()
    try configure(
      tool, home: #"{"theme": "mono", "keys": {"help": "F2", "buy": "y", "copy": "b", "undo": []}}"#
    )
    let shop = try TerminalProgram(
      [Tool.path], environment: ["HOME": tool.home.path], size: Size(columns: 120, rows: 40))
    #expect(shop.wait(for: "F2 help"))
    shop.press(.character("y"))
    #expect(shop.wait(for: "[> Cancel <]"))
    #expect(try tool.run(["config"]).exit == 0)
  }

  @Test func `a scenario reads no configuration`() throws {
    let tool = try Tool()
    _ = try tool.file(".storefront.json", #"{"language": "zh-Hans", "storefront": "DEU"}"#)
    let script = try tool.file("plain.flow", "Expect screen /en_US\\/USA/\nExpect no screen /zh/\n")
    #expect(try tool.run(["run", script]).exit == 0)
  }

  @Test func `the README lists the members as the program does`() throws {
    let readme = try String(contentsOf: Tool.root.appending(path: "README.md"), encoding: .utf8)
    for member in ConfigurationMember.allCases {
      let takes = member.takes.split(separator: "|").joined(separator: ", ")
      let row = "| `\(member.rawValue)` | \(takes) | \(member.row.help) | \(member.row.standard) |"
      #expect(readme.contains(row), "README.md lacks: \(row)")
    }
  }
}
