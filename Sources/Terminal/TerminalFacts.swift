import CTerminal
package import Screens

/// What can be learned of a terminal without taking it.
package enum TerminalFacts {
  package enum Kind: Sendable, Hashable {
    case known
    /// No description by this name; a usual one stands in.
    case unknown
    /// A description that nothing can be drawn with.
    case dumb
  }

  /// What terminfo knows of a terminal by this name.
  package static func kind(of term: String) -> Kind {
    switch ct_look_up(term) {
    case CT_OK: .known
    case CT_DUMB: .dumb
    default: .unknown
    }
  }

  /// How many colours terminfo gives it; 0 for none.
  package static func colors(of term: String) -> Int { Int(ct_colours(term)) }

  /// The window of the terminal that this process has, though its output may go elsewhere; nil
  /// without one.
  package static var window: Size? {
    let window = ct_any_window()
    return window.width > 0 ? Size(columns: Int(window.width), rows: Int(window.height)) : nil
  }

  /// The character set of the environment's locale; nil where no such locale is installed.
  package static var characterSet: String? { ct_codeset().map { String(cString: $0) } }

  /// The library that draws, with its version.
  package static var libraryVersion: String { String(cString: ct_version()) }
}
