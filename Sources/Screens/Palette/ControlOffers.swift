import FoundationEssentials
import StoreModel
import Text

/// What can stand in one place of a control of the store.
struct ControlPlace: Sendable, Hashable {
  /// Such as `ID` or `on|off`.
  var name: String
  var isOptional: Bool
  /// Whether nothing comes after it.
  var isLast: Bool

  /// The places behind a verb, from what help says of it: `ID [full|prorated|declined]`.
  static func all(of verb: StoreVerb) -> [ControlPlace] {
    let names = verb.arguments.split(separator: " ")
    return names.enumerated().map { index, name in
      let isOptional = name.hasPrefix("[")
      return ControlPlace(
        name: String(isOptional ? name.dropFirst().dropLast() : name), isOptional: isOptional,
        isLast: index == names.count - 1)
    }
  }

  /// Whether something can be typed there that no list has.
  var isFree: Bool { ["ID", "NAME", "AMOUNT", "DATE"].contains(name) }
}

extension AppState {
  /// The place of a control that comes behind these words; nil where a verb belongs, or nothing.
  func controlPlace(behind typed: [String]) -> ControlPlace? {
    guard let verb = StoreControl.verbs.first(where: { $0.name == typed.first }) else { return nil }
    let places = ControlPlace.all(of: verb)
    return places.indices.contains(typed.count - 1) ? places[typed.count - 1] : nil
  }

  /// What can come next in a control of the store of which these words are known.
  func controlOffers(behind typed: [String]) -> [PaletteEntry] {
    guard let verb = typed.first else { return verbOffers }
    guard let place = controlPlace(behind: typed) else { return [] }
    var offers = values(for: place, behind: typed, verb: verb)
    for index in offers.indices {
      offers[index].choice = offers[index].choice(isLast: place.isLast)
    }
    if place.isOptional, !place.name.contains("|") {
      offers.insert(
        PaletteEntry(
          choice: .words([], isLast: true), title: words["optional.\(verb)"], name: ""),
        at: 0)
    }
    return offers
  }

  private var verbOffers: [PaletteEntry] {
    StoreControl.verbs.map { verb in
      let name = StoreSwitch(rawValue: verb.name)
      return PaletteEntry(
        choice: .words([verb.name], isLast: verb.arguments.isEmpty),
        title: name.map { words["switch.\($0.rawValue)"] } ?? words["verb.\(verb.name)"],
        name: verb.name,
        hint: name.map { words.onOff(panel?.switches.contains($0) ?? $0.isNormallyOn) } ?? "",
        detail: "\(verb.name) \(verb.arguments)" + words["gap.colon"] + words["gap.sentence"]
          + line(words.text(of: verb.explanation)))
    }
  }

  private func values(
    for place: ControlPlace, behind typed: [String], verb: String
  ) -> [PaletteEntry] {
    switch place.name {
    case "API":
      return StoreAPI.allCases.map { api in
        entry(
          api.rawValue, words["fail.\(api.rawValue)"], hint: panel?.error(of: api)?.label ?? "")
      }
    case "ERROR|off":
      guard let api = StoreAPI(rawValue: typed.last ?? "") else { return [] }
      let current = panel?.error(of: api)
      return [entry("off", words["entry.works"], isCurrent: current == nil)]
        + SimulatedError.all(for: api).map { error in
          var offer = entry(error.label, error.label, isCurrent: error == current)
          offer.detail = "\(error.typeName).\(error.label)"
          return offer
        }
    case "ID": return idOffers(for: verb)
    case "NAME": return nameOffers(for: verb)
    case _ where place.name.contains("|"):
      return place.name.split(separator: "|").map {
        entry(String($0), title(of: String($0), verb: verb), isCurrent: isCurrent($0, verb))
      }
    default: return []
    }
  }

  private func entry(
    _ value: String, _ title: String, hint: String = "", isCurrent: Bool = false
  ) -> PaletteEntry {
    PaletteEntry(
      choice: .words([value], isLast: false), title: title, name: line(value),
      hint: isCurrent ? words["palette.current"] : hint)
  }

  private func title(of value: String, verb: String) -> String {
    switch (verb, value) {
    case ("withhold", "off"): words["entry.notWithheld"]
    case ("withhold", _): words["withheld.\(value)"]
    case ("personality", _): words["signs.\(value)"]
    case ("refund", _): words["refund.\(value)"]
    case ("offer-signature", _): words["discount.\(value)"]
    default: words.onOff(value == "on")
    }
  }

