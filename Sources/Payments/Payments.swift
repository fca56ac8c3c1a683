// The client's side of a purchase, from the key press to the finish.
//
// `TransactionMachine` decides and does nothing; `PaymentQueue` performs and decides nothing;
// `Journal` remembers. A record is committed before the step it announces, so a process that is
// killed anywhere delivers what was paid exactly once, and nothing that was not.

package import StoreModel

/// What the payment queue needs of the world, handed in.
package struct PaymentDoors: Sendable {
  package var store: Store
  package var verifier: Verifier
  /// The catalogue's product; nil for an id it does not list.
  package var product: @Sendable (Product.ID) -> Product?
  /// The catalogue's subscription groups, asked for their introductory eligibility.
  package var subscriptionGroups: @Sendable () -> [String]
  /// Asks the app's server to sign a promotional offer for one payment; nil where it does not.
  package var discount: @Sendable (DiscountRequest) async -> PaymentDiscount?
  /// What a proof must say it was made for.
  package var bundleID: String
  /// The store's clock, which dates the records and decides expiry.
  package var clock: StoreClock
  /// The clock on the wall, kept in the records beside the store's; nil keeps none.
  package var wallClock: StoreClock?
  package var chance: Chance
  /// Waits for the retry timer; throws when the wait is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void
  /// Told of each point at which a kill must do no harm.
  package var checkpoint: @Sendable (Checkpoint) -> Void

  package init(
    store: Store, verifier: Verifier, product: @escaping @Sendable (Product.ID) -> Product?,
    subscriptionGroups: @escaping @Sendable () -> [String] = { [] },
    discount: @escaping @Sendable (DiscountRequest) async -> PaymentDiscount? = { _ in nil },
    bundleID: String,
    clock: StoreClock, wallClock: StoreClock? = nil, chance: Chance,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    checkpoint: @escaping @Sendable (Checkpoint) -> Void = { _ in }
  ) {
    self.store = store
    self.verifier = verifier
    self.product = product
    self.subscriptionGroups = subscriptionGroups
    self.discount = discount
    self.bundleID = bundleID
    self.clock = clock
    self.wallClock = wallClock
    self.chance = chance
    self.sleep = sleep
    self.checkpoint = checkpoint
  }
}

/// A point between two steps of a purchase; a process that dies there must lose and double nothing.
package enum Checkpoint: String, Sendable, Hashable, CaseIterable {
  /// The customer said yes; no intent is on disk.
  case ordered = "C0"
  /// The intent is on disk; the store knows nothing.
  case intentRecorded = "C1"
  /// The store has the payment.
  case paymentAdded = "C2"
  /// The store charged; its news is not looked at yet.
  case charged = "C3"
  /// The news is read; nothing of it is on disk.
  case newsRead = "C4"
  /// The paid transaction is on disk, with its proof.
  case paidRecorded = "C5"
  /// The verifier was asked and has not answered.
  case verificationAsked = "C6"
  /// The verifier answered; the answer is not on disk.
  case verificationAnswered = "C7"
  /// What was bought is handed over, on disk.
  case deliveredRecorded = "C8"
  /// The store was asked to finish and has not answered.
  case finishAsked = "C9"
  /// The store finished; that is not on disk.
  case finished = "C10"
  /// A failure is on disk; the store still shows it.
  case failureRecorded = "CF"
  /// One more restored copy is dealt with, others may follow.
  case copyRestored = "CR"
}
