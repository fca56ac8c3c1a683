import StoreModel
import Text

extension AppState {
  // MARK: Doing

  /// Does something to the store, or asks first where it cannot be taken back.
  mutating func attempt(_ control: StoreControl) -> [AppEffect] {
    if control.isFinal {
      dialogs.append(Dialog(.control(control)))
      return []
    }
    message = Message(.progress, words["store.asking"])
    return [.control(control)]
  }

  /// Does what the words say, or says what is wrong with them.
  mutating func control(_ action: Action, _ typed: [String]) -> [AppEffect] {
    do throws(StoreControlError) {
      guard action == .clock else { return attempt(try StoreControl(words: typed)) }
      message = Message(.progress, words["store.asking"])
      return [.clock(try ClockControl(words: typed))]
    } catch {
      message = Message(.waiting, line(words.text(of: error.sentence)))
      return []
    }
  }

  /// What Enter does to the selected line of the store panel.
  mutating func changeSelectedEntry() -> [AppEffect] {
    guard let panel, let entry = selectedEntry else { return [] }
    switch entry.kind {
    case .request(let id):
      let kind = panel.requests.first { $0.id == id }?.kind
      openControls(.showStore, offering: requestOffers(id, kind))
    case .clock: return ask(for: .clock)
    case .device: openControls(.clock, ["device"])
    case .due(let due):
      openControls(.clock)
      return typeIntoPalette(ClockControl.set(due.date).text)
    case .cancelNext: return attempt(.cancelNext)
    case .turn(let name):
      return attempt(.turn(name, isOn: !panel.switches.contains(name)))
    case .failure(let api): openControls(.showStore, ["fail", api.rawValue])
    case .withheld: openControls(.showStore, ["withhold"])
    case .published: openControls(.showStore, ["publish"])
    case .speed: openControls(.showStore, ["speed"])
    case .personality: openControls(.showStore, ["personality"])
    case .discount: openControls(.showStore, ["offer-signature"])
    case .account(let name): return attempt(.signIn(name == panel.account ? nil : name))
    case .addAccount: openControls(.showStore, ["add-account"])
    case .life(let id): pages = [Page(kind: .timeline(id))]
    case .money: break
    case .verb(let verb):
      let takesMore = StoreControl.verbs.first { $0.name == verb }?.arguments.isEmpty == false
      if !takesMore { return control(.showStore, [verb]) }
      openControls(.showStore, [verb])
    }
    return []
  }

  /// Approves or declines the request at hand; what was interrupted is settled, and for a higher price
  /// the customer is asked.
  mutating func answerRequest(isApproved: Bool) -> [AppEffect] {
    if requestAtHand == nil, let life = consentAtHand {
      dialogs.append(Dialog(.priceConsent(life)))
      return []
    }
    guard let request = requestAtHand else { return [] }
    if request.kind == .interrupted { return attempt(.resolve(id: request.id)) }
    return attempt(isApproved ? .approve(id: request.id) : .decline(id: request.id))
  }

  /// Goes to what happens at the next purchase.
  mutating func showNextTime() {
    show(.store)
    let first = storeEntries.firstIndex { $0.kind == .cancelNext }
    storePosition.selected = first ?? 0
  }

  /// Opens the timeline of the subscription at hand.
  mutating func openTimeline() {
    guard let life = lifeAtHand else { return }
    pages.append(Page(kind: .timeline(life.id)))
  }

  // MARK: What is at hand

  /// The request that is selected, or that the selected product or purchase waits with; on the store's
  /// screen else the only one.
  var requestAtHand: StoreRequest? {
    guard let panel else { return nil }
    if screenContext == .store {
      if case .request(let id) = selectedEntry?.kind {
        return panel.requests.first { $0.id == id }
      }
      return panel.requests.count == 1 ? panel.requests.first : nil
    }
    if screenContext == .products || screenContext == .product {
      return panel.requests.first { $0.productID == selectedProduct?.id }
    }
    guard let purchase = selectedPurchase else { return nil }
    return panel.requests.first { $0.id == purchase.transactionID }
      ?? panel.requests.first {
        purchase.stage == .deferred && $0.productID == purchase.productID
      }
  }

