import StoreModel
import Text

extension AppState {
  /// One purchase from the key press to the finish, with what is still true if the program ends.
  func purchasePage(of purchase: Purchase, columns: Int) -> PageText {
    var page = PageText(columns: columns)
    page.add(
      .between(
        Line(name(ofProduct: purchase.productID), .bold), Line(priceText(purchase), .bold),
        columns: max(0, columns - 2)))
    page.paragraph(self.line(purchase.productID), .dim)
    page.blank()
    page.paragraph(
      words["stage.\(purchase.stage.rawValue)"], purchase.stage.style.union(.bold))
    if let error = errorText(of: purchase) { page.paragraph(error) }
    if purchase.stage.isUnfinished || purchase.stage == .open {
      page.paragraph(words["purchase.safe"])
    }
    addSteps(of: purchase, to: &page)
    addFacts(of: purchase, to: &page)
    addControls(of: purchase, to: &page)
    addProof(of: purchase, to: &page)
    return page
  }

  /// What was done when, what goes on now and what is to come.
  private func addSteps(of purchase: Purchase, to page: inout PageText) {
    let marks = ["step.done", "step.now", "step.next"].map { words[$0] }
    let columns = marks.map(Cells.width).max() ?? 0
    page.blank()
    for mark in purchase.history {
      page.fact(
        Line(marks[0], .green),
        "\(Moment(mark.date).full)  \(words["step.\(mark.stage.rawValue)"])",
        labelColumns: columns)
    }
    let coming = purchase.stage.comingSteps
    for (index, step) in coming.enumerated() {
      page.fact(
        Line(marks[index == 0 ? 1 : 2], index == 0 ? .yellow : .dim), words["coming.\(step)"],
        index == 0 ? [] : .dim, labelColumns: columns)
    }
  }

  private func addFacts(of purchase: Purchase, to page: inout PageText) {
    var facts = [(label: "fact.storeKit2", value: storeKit2Text(of: purchase))]
    if let id = purchase.transactionID { facts.append(("fact.transaction", self.line(id))) }
    if let id = purchase.originalID, id != purchase.transactionID {
      facts.append(("fact.original", self.line(id)))
    }
    if purchase.quantity != 1 { facts.append(("fact.quantity", String(purchase.quantity))) }
    if let date = purchase.expirationDate { facts.append(("fact.until", Moment(date).minute)) }
    if let date = purchase.revocationDate { facts.append(("fact.revoked", Moment(date).minute)) }
    if purchase.isRestored { facts.append(("fact.origin", words["fact.restored"])) }
    if purchase.isRecovered { facts.append(("fact.origin", words["fact.recovered"])) }
    facts.append(("fact.attempt", self.line(purchase.id)))
    let columns = facts.map { Cells.width(words[$0.label]) }.max() ?? 0
    page.blank()
    for fact in facts { page.fact(words[fact.label], fact.value, labelColumns: columns) }
  }

  /// The keys for what a tester can do to its transaction.
  private func addControls(of purchase: Purchase, to page: inout PageText) {
    guard purchase.id == selectedPurchase?.id, panel != nil else { return }
    let asksConsent = requestAtHand == nil && consentAtHand != nil
    let actions = [Action.approve, .decline, .timeline, .controlTransaction].filter {
      refusal(of: $0) == nil && !($0 == .decline && asksConsent)
    }
    guard !actions.isEmpty else { return }
    page.blank()
    if let text = consentAtHand.flatMap(consentText) { page.paragraph(text, .yellow) }
    let columns = actions.map { keyHint($0).width }.max() ?? 0
    for action in actions {
      let text =
        action == .approve && asksConsent
        ? words["consent.answer"] : words["action.\(action.rawValue)"]
      page.fact(keyHint(action), text, labelColumns: columns)
    }
  }

  private func addProof(of purchase: Purchase, to page: inout PageText) {
    guard purchase.signed != nil || purchase.verification != nil else { return }
    page.heading(words["purchase.proof"])
    let (verdict, style) = verdictText(of: purchase.verification)
    page.paragraph(verdict, style.union(.bold))
    page.paragraph(words.trust(of: purchase.verification))
  }

  /// Why a purchase failed, with its code; nil when it did not.
  func errorText(of purchase: Purchase) -> String? {
    guard purchase.stage == .failed else { return nil }
    return words.reason(purchase.error)
  }
}

extension PurchaseStage {
  /// What has still to happen, the first of it now; ids of the words `coming.`.
  var comingSteps: [String] {
    switch self {
    case .open: ["answer", "verify", "deliver", "finish"]
    case .deferred: ["approval", "verify", "deliver", "finish"]
    case .paid: ["verify", "deliver", "finish"]
    case .blocked: ["setting", "verify", "deliver", "finish"]
    case .delivered, .settled: ["finish"]
    case .failed, .cancelled, .closedUnpaid, .finished, .rejected: []
    }
  }
}
