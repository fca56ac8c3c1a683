package import StoreModel
import FoundationEssentials

extension Entitlement {
  /// What `grants` entitle the customer to, in the order of product and original transaction.
  ///
  /// Non-consumables are owned, subscriptions last until the latest expiry of their original
  /// transaction, non-renewing ones have no end that could be computed, and consumables are used
  /// up by being handed over.
  package static func all(of grants: [Grant]) -> [Entitlement] {
    var latest: [Source: Grant] = [:]
    for grant in grants where grant.type != .consumable && grant.type != .unknown {
      let source = Source(grant)
      if let known = latest[source], !grant.outlasts(known) { continue }
      latest[source] = grant
    }
    return latest.values.map {
      Entitlement(
        productID: $0.productID, originalID: $0.originalID,
        expirationDate: $0.type == .autoRenewable ? $0.expirationDate : nil,
        revocationDate: $0.revocationDate)
    }.sorted { ($0.productID, $0.originalID) < ($1.productID, $1.originalID) }
  }

  /// What makes two grants one entitlement; a subscription may change its product.
  private struct Source: Hashable {
    var originalID: Transaction.ID
    var productID: Product.ID?

    init(_ grant: Grant) {
      originalID = grant.originalID
      productID = grant.type == .autoRenewable ? nil : grant.productID
    }
  }
}

extension Grant {
  /// Whether access through this grant goes further than through `other`.
  fileprivate func outlasts(_ other: Grant) -> Bool {
    if (revocationDate == nil) != (other.revocationDate == nil) { return revocationDate == nil }
    return (expirationDate ?? .distantFuture) > (other.expirationDate ?? .distantFuture)
  }
}
