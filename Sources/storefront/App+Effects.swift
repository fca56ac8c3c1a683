import FoundationEssentials
import Glibc
import Payments
import Screens
import Sessions
import Simulator
import StoreModel
import Synchronization
import Terminal

extension App {
  /// Opens store and journal behind the first frame.
  func open(selling reading: CatalogueReading) async {
    let shop = Shop(
      settings, selling: reading,
      confirm: { [unowned self] in await ask($0) },
      signIn: { [unowned self] in await ask($0) },
      checkpoint: { [killPoint] in killPoint.passed($0) })
    self.shop = shop
    let patience = Task {
      guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
      take(.stillOpening)
    }
    await shop.open(settings)
    patience.cancel()
    await tellQueue()
    await tellBalance()
    showPendingIntent()
    perform { await $0.follow(shop.queue) }
  }

  /// Tells what an earlier run left unfinished as soon as it is judged, and all news after that.
  private func follow(_ queue: PaymentQueue) async {
    await queue.settle()
    await tellQueue()
    Task {
      for await _ in queue.changes { await tellQueue() }
    }
  }

  /// Tells the screens how store and queue stand now, and wakes up when the next thing happens.
  private func tellQueue() async {
    guard let shop else { return }
    let queue = await shop.queue.state()
    let panel = await shop.simulator.panel()
    let now = shop.simulator.deviceClock.now()
    take(.storeChanged(panel))
    take(.queueChanged(queue, at: now))
    expiry?.cancel()
    guard case .running(let rate) = panel.clock.mode, rate > 0 else { return }
    let ends = queue.entitlements.compactMap(\.expirationDate).filter { $0 > now }
      .map { $0.timeIntervalSince(now) }
    let due = panel.clock.due.first.map { $0.date.timeIntervalSince(panel.clock.now) }
    guard let wait = (ends + [due].compactMap(\.self)).min() else { return }
    expiry = Task {
      let seconds = min(max(0, wait / rate), Self.longestSleep)
      guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
      _ = await shop.simulator.panel()
      await shop.settle()
      await tellQueue()
    }
  }

  /// A day in seconds: after that it is asked again what happens next.
  private static let longestSleep: TimeInterval = 86_400

  /// Shows the store's sheet and waits for the customer, who may take as long as they like.
  private func ask(_ sheet: PaymentSheet) async -> PaymentSheet.Answer {
    if isUnasked { return .buy }
    // The order is told before the question about it.
    await tellQueue()
    return await withCheckedContinuation { continuation in
      answers[sheet.id] = continuation
      inFlight -= 1
      take(.sheetPresented(sheet))
    }
  }

  /// Shows the sheet that asks whose account it is, and waits for the customer.
  private func ask(_ sheet: SignInSheet) async -> SignInSheet.Answer {
    if isUnasked { return sheet.acceptance }
    await tellQueue()
    return await withCheckedContinuation { continuation in
      signIns[sheet.id] = continuation
      inFlight -= 1
      take(.signInPresented(sheet))
    }
  }

  func buy(_ productID: String, quantity: Int, option: PurchaseOption? = nil) async {
    await opening?.value
    guard let shop else {
      take(.ordered(productID: productID, .refused(.notOpen)))
      return
    }
    let outcome = await shop.queue.purchase(
      productID: productID, quantity: quantity, option: option)
    await shop.queue.settle()
    await tellQueue()
    take(.ordered(productID: productID, outcome))
  }

  func restore() async {
    await opening?.value
    guard let shop else {
      take(.restoreEnded(.notOpen))
      return
    }
    let outcome = await shop.queue.restore()
    await shop.queue.settle()
    await tellQueue()
    take(.restoreEnded(outcome))
  }

  func verify(_ purchaseID: Purchase.ID) async {
    guard let verification = await shop?.queue.verification(of: purchaseID) else { return }
    take(.verified(purchaseID: purchaseID, verification))
  }

  func control(_ control: StoreControl) async {
    await opening?.value
    guard let shop else { return }
    let refusal = await shop.simulator.control(control)
    lastRefusal = refusal
    await shop.settle()
    await tellQueue()
    take(refusal.map(AppEvent.controlRefused) ?? .controlled(control))
  }

  func control(_ control: ClockControl) async {
    await opening?.value
    guard let shop else { return }
    let refusal = await shop.simulator.control(control)
    lastRefusal = refusal
    await shop.settle()
    await tellQueue()
    take(refusal.map(AppEvent.controlRefused) ?? .clockControlled(control))
  }

