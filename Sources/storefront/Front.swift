import Screens
import Terminal

/// What stands between the customer and the shop: the screens, or lines for those who see none.
protocol Front: Sendable {
  /// Takes an event and says what is to be done about it.
  mutating func handle(_ event: AppEvent) -> [AppEffect]
  /// Takes a line that was typed.
  mutating func read(line: String) -> [AppEffect]
  /// Says the last words when no further line comes.
  mutating func end()
  /// Prints a text that no clipboard takes; false where there is no place for it.
  mutating func show(_ text: String, called what: String) -> Bool
  /// Shows everything that has happened; the customer's turn is when nothing is in flight.
  mutating func show(on terminal: any TerminalScreen, isAtRest: Bool)
  /// Shows what is still to be shown when the shop is left.
  mutating func leave(_ terminal: any TerminalScreen)
}

extension Front {
  mutating func read(line: String) -> [AppEffect] { [] }
  mutating func end() {}
  mutating func leave(_ terminal: any TerminalScreen) {}
  mutating func show(_ text: String, called what: String) -> Bool { false }
}

extension AppState: Front {
  func show(on terminal: any TerminalScreen, isAtRest: Bool) {
    terminal.paint(frame(size: terminal.size))
  }
}

extension PlainShop: Front {
  mutating func show(on terminal: any TerminalScreen, isAtRest: Bool) {
    terminal.tell(lines(), prompt: isAtRest || isWorkLong ? prompt : nil)
  }

  mutating func leave(_ terminal: any TerminalScreen) {
    terminal.tell(lines(), prompt: nil)
  }
}
