import FoundationEssentials
import Glibc
import Screens
import Terminal

extension DoctorCommand {
  var terminalChecks: [Check] {
    [kindCheck, sizeCheck, colorCheck, characterCheck, linkCheck, clipboardCheck, browserCheck]
  }

  private var term: String { environment["TERM"] ?? "" }

  /// The terminal that the shop is drawn for.
  private var drawnTerm: String {
    TerminalFacts.kind(of: term) == .known ? term : Self.standIn
  }

  private static let standIn = "xterm-256color"

  private var kindCheck: Check {
    switch TerminalFacts.kind(of: term) {
    case .known: return Check(.ok, "TERM", "\(term), which terminfo knows")
    case .dumb:
      return Check(
        .warning, "TERM",
        "\(term) cannot be drawn on: the shop speaks in plain lines (--plain)."
          + " For the screens, set TERM to what your terminal is.")
    case .unknown where TerminalFacts.kind(of: Self.standIn) != .known:
      return Check(
        .no, "TERM", "terminfo knows neither \"\(term)\" nor \(Self.standIn). Install ncurses-base."
      )
    case .unknown:
      let what = term.isEmpty ? "not set" : "\"\(term)\" is not known to terminfo"
      return Check(
        .warning, "TERM",
        "\(what); \(Self.standIn) stands in. Set TERM to what your terminal is.")
    }
  }

  private var sizeCheck: Check {
    guard let window = TerminalFacts.window else {
      return Check(
        .warning, "size",
        "there is no terminal here; the shop prints what \"storefront show\" prints")
    }
    let size = "\(window.columns)x\(window.rows)"
    guard window.columns >= 30, window.rows >= 8 else {
      return Check(
        .no, "size", "\(size) is too small. The shop needs 30x8; make the window larger.")
    }
    return Check(.ok, "size", size)
  }

  private var colorCheck: Check {
    let color = configuration[.color]
    let theme = configuration.text(.theme) ?? "default"
    if configuration.choice(.color) == .never {
      return Check(.ok, "colour", "off: \(color.origin.text)")
    }
    let colors = TerminalFacts.colors(of: drawnTerm)
    guard colors >= 8 else {
      return Check(
        .warning, "colour",
        "\(drawnTerm) has none; bold, underline and reverse stand in")
    }
    let used = colors < 256 ? "8 of its \(colors) are used" : "\(colors)"
    return Check(.ok, "colour", "\(used); theme \(theme): \(configuration[.theme].origin.text)")
  }

  private var characterCheck: Check {
    let variable = ["LC_ALL", "LC_CTYPE", "LANG"].first(where: environment.holds)
    let reason = variable.map { "\($0)=\(environment[$0] ?? "")" } ?? "no locale is set"
    let isForced = configuration.flag(.ascii)
    if isForced ?? Surroundings(environment: environment).isASCIIOnly {
      let cause = isForced == true ? configuration[.ascii].origin.text : "\(reason), TERM=\(term)"
      return Check(
        isForced == true ? .ok : .warning, "characters",
        "ASCII only: \(cause). Where UTF-8 can be drawn, set LANG=C.UTF-8.")
    }
    guard TerminalFacts.characterSet != nil else {
      return Check(
        .warning, "characters",
        "UTF-8, though \(reason) names a locale that is not installed. Install it, or use C.UTF-8.")
    }
    return Check(.ok, "characters", "UTF-8: \(reason)")
  }

  private var linkCheck: Check {
    let links = configuration[.hyperlinks]
    switch configuration.choice(.hyperlinks) {
    case .never: return Check(.ok, "links", "not to be clicked: \(links.origin.text)")
    case .always: return Check(.ok, "links", "to be clicked (OSC 8): \(links.origin.text)")
    case .auto:
      return Check(
        .ok, "links",
        Surroundings(environment: environment).showsHyperlinks
          ? "to be clicked too (OSC 8): this terminal is known to do it right"
          : "shown as addresses, to be opened with their number")
    }
  }

  private var clipboardCheck: Check {
    let clipboard = configuration[.clipboard]
    guard configuration.flag(.clipboard) != false else {
      return Check(.ok, "clipboard", "off: \(clipboard.origin.text)")
    }
    if environment.holds("TMUX") {
      return Check(
        .warning, "clipboard",
        "tmux passes it on where its set-clipboard is on: tmux set -s set-clipboard on")
    }
    if Surroundings(environment: environment).clipboard == .none || drawnTerm != term {
      return Check(
        .warning, "clipboard", "this terminal probably has none; select text with the mouse")
    }
    if environment.holds("VTE_VERSION") {
      return Check(
        .warning, "clipboard", "terminals built on VTE ignore it; select text with the mouse")
    }
    return Check(.ok, "clipboard", "copied text is sent to the terminal (OSC 52)")
  }

  private var browserCheck: Check {
    let programs = LinkOpener("https://example.com", environment: environment)
      .commands.compactMap(\.first)
    if let path = programs.lazy.compactMap(path).first { return Check(.ok, "browser", path) }
    let cause =
      if programs.isEmpty {
        "BROWSER is not set, and DISPLAY and WAYLAND_DISPLAY name no desktop"
      } else if programs.last == "xdg-open" {
        "BROWSER is not set, and there is no xdg-open (Debian: xdg-utils)"
      } else {
        "of what would open them nothing is here: \(programs.joined(separator: ", "))"
      }
    return Check(
      .warning, "browser", "\(cause): links can be read and copied, not opened. Set BROWSER.")
  }

  /// Where a program is found, as a shell finds it.
  private func path(of program: String) -> String? {
    if program.contains("/") { return access(program, X_OK) == 0 ? program : nil }
    let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }
}
