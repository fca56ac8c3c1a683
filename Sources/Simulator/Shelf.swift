import FoundationEssentials
import StoreModel

/// What the store sells at this moment, in which country, and how fast its time runs.
struct Shelf: Sendable {
  var settings: Catalogue.Settings
  var storefront: Storefront
  private var products: [String: Product]

  init(products: [Product], settings: Catalogue.Settings, storefront: Storefront) {
    self.settings = settings
    self.storefront = storefront
    self.products = Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
  }

  /// The product, if the store can sell it as the catalogue has it; nil otherwise.
  func product(_ id: String) -> Product? {
    guard let product = products[id], product.obstacle == nil, product.type != .unknown,
      money(product.price) != nil,
      product.type != .autoRenewable || product.subscription?.period != nil
    else { return nil }
    return product
  }

  /// Every offer of a kind, in the order of the products' ids.
  func offers(_ kind: Offer.Kind) -> [(product: Product, offer: Offer)] {
    products.values.sorted { $0.id < $1.id }.flatMap { product in
      (product.subscription?.offers ?? []).filter { $0.kind == kind }.map { (product, $0) }
    }
  }

  /// An amount in the storefront's currency; nil where it cannot be charged exactly.
  func money(_ amount: Decimal?) -> Money? {
    amount.flatMap { Money($0, storefront.currencyCode) }
  }
}
