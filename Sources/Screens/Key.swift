/// A key as the terminal reports it.
package enum Key: Sendable, Hashable {
  /// A typed character, never a control character.
  case character(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// Ctrl with a lower-case letter.
  case control(Character)
  /// F1 to F12.
  case function(Int)
}
