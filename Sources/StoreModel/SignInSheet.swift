/// What the store asks before a purchase or a restore: whose account it is.
package struct SignInSheet: Sendable, Hashable, Identifiable {
  /// What the customer signs in for.
  package enum Purpose: Sendable, Hashable {
    case purchase(productID: Product.ID)
    case restore
  }

  /// Different for each sheet of a store.
  package var id: String
  package var purpose: Purpose
  /// The accounts that the store knows, in the order in which they came.
  package var accounts: [String]
  /// Who is signed in, or else the first account; nil where there is none.
  package var suggested: String?

  package init(id: String, purpose: Purpose, accounts: [String], suggested: String?) {
    self.id = id
    self.purpose = purpose
    self.accounts = accounts
    self.suggested = suggested
  }

  /// What the customer answers.
  package enum Answer: Sendable, Hashable {
    /// Signs in with one of the accounts, which is the current one from then on.
    case signIn(String)
    case cancel
  }

  /// The answer of a customer who takes what is suggested.
  package var acceptance: Answer { suggested.map(Answer.signIn) ?? .cancel }
}
