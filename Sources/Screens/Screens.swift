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
  /// News of the queue, with the store's time at which it was true.
  case queueChanged(QueueState, at: Date)
  /// The journal has not opened within a tenth of a second.
  case stillOpening
  /// The store asks the customer; the answer goes back as `AppEffect.answer`.
  case sheetPresented(PaymentSheet)
  /// An order ended, as far as it can be told at once.
  case ordered(productID: String, PurchaseOutcome)
  case restoreEnded(RestoreOutcome)
  /// A purchase's proof was judged again.
  case verified(purchaseID: Purchase.ID, Verification)
  /// A page was written, to `path`, or it could not be, with the reason.
  case pageWritten(path: String)
  case pageNotWritten(path: String, reason: String)
  /// Something that the user should know once and that fits no other case.
  case notice(String)
}

/// One reading of the catalogue, with the voice of the shop it was read for.
package struct CatalogueReading: Sendable {
  package var catalogue: Catalogue
  package var disclosures: Disclosures
  package var milliseconds: Int
  /// The seller's name, where it was given; not safe to print.
  package var company: String?

  package init(
    catalogue: Catalogue, disclosures: Disclosures, milliseconds: Int, company: String? = nil
  ) {
    self.catalogue = catalogue
    self.disclosures = disclosures
    self.milliseconds = milliseconds
    self.company = company
  }

  package var storefront: Storefront { disclosures.storefront }
  /// The shop's language.
  package var locale: String { disclosures.locale }
}

/// What the state asks the loop to do.
package enum AppEffect: Sendable, Hashable {
  case quit
  case readCatalogue
  case pay(productID: String, quantity: Int)
  case answer(PaymentSheet.ID, PaymentSheet.Answer)
  case restore
  case verify(purchaseID: Purchase.ID)
  /// Writes a page as text; the name is a suggestion without a folder.
  case writePage(name: String, text: String)
  /// Ctrl-L: paint everything anew.
  case repaint
  /// Ctrl-Z: to the shell and back.
  case suspend
}
