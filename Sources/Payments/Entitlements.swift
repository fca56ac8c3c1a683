package import StoreModel
import FoundationEssentials

extension Entitlement {
  /// What `grants` entitle the customer to, in the order of product and original transaction.
  ///
  /// Non-consumables are owned, subscriptions last until the latest expiry of their original
  /// transaction, non-renewing ones have no end that could be computed, and consumables are used
  /// up by being handed over. Nothing is owned without a grant; where the store of `instance` says
  /// how a subscription stands, that decides which of its grants counts and until when.
  package static func all(
    of grants: [Grant], statuses: [SubscriptionStatus] = [], instance: String = ""
  ) -> [Entitlement] {
    let known = Dictionary(statuses.map { ("\(instance)/period/\($0.originalID)/", $0) }) {
      $0.accessEnd > $1.accessEnd ? $0 : $1
    }
    var latest: [Source: Grant] = [:]
    for grant in grants where grant.type != .consumable && grant.type != .unknown {
      let source = Source(grant)
      if let other = latest[source], !grant.outranks(other, known[grant.subscriptionKey]) {
        continue
      }
      latest[source] = grant
    }
    return latest.values.map { grant in
      Entitlement(
        productID: grant.productID, originalID: grant.originalID,
        expirationDate: grant.accessEnd(known[grant.subscriptionKey]),
        revocationDate: grant.revocationDate)
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
  /// The part of a period's key that all periods of its subscription share.
  fileprivate var subscriptionKey: String {
    key.lastIndex(of: "/").map { String(key[...$0]) } ?? key
  }

  /// Until when it gives access; nil for ever.
  ///
  /// A grace period has no transaction of its own.
  fileprivate func accessEnd(_ status: SubscriptionStatus?) -> Date? {
    guard type == .autoRenewable, let end = expirationDate else { return nil }
    guard let status else { return end }
    return status.state == .inGracePeriod ? status.accessEnd : min(end, status.accessEnd)
  }

  /// Whether access through this grant goes further than through `other`; a grant of the level that
  /// the store says is the one goes before any other.
  fileprivate func outranks(_ other: Grant, _ status: SubscriptionStatus?) -> Bool {
    if (revocationDate == nil) != (other.revocationDate == nil) { return revocationDate == nil }
    if let status, (productID == status.productID) != (other.productID == status.productID) {
      return productID == status.productID
    }
    return (expirationDate ?? .distantFuture) > (other.expirationDate ?? .distantFuture)
  }
}
