package import Disclosure
package import FoundationEssentials
package import StoreModel

// The front door of the screens: `AppState` takes an `AppEvent` and answers with effects; it draws
// itself as a `Frame`. It knows values only, never who performs an effect.

/// What happened, as the loop tells it to the state.
package enum AppEvent: Sendable {
  case key(Key)
  /// Bracketed paste: text only, never keys.
  case pasted(String)
  case resized(Size)
  /// A catalogue was read, or could not be: its diagnostics say why.
  case catalogueRead(CatalogueReading)
  /// Another catalogue was opened, with a shop of its own: nothing of the last one counts.
  case catalogueOpened(CatalogueReading)
  /// The catalogues in the working folder and below it.
  case cataloguesFound([String])
  /// News of the queue, with the store's time at which it was true.
  case queueChanged(QueueState, at: Date)
  /// The journal has not opened within a tenth of a second.
  case stillOpening
  /// The store asks the customer; the answer goes back as `AppEffect.answer`.
  case sheetPresented(PaymentSheet)
  /// The store asks whose account it is; the answer goes back as `AppEffect.signIn`.
  case signInPresented(SignInSheet)
  /// An order ended, as far as it can be told at once.
  case ordered(productID: String, PurchaseOutcome)
  case restoreEnded(RestoreOutcome)
  /// A purchase's proof was judged again.
  case verified(purchaseID: Purchase.ID, Verification)
  /// A page was written, to `path`, or it could not be, with the reason.
  case pageWritten(path: String)
  case pageNotWritten(path: String, reason: Sentence)
  /// Something that the user should know once and that fits no other case.
  case notice(String)
  case linkOpened(url: String, program: String)
  case linkNotOpened(url: String, reason: LinkRefusal)
  /// A text went to the terminal's clipboard, which may still refuse it.
  case copied(what: String, bytes: Int)
  case notCopied(what: String)
  /// The interface speaks another language from now on.
  case wordsChanged(Words)
  /// The customer chose a product in the App Store: its page opens, and buying is theirs to confirm.
  case promoted(productID: String)
  /// What the customer has with the app itself, whenever it may have changed.
  case balanceChanged(Price)
  /// A product was paid with it and handed over; the store took nothing.
  case paidFromBalance(productID: String)
  /// What a tester sees of the store, whenever it may have changed.
  case storeChanged(StorePanel)
  /// What was asked of the store or of its clock was done, or could not be, with the reason.
  case controlled(StoreControl)
  case clockControlled(ClockControl)
  case controlRefused(Sentence)
  /// Something has been under way for this many seconds.
  case stillWorking(seconds: Int)
}

/// One reading of the catalogue, with the voice of the shop it was read for.
package struct CatalogueReading: Sendable {
  package var catalogue: Catalogue
  package var disclosures: Disclosures
  package var milliseconds: Int
  /// The seller's name, where it was given; not safe to print.
  package var company: String?
  /// Whether it is the built-in demo, because no file was named.
  package var isDemo: Bool

  package init(
    catalogue: Catalogue, disclosures: Disclosures, milliseconds: Int, company: String? = nil,
    isDemo: Bool = false
  ) {
    self.isDemo = isDemo
    self.catalogue = catalogue
    self.disclosures = disclosures
    self.milliseconds = milliseconds
    self.company = company
  }

  package var storefront: Storefront { disclosures.storefront }
  /// The shop's language.
  package var locale: String { disclosures.locale }
}

/// Why an address was not opened.
package enum LinkRefusal: Sendable, Hashable {
  /// No browser is named, and there is no desktop to ask.
  case noOpener
  /// Not an address of the web, or one with characters that no address has.
  case notWeb
  case failed(program: String, reason: Sentence)
}

/// What can be had as JSON, in the form that the commands print.
package enum Document: Sendable, Hashable {
  case product(Product)
  case purchase(Purchase)
  case verification(Verification)
}

/// What the state asks the loop to do.
package enum AppEffect: Sendable, Hashable {
  case quit
  case readCatalogue
  /// Looks for catalogues in the working folder; the answer is `cataloguesFound`.
  case findCatalogues
  /// Closes the shop and opens another one; nil is the built-in demo.
  case openCatalogue(path: String?)
  case pay(productID: String, quantity: Int, option: PurchaseOption? = nil)
  case answer(PaymentSheet.ID, PaymentSheet.Answer)
  case signIn(SignInSheet.ID, SignInSheet.Answer)
  case restore
  /// Pays with the app's own balance; the answer is `paidFromBalance` or `controlRefused`.
  case payFromBalance(productID: String)
  /// Puts money into it, in the storefront's currency; `balanceChanged` or `controlRefused` follows.
  case topUp(Decimal)
  /// A promoted purchase that was pasted; the answer is `promoted` or `controlRefused`.
  case openIntent(link: String)
  case verify(purchaseID: Purchase.ID)
  /// Does something to the store or to its clock, as a tester; `storeChanged` follows, and then
  /// `controlled`, `clockControlled` or `controlRefused`.
  case control(StoreControl)
  case clock(ClockControl)
  /// Writes a page as text; the name is a suggestion without a folder.
  case writePage(name: String, text: String)
  /// Sells from another storefront (alpha-3) and in another language.
  case changeShop(storefront: String, locale: String)
  /// The interface's own language: `en` or `zh-Hans`.
  case changeLanguage(String)
  case changeTheme(Theme)
  case openLink(url: String)
  /// Puts a text on the terminal's clipboard; `what` names it for people.
  case copy(text: String, what: String)
  case copyJSON(Document)
  /// Ctrl-L: paint everything anew.
  case repaint
  /// Ctrl-Z: to the shell and back.
  case suspend
}
