/// What the environment says of the terminal beyond its terminfo description.
package struct Surroundings: Sendable, Hashable {
  /// Whether only ASCII is drawn.
  ///
  /// So it is where the locale names a charset that is not UTF-8, where it is C or POSIX by name,
  /// and on terminals of the time before Unicode. Where nothing is set, UTF-8 is meant. The Linux
  /// console is left at UTF-8: it knows lines and Latin letters, keeps the cells of the East Asian
  /// characters that its font lacks, and has the same TERM under programs that do draw them.
  package let isASCIIOnly: Bool
  /// Whether the locale means UTF-8, or says nothing.
  package let meansUTF8: Bool
  /// Whether text can be made a link with OSC 8 without anything else being shown.
  package let showsHyperlinks: Bool
  /// How a text gets to the clipboard of the person in front of the terminal.
  package let clipboard: Clipboard

  package init(environment: [String: String]) {
    let variables = environment.filter { !$0.value.isEmpty }
    let term = variables["TERM"] ?? ""
    let kind = term.prefix { $0 != "-" && $0 != "." }
    let isOld = Self.old.contains { kind.hasPrefix($0) }
    let isScreen = kind == "screen" && variables["TMUX"] == nil
    meansUTF8 = Self.meansUTF8(variables)
    isASCIIOnly = isOld || !meansUTF8
    showsHyperlinks = !isOld && !isScreen && Self.knowsHyperlinks(variables, kind: kind)
    clipboard = isOld || kind == "linux" ? .none : isScreen ? .insideScreen : .plain
  }

  /// Terminals that draw ASCII alone, and show a command that they do not know as text.
  private static let old = [
    "ansi", "cons25", "dumb", "hp", "pcansi", "sun", "tvi", "vt52", "vt1", "vt2", "vt3", "vt4",
    "vt5", "wy",
  ]

  private static func meansUTF8(_ variables: [String: String]) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    guard let locale = names.lazy.compactMap({ variables[$0] }).first else { return true }
    if locale == "C" || locale == "POSIX" { return false }
    guard let dot = locale.firstIndex(of: ".") else { return true }
    let charset = locale[dot...].dropFirst().prefix { $0 != "@" }
    return charset.lowercased().filter { $0 != "-" } == "utf8"
  }

  /// Whether the terminal is one of those that are known to do it right.
  ///
  /// What a terminal around tmux put into the environment says nothing about tmux, which passes
  /// links on from 3.4. mosh drops them and leaves but one trace, NCURSES_NO_UTF8_ACS.
  private static func knowsHyperlinks(_ variables: [String: String], kind: Substring) -> Bool {
    let program = variables["TERM_PROGRAM"]
    if program == "tmux" || variables["TMUX"] != nil {
      let version = variables["TERM_PROGRAM_VERSION"] ?? ""
      return program == "tmux" && !number(version).lexicographicallyPrecedes([3, 4])
    }
    if variables["STY"] != nil || variables["NCURSES_NO_UTF8_ACS"] != nil { return false }
    if ["iTerm.app", "WezTerm", "ghostty", "vscode"].contains(program) { return true }
    if ["alacritty", "foot"].contains(kind) { return true }
    if ["xterm-kitty", "xterm-ghostty"].contains(variables["TERM"]) { return true }
    let marks = ["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION"]
    if marks.contains(where: { variables[$0] != nil }) { return true }
    return variables["VTE_VERSION"].flatMap { Int($0) }.map { $0 >= 5000 } ?? false
  }

  /// The numbers of a version: 3 and 4 in `3.4a` and in `next-3.4`.
  private static func number(_ version: String) -> [Int] {
    version.split { !$0.isNumber }.compactMap { Int($0) }
  }
}
