import StoreModel

/// A box with buttons over the screen; the first button has the focus and changes nothing.
struct Dialog: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case sheet(PaymentSheet)
    case signIn(SignInSheet)
    /// A higher price of a subscription, for the customer to agree to.
    case priceConsent(SubscriptionLife)
    case quit
    case restore
    /// Something to do to the store that cannot be taken back.
    case control(StoreControl)
    /// Something to read, with one button.
    case note(title: String, paragraphs: [String])
  }

  var kind: Kind
  /// The button with the focus.
  var focus = 0
  /// The first line of the text that is shown.
  var scroll = 0

  init(_ kind: Kind) {
    self.kind = kind
  }

  var buttonCount: Int {
    switch kind {
    case .note: 1
    case .priceConsent: 3
    case .signIn(let sheet): sheet.accounts.count + 1
    default: 2
    }
  }

  /// The button that agrees to what is asked.
  var agreeing: Int {
    guard case .signIn(let sheet) = kind else { return buttonCount - 1 }
    return sheet.suggested.flatMap(sheet.accounts.firstIndex).map { $0 + 1 } ?? 0
  }
}
