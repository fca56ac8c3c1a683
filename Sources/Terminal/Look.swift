import CTerminal
import Screens

/// A style in the terms of the C target, under a theme.
struct Look: Hashable {
  /// `CT_BOLD` and its like, together.
  var attributes = 0
  /// An ANSI number, 0 for the terminal's own colour.
  var color = 0

  /// Under high contrast and in mono a link is underlined; keys are not, since a line under a
  /// single letter makes it harder to read.
  init(_ style: Style, isLink: Bool, theme: Theme) {
    if style.contains(.bold) { attributes |= CT_BOLD }
    if style.contains(.reverse) { attributes |= CT_REVERSE }
    if style.contains(.underline) { attributes |= CT_UNDERLINE }
    if isLink, theme != .standard { attributes |= CT_UNDERLINE }
    guard theme != .mono else { return }
    let colors: [(Style, Int)] = [(.red, 1), (.green, 2), (.yellow, 3), (.cyan, 6)]
    color = colors.first { style.contains($0.0) }?.1 ?? 0
    if theme == .standard {
      if style.contains(.dim) { attributes |= CT_DIM }
    } else if color != 0 || style.contains(.reverse) {
      attributes |= CT_BOLD
    }
  }

  /// The same as an SGR sequence, from whatever was before.
  var sequence: String {
    let codes = [(CT_BOLD, 1), (CT_DIM, 2), (CT_UNDERLINE, 4), (CT_REVERSE, 7)]
    var parameters = [0] + codes.filter { attributes & $0.0 != 0 }.map(\.1)
    if color != 0 { parameters.append(30 + color) }
    return "\u{1B}[" + parameters.map(String.init).joined(separator: ";") + "m"
  }
}
