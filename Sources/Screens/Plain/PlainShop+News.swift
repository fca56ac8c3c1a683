import StoreModel
import Text

extension PlainShop {
  /// What a listener knows of the shop.
  struct Heard: Sendable {
    /// The list or page that was printed last; nil where it is to be printed again.
    var view: View?
    /// How many readings of a catalogue there were that changed what is for sale.
    var readings = 0
    var question: Dialog.Kind?
    /// How many stages of each purchase were told; nil until the journal is open.
    var marks: [Purchase.ID: Int]?
    var mode = QueueState.Mode.opening
    /// What was told to be on in the store.
    var on: [String] = []
    /// How long the work is that was told last.
    var tensOfSeconds = 0
    /// Whether no list was printed yet.
    var isNew = true
  }

  /// What the list or the page that stands open is made of; it is printed when this changes.
  struct View: Sendable, Hashable {
    private let tab: AppState.Tab
    private let page: AppState.Page.Kind?
    private let subject: String?
    private let shop: [String]
    private let order: ProductList.Order?
    private let showsHidden: Bool
    private let readings: Int

    init(of state: AppState, readings: Int) {
      tab = state.tab
      page = state.pages.last?.kind
      subject =
        switch page {
        case .product: state.selectedProduct?.id
        case .purchase, .verification: state.selectedPurchase?.id
        case .timeline(let id): id
        case nil: nil
        }
      shop = [
        state.words["app.language"], state.reading?.locale ?? "",
        state.reading?.storefront.countryCode ?? "", state.products?.filter ?? "",
      ]
      order = state.products?.order
      showsHidden = state.showsHidden
      self.readings = readings
    }
  }

  /// News from the world.
  mutating func hear(_ event: AppEvent) -> [AppEffect] {
    let effects = state.handle(event)
    switch event {
    case .catalogueRead(let reading):
      if reading.catalogue.isReadable || state.reading == nil { heard.readings += 1 }
    case .catalogueOpened:
      heard.readings += 1
      heard.marks = nil
      heard.mode = .opening
      choices = nil
    case .cataloguesFound where isAwaitingCatalogues: offer(.openFile)
    case .queueChanged:
      tellMode()
      tellSteps()
    case .storeChanged(let panel): tellOn(panel)
    case .verified(_, let verification): collectMessage(with: state.words.trust(of: verification))
    case .stillWorking(let seconds):
      if seconds / 10 > heard.tensOfSeconds { say(state.workText) }
      heard.tensOfSeconds = seconds / 10
    default: break
    }
    collect(isTimed: event.isOfTheStore)
    return effects
  }

  /// Collects everything that has not been heard: the message, the list or page, the question.
  mutating func collect(isTimed: Bool = false) {
    collectMessage(isTimed: isTimed)
    let view = View(of: state, readings: heard.readings)
    if view != heard.view {
      heard.view = view
      printView()
    }
    while case .note(_, let paragraphs)? = state.dialogs.last?.kind {
      state.dialogs.removeLast()
      for paragraph in paragraphs { say(paragraph) }
    }
    let question = state.dialogs.last?.kind
    if question != heard.question {
      heard.question = question
      printQuestion()
    }
  }

  /// Says the message that stands; what goes on is said only when it takes long.
  private mutating func collectMessage(with more: String? = nil, isTimed: Bool = false) {
    let time = isTimed ? state.now.map { Moment($0).time + "  " } ?? "" : ""
    if let message = state.message, message.kind != .progress {
      say(time + message.text + (more.map { state.words["gap.sentence"] + $0 } ?? ""))
    }
    for sentence in state.news { say(time + sentence) }
    (state.message, state.news) = (nil, [])
  }

  /// Says what is on in the store, when that has changed.
  private mutating func tellOn(_ panel: StorePanel) {
    let on = state.words.whatIsOn(panel)
    guard on != heard.on else { return }
    heard.on = on
    say(
      on.isEmpty
        ? state.words["plain.nothingOn"]
        : state.words["plain.on", ["list": on.joined(separator: state.words["file.comma"])]])
  }

  // MARK: Purchases

  /// Says why nothing can be bought, when that has changed.
  private mutating func tellMode() {
    let mode = state.queue.mode
    guard mode != heard.mode else { return }
    heard.mode = mode
    switch mode {
    case .opening, .open: break
    case .readOnly, .unavailable: say(state.words.sentence(for: mode))
    }
  }

  /// Says each stage that a purchase has come to, a line each, the earliest first.
  private mutating func tellSteps() {
    guard state.queue.mode != .opening else { return }
    let purchases = state.queue.purchases
    if let known = heard.marks {
      let marks = purchases.reversed().flatMap { purchase in
        purchase.history.dropFirst(known[purchase.id] ?? 0).map { (purchase, $0) }
      }
      for (purchase, mark) in marks.sorted(by: { $0.1.date < $1.1.date }) {
        let name = state.name(ofProduct: purchase.productID)
        say(
          Moment(mark.date).time + "  " + name + state.words["gap.colon"]
            + state.words["gap.sentence"] + state.words["step.\(mark.stage.rawValue)"])
      }
    } else if state.unfinishedCount > 0 {
      say(state.words["header.unfinished", ["n": String(state.unfinishedCount)]])
    }
    heard.marks = Dictionary(
      purchases.map { ($0.id, $0.history.count) }, uniquingKeysWith: { first, _ in first })
  }
}

extension AppEvent {
  /// Whether it comes with the store's time of now.
  fileprivate var isOfTheStore: Bool {
    switch self {
    case .queueChanged, .storeChanged, .ordered, .restoreEnded: true
    default: false
    }
  }
}
