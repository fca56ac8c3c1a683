import Disclosure
import StoreModel
import Text

extension AppState {
  /// News from the world: kept, and said in the message line where people should know.
  mutating func hear(_ event: AppEvent) -> [AppEffect] {
    switch event {
    case .key, .pasted: break
    case .resized(let size): resize(to: size)
    case .catalogueRead(let reading): take(reading)
    case .catalogueOpened(let reading):
      leave()
      take(reading)
    case .cataloguesFound(let paths): list(catalogues: paths)
    case .queueChanged(let queue, let date):
      let known = self.queue.diagnostics
      announce(news(since: self.queue, in: queue))
      take(queue)
      now = date
      statuses = ProductStatus.all(in: queue, at: date)
      measureStates()
      measurePurchases()
      announceRecovered()
      if let finding = queue.diagnostics.first, queue.diagnostics != known {
        say(Message(.failure, self.line(words.text(of: finding.message))))
      }
    case .stillOpening: isOpeningSlow = true
    case .sheetPresented(let sheet): present(sheet)
    case .signInPresented(let sheet): present(sheet)
    case .ordered(let productID, let outcome):
      ordering.remove(productID)
      say(text(of: outcome, productID: productID))
    case .restoreEnded(let outcome): end(outcome)
    case .verified(let id, let verification): take(verification, of: id)
    case .pageWritten(let path):
      say(Message(.good, words["msg.saved", ["path": self.line(path)]]))
    case .pageNotWritten(let path, let reason):
      say(
        Message(
          .failure,
          words[
            "msg.notSaved", ["path": self.line(path), "reason": self.line(words.text(of: reason))]])
      )
    case .notice(let text): say(Message(.info, self.line(text)))
    case .linkOpened(let url, let program):
      say(
        Message(
          .good, words["link.opened", ["url": self.line(url), "program": self.line(program)]]))
    case .linkNotOpened(let url, let reason): say(Message(.waiting, text(of: reason, url)))
    case .copied(let what, let bytes):
      say(Message(.good, words["copy.done", ["what": what, "n": String(bytes)]]))
    case .notCopied(let what): say(Message(.waiting, words["copy.failed", ["what": what]]))
    case .wordsChanged(let words): speak(words)
    case .promoted(let id): promote(id)
    case .balanceChanged(let price):
      if let balance, price.amount > balance.amount {
        say(Message(.good, words["balance.now", ["price": priceText(price)]]))
      }
      balance = price
    case .paidFromBalance(let id):
      let left = balance.map(priceText) ?? ""
      say(
        Message(.good, words["balance.paid", ["product": name(ofProduct: id), "price": left]]))
    case .storeChanged(let panel): take(panel)
    case .controlled(let control): end(.good, text(of: control))
    case .clockControlled: end(.good, clockText)
    case .controlRefused(let reason): end(.failure, line(words.text(of: reason)))
    case .stillWorking(let seconds): secondsAtWork = seconds
    }
    return []
  }

  /// Opens the page of a product that was chosen in the App Store; nothing is ordered before its
  /// terms were seen.
  private mutating func promote(_ id: Product.ID) {
    promoted = id
    go(to: id)
    pages = [Page(kind: .product)]
    message = Message(.waiting, words["promoted.waits", ["product": name(ofProduct: id)]])
  }

  /// Shows a message, unless a failure that nobody has seen yet is standing there.
  private mutating func say(_ new: Message) {
    if message?.kind == .failure, new.kind != .failure { return }
    message = new
  }

  /// Says how something ended that was under way.
  private mutating func end(_ kind: Message.Kind, _ text: String) {
    if message?.kind == .progress { message = nil }
    say(Message(kind, text))
  }

  private func text(of reason: LinkRefusal, _ url: String) -> String {
    let url = self.line(url)
    return switch reason {
    case .noOpener: words["link.noOpener", ["url": url]]
    case .notWeb: words["link.notWeb", ["url": url]]
    case .failed(let program, let reason):
      words[
        "link.failed",
        ["program": self.line(program), "reason": self.line(words.text(of: reason)), "url": url]]
    }
  }

  /// Says everything in other words from now on.
  private mutating func speak(_ words: Words) {
    let saysNames = self.words.saysNames
    self.words = words
    self.words.keyMap = keyMap
    self.words.saysNames = saysNames
    if let reading { shelve(reading) }
    message = Message(.info, undoable(words["language.now"]))
  }

  // MARK: Catalogue

  private mutating func take(_ new: CatalogueReading) {
    guard new.catalogue.isReadable else {
      failedReading = new
      let file = self.line(new.catalogue.name)
      let place = new.catalogue.diagnostics.first { $0.severity == .error }.flatMap(place)
      let what =
        place.map { words["err.cannotReadAt", ["file": file, "place": $0]] }
        ?? words["err.cannotRead", ["file": file]]
      if reading != nil {
        say(Message(.failure, what + words["gap.sentence"] + words["err.keepsLastGood"]))
      }
      return
    }
    if failedReading != nil || message?.kind == .progress { message = nil }
    let old = reading?.disclosures
    failedReading = nil
    reading = new
    shelve(new)
    shelfScroll = 0
    if let old, old.locale != new.locale || old.storefront != new.storefront {
      say(Message(.info, undoable(words["shop.now", place(of: new)])))
    } else if isShelfEmpty {
      message = nil
    } else if old == nil, new.isDemo {
      say(Message(.info, words["msg.demo"]))
    } else {
      say(loaded(new))
    }
  }

  private func place(of reading: CatalogueReading) -> [String: String] {
    [
      "locale": self.line(reading.locale), "country": words.country(of: reading.storefront),
      "currency": reading.storefront.currencyCode,
    ]
  }