  private func isCurrent(_ value: Substring, _ verb: String) -> Bool {
    guard let panel else { return false }
    return switch verb {
    case "withhold": value == panel.withheld?.rawValue ?? "off"
    case "personality": value == panel.personality.rawValue
    case "offer-signature": value == panel.discountFault?.rawValue ?? "good"
    default:
      StoreSwitch(rawValue: verb).map { (value == "on") == panel.switches.contains($0) } ?? false
    }
  }

  // MARK: Ids

  /// Transactions or products that a verb fits.
  private func idOffers(for verb: String) -> [PaletteEntry] {
    switch verb {
    case "approve", "decline", "time-out": requestOffers { $0.kind == .askToBuy }
    case "resolve":
      requestOffers { $0.kind == .interrupted }
        + lifeOffers { $0.state == .inGracePeriod || $0.state == .inBillingRetry }
    case "renew", "expire", "auto-renew", "price": lifeOffers { !$0.isOver }
    case "consent", "refuse": lifeOffers { $0.priceIncrease?.isAgreed == false }
    case "buy", "publish", "share", "stop-sharing": productIDOffers(for: verb)
    case "forget": purchaseOffers { $0.stage.isUnfinished }
    default: purchaseOffers { _ in true }
    }
  }

  private func requestOffers(_ isFitting: (StoreRequest) -> Bool) -> [PaletteEntry] {
    (panel?.requests ?? []).filter(isFitting).map {
      entry($0.id, name(ofProduct: $0.productID), hint: line($0.id))
    }
  }

  private func lifeOffers(_ isFitting: (SubscriptionLife) -> Bool) -> [PaletteEntry] {
    (panel?.lives ?? []).filter(isFitting).map {
      let id = $0.periods.last?.transactionID ?? $0.id
      var entry = entry(id, name(ofProduct: $0.productID), hint: line(id))
      entry.detail = standing(of: $0)
      return entry
    }
  }

  private func purchaseOffers(_ isFitting: (Purchase) -> Bool) -> [PaletteEntry] {
    queue.purchases.filter(isFitting).compactMap { purchase in
      purchase.transactionID.map {
        entry($0, name(ofProduct: purchase.productID), hint: line($0))
      }
    }
  }

  private func productIDOffers(for verb: String) -> [PaletteEntry] {
    guard let reading else { return [] }
    let isOfFamily = ["share", "stop-sharing"].contains(verb)
    return reading.catalogue.products
      .filter { product in
        product.obstacle == nil
          && (!isOfFamily || product.type == .nonConsumable || product.type == .autoRenewable)
      }
      .map { product in
        let isMissing = panel?.unpublished.contains(product.id) == true
        return entry(
          product.id, name(of: product, reading),
          hint: isMissing ? words["state.unpublished"] : line(product.id))
      }
  }

  private func nameOffers(for verb: String) -> [PaletteEntry] {
    switch verb {
    case "speed":
      return StoreSpeed.all.map {
        entry($0.name, $0.name, hint: words.text(of: $0), isCurrent: $0 == panel?.speed)
      }
    case "redeem":
      let offers = reading?.catalogue.products.flatMap { $0.subscription?.offers ?? [] } ?? []
      return offers.filter { $0.kind == .offerCode }.compactMap(\.referenceName).map {
        entry($0, line($0))
      }
    case "sign-in", "remove-account":
      return (panel?.accounts ?? []).map {
        entry($0, line($0), isCurrent: $0 == panel?.account)
      }
    default: return []
    }
  }

  // MARK: Whole controls

  /// The answers to a request that waits.
  func requestOffers(_ id: Transaction.ID, _ kind: StoreRequest.Kind?) -> [PaletteEntry] {
    let verbs = kind == .interrupted ? ["resolve"] : ["approve", "decline", "time-out"]
    return verbs.map { whole([$0, id], words["verb.\($0)"], ofVerb: $0) }
  }

