/// How styles look on a terminal; what a style says stands in words or signs as well.
package enum Theme: String, CaseIterable, Sendable {
  /// The user's own eight colours; what helps but does not matter is dim.
  case standard = "default"
  /// Nothing is dim, and whatever is coloured or selected is bold.
  case highContrast = "high-contrast"
  /// No colour: bold, reverse and underline only, as under NO_COLOR.
  case mono
}
