import Text

extension AppState {
  /// Text from outside on one line, safe to print: the one way by which it comes on a screen.
  func line(_ text: String) -> String {
    SafeText.line(text, revealing: showsHidden)
  }

  /// Text from outside with its line breaks, safe to print.
  func paragraph(_ text: String) -> String {
    SafeText.paragraph(text, revealing: showsHidden)
  }

  /// A text of our own formatter or copy, safe to print.
  ///
  /// The direction marks that locales put into prices are seen only where hidden characters are.
  func shown(_ text: String) -> String {
    line(showsHidden ? text : SafeText.withoutDirectionMarks(text))
  }

  /// Writes hidden characters out, or hides them again.
  mutating func toggleHidden() {
    keepPlace { state in
      state.showsHidden.toggle()
      state.measureNames()
      state.measurePurchases()
    }
  }
}
