/// What a catalogue file holds, product by product, and everything that was wrong with it.
package struct Catalogue: Sendable, Hashable {
  package enum Format: String, Sendable, Hashable {
    case storekit, plist, json
  }

  /// The file's name as shown to people.
  package var name: String
  package var format: Format
  /// `major.minor` as the file says; nil where it says nothing readable.
  package var version: String?
  package var products: [Product]
  package var groups: [SubscriptionGroup]
  package var policies: Policies
  package var settings: Settings
  /// Ids that were asked for and are not in the catalogue, in the order of the request.
  package var invalidProductIDs: [String]
  package var diagnostics: [Diagnostic]
  /// False when the bytes could not be read as a catalogue at all.
  package var isReadable: Bool

  package init(
    name: String, format: Format = .storekit, version: String? = nil, products: [Product] = [],
    groups: [SubscriptionGroup] = [], policies: Policies = Policies(),
    settings: Settings = Settings(), invalidProductIDs: [String] = [],
    diagnostics: [Diagnostic] = [], isReadable: Bool = true
  ) {
    self.name = name
    self.format = format
    self.version = version
    self.products = products
    self.groups = groups
    self.policies = policies
    self.settings = settings
    self.invalidProductIDs = invalidProductIDs
    self.diagnostics = diagnostics
    self.isReadable = isReadable
  }

  /// The links and the licence text of `appPolicies`.
  package struct Policies: Sendable, Hashable {
    /// Licence text or address, as the file says; empty means Apple's standard licence.
    package var eula: String
    /// One entry a locale: the privacy policy's text and address.
    package var privacy: [PrivacyPolicy]

    package init(eula: String = "", privacy: [PrivacyPolicy] = []) {
      self.eula = eula
      self.privacy = privacy
    }
  }

  package struct PrivacyPolicy: Sendable, Hashable {
    package var locale: String
    package var text: String
    package var url: String

    package init(locale: String, text: String, url: String) {
      self.locale = locale
      self.text = text
      self.url = url
    }
  }

  /// The presets of a test session that this shop acts on (keys that begin with `_`).
  package struct Settings: Sendable, Hashable {
    package var locale: String?
    /// ISO 3166-1 alpha-3.
    package var storefront: String?
    /// Raw value of `SKTestSession.TimeRate`; nil and 0 are real time.
    package var timeRate: Int?
    package var disableDialogs: Bool
    /// Every purchase fails: the old master switch.
    package var failTransactions: Bool
    /// Purchases wait for somebody's approval.
    package var askToBuy: Bool
    /// Purchases stop for something that the customer must do elsewhere (`_billingIssuesEnabled`).
    ///
    /// That this key is Xcode's "Enable Interrupted Purchases" is an assumption: it is the one
    /// switch of the menu without another key.
    package var interruptedPurchases: Bool
    /// Renewals cannot be charged and go into billing retry.
    package var renewalBillingIssues: Bool
    /// A renewal that cannot be charged has a grace period; matters with `renewalBillingIssues`.
    package var billingGracePeriod: Bool
    /// The rows of the file, on and off, at most one a call.
    package var failures: [SimulatedFailure]
    /// The id of `subscriptionOffersKeyPair`; the key itself is never kept.
    package var offersKeyID: String?

    package init(
      locale: String? = nil, storefront: String? = nil, timeRate: Int? = nil,
      disableDialogs: Bool = false, failTransactions: Bool = false, askToBuy: Bool = false,
      interruptedPurchases: Bool = false, renewalBillingIssues: Bool = false,
      billingGracePeriod: Bool = false, failures: [SimulatedFailure] = [],
      offersKeyID: String? = nil
    ) {
      self.locale = locale
      self.storefront = storefront
      self.timeRate = timeRate
      self.disableDialogs = disableDialogs
      self.failTransactions = failTransactions
      self.askToBuy = askToBuy
      self.interruptedPurchases = interruptedPurchases
      self.renewalBillingIssues = renewalBillingIssues
      self.billingGracePeriod = billingGracePeriod
      self.failures = failures
      self.offersKeyID = offersKeyID
    }
  }

  package func product(_ id: String) -> Product? {
    products.first { $0.id == id }
  }

  /// The shop's language: what the user asked for, else the file's, else `en_US`.
  package func locale(asked: String?) -> String { asked ?? settings.locale ?? "en_US" }

  /// The storefront's code: what the user asked for, else the file's, else `USA`.
  package func storefrontCode(asked: String?) -> String { asked ?? settings.storefront ?? "USA" }
}
