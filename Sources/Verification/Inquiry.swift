import FoundationEssentials
import StoreModel

/// One document under judgement: what is asked of it, the checks so far, what was learned.
struct Inquiry {
  /// The checks in their order; the document is refused at the first that fails.
  enum Step: String, CaseIterable {
    case format, header, x5c, payload, chain
    case certificateTime = "certificate-time"
    case markerOIDs = "marker-oids"
    case signature, type
    case bundleID = "bundle-id"
    case environment
    case appID = "app-id"
    /// Only for a notification that holds signed documents.
    case parts
  }

  let verifier: ProofVerifier
  let expectations: Expectations
  private var checks: [Verification.Check] = []
  private var isJWS = false
  private var payload: Payload?
  /// Who signed; set when the signature was found good.
  var trust = Verification.Trust.none
  var parts: [Verification] = []

  init(verifier: ProofVerifier, expectations: Expectations) {
    self.verifier = verifier
    self.expectations = expectations
  }

  /// Goes through all checks and answers with the verdict.
  mutating func judge(_ bytes: [UInt8]) -> Verification {
    do {
      try examine(bytes)
      let isLocal = trust == .simulator || trust == .xcode
      return verification(isLocal ? .local : .valid, code: "valid")
    } catch {
      record(.fail, error.detail)
      while checks.last?.id != Step.appID.rawValue, checks.last?.id != Step.parts.rawValue {
        record(.skipped, "not checked, since an earlier check failed")
      }
      return verification(.invalid, code: error.code)
    }
  }

  private mutating func examine(_ bytes: [UInt8]) throws(Refusal) {
    let token = try CompactToken(bytes)
    isJWS = true
    record(.pass, "a token (JWS) of three parts joined by dots")
    let header = try Header(token.header)
    record(.pass, "the algorithm is ES256, and the header demands nothing unknown")
    let presented = try readCertificates(of: header)
    let payload = try Payload(token.payload)
    self.payload = payload
    record(.pass, "one JSON object; number of its entries: \(payload.members.count)")
    let signer = try judgeCertificates(presented, of: payload)
    try checkSignature(of: token, by: signer)
    try checkKind(of: payload)
    try checkBundleID(of: payload)
    try checkEnvironment(of: payload)
    try checkAppID(of: payload)
    try judgeParts(of: payload)
  }

  /// Records the outcome of the check whose turn it is.
  mutating func record(_ result: Verification.Check.Result, _ detail: Sentence) {
    checks.append(Verification.Check(Step.allCases[checks.count].rawValue, result, detail))
  }

  private func verification(_ verdict: Verification.Verdict, code: String) -> Verification {
    let kind = isJWS ? payload?.kind ?? expectations.kind : nil
    return Verification(
      kind: kind?.rawValue ?? "unknown", verdict: verdict, code: code, trust: trust,
      environment: payload?.environment ?? (trust == .xcode ? "Xcode" : nil), checks: checks,
      facts: payload?.facts ?? [], parts: parts)
  }
}
