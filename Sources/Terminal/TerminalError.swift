/// Why there is no screen.
package enum TerminalError: Error, Sendable, Hashable {
  /// The output is no terminal, or there is none to read keys from.
  case noTerminal
  /// A terminal that cannot move its cursor, by the name in TERM.
  case dumb(String)
  /// Neither the terminal's description nor a usual one is installed.
  case noDescription(String)
}

extension TerminalError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noTerminal:
      "The screen needs a terminal. Run it in one, or use a command that prints."
    case .dumb(let name):
      "The terminal \"\(name)\" cannot show a screen. Set TERM to what it really is, or use a "
        + "command that prints."
    case .noDescription(let name):
      "No description of the terminal \"\(name)\" is installed, nor one of xterm-256color. Install "
        + "ncurses-base, or set TERMINFO to where the descriptions are."
    }
  }
}
