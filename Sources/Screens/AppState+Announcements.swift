import FoundationEssentials
import StoreModel

extension AppState {
  /// Keeps what happened by itself to be said, until the next key.
  mutating func announce(_ sentences: [String]) {
    news += sentences
  }

  /// The message with what happened by itself behind it; of much only the latest, and how much more
  /// there is.
  var standingMessage: Message? {
    guard !news.isEmpty else { return message }
    var texts = Array(news.suffix(Self.newsShown))
    if news.count > texts.count {
      texts.append(words["news.more", ["n": String(news.count - texts.count)]])
    }
    let text = texts.joined(separator: words["gap.sentence"])
    guard let message else { return Message(.good, text) }
    return Message(message.kind, message.text + words["gap.sentence"] + text)
  }

  private static let newsShown = 3

  // MARK: Subscriptions

  /// What happened to subscriptions since `old`, a sentence each; nothing of what was ordered here.
  func news(since old: StorePanel, in new: StorePanel) -> [String] {
    guard old.account == new.account else { return [] }
    return new.lives.reversed().flatMap { life in
      old.lives.first { $0.id == life.id }.map { news(since: $0, of: life) } ?? []
    }
  }

  private func news(since old: SubscriptionLife, of life: SubscriptionLife) -> [String] {
    let marks = life.marks.dropFirst(old.marks.count).map(\.kind)
    var facts = [
      "product": name(ofProduct: life.productID), "date": Moment(life.expirationDate).short,
    ]
    var sentences: [String] = []
    let isNewOrder = marks.contains(.started) || marks.contains(.upgraded)
    let renewals = isNewOrder ? 0 : life.periods.count - old.periods.count
    if marks.contains(.recovered) {
      sentences.append(words["news.recovered", facts])
    } else if renewals > 0, life.productID != old.productID {
      facts["old"] = name(ofProduct: old.productID)
      sentences.append(words["news.changed", facts])
    } else if renewals > 0 {
      facts["n"] = String(renewals)
      facts["price"] = life.periods.last?.price.map(priceText)
      sentences.append(words[life.isShared ? "news.goesOn" : "news.renewed", facts])
    }
    if marks.contains(.refunded) {
      sentences.append(words[life.isEntitled ? "news.periodRefunded" : "news.refunded", facts])
    }
    if marks.contains(.revoked) { sentences.append(words["news.unshared", facts]) }
    if life.state != old.state || life.retryEnd != old.retryEnd {
      sentences += news(ofState: life, facts)
    }
    return sentences
  }

  /// That a subscription could not be charged or has ended, and why.
  private func news(ofState life: SubscriptionLife, _ facts: [String: String]) -> [String] {
    var facts = facts
    switch life.state {
    case .subscribed, .revoked: return []
    case .inGracePeriod:
      facts["date"] = Moment(life.gracePeriodEnd ?? life.expirationDate).short
      return [words["news.grace", facts]]
    case .inBillingRetry:
      facts["date"] = Moment(life.retryEnd ?? life.expirationDate).short
      return [words["news.retry", facts]]
    case .expired:
      facts["reason"] = words["ended.\(life.expirationReason ?? .unknown)"]
      return [words["news.ended", facts]]
    }
  }

  // MARK: Purchases

  /// What became of purchases since `old`, a sentence each: what was approved, settled, came without
  /// an order or was taken back.
  func news(since old: QueueState, in new: QueueState) -> [String] {
    guard old.mode == .open, new.mode == .open else { return [] }
    let known = Dictionary(old.purchases.map { ($0.id, $0) }) { first, _ in first }
    return new.purchases.reversed().compactMap { news(of: $0, known: known[$0.id]) }
  }

  private func news(of purchase: Purchase, known: Purchase?) -> String? {
    let name = name(ofProduct: purchase.productID)
    let facts = ["product": name]
    let stages = purchase.history.map(\.stage)
    if purchase.revocationDate != nil, known?.revocationDate == nil, known != nil {
      return isOfSubscription(purchase) ? nil : words["news.revoked", facts]
    }
    if purchase.stage == .cancelled, known?.stage == .deferred {
      return isOver(purchase)
        ? words["news.timedOut", facts] : words.sentence(for: purchase, named: name)
    }
    guard purchase.stage.isGood, known?.stage.isGood != true,
      !purchase.isRestored, !purchase.isRecovered
    else { return nil }
    if stages.contains(.deferred) { return words["news.approved", facts] }
    if stages.contains(.failed) { return words["news.resolved", facts] }
    return purchase.id.hasPrefix("tx-") && isBeginning(purchase) ? words["news.came", facts] : nil
  }

  /// Whether it is the first of its kind, or takes a subscription up again that had ended.
  private func isBeginning(_ purchase: Purchase) -> Bool {
    if purchase.transactionID == purchase.originalID { return true }
    guard let life = panel?.lives.first(where: { $0.id == purchase.originalID }),
      let period = life.periods.first(where: { $0.transactionID == purchase.transactionID })
    else { return false }
    return life.marks.contains { $0.kind == .started && $0.date == period.start }
  }

  private func isOfSubscription(_ purchase: Purchase) -> Bool {
    panel?.lives.contains { $0.id == purchase.originalID } == true
  }

  /// Whether a request ended because nobody had answered it for a day.
  private func isOver(_ purchase: Purchase) -> Bool {
    guard let asked = purchase.history.last(where: { $0.stage == .deferred })?.date,
      let ended = purchase.history.last?.date
    else { return false }
    return ended.timeIntervalSince(asked) >= 24 * 3_600
  }
}

extension PurchaseStage {
  /// Whether the customer has what was bought.
  fileprivate var isGood: Bool { self == .delivered || self == .settled || self == .finished }
}
