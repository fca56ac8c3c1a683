import FoundationEssentials
import StoreModel

/// A subscription as the books carry it: one group of one account, from its first period on.
struct Life: Sendable, Hashable {
  var key: Key
  var originalID: Int64
  var originalPurchaseDate: Date
  /// The transaction of the period that runs, or that ran last.
  var entryID: Int64
  var productID: String
  var quantity: Int
  var state = RenewalState.subscribed
  /// The end of what is paid for.
  var periodEnd: Date
  /// Where periods are counted from, so that a month from the 31st finds the 31st again.
  var anchor: Date
  /// How many periods from there are over at `periodEnd`.
  var count: Int
  /// The length that is counted; another one begins a new count.
  var counted: SubscriptionPeriod
  var willAutoRenew = true
  var nextProductID: String
  var expirationReason: ExpirationReason?
  var graceEnd: Date?
  var retryEnd: Date?
  /// Since it was last bought by hand.
  var renewals = 0
  /// What is left of an offer of several charges.
  var offer: RunningOffer?
  /// An offer that begins with the next period.
  var nextOffer: RunningOffer?
  /// The price that was agreed to, where it is not the catalogue's.
  var agreedPrice: Money?
  var raise: Raise?
  var usedIntroductoryOffer = false
  /// The plan by which it is paid, and where in the commitment it stands.
  var bill: Bill?
  var marks: [SubscriptionLife.Mark] = []

  struct Key: Sendable, Hashable {
    var groupID: String
    var isShared = false
  }

  struct RunningOffer: Sendable, Hashable {
    var used: Entry.UsedOffer
    var money: Money
    /// Charges to come.
    var charges: Int
  }

  struct Raise: Sendable, Hashable {
    var money: Money
    var isAgreed: Bool
  }

  /// Whether the store charges it once more by itself: it renews, or bills of a commitment are left.
  var isBilledNext: Bool { willAutoRenew || bill.map { $0.number < $0.count } ?? false }

  /// Whether the customer has what it gives.
  var isEntitled: Bool { state == .subscribed || state == .inGracePeriod }

  /// When something happens to it by itself; nil when nothing does.
  var due: Date? {
    switch state {
    case .subscribed: periodEnd
    case .inGracePeriod: graceEnd
    case .inBillingRetry: retryEnd
    case .expired, .revoked: nil
    }
  }

  mutating func mark(_ kind: SubscriptionLife.Mark.Kind, _ date: Date) {
    marks.append(SubscriptionLife.Mark(kind, date))
  }

  /// Ends access, and every renewal.
  mutating func expire(_ reason: ExpirationReason, at date: Date) {
    state = .expired
    expirationReason = reason
    willAutoRenew = false
    (graceEnd, retryEnd, offer, nextOffer, raise) = (nil, nil, nil, nil, nil)
    nextProductID = productID
    mark(.expired, date)
  }
}
