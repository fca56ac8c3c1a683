package import StoreModel

/// What a customer must be told before subscribing, clause by clause.
///
/// Every fact is the catalogue's or a link that was given; a fact that is not there leaves a clause
/// that says so. Texts may quote the catalogue: line breaks are taken out of them, but they are not
/// safe to print until sanitised.
package struct Disclosure: Sendable, Hashable {
  /// In reading order: the billed amount is the first price of the page.
  package var clauses: [Clause]
  /// The shop's language: names and prices are written for it.
  package var locale: String
  /// The language the sentences are written in.
  package var language: String
  /// True when the sentences are not in the shop's language.
  package var isStandIn: Bool
  /// True when the product's name is not in the shop's language.
  package var isNameStandIn: Bool
  package var storefront: Storefront
  /// What a reviewer of the page must know and a customer would not be told.
  package var notes: [Note]

  /// True when the currency is our assumption about the storefront.
  package var isAssumedCurrency: Bool { storefront.isAssumed }

  /// The plain text a customer reads, one clause a line.
  package var text: String { clauses.map(\.text).joined(separator: "\n") }

  /// The clauses that state a fact is missing.
  package var missing: [Clause] { clauses.filter(\.isMissing) }
}

/// One statement of a disclosure, with the rules it satisfies and the facts it stands on.
package struct Clause: Sendable, Hashable {
  /// The rules of App Review and of customary wording that a clause answers.
  package enum Rule: String, Sendable, Hashable, CaseIterable {
    case title = "AP-TITLE"
    case price = "AP-PRICE"
    case length = "AP-LENGTH"
    case trial = "AP-TRIAL"
    case pricePerUnit = "AP-UNIT"
    case renews = "AP-RENEW"
    case termsLink = "AP-TERMS-LINK"
    case privacyLink = "AP-PRIVACY-LINK"
    case charge = "BP-CHARGE"
    case cancel24 = "BP-CANCEL24"
    case renewal24 = "BP-RENEW24"
    case renewalCost = "BP-RENEWCOST"
    case manage = "BP-MANAGE"
    case forfeit = "BP-FORFEIT"
  }

  /// How much weight the page may give a clause; nothing may outweigh the billed amount.
  package enum Prominence: Sendable, Hashable {
    case billed, plain, subordinate
  }

  /// Where a fact comes from, in the catalogue's own words.
  package enum Source: String, Sendable, Hashable {
    case displayName, displayPrice, recurringSubscriptionPeriod, introductoryOffer, billingPlans
    /// Calculated from price and period.
    case calculation
    /// `appPolicies`, or an option that wins over it.
    case links
  }

  package struct Link: Sendable, Hashable {
    package var label: String
    /// Whole, as given; nil when it is missing.
    package var url: String?

    package init(label: String, url: String?) {
      self.label = label
      self.url = url
    }
  }

  /// The sentence of the copy, such as `renewal_charge`; of a missing fact, such as `missing_price`.
  package var key: String
  package var rules: [Rule]
  package var text: String
  package var prominence: Prominence
  package var link: Link?
  package var sources: [Source]
  /// True when the catalogue lacks what this clause would state.
  package var isMissing: Bool
}

/// A remark on a disclosure that belongs to the page and not to the customer's text.
package struct Note: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The storefront is not the catalogue's own; the number is.
    case notConverted
    case assumedCurrency
    /// The sentences are not in the shop's language.
    case standInLanguage
    /// The name is not in the shop's language.
    case standInName
    /// The catalogue's amount has more digits than the currency.
    case rounded
  }

  package var kind: Kind
  /// In the language of the copy.
  package var text: String
}
