package import Screens

// The front door of the terminal: `EventLoop` waits on a `TerminalScreen` and on the signals, runs
// the jobs of the actor it belongs to, and hands over what came as `TerminalInput`.

/// What a terminal tells the loop.
package enum TerminalInput: Sendable, Hashable {
  case key(Key)
  /// One bracketed paste, as one line without control characters.
  case pasted(String)
  /// The window has a new size, or the one it had again.
  case resized(Size)
  /// The terminal is gone; nothing more will come from it.
  case hungUp
  /// The program is asked to end: SIGINT (also Ctrl-C), SIGTERM, SIGHUP, or SIGQUIT (as Ctrl-\).
  case signal(Int32)
  /// Ctrl-Z, or SIGTSTP.
  case suspendRequested
  /// The program goes on after it was stopped; the screen has the terminal again.
  case resumed
  /// A line of a script.
  case instruction(String)
  /// A line that was typed, without control characters.
  case line(String)
  /// No further line will come.
  case ended
}

/// A place to draw frames on and to read keys from.
package protocol TerminalScreen: AnyObject {
  /// Readable when there is something to read; negative while nothing is to be read.
  var inputDescriptor: Int32 { get }
  var size: Size { get }
  /// Milliseconds after which `lapse` is due if nothing came; nil while nothing is half read.
  var patience: Int32? { get }
  /// Everything there is now, drained, and the window's new size if it has one.
  func read() -> [TerminalInput]
  /// Ends what is half read: an Esc with nothing behind it is the Esc key.
  func lapse() -> [TerminalInput]
  func paint(_ frame: Frame)
  /// Prints lines, and asks for one with `prompt` where there is one, in place of `paint`.
  func tell(_ lines: [String], prompt: String?)
  /// The next line that was typed, or the end of them; nil while neither has come.
  func next() -> TerminalInput?
  /// The next `paint` draws every cell anew.
  func repaint()
  /// Changes the theme; the next `paint` draws everything in it.
  func wear(_ theme: Theme)
  /// Hands a text to the clipboard of the person in front; false where that cannot be done.
  ///
  /// True says that it is on its way: no terminal tells whether it took it.
  func copy(_ text: String) -> Bool
  /// Hands facts to a script that asked for them; nobody else hears of them.
  func report(_ facts: String)
  /// Returns when nothing is in flight, on a screen where time is the script's.
  func settle()
  /// Hands the terminal back and stops the program; the loop calls `resume` when it goes on.
  func suspend()
  /// Takes the terminal again, with the size it has now.
  func resume()
  /// Hands the terminal back for good; a second call does nothing.
  func close()
}

extension TerminalScreen {
  package var patience: Int32? { nil }
  package func lapse() -> [TerminalInput] { [] }
  package func tell(_ lines: [String], prompt: String?) {}
  package func next() -> TerminalInput? { nil }
  package func wear(_ theme: Theme) {}
  package func copy(_ text: String) -> Bool { false }
  package func report(_ facts: String) {}
  package func settle() {}
  package func suspend() {}
  package func resume() {}
}
