import Disclosure
import StoreModel

extension AppState {
  /// Asks for every higher price that waits for an answer, once each.
  ///
  /// So it is where an app's `paymentQueueShouldShowPriceConsent` says yes; without dialogs nobody is
  /// asked, and the price waits on the pages.
  mutating func askForConsents(in panel: StorePanel) {
    dialogs.removeAll { dialog in
      guard case .priceConsent(let life) = dialog.kind else { return false }
      return !panel.lives.contains { $0.id == life.id && $0.asksConsent }
    }
    guard panel.switches.contains(.dialogs) else { return }
    for life in panel.lives where life.asksConsent {
      guard let price = life.priceIncrease?.price,
        askedPrices.updateValue(price, forKey: life.id) != price
      else { continue }
      dialogs.append(Dialog(.priceConsent(life)))
    }
  }

  /// The subscription at hand whose higher price waits for the customer.
  var consentAtHand: SubscriptionLife? {
    lifeAtHand.flatMap { $0.asksConsent ? $0 : nil }
  }

  /// Whether neither a request nor a higher price waits for an answer here.
  var isNothingWaiting: Bool { requestAtHand == nil && consentAtHand == nil }

  /// That a higher price waits, and from when it counts; nil where none does.
  func consentText(of life: SubscriptionLife) -> String? {
    guard life.asksConsent, let increase = life.priceIncrease else { return nil }
    return words[
      "consent.waits", ["rate": rate(increase.price, of: life), "date": renewalDay(of: life)]]
  }

  /// What the customer agrees to: the price until now, the price to come, and what else happens.
  func fill(_ page: inout PageText, with life: SubscriptionLife) {
    guard let increase = life.priceIncrease else { return }
    let date = renewalDay(of: life)
    page.paragraph(name(ofProduct: life.productID), .bold)
    page.blank()
    if let before = increase.before {
      page.paragraph(words["consent.now", ["rate": rate(before, of: life)]])
    }
    page.paragraph(
      words["sheet.later", ["date": date, "rate": rate(increase.price, of: life)]], .bold)
    page.paragraph(words["consent.else", ["date": date]])
  }

  /// What the answer to a higher price does; the first button leaves it waiting.
  mutating func answer(_ life: SubscriptionLife, _ button: Int) -> [AppEffect] {
    guard button > 0 else {
      message = Message(.waiting, words["consent.later"])
      return []
    }
    message = Message(.progress, words["store.asking"])
    return [.control(button == 1 ? .refuse(id: life.id) : .consent(id: life.id))]
  }

  /// What an answer means for the subscription of this id.
  func text(ofConsent isAgreed: Bool, to id: String) -> String? {
    guard let life = panel?.lives.first(where: { $0.id == id }) else { return nil }
    var facts = ["product": name(ofProduct: life.productID), "date": renewalDay(of: life)]
    guard isAgreed else { return words["consent.refused", facts] }
    facts["rate"] = life.priceIncrease.map { rate($0.price, of: life) }
    return words["consent.agreed", facts]
  }

  private func renewalDay(of life: SubscriptionLife) -> String {
    Moment(life.gracePeriodEnd ?? life.expirationDate).text(life.precision)
  }

  /// A price with the period that it is for, such as `$9.99 per month`.
  private func rate(_ price: Price, of life: SubscriptionLife) -> String {
    guard let reading,
      let period = reading.catalogue.product(life.nextProductID)?.subscription?.period
    else { return priceText(price) }
    return shown(reading.disclosures.billed(priceText(price), every: period))
  }
}

extension SubscriptionLife {
  /// Whether a higher price waits for the customer, who has neither agreed nor refused.
  var asksConsent: Bool { priceIncrease?.isAgreed == false && willAutoRenew && isEntitled }
}
