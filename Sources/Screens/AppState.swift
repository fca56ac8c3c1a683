import Disclosure
import FoundationEssentials
package import StoreModel
import Text

/// The whole program as a value: events go in, effects and screens come out.
package struct AppState: Sendable {
  var words: Words
  let keyMap: KeyMap
  /// Those that can be chosen, in the order of their codes.
  let storefronts: [Storefront]
  var theme: Theme
  /// Whether the terminal draws nothing but ASCII.
  let isASCII: Bool
  var size: Size
  /// The last reading that could be read; it stays when a later one fails.
  var reading: CatalogueReading?
  /// The newest reading when it could not be read.
  var failedReading: CatalogueReading?
  var products: ProductList?
  var queue = QueueState()
  /// Whether the journal takes so long to open that the screen says so.
  var isOpeningSlow = false
  /// The store's time at the last news of its queue.
  var now: Date?
  /// What a tester sees of the store; nil until it was heard of.
  var panel: StorePanel?
  var storePosition = ListPosition()
  /// What the queue says of each product, made once per news.
  var statuses: [String: ProductStatus] = [:]
  /// The width of the state column: as wide as what stands in it, up to its limit.
  var stateColumns = ProductColumns.stateLimits.lowerBound
  var tab = Tab.products
  /// The pages that are open over the tab, the last one on top.
  var pages: [Page] = []
  var purchasePosition = ListPosition()
  /// What the widest cells of the purchases are, in cells; made once per news.
  var purchaseWidths = PurchaseWidths()
  /// The first line that is shown of the file screen.
  var fileScroll = 0
  /// The first line that is shown of what stands in place of an empty list.
  var shelfScroll = 0
  var isFiltering = false
  /// What is looked for on the page, from which line on, and the line of the match that was gone to.
  var find = ""
  var findStart = 0
  var matchLine = 0
  /// Whether characters that cannot be seen are written out.
  var showsHidden = false
  /// The widths of the list's columns, for as long as nothing that they depend on changes.
  var columnWidths: ColumnWidths?
  /// The first line of the help that is shown; nil when it is closed.
  var helpScroll: Int?
  /// What is looked for in the help.
  var helpFilter = ""
  var palette: Palette?
  /// The product that the customer chose in the App Store and has not decided on.
  var promoted: Product.ID?
  /// What the customer has with the app itself; nil until it was heard of.
  var balance: Price?
  /// The catalogues that were found when the palette last asked.
  var catalogueFiles: [String] = []
  /// What `z` takes back, the last change at the end.
  var undos: [Undo] = []
  /// Questions and sheets, the last one on top.
  var dialogs: [Dialog] = []
  var message: Message?
  /// The higher price that was last asked for, of each subscription.
  var askedPrices: [SubscriptionLife.ID: Price] = [:]
  /// What happened by itself since the last key, a sentence each.
  var news: [String] = []
  /// How long what is under way takes already; 0 until it is worth a word.
  var secondsAtWork = 0
  /// Products whose order was given and has not ended yet.
  var ordering: Set<String> = []
  /// What each product was offered at when it was ordered here last.
  var ordered: [Product.ID: ShelfTag] = [:]
  /// Recovered purchases that were announced already.
  var announced: Set<Purchase.ID> = []

  package init(
    words: Words, size: Size, keyMap: KeyMap = .standard, storefronts: [Storefront] = [],
    theme: Theme = .standard, isASCII: Bool = false
  ) {
    self.words = words
    self.words.keyMap = keyMap
    self.isASCII = isASCII
    self.size = size
    self.keyMap = keyMap
    self.storefronts = storefronts
    self.theme = theme
  }

  /// The screens that numbers jump to.
  enum Tab: Int, Sendable, Hashable, CaseIterable {
    case products = 1
    case purchases, file, store

    /// What goes there.
    var action: Action {
      switch self {
      case .products: .showProducts
      case .purchases: .showPurchases
      case .file: .showFile
      case .store: .showStore
      }
    }

    /// The id of its name.
    var word: String {
      switch self {
      case .products: "tab.products"
      case .purchases: "tab.purchases"
      case .file: "tab.file"
      case .store: "tab.store"
      }
    }
  }

  /// A page over a list.
  struct Page: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      /// The page of the selected product.
      case product
      /// The page of the selected purchase.
      case purchase
      /// The proof of the selected purchase; raw shows the token itself.
      case verification(isRaw: Bool)
      /// The life of a subscription, by its first transaction.
      case timeline(Transaction.ID)
    }

    var kind: Kind
    var scroll = 0
  }

  /// Takes an event and says what is to be done about it.
  package mutating func handle(_ event: AppEvent) -> [AppEffect] {
    let effects =
      switch event {
      case .key(let key): press(key)
      case .pasted(let text): paste(text)
      default: hear(event)
      }
    settle()
    return effects
  }

  // MARK: What is on top

  var layout: Layout { Layout(size: size) }

  var context: Context {
    if let dialog = dialogs.last { return dialog.buttonCount > 1 ? .dialog : .note }
    if palette != nil { return .palette }
    if isFiltering { return .filter }
    if helpScroll != nil { return .help }
    return screenContext
  }

  /// The screen under help, field and dialogs.
  var screenContext: Context {
    switch pages.last?.kind {
    case .product: return .product
    case .purchase: return .purchase
    case .verification: return .verification
    case .timeline: return .timeline
    case nil: break
    }
    switch tab {
    case .products: return .products
    case .purchases: return .purchases
    case .file: return .file
    case .store: return .store
    }
  }

  // MARK: What is selected

  /// The selected product; none while the store offers nothing.
  var selectedProduct: Product? { isWithheld ? nil : products?.selected }

  var selectedPurchase: Purchase? {
    queue.purchases.indices.contains(purchasePosition.selected)
      ? queue.purchases[purchasePosition.selected] : nil
  }

  /// The name of a product for people, safe to print; the raw id where it is not in the catalogue.
  func name(ofProduct id: String) -> String {
    guard let reading, let product = reading.catalogue.product(id) else {
      return self.line(id)
    }
    return self.line(product.displayName(for: reading.locale).text)
  }

  /// How many purchases money was taken for and that are not done.
  var unfinishedCount: Int { queue.unfinished.count }

  /// How many purchases are under way in any sense; quitting asks while there are some.
  var inFlightCount: Int {
    let open = queue.purchases.filter { $0.stage == .open || $0.stage.isUnfinished }
    return open.count + ordering.subtracting(open.map(\.productID)).count
  }

  /// Keeps every position inside what it points at.
  mutating func settle() {
    measureColumns()
    products?.move(by: 0)
    purchasePosition.move(by: 0, count: queue.purchases.count)
    if tab == .store { storePosition.move(by: 0, count: storeEntries.count) }
    guard !layout.isTooSmall else { return }
    revealSelection()
    if case .purchase = pages.first?.kind, selectedPurchase == nil { pages = [] }
    if case .product = pages.first?.kind, selectedProduct == nil { pages = [] }
    if case .timeline = pages.last?.kind, lifeAtHand == nil { pages.removeLast() }
    clampScrolls()
  }
}
