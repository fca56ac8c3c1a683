/// How styles are shown; none of them says by colour alone what words and signs say too.
package enum Theme: String, Sendable, Hashable, CaseIterable {
  /// The user's own eight colours on the terminal's background.
  case standard = "default"
  /// Nothing dim, every colour bold.
  case highContrast = "high-contrast"
  /// Bold, reverse and underline only.
  case mono
}