  /// Forgets the shop that was open.
  private mutating func leave() {
    (reading, failedReading, products) = (nil, nil, nil)
    queue = QueueState()
    isOpeningSlow = false
    statuses = [:]
    (tab, pages, dialogs, undos, news) = (.products, [], [], [], [])
    (ordering, ordered, announced) = ([], [:], [])
    purchasePosition = ListPosition()
    (fileScroll, shelfScroll) = (0, 0)
    (panel, storePosition, askedPrices) = (nil, ListPosition(), [:])
  }

  /// Lays the products out, keeping filter, order and selection.
  mutating func shelve(_ new: CatalogueReading) {
    var list = ProductList(
      catalogue: new.catalogue, locale: new.locale, without: Set(panel?.unpublished ?? []))
    if let old = products {
      list.sort(by: old.order)
      if !old.filter.isEmpty { list.filter(by: old.filter, words: words, statuses: statuses) }
      let id = old.selected?.id
      if id.map({ list.select(id: $0) }) != true, case .product = pages.first?.kind { pages = [] }
    }
    keepPlace { state in
      state.products = list
      state.measureNames()
    }
    measurePurchases()
    measureStates()
  }

  /// Names get the cells that no state needs.
  mutating func measureStates() {
    let words = words
    let fixed = Offer.PaymentMode.allCases.map { "mode.\($0.rawValue)" } + ["state.notSold"]
    let texts = fixed.map { words[$0] } + statuses.values.map { $0.text(words) }
    let limits = ProductColumns.stateLimits
    let widest = texts.map(Cells.width).max() ?? 0
    stateColumns = min(max(widest, limits.lowerBound), limits.upperBound)
  }

  private func loaded(_ reading: CatalogueReading) -> Message {
    let invalid = reading.catalogue.invalidProductIDs
    guard invalid.isEmpty else {
      return Message(
        .waiting,
        words[
          "msg.invalidIDs",
          [
            "n": String(invalid.count),
            "ids": invalid.map(line).joined(separator: ", "),
          ]])
    }
    return Message(
      .info,
      words[
        "msg.loaded",
        [
          "n": String(reading.catalogue.products.count), "ms": String(reading.milliseconds),
        ]])
  }

  // MARK: Queue

  /// Keeps the selection on its purchase while new ones come in above it.
  private mutating func take(_ new: QueueState) {
    let selected = selectedPurchase?.id
    queue = new
    if let selected, purchasePosition.selected > 0 || !pages.isEmpty,
      let index = new.purchases.firstIndex(where: { $0.id == selected })
    {
      purchasePosition.selected = index
    }
  }

  /// Names what was paid in an earlier run and delivered in this one, once.
  private mutating func announceRecovered() {
    let found = queue.purchases.filter {
      $0.isRecovered && [.delivered, .settled, .finished].contains($0.stage)
        && !announced.contains($0.id)
    }
    guard !found.isEmpty else { return }
    announced.formUnion(found.map(\.id))
    var seen: Set<String> = []
    let names = found.map(\.productID).filter { seen.insert($0).inserted }.map(name(ofProduct:))
    say(Message(.good, words["msg.recovered", ["product": names.joined(separator: ", ")]]))
  }

  private mutating func take(_ verification: Verification, of id: Purchase.ID) {
    if let index = queue.purchases.firstIndex(where: { $0.id == id }) {
      queue.purchases[index].verification = verification
    }
    let (verdict, _) = verdictText(of: verification)
    say(Message(.info, words["msg.verified", ["verdict": verdict]]))
  }

  // MARK: Outcomes

  private func text(of outcome: PurchaseOutcome, productID: String) -> Message {
    switch outcome {
    case .refused(let refusal): Message(.waiting, words.sentence(for: refusal, queue.mode))
    case .purchase(let purchase): text(of: purchase)
    }
  }

  private func text(of purchase: Purchase) -> Message {
    if purchase.stage == .closedUnpaid, let status = queue.change(to: purchase.productID) {
      return Message(
        .good, words.sentence(forChange: status, name: name(ofProduct:), price: priceText))
    }
    if purchase.stage == .closedUnpaid, let status = queue.status(keeping: purchase.productID) {
      return Message(
        .good, words.sentence(forKept: status, name: name(ofProduct:), price: priceText))
    }
    if purchase.stage == .closedUnpaid, statuses[purchase.productID] == .waitingForApproval {
      return Message(
        .waiting, words["ordered.deferred", ["product": name(ofProduct: purchase.productID)]])
    }
    if let text = staleText(of: purchase) { return Message(.failure, text) }
    let kind: Message.Kind =
      switch purchase.stage {
      case .open, .deferred, .paid: .waiting
      case .cancelled, .closedUnpaid: .info
      case .delivered, .finished, .settled: .good
      case .failed where purchase.error == .interrupted: .waiting
      case .failed, .rejected, .blocked: .failure
      }
    return Message(
      kind, words.sentence(for: purchase, named: name(ofProduct: purchase.productID)))
  }

  private mutating func end(_ outcome: RestoreOutcome) {
    if message?.kind == .progress { message = nil }
    let consumables = words["restore.consumables"]
    switch outcome {
    case .restored(let count):
      note([words["restore.done", ["n": String(count)]], words["restore.where"], consumables])
    case .nothingToRestore:
      note([words["restore.none"], consumables])
    case .cancelled:
      say(Message(.info, words["restore.cancelled"]))
    case .failed(let error):
      note([words["restore.failed"], words.reason(error), words["restore.again"]])
    case .notOpen:
      say(Message(.waiting, words.sentence(for: queue.mode)))
    }
  }

  private mutating func note(_ paragraphs: [String]) {
    dialogs.append(Dialog(.note(title: words["restore.title"], paragraphs: paragraphs)))
  }
}
