/// What a key or a line of the palette does; the raw value is its name in palette and configuration.
enum Action: String, Sendable, Hashable, CaseIterable {
  case open, buy
  case buyWithOption = "offer"
  case payFromBalance = "pay-from-balance"
  case topUp = "top-up"
  case restore, verify, filter, sort
  case approve, decline
  case controlTransaction = "transaction"
  case timeline
  case nextMatch = "next-match"
  case previousMatch = "previous-match"
  case openLink = "link"
  case copy
  case copyJSON = "copy-json"
  case write, raw
  case readAgain = "read-again"
  case openFile = "open-file"
  case showHidden = "hidden"
  case undo
  case locale, storefront, language, theme
  case go
  case showProducts = "products"
  case showPurchases = "purchases"
  case showFile = "file"
  case showStore = "store"
  case showNextTime = "next-time"
  case clock
  case otherPane = "other-pane"
  case up, down, first, last
  case halfPageUp = "half-page-up"
  case halfPageDown = "half-page-down"
  case pageUp = "page-up"
  case pageDown = "page-down"
  case palette, help, back
  case close = "quit"
  case repaint = "redraw"
  case suspend = "shell"
  // Inside a box or a text field only.
  case nextButton = "next-button"
  case previousButton = "previous-button"
  case press, yes, no
  case erase, clear, accept, complete

  /// Whether the palette asks for more before it is done.
  var takesArgument: Bool {
    switch self {
    case .locale, .storefront, .language, .theme, .sort, .openLink, .copy, .openFile, .go,
      .showStore, .clock, .controlTransaction, .buyWithOption, .topUp:
      true
    default: false
    }
  }

  /// Whether it belongs to a box or a text field, whose keys are the same for everybody.
  var isOfBox: Bool {
    switch self {
    case .nextButton, .previousButton, .press, .yes, .no, .erase, .clear, .accept, .complete:
      true
    default: false
    }
  }

  /// Whether the key opens a question or a sheet before anything happens.
  var asksFirst: Bool { self == .buy || self == .restore }
}