  /// What the store can do to the transaction at hand.
  var transactionOffers: [PaletteEntry] {
    guard let (id, productID) = transactionAtHand else { return [] }
    let life = panel?.lives.first { life in
      life.periods.contains { $0.transactionID == id } || life.id == id
    }
    var offers = [whole(["refund", id, "full"], words["refund.full"], ofVerb: "refund")]
    let isSubscription =
      life != nil || reading?.catalogue.product(productID)?.type == .autoRenewable
    if isSubscription {
      let renews = life?.willAutoRenew ?? true
      offers += [
        whole(["refund", id, "prorated"], words["refund.prorated"], ofVerb: "refund"),
        whole(["renew", id], words["verb.renew"], ofVerb: "renew"),
        whole(["expire", id], words["verb.expire"], ofVerb: "expire"),
        whole(
          ["auto-renew", id, renews ? "off" : "on"],
          words[renews ? "entry.renewalOff" : "entry.renewalOn"], ofVerb: "auto-renew"),
        whole(["price", id], words["verb.price"], ofVerb: "price", isLast: false),
      ]
    }
    if life?.priceIncrease?.isAgreed == false {
      offers += ["consent", "refuse"].map { whole([$0, id], words["verb.\($0)"], ofVerb: $0) }
    }
    if life?.state == .inGracePeriod || life?.state == .inBillingRetry {
      offers.append(whole(["resolve", id], words["verb.resolve"], ofVerb: "resolve"))
    }
    return offers + [whole(["delete", id], words["verb.delete"], ofVerb: "delete")]
  }

  private func whole(
    _ typed: [String], _ title: String, ofVerb verb: String, isLast: Bool = true
  ) -> PaletteEntry {
    PaletteEntry(
      choice: .words(typed, isLast: isLast), title: title,
      name: typed.map(line).joined(separator: " "), detail: explanation(ofVerb: verb) ?? "")
  }

  // MARK: The clock

  /// Where the clock can be turned to, and how it can run.
  func clockOffers(behind typed: [String]) -> [PaletteEntry] {
    if typed.first == "device" {
      return ["+2h", "-2h", "+1d", "+0s"].map { length in
        clockOffer(["device", length], name: length)
      }
    }
    var offers: [PaletteEntry] = []
    if panel?.clock.due.isEmpty != true { offers.append(clockOffer(["next"])) }
    offers += ["+1h", "+1d", "+1mo", "+1y", "freeze", "real", "x60"].map { clockOffer([$0]) }
    offers.append(
      PaletteEntry(
        choice: .words(["device"], isLast: false), title: words["entry.device"], name: "device",
        hint: panel.map { words.offset($0.clock.deviceOffset) } ?? ""))
    return offers
  }

  /// A line that turns the clock; what was typed may be one, too.
  func clockOffer(_ typed: [String], name: String? = nil) -> PaletteEntry {
    let control = try? ClockControl(words: typed)
    var offer = PaletteEntry(
      choice: .words(name == nil ? typed : Array(typed.suffix(1)), isLast: true),
      title: control.map(title) ?? "", name: name ?? typed.joined(separator: " "))
    if let control, isInForce(control) {
      offer.hint = words["palette.current"]
    } else {
      offer.hint = offer.name
    }
    return offer
  }

  private func isInForce(_ control: ClockControl) -> Bool {
    guard let clock = panel?.clock else { return false }
    return switch control {
    case .freeze: clock.mode == .frozen
    case .run(let rate): clock.mode == .running(rate: rate)
    case .device(let offset): clock.deviceOffset == offset
    default: false
    }
  }

  private func title(of control: ClockControl) -> String {
    switch control {
    case .next:
      guard let clock = panel?.clock, let due = clock.due.first else { return words["turn.next"] }
      let what = words["due.\(due.kind.rawValue)", ["product": name(ofProduct: due.productID)]]
      let length = words.length(due.date.timeIntervalSince(clock.now))
      return words["turn.nextDue", ["what": what, "length": length]]
    case .advance(let seconds): return words["turn.ahead", ["length": words.length(seconds)]]
    case .advanceBy(let period):
      let unit = period.unit == .year ? "turn.years" : "turn.months"
      return words[unit, ["n": String(period.value)]]
    case .set(let date): return words["turn.to", ["time": Moment(date).minute]]
    case .freeze: return words["turn.freeze"]
    case .run(1): return words["turn.real"]
    case .run(let rate): return words["turn.run", ["rate": ClockControl.run(rate: rate).text]]
    case .device(0): return words["turn.deviceRight"]
    case .device(let offset):
      return words["turn.device", ["offset": words.offset(offset)]]
    }
  }
}

extension PaletteEntry {
  /// The same words, with more behind them or not.
  fileprivate func choice(isLast: Bool) -> Choice {
    if case .words(let words, _) = choice { .words(words, isLast: isLast) } else { choice }
  }
}

extension SubscriptionLife {
  /// Whether there is nothing left to renew or to end.
  var isOver: Bool { state == .expired || state == .revoked }
}

extension SimulatedError {
  /// The type that StoreKit declares it in.
  var typeName: String {
    switch kind {
    case .generic: "StoreKitError"
    case .purchase: "Product.PurchaseError"
    case .verification: "VerificationResult.VerificationError"
    case .refundRequest: "Transaction.RefundRequestError"
    }
  }
}
