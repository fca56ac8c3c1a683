import Disclosure
import StoreModel
import Text

extension AppState {
  /// Something that can be put on the clipboard: what it is called, and the text as it is.
  struct Copyable: Sendable, Hashable {
    var label: String
    var text: String
  }

  /// What can be copied from this screen.
  var copyables: [Copyable] {
    switch screenContext {
    case .purchases, .purchase, .verification:
      return selectedPurchase.map(copyables) ?? []
    case .file, .store, .timeline:
      return [Copyable(label: words["copy.page"], text: writablePage.text)]
    default: break
    }
    guard let product = selectedProduct, let reading else { return [] }
    var items = [Copyable(label: words["copy.id"], text: product.id)]
    items.append(
      Copyable(
        label: words["copy.name"], text: product.displayName(for: reading.locale).text))
    if let price = product.price {
      items.append(
        Copyable(label: words["copy.price"], text: reading.disclosures.displayPrice(price)))
    }
    items += links.map { Copyable(label: $0.label, text: $0.url) }
    if let disclosure = reading.disclosures.disclosure(
      for: product, isEligibleForOffer: isEligible(product))
    {
      items.append(Copyable(label: words["copy.disclosure"], text: disclosure.text))
    }
    items.append(
      Copyable(label: words["copy.page"], text: productPage(of: product, columns: 80).text))
    return items
  }

  private func copyables(of purchase: Purchase) -> [Copyable] {
    var items: [Copyable] = []
    if let id = purchase.transactionID {
      items.append(Copyable(label: words["fact.transaction"], text: id))
    }
    items.append(Copyable(label: words["copy.id"], text: purchase.productID))
    if let signed = purchase.signed {
      items.append(Copyable(label: words["copy.token"], text: signed.jwsRepresentation))
    }
    items.append(
      Copyable(label: words["copy.page"], text: purchasePage(of: purchase, columns: 80).text))
    return items
  }
}