  func readAgain() async {
    let reading = await Self.read(settings)
    if reading.catalogue.isReadable {
      self.reading = reading
      await shop?.sell(reading)
    }
    take(.catalogueRead(reading))
  }

  /// Closes the shop and opens the one of another catalogue, with a data folder of its own.
  ///
  /// A catalogue that cannot be read opens nothing, and the shop stays.
  func openCatalogue(_ path: String?) async {
    let next = settings.opening(path)
    let reading = await Self.read(next)
    if reading.catalogue.isReadable {
      await shop?.queue.close()
      shop = nil
      self.reading = reading
      take(.catalogueOpened(reading))
      opening = perform { await $0.open(selling: reading) }
    } else {
      take(.catalogueRead(reading))
    }
    if reading.catalogue.isReadable || self.reading == nil { settings = next }
  }

  /// Shows and sells what was read last in another storefront and language.
  func changeShop(storefront: String, locale: String) async {
    guard let catalogue = reading?.catalogue else { return }
    settings.choose(storefront: storefront, locale: locale)
    let reading = settings.reading(of: catalogue, locale: nil)
    self.reading = reading
    await shop?.sell(reading)
    take(.catalogueRead(reading))
    await tellBalance()
  }

  /// Opens an address in the user's browser.
  func open(_ url: String) async {
    guard WebAddress.isOpenable(url) else {
      take(.linkNotOpened(url: url, reason: .notWeb))
      return
    }
    let opener = LinkOpener(url, environment: ProcessInfo.processInfo.environment)
    switch await opener.open() {
    case .opened(let program): take(.linkOpened(url: url, program: program))
    case .refused(let reason): take(.linkNotOpened(url: url, reason: reason))
    }
  }

  /// Reads the file away from the screen's thread.
  @concurrent private static func read(_ settings: ShopSettings) async -> CatalogueReading {
    settings.reading()
  }

  /// Writes a page into the working folder; an existing file of that name is never overwritten.
  func write(_ text: String, to name: String) async {
    let stem = name.hasSuffix(".txt") ? String(name.dropLast(4)) : name
    for attempt in 1...99 {
      let path = attempt == 1 ? "\(stem).txt" : "\(stem)-\(attempt).txt"
      let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else {
        take(.pageNotWritten(path: path, reason: Sentence(errno: errno)))
        return
      }
      defer { close(descriptor) }
      Output.write(text.hasSuffix("\n") ? text : text + "\n", to: descriptor)
      take(.pageWritten(path: path))
      return
    }
    take(.pageNotWritten(path: name, reason: Sentence(errno: EEXIST)))
  }

  /// What a scenario orders beside its keys.
  func take(_ order: ScriptOrder) {
    switch order {
    case .buy(let productID, let quantity, let option):
      takeUnasked { app in
        let product = app.reading?.catalogue.product(productID)
        await app.buy(
          productID, quantity: quantity,
          option: option.map { PurchaseOption(named: $0, of: product) })
      }
    case .restore: takeUnasked { await $0.restore() }
    case .store(let words):
      guard let control = try? StoreControl(words: words) else { return }
      perform { await $0.control(control) }
    case .clock(let words):
      guard let control = try? ClockControl(words: words) else { return }
      perform { await $0.control(control) }
    case .facts: perform { await $0.reportFacts() }
    case .link(let link): perform { await $0.take(link: link) }
    case .killAt(let point): killPoint.arm(point)
    }
  }

  private func reportFacts() async {
    await opening?.value
    guard let shop else { return screen.report(ProgramFacts().text) }
    await shop.settle()
    screen.report(await ProgramFacts(shop, refusal: lastRefusal?.text).text)
  }

  /// Runs an order whose sheets are answered as a customer who agrees to everything.
  private func takeUnasked(_ order: @escaping @Sendable (isolated App) async -> Void) {
    isUnasked = true
    perform { app in
      await order(app)
      app.isUnasked = false
    }
  }
}

/// The checkpoint at which a scenario wants the process to die, as if it had been killed there.
final class KillPoint: Sendable {
  private let armed = Mutex<String?>(nil)

  func arm(_ name: String) {
    armed.withLock { $0 = name }
  }

  /// Dies by SIGKILL when this is the armed point.
  func passed(_ checkpoint: Checkpoint) { passed(checkpoint.rawValue) }

  func passed(_ name: String) {
    guard armed.withLock({ $0 == name }) else { return }
    kill(getpid(), SIGKILL)
  }
}
