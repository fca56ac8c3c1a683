import FoundationEssentials
import StoreModel

extension AppState {
  /// Opens the payment sheet; the order is on its way no longer.
  mutating func present(_ sheet: PaymentSheet) {
    ordering.remove(sheet.productID)
    present(.sheet(sheet))
  }

  /// Opens the sheet that asks whose account it is.
  mutating func present(_ sheet: SignInSheet) {
    if case .purchase(let productID) = sheet.purpose { ordering.remove(productID) }
    present(.signIn(sheet))
  }

  /// Opens a sheet of the store once; what went on until now is over.
  private mutating func present(_ sheet: Dialog.Kind) {
    if message?.kind != .failure { message = nil }
    if !dialogs.contains(where: { $0.kind == sheet }) { dialogs.append(Dialog(sheet)) }
  }

  // MARK: What has changed since the order

  /// What a product was offered at.
  struct ShelfTag: Sendable, Hashable {
    var currency: String
    var price: Decimal?
  }

  /// What a product is offered at now; nil where no catalogue was read.
  func shelfTag(of productID: Product.ID) -> ShelfTag? {
    reading.map {
      ShelfTag(
        currency: $0.storefront.currencyCode, price: $0.catalogue.product(productID)?.price)
    }
  }

  /// Whether the currency or the price of a product has changed since it was ordered here.
  func isStale(_ productID: Product.ID) -> Bool {
    ordered[productID].map { $0 != shelfTag(of: productID) } ?? false
  }

  /// Why the store did not sell at what the customer had been shown; nil for any other end.
  func staleText(of purchase: Purchase) -> String? {
    guard purchase.stage == .failed, purchase.error == .storeProductNotAvailable,
      isStale(purchase.productID), let reading
    else { return nil }
    let product = reading.catalogue.product(purchase.productID)
    return words[
      "ordered.stale",
      [
        "product": name(ofProduct: purchase.productID),
        "country": words.country(of: reading.storefront),
        "price": product.map { priceText($0, reading) } ?? words["price.none"],
      ]]
  }
}
