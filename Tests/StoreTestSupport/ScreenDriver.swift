package import Disclosure
package import Screens

/// A person in front of the screens: presses keys, hands in news, reads frames.
package struct ScreenDriver {
  package var state: AppState
  package var size: Size
  /// The voice of the shop that readings are handed in with.
  package var shop = SampleShop.disclosures()
  /// Everything the state asked for, in order.
  package private(set) var effects: [AppEffect] = []

  package init(
    words: Words, size: Size = Size(columns: 80, rows: 24), isASCII: Bool = false
  ) {
    state = AppState(words: words, size: size, isASCII: isASCII)
    self.size = size
  }

  /// Hands in an event and returns what it asked for.
  @discardableResult
  package mutating func hand(_ event: AppEvent) -> [AppEffect] {
    if case .resized(let size) = event { self.size = size }
    let asked = state.handle(event)
    effects += asked
    return asked
  }

  @discardableResult
  package mutating func press(_ keys: Key...) -> [AppEffect] {
    keys.flatMap { hand(.key($0)) }
  }

  /// Types characters one by one.
  @discardableResult
  package mutating func type(_ text: String) -> [AppEffect] {
    text.flatMap { hand(.key(.character($0))) }
  }

  package var frame: Frame { state.frame(size: size) }
  package var screen: String { frame.text }
  /// The screen as running text, so that a wrapped sentence is found.
  package var said: String { screen.split { $0.isWhitespace }.joined(separator: " ") }
}
