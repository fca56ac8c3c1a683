package import FoundationEssentials
package import StoreModel

/// The judge of StoreKit 2's signed documents: a JWS in, a `Verification` out.
///
/// It never throws and never traps, whatever the bytes are. A chain of certificates that was
/// verified once is remembered with its lifetime, so that the next proof costs one signature.
package struct ProofVerifier: Sendable {
  let roots: [TrustedRoot]
  /// Accepts chains that break RFC 5280's finer rules, or that bring another certificate of the
  /// root's key along, as the test authority of Apple's own libraries does.
  let isLenient: Bool
  let now: @Sendable () -> Date
  let chains = VerifiedChains()

  package init(
    roots: [TrustedRoot], isLenient: Bool = false, now: @escaping @Sendable () -> Date
  ) {
    self.roots = roots
    self.isLenient = isLenient
    self.now = now
  }

  /// Judges one document; a single line end behind it is forgiven, as an editor leaves one.
  package func verify(
    _ bytes: [UInt8], expecting expectations: Expectations = Expectations()
  ) -> Verification {
    var inquiry = Inquiry(verifier: self, expectations: expectations)
    return inquiry.judge(bytes)
  }
}
