package import FoundationEssentials
package import StoreModel

/// What one payment hands over, under a key that exists once.
package struct Grant: Sendable, Hashable {
  package var key: String
  package var productID: Product.ID
  package var type: ProductType
  package var originalID: Transaction.ID
  package var quantity: Int
  package var expirationDate: Date?
  package var revocationDate: Date?

  package init(
    key: String, productID: Product.ID, type: ProductType, originalID: Transaction.ID,
    quantity: Int, expirationDate: Date? = nil, revocationDate: Date? = nil
  ) {
    self.key = key
    self.productID = productID
    self.type = type
    self.originalID = originalID
    self.quantity = quantity
    self.expirationDate = expirationDate
    self.revocationDate = revocationDate
  }

  package init(_ transaction: Transaction, type: ProductType, instance: String) {
    self.init(
      key: Grant.key(for: transaction, type: type, instance: instance),
      productID: transaction.productID, type: type, originalID: transaction.originalID,
      quantity: transaction.quantity, expirationDate: transaction.expirationDate,
      revocationDate: transaction.revocationDate)
  }

  /// The key under which `transaction` is handed over once, and never again.
  ///
  /// Every payment of a consumable counts; a non-consumable counts once however often it is
  /// restored; a subscription counts once per billing event. Ids restart with a new store, so
  /// each key carries the store's instance.
  package static func key(
    for transaction: Transaction, type: ProductType, instance: String
  ) -> String {
    switch type {
    case .consumable, .nonRenewing, .unknown:
      // A restored copy is no payment of its own.
      let id = transaction.state == .restored ? transaction.originalID : transaction.id
      return "\(instance)/payment/\(id)"
    case .nonConsumable:
      return "\(instance)/original/\(transaction.originalID)"
    case .autoRenewable:
      let period = transaction.webOrderLineItemID.map { "item-\($0)" } ?? transaction.id
      return "\(instance)/period/\(transaction.originalID)/\(period)"
    }
  }
}
