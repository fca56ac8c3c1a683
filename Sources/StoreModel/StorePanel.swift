package import FoundationEssentials

/// Everything that a tester sees of the store: its clock, what is on, who is there, what is due.
package struct StorePanel: Sendable, Hashable {
  package var clock: ClockReading
  /// What is on, apart from `dialogs` and `payments`, which are off where they are listed in `off`.
  package var switches: Set<StoreSwitch>
  /// The interfaces that fail, in the order of the file's rows.
  package var failures: [SimulatedFailure]
  package var isNextCancelled: Bool
  package var withheld: Withholding?
  /// Products that have not come to the store yet.
  package var unpublished: [Product.ID]
  package var speed: StoreSpeed
  package var personality: StorePersonality
  /// What the app's server gets wrong when it signs promotional offers.
  package var discountFault: DiscountFault?
  /// Whether every control is as the catalogue's file says.
  package var isAsFile: Bool
  /// The store accounts, in the order in which they came.
  package var accounts: [String]
  /// The account that is signed in; nil when nobody is.
  package var account: String?
  /// Requests that wait for somebody, oldest first.
  package var requests: [StoreRequest]
  /// The subscriptions of the account, the newest first.
  package var lives: [SubscriptionLife]
  /// What was charged and given back, for each currency in the order of its code.
  package var money: [Turnover]

  package init(
    clock: ClockReading, switches: Set<StoreSwitch> = [.dialogs, .payments],
    failures: [SimulatedFailure] = [], isNextCancelled: Bool = false,
    withheld: Withholding? = nil, unpublished: [Product.ID] = [], speed: StoreSpeed = .realTime,
    personality: StorePersonality = .sandbox, discountFault: DiscountFault? = nil,
    isAsFile: Bool = true, accounts: [String] = [],
    account: String? = nil, requests: [StoreRequest] = [], lives: [SubscriptionLife] = [],
    money: [Turnover] = []
  ) {
    self.clock = clock
    self.switches = switches
    self.failures = failures
    self.isNextCancelled = isNextCancelled
    self.withheld = withheld
    self.unpublished = unpublished
    self.speed = speed
    self.personality = personality
    self.discountFault = discountFault
    self.isAsFile = isAsFile
    self.accounts = accounts
    self.account = account
    self.requests = requests
    self.lives = lives
    self.money = money
  }
}

/// How the clocks stand.
package struct ClockReading: Sendable, Hashable {
  package enum Mode: Sendable, Hashable {
    case frozen
    /// So many times as fast as real time.
    case running(rate: Double)
  }

  /// The moment it is in the store.
  package var now: Date
  package var mode: Mode
  /// Seconds by which the device's clock is ahead of the store's.
  package var deviceOffset: TimeInterval
  /// What happens next by itself, soonest first.
  package var due: [Due]

  package init(
    now: Date, mode: Mode = .running(rate: 1), deviceOffset: TimeInterval = 0, due: [Due] = []
  ) {
    self.now = now
    self.mode = mode
    self.deviceOffset = deviceOffset
    self.due = due
  }

  package struct Due: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case renewal, expiry, retry, graceEnd, retryEnd, requestTimeOut
    }

    package var date: Date
    package var kind: Kind
    package var productID: Product.ID
    package var account: String

    package init(_ kind: Kind, _ date: Date, productID: Product.ID, account: String) {
      self.kind = kind
      self.date = date
      self.productID = productID
      self.account = account
    }
  }
}

/// A purchase that waits: for approval, or for the customer to settle something.
package struct StoreRequest: Sendable, Hashable, Identifiable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case askToBuy, interrupted
  }

  /// Its transaction's.
  package var id: Transaction.ID
  package var kind: Kind
  package var productID: Product.ID
  package var quantity: Int
  package var since: Date
  /// When nobody waits any longer; nil is never.
  package var until: Date?

  package init(
    id: Transaction.ID, kind: Kind, productID: Product.ID, quantity: Int = 1, since: Date,
    until: Date? = nil
  ) {
    self.id = id
    self.kind = kind
    self.productID = productID
    self.quantity = quantity
    self.since = since
    self.until = until
  }
}

/// What was charged and given back in one currency.
package struct Turnover: Sendable, Hashable {
  package var charges: Int
  package var charged: Price
  package var refunds: Int
  package var refunded: Price

  package init(charges: Int, charged: Price, refunds: Int, refunded: Price) {
    self.charges = charges
    self.charged = charged
    self.refunds = refunds
    self.refunded = refunded
  }
}