  /// The subscription that is selected, or that the selected product or purchase belongs to.
  var lifeAtHand: SubscriptionLife? {
    guard let lives = panel?.lives else { return nil }
    switch screenContext {
    case .timeline:
      guard case .timeline(let id) = pages.last?.kind else { return nil }
      return lives.first { $0.id == id }
    case .store:
      switch selectedEntry?.kind {
      case .life(let id): return lives.first { $0.id == id }
      case .due(let due): return lives.first { $0.has(productID: due.productID) }
      default: return nil
      }
    case .purchases, .purchase, .verification:
      guard let purchase = selectedPurchase else { return nil }
      return lives.first { life in
        life.id == purchase.originalID
          || life.periods.contains { $0.transactionID == purchase.transactionID }
      }
    default:
      guard let product = selectedProduct else { return nil }
      return lives.first { $0.has(productID: product.id) }
        ?? lives.first { $0.groupID == product.subscription?.groupID }
    }
  }

  /// The transaction that the selected purchase or the open timeline is about.
  var transactionAtHand: (id: Transaction.ID, productID: Product.ID)? {
    if screenContext == .timeline {
      guard let life = lifeAtHand else { return nil }
      return life.periods.last.map { ($0.transactionID, $0.productID) } ?? (life.id, life.productID)
    }
    guard let purchase = selectedPurchase, let id = purchase.transactionID else { return nil }
    return (id, purchase.productID)
  }

  // MARK: News

  /// Takes what a tester sees of the store; the selection stays on its line.
  mutating func take(_ new: StorePanel) {
    let kind = tab == .store ? selectedEntry?.kind : nil
    let wasUnpublished = panel?.unpublished ?? []
    if let panel { announce(news(since: panel, in: new)) }
    panel = new
    if new.unpublished != wasUnpublished, let reading { shelve(reading) }
    if isShelfEmpty, message?.kind == .info { message = nil }
    if let kind, let index = storeEntries.firstIndex(where: { $0.kind == kind }) {
      storePosition.selected = index
    }
    measureStates()
    askForConsents(in: new)
  }

  /// What was done, in a short sentence.
  func text(of control: StoreControl) -> String {
    switch control {
    case .consent(let id):
      if let text = text(ofConsent: true, to: id) { return text }
    case .refuse(let id):
      if let text = text(ofConsent: false, to: id) { return text }
    case .turn(let name, let isOn):
      return words[
        "entry.fileSays",
        ["what": words["switch.\(name.rawValue)"], "value": words.onOff(isOn)]]
    case .fail(let api, let error):
      let value = error.map { words["entry.fails", ["error": $0.label]] } ?? words["entry.works"]
      return words["entry.fileSays", ["what": words["fail.\(api.rawValue)"], "value": value]]
    default: break
    }
    let typed = control.words.map(line).joined(separator: " ")
    let verb = control.words.first ?? ""
    return words["store.done", ["what": words["verb.\(verb)"], "typed": typed]]
  }

  /// What time it is in the store now, and how its clock runs.
  var clockText: String {
    guard let clock = panel?.clock else { return words["clock.done"] }
    var text = words[
      "clock.now", ["time": Moment(clock.now).minute, "mode": self.text(of: clock.mode)]]
    if clock.deviceOffset != 0 {
      text +=
        words["gap.sentence"]
        + words["clock.deviceNow", ["offset": words.offset(clock.deviceOffset)]]
    }
    return text
  }

  // MARK: Questions

  /// What a control does that cannot be taken back.
  func consequence(of control: StoreControl) -> String {
    switch control {
    case .refund(let id, _): words["ask.refund", subject(of: id)]
    case .expire(let id): words["ask.expire", subject(of: id)]
    case .delete(let id): words["ask.delete", subject(of: id)]
    case .forget(let id):
      id.map { words["ask.forget", subject(of: $0)] } ?? words["ask.forgetAll"]
    case .removeAccount(let name): words["ask.removeAccount", ["account": line(name)]]
    case .clear: words["ask.clear", ["account": panel?.account.map(line) ?? "-"]]
    default: ""
    }
  }

  /// What an id means to people: the product of a transaction, or a product.
  private func subject(of id: String) -> [String: String] {
    let product =
      queue.purchases.first { $0.transactionID == id }?.productID
      ?? panel?.lives.flatMap(\.periods).first { $0.transactionID == id }?.productID
      ?? panel?.requests.first { $0.id == id }?.productID ?? id
    return ["product": name(ofProduct: product), "id": line(id)]
  }
}

extension StoreControl {
  /// Whether it cannot be taken back, so that it asks first.
  var isFinal: Bool {
    switch self {
    case .refund(_, let kind): kind != .declined
    case .expire, .delete, .clear, .forget, .removeAccount: true
    default: false
    }
  }
}

extension SubscriptionLife {
  /// Whether the product is or was one of its periods.
  func has(productID: Product.ID) -> Bool {
    self.productID == productID || periods.contains { $0.productID == productID }
  }
}
