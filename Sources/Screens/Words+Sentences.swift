package import StoreModel
import Text

extension Words {
  /// The country of a storefront; in English where no other name is known.
  func country(of storefront: Storefront) -> String {
    let language = self["app.language"]
    guard language != "en" else { return storefront.name }
    return ICU.regionName(storefront.regionCode, in: language) ?? storefront.name
  }

  /// How an order stands, as one sentence.
  package func sentence(for purchase: Purchase, named name: String) -> String {
    var arguments = ["product": name]
    if purchase.stage == .failed { arguments["reason"] = reason(purchase.error) }
    let stage = purchase.stage == .delivered ? .finished : purchase.stage
    let wasDeferred = purchase.history.contains { $0.stage == .deferred }
    let word =
      switch (stage, purchase.error) {
      case (.cancelled, _) where wasDeferred: "declined"
      case (.failed, StoreError.interrupted): "interrupted"
      default: stage.rawValue
      }
    return self["ordered.\(word)", arguments]
  }

  /// That a subscription keeps its product after all.
  ///
  /// - Returns: such as "Pro stays, and renews on 2026-04-01 for $9.99."
  package func sentence(
    forKept status: SubscriptionStatus, name: (Product.ID) -> String, price: (Price) -> String
  ) -> String {
    self[
      "ordered.kept",
      [
        "product": name(status.productID),
        "date": Moment(status.renewalDate ?? status.accessEnd).date,
        "price": status.renewalPrice.map(price) ?? "-",
      ]]
  }

  /// That a product takes the place of another one at the next renewal.
  ///
  /// - Parameters:
  ///   - status: of the subscription, with `renewalDate` and `renewalPrice`.
  ///   - name: of a product.
  ///   - price: as the shop writes it.
  /// - Returns: such as "Pro until 2026-04-01, then Lite for $4.00."
  package func sentence(
    forChange status: SubscriptionStatus, name: (Product.ID) -> String, price: (Price) -> String
  ) -> String {
    self[
      "ordered.changed",
      [
        "product": name(status.productID), "next": name(status.nextProductID),
        "date": Moment(status.renewalDate ?? status.accessEnd).date,
        "price": status.renewalPrice.map(price) ?? "-",
      ]]
  }

  /// Where a purchase stands, in the two or three words of a list.
  package func state(of purchase: Purchase) -> String {
    let state = self["state.\(purchase.stage.rawValue)"]
    return purchase.stage == .failed ? "\(state): \(reason(purchase.error))" : state
  }

  package func sentence(for refusal: PurchaseOutcome.Refusal, _ mode: QueueState.Mode) -> String {
    switch refusal {
    case .notOpen: sentence(for: mode)
    case .paymentsNotAllowed: self["why.payments"]
    case .unknownProduct: self["obstacle.notInCatalogue"]
    case .notSellable(let obstacle): self["obstacle.\(obstacle.rawValue)"]
    case .alreadyUnderWay: self["why.underWay"]
    case .journalNotWritable(let reason):
      self["why.unavailable", ["reason": SafeText.line(text(of: reason))]]
    }
  }

  package func sentence(for outcome: RestoreOutcome, _ mode: QueueState.Mode) -> String {
    switch outcome {
    case .restored(let count): self["restore.done", ["n": String(count)]]
    case .nothingToRestore: self["restore.none"]
    case .cancelled: self["restore.cancelled"]
    case .failed(let error): "\(self["restore.failed"]) \(reason(error))"
    case .notOpen: sentence(for: mode)
    }
  }

  /// Why nothing can be bought.
  package func sentence(for mode: QueueState.Mode) -> String {
    switch mode {
    case .opening, .open: self["why.opening"]
    case .readOnly(let holder):
      self["why.readOnly", ["holder": SafeText.line(text(of: holder))]]
    case .unavailable(let reason):
      self["why.unavailable", ["reason": SafeText.line(text(of: reason))]]
    }
  }

  /// A failure of the store in words, with its domain and code.
  ///
  /// 3532 is what Apple's store answers to a customer who is subscribed already.
  package func reason(_ error: StoreError?) -> String {
    guard let error else { return self["error.none"] }
    let words =
      switch (error.domain, error.code) {
      case (StoreError.domain, let code): text("error.\(code)", or: self["error.unknown"])
      case (StoreError.serverDomain, StoreError.alreadySubscribed.code): self["error.subscribed"]
      case (StoreError.serverDomain, StoreError.interrupted.code): self["error.interrupted"]
      default: self["error.unknown"]
      }
    return self[
      "error.withCode",
      ["reason": words, "domain": SafeText.line(error.domain), "code": String(error.code)]]
  }
}