/// How a subscription stands (`Product.SubscriptionInfo.RenewalState`, with its raw values).
package enum RenewalState: Int, Sendable, Hashable, CaseIterable {
  case subscribed = 1
  case expired, inBillingRetry, inGracePeriod, revoked
}

/// Why a subscription is not renewed (`expirationIntent`).
package enum ExpirationReason: Int, Sendable, Hashable, CaseIterable {
  case autoRenewDisabled = 1
  case billingError, didNotConsentToPriceIncrease, productUnavailable, unknown
}

/// A subscription from its first period on, as one group of one account has it.
package struct SubscriptionLife: Sendable, Hashable, Identifiable {
  /// The first transaction's.
  package var id: Transaction.ID
  package var groupID: String
  package var productID: Product.ID
  package var state: RenewalState
  package var isShared: Bool
  package var willAutoRenew: Bool
  /// What it renews to (`autoRenewPreference`).
  package var nextProductID: Product.ID
  /// When it is charged next; nil when it is not.
  package var renewalDate: Date?
  package var renewalPrice: Price?
  package var expirationDate: Date
  package var expirationReason: ExpirationReason?
  package var gracePeriodEnd: Date?
  package var retryEnd: Date?
  package var priceIncrease: PriceIncrease?
  /// How many renewals the store still makes; nil is no limit.
  package var renewalsLeft: Int?
  /// Oldest first; one transaction each.
  package var periods: [Period]
  /// What happened to it apart from its periods, oldest first.
  package var marks: [Mark]

  package init(
    id: Transaction.ID, groupID: String, productID: Product.ID, state: RenewalState = .subscribed,
    isShared: Bool = false, willAutoRenew: Bool = true, nextProductID: Product.ID? = nil,
    renewalDate: Date? = nil, renewalPrice: Price? = nil, expirationDate: Date,
    expirationReason: ExpirationReason? = nil, gracePeriodEnd: Date? = nil, retryEnd: Date? = nil,
    priceIncrease: PriceIncrease? = nil, renewalsLeft: Int? = nil, periods: [Period] = [],
    marks: [Mark] = []
  ) {
    self.id = id
    self.groupID = groupID
    self.productID = productID
    self.state = state
    self.isShared = isShared
    self.willAutoRenew = willAutoRenew
    self.nextProductID = nextProductID ?? productID
    self.renewalDate = renewalDate
    self.renewalPrice = renewalPrice
    self.expirationDate = expirationDate
    self.expirationReason = expirationReason
    self.gracePeriodEnd = gracePeriodEnd
    self.retryEnd = retryEnd
    self.priceIncrease = priceIncrease
    self.renewalsLeft = renewalsLeft
    self.periods = periods
    self.marks = marks
  }

  /// Whether the customer has what it gives.
  package var isEntitled: Bool { state == .subscribed || state == .inGracePeriod }

  package struct PriceIncrease: Sendable, Hashable {
    package var price: Price
    /// What was charged until now; nil where the product is not sold any more.
    package var before: Price?
    package var isAgreed: Bool

    package init(price: Price, before: Price? = nil, isAgreed: Bool) {
      self.price = price
      self.before = before
      self.isAgreed = isAgreed
    }
  }

  package struct Period: Sendable, Hashable {
    package var transactionID: Transaction.ID
    package var productID: Product.ID
    package var start: Date
    /// As it was left: an upgrade, a refund or an expiry by hand ends it early.
    package var end: Date
    package var price: Price?
    package var offer: Offer.Kind?
    package var isTrial: Bool
    package var isRefunded: Bool

    package init(
      transactionID: Transaction.ID, productID: Product.ID, start: Date, end: Date,
      price: Price? = nil, offer: Offer.Kind? = nil, isTrial: Bool = false,
      isRefunded: Bool = false
    ) {
      self.transactionID = transactionID
      self.productID = productID
      self.start = start
      self.end = end
      self.price = price
      self.offer = offer
      self.isTrial = isTrial
      self.isRefunded = isRefunded
    }
  }

  package struct Mark: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case started, graceBegan, retryBegan, recovered, expired, refunded, revoked, upgraded
      case changeChosen, renewalOff, renewalOn, priceRaised, priceAgreed, priceRefused
    }

    package var kind: Kind
    package var date: Date

    package init(_ kind: Kind, _ date: Date) {
      self.kind = kind
      self.date = date
    }
  }
}
