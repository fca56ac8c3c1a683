package import FoundationEssentials

/// The other side: an app store as StoreKit 1's queue presents it, filled by the simulator.
package struct Store: Sendable {
  /// Names this store's books; ids restart with a new instance, so every key carries it.
  package var instance: @Sendable () async throws -> String
  /// The products that the store knows among `ids`, and the ids that it does not.
  package var products: @Sendable (_ ids: [String]) async -> ProductsResponse
  package var canMakePayments: @Sendable () async -> Bool
  /// Adds a payment; what becomes of it comes through `updates`.
  package var add: @Sendable (Payment) async -> Void
  /// Everything unfinished, oldest first.
  package var transactions: @Sendable () async throws -> [Transaction]
  /// Ends a transaction's stay in the queue; an id that is not there is already done.
  package var finish: @Sendable (Transaction.ID) async -> Void
  /// Sends restored copies of what can be restored, then `restoreFinished` or `restoreFailed`.
  package var restoreCompletedTransactions: @Sendable () async -> Void
  /// What the store's history says of an attempt; empty when it never heard of it.
  package var history: @Sendable (_ appAccountToken: UUID) async -> [Transaction]
  /// For each group, whether the customer may still use an introductory offer.
  package var introductoryEligibility: @Sendable (_ groupIDs: [String]) async -> [String: Bool]
  /// How the customer's subscriptions stand; none where the store does not say.
  package var statuses: @Sendable () async -> [SubscriptionStatus]
  /// The observer's ear; one listener at a time.
  package var updates: @Sendable () async -> AsyncStream<StoreUpdate>

  package init(
    instance: @escaping @Sendable () async throws -> String,
    products: @escaping @Sendable ([String]) async -> ProductsResponse,
    canMakePayments: @escaping @Sendable () async -> Bool,
    add: @escaping @Sendable (Payment) async -> Void,
    transactions: @escaping @Sendable () async throws -> [Transaction],
    finish: @escaping @Sendable (Transaction.ID) async -> Void,
    restoreCompletedTransactions: @escaping @Sendable () async -> Void,
    history: @escaping @Sendable (UUID) async -> [Transaction],
    introductoryEligibility: @escaping @Sendable ([String]) async -> [String: Bool],
    statuses: @escaping @Sendable () async -> [SubscriptionStatus],
    updates: @escaping @Sendable () async -> AsyncStream<StoreUpdate>
  ) {
    self.instance = instance
    self.products = products
    self.canMakePayments = canMakePayments
    self.add = add
    self.transactions = transactions
    self.finish = finish
    self.restoreCompletedTransactions = restoreCompletedTransactions
    self.history = history
    self.introductoryEligibility = introductoryEligibility
    self.statuses = statuses
    self.updates = updates
  }
}

/// Answer to a products request (`SKProductsResponse`).
package struct ProductsResponse: Sendable, Hashable {
  package var productIDs: [String]
  package var invalidProductIDs: [String]

  package init(productIDs: [String], invalidProductIDs: [String]) {
    self.productIDs = productIDs
    self.invalidProductIDs = invalidProductIDs
  }
}

/// News from the store's queue.
package enum StoreUpdate: Sendable, Hashable {
  case updated([Transaction])
  case removed([Transaction.ID])
  case restoreFinished
  case restoreFailed(StoreError)
}

/// What the store asks the customer before it charges: the sheet with Cancel and Buy.
package struct PaymentSheet: Sendable, Hashable, Identifiable {
  /// The attempt's token.
  package var id: UUID
  package var productID: String
  package var quantity: Int
  /// What is charged at confirmation; an amount of 0 is a free trial.
  package var chargedNow: Price
  /// The offer that applies to this customer, if any.
  package var offer: Offer?
  /// What each renewal costs and from when; nil for what does not renew.
  package var renewal: Renewal?
  /// The store account that pays.
  package var account: String
  /// What is given back for the rest of a lower level that this one replaces.
  package var refund: Refund?
  /// Whether nothing begins before the first renewal: the level that runs is kept until then.
  package var isFromRenewalOn: Bool
  /// What is promised beyond the first bill.
  package var commitment: Commitment?

  /// Bills of which the customer cannot cancel the rest.
  package struct Commitment: Sendable, Hashable {
    package var bills: Int
    /// All bills together.
    package var total: Price
    package var end: Date

    package init(bills: Int, total: Price, end: Date) {
      self.bills = bills
      self.total = total
      self.end = end
    }
  }

  package struct Refund: Sendable, Hashable {
    package var productID: String
    package var price: Price

    package init(productID: String, price: Price) {
      self.productID = productID
      self.price = price
    }
  }

  package struct Renewal: Sendable, Hashable {
    package var price: Price
    package var period: SubscriptionPeriod
    package var date: Date

    package init(price: Price, period: SubscriptionPeriod, date: Date) {
      self.price = price
      self.period = period
      self.date = date
    }
  }

  package init(
    id: UUID, productID: String, quantity: Int, chargedNow: Price, offer: Offer? = nil,
    renewal: Renewal? = nil, account: String, refund: Refund? = nil,
    isFromRenewalOn: Bool = false, commitment: Commitment? = nil
  ) {
    self.id = id
    self.productID = productID
    self.quantity = quantity
    self.chargedNow = chargedNow
    self.offer = offer
    self.renewal = renewal
    self.account = account
    self.refund = refund
    self.isFromRenewalOn = isFromRenewalOn
    self.commitment = commitment
  }

  /// What the customer answers.
  package enum Answer: Sendable, Hashable {
    case buy, cancel
  }
}
