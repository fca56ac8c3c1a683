import Disclosure
import FoundationEssentials
import StoreModel
import Text

extension AppState {
  /// Why an action is not possible now, in a sentence; nil when it is.
  func refusal(of action: Action) -> String? {
    switch action {
    case .buy: buyRefusal(of: selectedProduct)
    case .buyWithOption: optionRefusal
    case .payFromBalance: balanceRefusal
    case .restore: restoreRefusal
    case .verify: verifyRefusal
    case .open: openRefusal
    case .filter: field == .list && isShelfEmpty ? emptyShelfRefusal : nil
    case .nextMatch, .previousMatch: find.isEmpty ? words["why.noFind"] : nil
    case .sort: isShelfEmpty ? emptyShelfRefusal : nil
    case .approve, .decline: requestRefusal(isApproval: action == .approve)
    case .timeline: lifeAtHand == nil ? words["why.noSubscription"] : nil
    case .controlTransaction: transactionAtHand == nil ? words["why.noTransaction"] : nil
    case .openLink: hasLinks ? nil : words["why.noLink"]
    case .copy: copyRefusal
    case .copyJSON: copyJSONRefusal
    case .undo: undos.isEmpty ? words["why.nothingToUndo"] : nil
    case .locale: reading == nil ? words["why.noCatalogue"] : nil
    case .openFile: inFlightCount > 0 ? words["why.inFlight"] : nil
    case .storefront:
      reading == nil
        ? words["why.noCatalogue"] : inFlightCount > 0 ? words["why.inFlight"] : nil
    case .raw: selectedPurchase?.signed == nil ? words["why.noToken"] : nil
    case .otherPane: layout.isWide ? openRefusal : words["why.onePane"]
    default: nil
    }
  }

  /// Why there is no list of products.
  private var emptyShelfRefusal: String {
    words[isWithheld || isNothingPublished ? "why.withheld" : "why.noCatalogue"]
  }

  /// Why the selected line of the store panel cannot be changed.
  private var changeRefusal: String? {
    switch selectedEntry?.kind {
    case nil: words["store.notOpen"]
    case .money: words["why.onlySeen"]
    case .cancelNext: panel?.isNextCancelled == true ? words["why.cancelNext"] : nil
    default: nil
    }
  }

  private func requestRefusal(isApproval: Bool) -> String? {
    if consentAtHand != nil { return nil }
    guard let request = requestAtHand else { return words["why.noRequest"] }
    return request.kind == .interrupted && !isApproval ? words["why.interrupted"] : nil
  }

  private var openRefusal: String? {
    switch screenContext {
    case .products: selectedProduct == nil ? words["why.noSelection"] : nil
    case .purchases: selectedPurchase == nil ? words["why.noSelection"] : nil
    case .store: changeRefusal
    case .purchase:
      selectedPurchase?.signed == nil && selectedPurchase?.verification == nil
        ? words["why.noToken"] : nil
    default: nil
    }
  }

  /// Why the queue takes no order and no restore; nil when it is open.
  ///
  /// Opening is not worth a word until it takes long; an order given before is refused by the queue.
  var modeRefusal: String? {
    switch queue.mode {
    case .open: nil
    case .opening where !isOpeningSlow: nil
    case .opening, .readOnly, .unavailable: words.sentence(for: queue.mode)
    }
  }

  /// Why this product cannot be bought now; nil when it can.
  func buyRefusal(of product: Product?) -> String? {
    if isWithheld || isNothingPublished { return emptyShelfRefusal }
    guard let product else { return words["why.noSelection"] }
    if let obstacle = product.obstacle { return words["obstacle.\(obstacle.rawValue)"] }
    if let refusal = modeRefusal { return refusal }
    if !queue.canMakePayments {
      let isSwitchedOff = panel?.switches.contains(.payments) == false
      return words[isSwitchedOff ? "why.paymentsOff" : "why.payments"]
    }
    if ordering.contains(product.id) || queue.unfinished(productID: product.id) != nil {
      return words["why.underWay"]
    }
    return nil
  }

  private var balanceRefusal: String? {
    guard let product = selectedProduct else { return words["why.noSelection"] }
    guard product.type == .consumable, product.obstacle == nil else {
      return words["why.notForBalance"]
    }
    return balance.map { $0.amount > 0 } == true ? nil : words["why.noBalance"]
  }

  private var optionRefusal: String? {
    if let refusal = buyRefusal(of: selectedProduct) { return refusal }
    return selectedProduct?.options.isEmpty == false ? nil : words["why.noOptions"]
  }

  /// Whether the selected product's page has an address; it is asked for in every frame.
  private var hasLinks: Bool {
    guard let reading, selectedProduct?.subscription != nil else { return false }
    let links = reading.disclosures.links
    return links.termsURL != nil || links.privacyURL != nil
  }

  private var copyRefusal: String? {
    switch screenContext {
    case .file, .store, .timeline: nil
    case .purchases, .purchase, .verification:
      selectedPurchase == nil ? words["why.noSelection"] : nil
    default: selectedProduct == nil ? words["why.noSelection"] : nil
    }
  }

  private var copyJSONRefusal: String? {
    switch screenContext {
    case .verification: selectedPurchase?.verification == nil ? words["why.noToken"] : nil
    case .purchases, .purchase: selectedPurchase == nil ? words["why.noSelection"] : nil
    default: selectedProduct == nil ? words["why.noSelection"] : nil
    }
  }

  private var restoreRefusal: String? { modeRefusal }

  private var verifyRefusal: String? {
    guard let purchase = selectedPurchase else { return words["why.noSelection"] }
    if let refusal = modeRefusal { return refusal }
    return purchase.signed == nil ? words["why.noToken"] : nil
  }
}
