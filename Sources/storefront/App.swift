import FoundationEssentials
import Payments
import Screens
import StoreModel
import Terminal
import Text

/// The shop on a terminal: takes an event, handles it, performs the effects, paints the frame.
///
/// Its executor is the terminal's own event loop, so keys, signals and answers are one wait and
/// nothing runs while nothing happens.
actor App {
  nonisolated let loop = EventLoop()
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  var settings: ShopSettings
  /// The last reading, which the shop may be shown from again.
  var reading: CatalogueReading?
  /// What tells how long something has been under way; none while nothing is.
  private var progress: Task<Void, Never>?
  private var isProgressTold = false
  let screen: any TerminalScreen
  private var front: any Front
  var shop: Shop?
  /// What opens the shop; orders given meanwhile wait for it.
  var opening: Task<Void, Never>?
  private var exit: Int32?
  var answers: [PaymentSheet.ID: CheckedContinuation<PaymentSheet.Answer, Never>] = [:]
  var signIns: [SignInSheet.ID: CheckedContinuation<SignInSheet.Answer, Never>] = [:]
  var expiry: Task<Void, Never>?
  /// Effects under way, apart from those that wait for the customer.
  var inFlight = 0 {
    didSet { keepProgress() }
  }
  /// Whether a scenario buys or restores without a sheet being shown.
  var isUnasked = false
  /// Why the last control was refused; nil when it was done.
  var lastRefusal: Sentence?
  let killPoint = KillPoint()

  init(_ settings: ShopSettings, on screen: sending any TerminalScreen, isPlain: Bool = false) {
    self.settings = settings
    self.screen = screen
    let (words, keyMap) = (settings.words, settings.configuration.keyMap)
    front =
      isPlain
      ? PlainShop(
        words: words, size: screen.size, keyMap: keyMap, storefronts: settings.storefronts,
        isASCII: settings.isASCII)
      : AppState(
        words: words, size: screen.size, keyMap: keyMap, storefronts: settings.storefronts,
        theme: settings.theme, isASCII: settings.isASCII)
  }

  /// Runs until the shop is left; returns the exit code.
  ///
  /// The first frame comes from the catalogue alone; the journal is opened after it.
  func run(unknown: String?) -> Int32 {
    if let link = settings.link { PendingIntent(settings.folder).keep(link) }
    let reading = settings.reading()
    if reading.catalogue.isReadable { self.reading = reading }
    take(.catalogueRead(reading))
    if settings.isEnglishStandIn { take(.notice(settings.words["terminal.ascii"])) }
    if let unknown {
      take(.notice(settings.words["terminal.unknown", ["name": unknown]]))
    }
    if let notice = settings.configurationNotice { take(.notice(notice)) }
    // Runs when the loop waits for the first time, and so after the first frame.
    opening = perform { await $0.open(selling: reading) }
    defer { screen.close() }
    return loop.run(screen) { inputs in
      for input in inputs { self.take(input: input) }
      return self.turn()
    }
  }

  /// Ends one turn of the loop: one frame for everything that happened, or the exit code.
  ///
  /// Of lines each is taken when the one before it is answered.
  private func turn() -> EventLoop.Outcome {
    repeat {
      if let exit {
        front.leave(screen)
        return .end(exit)
      }
      front.show(on: screen, isAtRest: inFlight == 0)
    } while takeLine()
    if inFlight == 0 { screen.settle() }
    return .goOn
  }

  private func takeLine() -> Bool {
    guard let input = screen.next() else { return false }
    take(input: input)
    return true
  }

  private func take(input: TerminalInput) {
    switch input {
    case .key(let key): take(.key(key))
    case .pasted(let text): take(.pasted(text))
    case .resized(let size): take(.resized(size))
    case .hungUp: exit = 129
    case .signal(let signal): exit = 128 + signal
    case .suspendRequested: screen.suspend()
    case .resumed: take(.resized(screen.size))
    case .instruction(let line):
      if let order = ScriptOrder(line) { take(order) }
    case .line(let line): perform(front.read(line: line))
    case .ended:
      front.end()
      exit = 0
    }
  }

  func take(_ event: AppEvent) {
    perform(front.handle(event))
  }

  private func perform(_ effects: [AppEffect]) {
    for effect in effects { perform(effect) }
  }

  private func perform(_ effect: AppEffect) {
    switch effect {
    case .quit: exit = 0
    case .repaint: screen.repaint()
    case .suspend: screen.suspend()
    case .readCatalogue: perform { await $0.readAgain() }
    case .findCatalogues: perform { $0.take(.cataloguesFound(await CatalogueSource.nearby())) }
    case .openCatalogue(let path): perform { await $0.openCatalogue(path) }
    case .pay(let productID, let quantity, let option):
      perform { await $0.buy(productID, quantity: quantity, option: option) }
    case .answer(let id, let answer):
      inFlight += 1
      answers.removeValue(forKey: id)?.resume(returning: answer)
    case .signIn(let id, let answer):
      inFlight += 1
      signIns.removeValue(forKey: id)?.resume(returning: answer)
    case .restore: perform { await $0.restore() }
    case .payFromBalance(let id): perform { await $0.payFromBalance(id) }
    case .topUp(let amount): perform { await $0.topUp(amount) }
    case .openIntent(let link): perform { await $0.take(link: link) }
    case .verify(let id): perform { await $0.verify(id) }
    case .control(let control): perform { await $0.control(control) }
    case .clock(let control): perform { await $0.control(control) }
    case .writePage(let name, let text): perform { await $0.write(text, to: name) }
    case .changeShop(let storefront, let locale):
      perform { await $0.changeShop(storefront: storefront, locale: locale) }
    case .changeLanguage(let language):
      settings.language = language
      take(.wordsChanged(settings.words))
    case .changeTheme(let theme): screen.wear(theme)
    case .openLink(let url): perform { await $0.open(url) }
    case .copy(let text, let what): copy(text, called: what)
    case .copyJSON(let document): copy(json(of: document).text(indented: true), called: "JSON")
    }
  }

  /// Runs an effect beside the loop; its answers come back as events.
  @discardableResult
  func perform(_ work: @escaping @Sendable (isolated App) async -> Void) -> Task<Void, Never> {
    inFlight += 1
    return Task {
      await work(self)
      inFlight -= 1
    }
  }

  /// Counts the seconds while something is under way, and at no other time.
  private func keepProgress() {
    if inFlight > 0, progress == nil {
      progress = Task { await tellProgress() }
    } else if inFlight == 0 {
      progress?.cancel()
      progress = nil
      if isProgressTold { take(.stillWorking(seconds: 0)) }
      isProgressTold = false
    }
  }

  /// Tells once a second that something is still under way, from half a second on.
  private func tellProgress() async {
    let start = ContinuousClock.now
    var pause = Duration.milliseconds(500)
    while (try? await Task.sleep(for: pause)) != nil, inFlight > 0 {
      let seconds = Int((ContinuousClock.now - start) / .seconds(1))
      isProgressTold = true
      take(.stillWorking(seconds: max(1, seconds)))
      pause = .seconds(1)
    }
  }

  private func copy(_ text: String, called what: String) {
    if front.show(text, called: what) { return }
    if settings.configuration.flag(.clipboard) != false, screen.copy(text) {
      take(.copied(what: what, bytes: text.utf8.count))
    } else {
      take(.notCopied(what: what))
    }
  }

  private func json(of document: Document) -> JSONValue {
    switch document {
    case .product(let product):
      reading.map { ShowDocument($0, only: [product.id]).json(product) } ?? .null
    case .purchase(let purchase): purchase.json
    case .verification(let verification): verification.json(file: nil)
    }
  }
}
