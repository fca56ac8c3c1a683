package import FoundationEssentials

/// One thing that a tester does to the store: a verb of the scenario language, a line of the store
/// panel, a command.
///
/// Where Xcode's `SKTestSession` can do it too, the verb is named after its method. `id` is a
/// transaction's id or a product's; of a product the newest transaction that it fits is meant.
package enum StoreControl: Sendable, Hashable {
  case turn(StoreSwitch, isOn: Bool)
  /// How an interface fails from now on; nil as it works.
  case fail(StoreAPI, SimulatedError?)
  /// The customer cancels the next payment sheet.
  case cancelNext
  /// Ask to Buy is answered, or its 24 hours are over; without an id the oldest request.
  case approve(id: String?)
  case decline(id: String?)
  case timeOut(id: String?)
  /// The customer settles what interrupted a purchase or keeps a subscription from renewing.
  case resolve(id: String?)
  case refund(id: String, Refund)
  case renew(id: String)
  case expire(id: String)
  case autoRenew(id: String, isOn: Bool)
  /// A price increase that asks for consent; the amount is in the storefront's currency.
  case raisePrice(id: String, Decimal)
  case consent(id: String)
  case refuse(id: String)
  /// The customer buys in the App Store or on another device, now or at an earlier date.
  case buyElsewhere(productID: String, on: Date?)
  /// An offer code, by its reference name.
  case redeem(name: String)
  /// Somebody of the family shares a purchase with this account, or stops.
  case share(productID: String)
  case stopSharing(productID: String)
  case withhold(Withholding?)
  /// Whether a product has come to the store yet.
  case publish(productID: String, isPublished: Bool)
  case addAccount(String)
  case removeAccount(String)
  /// Signs an account in; nil signs out, and the next purchase or restore asks.
  case signIn(String?)
  /// What the app's server gets wrong when it signs promotional offers; nil signs them well.
  case signOffers(DiscountFault?)
  case speed(StoreSpeed)
  case personality(StorePersonality)
  case delete(id: String)
  /// The history of the account is empty afterwards.
  case clear
  /// Every control goes back to what the catalogue's file says.
  case reset
  /// The store loses an unfinished transaction, or all, as if it had been finished.
  case forget(id: String?)

  package enum Refund: String, Sendable, Hashable, CaseIterable {
    case full, prorated, declined
  }
}

/// What is on or off until somebody turns it.
package enum StoreSwitch: String, Sendable, Hashable, CaseIterable {
  /// Purchases wait for somebody's approval.
  case askToBuy = "ask-to-buy"
  /// A declined request ends without a word, as some reports have it; else as cancelled.
  case declineSilently = "decline-silently"
  /// Purchases fail until the customer has settled something with the store.
  case interrupt
  /// Renewals cannot be charged.
  case billingIssues = "billing-issues"
  /// What cannot be charged is served through a grace period.
  case grace
  /// The payment sheet is shown.
  case dialogs
  /// The device may pay (`canMakePayments`).
  case payments
  /// The next purchases and restores ask for the account's password.
  case askSignIn = "ask-sign-in"
  /// A customer who had an active subscription never gets an introductory offer again.
  case strictEligibility = "strict-eligibility"
  /// The store tells nobody what happens in its queue.
  case silent
  /// The store tells everything twice.
  case `repeat`
}

/// Why the list of products is empty although the catalogue is not.
package enum Withholding: String, Sendable, Hashable, CaseIterable {
  case tax, bank, agreement
}

/// Who signs, and in whose manner.
package enum StorePersonality: String, Sendable, Hashable, CaseIterable {
  case sandbox, production, xcode
}

/// How long the store's periods last.
package struct StoreSpeed: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A raw value of `SKTestSession.TimeRate`; 0 is real time.
    case timeRate(Int)
    /// Minutes of a month in the sandbox: 3, 5, 15, 30 or 60; twelve renewals.
    case sandbox(Int)
    /// A renewal a day, six of them.
    case testFlight
  }

  package var kind: Kind

  package init(_ kind: Kind) { self.kind = kind }

  package static let realTime = StoreSpeed(.timeRate(0))

  package static let all: [StoreSpeed] =
    ([0, 1, 2, 3, 4, 5, 6, 10, 11, 12, 13, 15] + Array(1_000...1_005)).map { Self(.timeRate($0)) }
    + [3, 5, 15, 30, 60].map { Self(.sandbox($0)) } + [Self(.testFlight)]

  /// `real`, `xcode-13`, `sandbox-5m`, `testflight`.
  package var name: String {
    switch kind {
    case .timeRate(0): "real"
    case .timeRate(let raw): "xcode-\(raw)"
    case .sandbox(let minutes): "sandbox-\(minutes)m"
    case .testFlight: "testflight"
    }
  }

  package init?(name: String) {
    guard let speed = Self.all.first(where: { $0.name == name }) else { return nil }
    self = speed
  }

  /// Renewals after the first purchase; nil is no limit.
  package var renewalLimit: Int? {
    switch kind {
    case .timeRate: nil
    case .sandbox: 12
    case .testFlight: 6
    }
  }
}

/// What a tester does to the clock.
package enum ClockControl: Sendable, Hashable {
  case advance(seconds: TimeInterval)
  /// By the calendar, in UTC.
  case advanceBy(SubscriptionPeriod)
  /// To the next thing that is due in the store.
  case next
  case set(Date)
  case freeze
  /// So many times as fast as real time; 1 is real time.
  case run(rate: Double)
  /// The device's clock is so many seconds ahead of the store's; negative is behind.
  case device(offset: TimeInterval)
}
