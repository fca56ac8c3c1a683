// The front door of this room: what is handed in besides the proof itself.
//
// `ProofVerifier` judges StoreKit 2's signed documents (JWS). It answers with a `Verification` of
// StoreModel: the verdict, every check in its order with a sentence, and what the document says.

package import FoundationEssentials
package import StoreModel

/// A root certificate that proofs may rest on, and whom it stands for.
package struct TrustedRoot: Sendable, Hashable {
  package var der: [UInt8]
  package var trust: Verification.Trust

  package init(der: [UInt8], trust: Verification.Trust) {
    self.der = der
    self.trust = trust
  }
}

/// What a signed document of StoreKit 2 is about.
package enum ProofKind: String, Sendable, Hashable, CaseIterable {
  case transaction, renewal
  case appTransaction = "app-transaction"
  case notification
}

/// What the proof should say; a check whose fact is nil is skipped.
package struct Expectations: Sendable, Hashable {
  package var bundleID: String?
  /// As the wire spells it: `Production`, `Sandbox`, `Xcode`, `LocalTesting`.
  package var environment: String?
  /// The app's number in the App Store, in digits; compared in production only.
  package var appAppleID: String?
  package var kind: ProofKind?
  /// The moment at which certificates are judged; nil is the moment of signing.
  package var at: Date?

  package init(
    bundleID: String? = nil, environment: String? = nil, appAppleID: String? = nil,
    kind: ProofKind? = nil, at: Date? = nil
  ) {
    self.bundleID = bundleID
    self.environment = environment
    self.appAppleID = appAppleID
    self.kind = kind
    self.at = at
  }
}
