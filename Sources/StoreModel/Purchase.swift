package import FoundationEssentials

/// Where a purchase stands in the journal.
///
/// `open` turns into `deferred`, `failed`, `cancelled`, `closedUnpaid` or `paid`; `paid` into
/// `delivered`, `settled`, `blocked` or `rejected`; those two that are good into `finished`.
package enum PurchaseStage: String, Sendable, Hashable, CaseIterable {
  /// Intent committed, nothing heard that costs money.
  case open
  case deferred
  case failed
  case cancelled
  /// Nothing was ever charged for this attempt.
  case closedUnpaid
  /// Charged and on disk, not yet confirmed. Never shown as "failed".
  case paid
  /// Verified and handed over, not yet finished at the store.
  case delivered
  /// Verified, and there is nothing to hand over (an expired period, a copy of what is owned).
  case settled
  case finished
  /// The proof was refused; nothing was delivered and nothing finished.
  case rejected
  /// A setting of ours keeps it from being judged.
  case blocked

  /// Whether money was taken and the customer still waits.
  package var isUnfinished: Bool { self == .paid || self == .delivered || self == .blocked }
}

/// One purchase as the journal knows it, from the key press to the finish.
package struct Purchase: Sendable, Hashable, Identifiable {
  /// The attempt's UUID, or `tx-<transaction id>` for what no attempt of ours began.
  package var id: String
  package var productID: String
  package var quantity: Int
  package var stage: PurchaseStage
  /// Each stage it went through, with the store's time.
  package var history: [Mark]
  package var transactionID: String?
  package var originalID: String?
  package var expirationDate: Date?
  package var revocationDate: Date?
  package var price: Price?
  /// Why it failed; nil also where the store gave no reason.
  package var error: StoreError?
  /// Came back through a restore.
  package var isRestored: Bool
  /// Was paid in an earlier run and delivered in this one.
  package var isRecovered: Bool
  package var signed: SignedTransaction?
  package var verification: Verification?

  package struct Mark: Sendable, Hashable {
    package var stage: PurchaseStage
    package var date: Date

    package init(_ stage: PurchaseStage, _ date: Date) {
      self.stage = stage
      self.date = date
    }
  }

  package init(
    id: String, productID: String, quantity: Int = 1, stage: PurchaseStage, history: [Mark] = [],
    transactionID: String? = nil, originalID: String? = nil, expirationDate: Date? = nil,
    revocationDate: Date? = nil, price: Price? = nil, error: StoreError? = nil,
    isRestored: Bool = false, isRecovered: Bool = false, signed: SignedTransaction? = nil,
    verification: Verification? = nil
  ) {
    self.id = id
    self.productID = productID
    self.quantity = quantity
    self.stage = stage
    self.history = history
    self.transactionID = transactionID
    self.originalID = originalID
    self.expirationDate = expirationDate
    self.revocationDate = revocationDate
    self.price = price
    self.error = error
    self.isRestored = isRestored
    self.isRecovered = isRecovered
    self.signed = signed
    self.verification = verification
  }
}

/// What the customer may use.
package struct Entitlement: Sendable, Hashable {
  package var productID: String
  package var originalID: String
  /// Subscriptions only: access lasts until here.
  package var expirationDate: Date?
  package var revocationDate: Date?

  package init(
    productID: String, originalID: String, expirationDate: Date? = nil, revocationDate: Date? = nil
  ) {
    self.productID = productID
    self.originalID = originalID
    self.expirationDate = expirationDate
    self.revocationDate = revocationDate
  }

  /// Whether it counts at `date`: not revoked, and not past its expiry.
  package func isActive(at date: Date) -> Bool {
    revocationDate == nil && (expirationDate.map { date < $0 } ?? true)
  }
}

/// Everything a screen or a command needs to know of the queue, at one moment.
package struct QueueState: Sendable, Hashable {
  /// Whether purchases can be made, and if not, why.
  package enum Mode: Sendable, Hashable {
    /// The journal is not merged with the store's queue yet.
    case opening
    case open
    /// Another run holds the data folder; the text names it (`process 4711`).
    case readOnly(holder: Sentence)
    /// The folder or the disk; one sentence that says what to do.
    case unavailable(reason: Sentence)
  }

  package var mode: Mode
  package var canMakePayments: Bool
  /// Newest first.
  package var purchases: [Purchase]
  package var entitlements: [Entitlement]
  /// Groups in which the customer may still use an introductory offer; absent means yes.
  package var introductoryEligibility: [String: Bool]
  /// How the subscriptions stand, as the store says.
  package var statuses: [SubscriptionStatus]
  /// What was found damaged in the journal, and what became of it.
  package var diagnostics: [Diagnostic]

  package init(
    mode: Mode = .opening, canMakePayments: Bool = true, purchases: [Purchase] = [],
    entitlements: [Entitlement] = [], introductoryEligibility: [String: Bool] = [:],
    statuses: [SubscriptionStatus] = [], diagnostics: [Diagnostic] = []
  ) {
    self.mode = mode
    self.canMakePayments = canMakePayments
    self.purchases = purchases
    self.entitlements = entitlements
    self.introductoryEligibility = introductoryEligibility
    self.statuses = statuses
    self.diagnostics = diagnostics
  }

  package var unfinished: [Purchase] { purchases.filter(\.stage.isUnfinished) }

  /// The latest thing to say of a product: its unfinished purchase, else nil.
  package func unfinished(productID: String) -> Purchase? {
    purchases.first { $0.productID == productID && ($0.stage.isUnfinished || $0.stage == .open) }
  }

  /// The subscription that has this product now and renews to it, whatever was chosen before.
  package func status(keeping productID: Product.ID) -> SubscriptionStatus? {
    statuses.first { $0.productID == productID && $0.willAutoRenew && !$0.isChanging }
  }

  /// The subscription that this product takes over at its next renewal.
  package func change(to productID: Product.ID) -> SubscriptionStatus? {
    statuses.first { $0.isChanging && $0.nextProductID == productID }
  }

  package func entitlement(productID: String, at date: Date) -> Entitlement? {
    entitlements.first { $0.productID == productID && $0.isActive(at: date) }
  }
}

/// How a restore ended.
package enum RestoreOutcome: Sendable, Hashable {
  case restored(count: Int)
  case nothingToRestore
  case cancelled
  case failed(StoreError)
  /// The queue is not open; the mode says why.
  case notOpen
}

/// How an order ended, as far as the queue can tell at once.
package enum PurchaseOutcome: Sendable, Hashable {
  /// What became of it, at its latest stage.
  case purchase(Purchase)
  case refused(Refusal)

  /// Why no order was made; nothing was written and nothing charged.
  package enum Refusal: Sendable, Hashable {
    case notOpen
    case paymentsNotAllowed
    case unknownProduct
    case notSellable(Product.Obstacle)
    /// A purchase of this product is still under way.
    case alreadyUnderWay
    case journalNotWritable(reason: Sentence)
  }
}
