import FoundationEssentials
import StoreModel

// The checks of who signed: certificates, their path and life, Apple's marks, the signature.

/// The certificates that a header brings along, as far as they were read.
enum PresentedCertificates {
  /// A chain that was verified before.
  case known(VerifiedChain)
  /// Leaf, intermediate and root, not verified yet.
  case fresh([Certificate], ders: [[UInt8]])
  /// The one certificate of StoreKit Testing in Xcode. Its key is made on the developer's machine,
  /// so that it proves nothing.
  case xcode(Certificate, Verification.Trust)
}

/// Whose signature is expected, and whom it would stand for.
struct Signer {
  let certificate: CertificateFacts
  let trust: Verification.Trust
}

extension Inquiry {
  mutating func readCertificates(of header: Header) throws(Refusal) -> PresentedCertificates {
    let ders = try header.certificates()
    if let chain = verifier.chains.chain(for: VerifiedChains.key(of: ders)) {
      record(.pass, Self.describe([chain.leaf, chain.intermediate, chain.presentedRoot]))
      return .known(chain)
    }
    var certificates: [Certificate] = []
    for (index, der) in ders.enumerated() {
      guard let certificate = Certificate(der: der) else {
        throw Refusal(
          .certificate,
          "certificate \(index + 1) of \(ders.count) is not exactly one certificate in DER form")
      }
      certificates.append(certificate)
    }
    if certificates.count == 1 {
      let own = verifier.roots.first { $0.der == ders[0] && $0.trust == .simulator }
      return try readXcode(certificates[0], own?.trust ?? .xcode, header)
    }
    record(.pass, Self.describe(certificates.map(\.facts)))
    return .fresh(certificates, ders: ders)
  }

  /// Lets a single certificate pass when it is Xcode's and no other environment is asked for.
  private mutating func readXcode(
    _ certificate: Certificate, _ trust: Verification.Trust, _ header: Header
  ) throws(Refusal) -> PresentedCertificates {
    let isXcode = header.isXcodeKey || certificate.facts.subject == "StoreKit Testing in Xcode"
    guard isXcode, (expectations.environment ?? "Xcode") == "Xcode" else {
      throw Refusal(
        .chainLength,
        isXcode
          ? """
          the header brings one certificate ("x5c"), \(certificate.facts.description), where three \
          are needed: Xcode signed this on a developer's machine, and it proves no payment
          """
          : """
          the header brings one certificate ("x5c"), \(certificate.facts.description), where three \
          are needed
          """)
    }
    record(.pass, "one certificate: \(certificate.facts.description)")
    return .xcode(certificate, trust)
  }

  private static func describe(_ certificates: [CertificateFacts]) -> Sentence {
    "three certificates: \(list: certificates.map(\.description))"
  }

  /// Judges path, life and marks of the certificates; the signer is their leaf.
  mutating func judgeCertificates(
    _ presented: PresentedCertificates, of payload: Payload
  ) throws(Refusal) -> Signer {
    let chain: VerifiedChain
    switch presented {
    case .xcode(let certificate, let trust):
      record(
        .skipped,
        trust == .simulator
          ? "this store signs in Xcode's manner with a certificate of its own; Apple cannot verify it"
          : "Xcode made this certificate itself; no authority stands behind it")
      try checkLife(of: [certificate.facts], payload)
      record(.skipped, "Xcode's certificate carries none of Apple's marks")
      return Signer(certificate: certificate.facts, trust: trust)
    case .known(let known): chain = known
    case .fresh(let certificates, let ders):
      chain = try verifiedChain(certificates, root: ders[2])
      verifier.chains.insert(chain, for: VerifiedChains.key(of: ders))
    }
    record(
      .pass,
      """
      "\(chain.leaf.subject)" is signed by "\(chain.intermediate.subject)", and that by the trusted \
      root "\(chain.root.subject)"
      """)
    try checkLife(of: [chain.leaf, chain.intermediate, chain.root], payload)
    try checkMarks(of: chain)
    return Signer(certificate: chain.leaf, trust: chain.trust)
  }

  private func verifiedChain(
    _ certificates: [Certificate], root der: [UInt8]
  ) throws(Refusal) -> VerifiedChain {
    if let root = verifier.roots.first(where: { $0.der == der }) {
      return try VerifiedChain(
        certificates, root: certificates[2], trust: root.trust, isStrict: !verifier.isLenient)
    }
    for root in verifier.isLenient ? verifier.roots : [] {
      guard let trusted = Certificate(der: root.der) else { continue }
      let chain = try? VerifiedChain(
        certificates, root: trusted, trust: root.trust, isStrict: false)
      if let chain { return chain }
    }
    throw Refusal(
      .chain,
      """
      the last certificate, \(certificates[2].facts.description), is none of the trusted root \
      certificates
      """)
  }

  private mutating func checkLife(
    of certificates: [CertificateFacts], _ payload: Payload
  ) throws(Refusal) {
    let now = wholeSeconds(verifier.now())
    let (moment, reason): (Int64, Sentence) =
      if let asked = expectations.at {
        (wholeSeconds(asked), "the moment that was asked for")
      } else if let signed = payload.signedAt {
        (signed, "when it was signed")
      } else {
        (now, "now, since it names no date of signing")
      }
    if let dead = certificates.first(where: { !$0.lifetime.contains(moment) }) {
      throw Refusal(
        .certificateTime, "\(dead.description) was not valid at \(dateText(moment)), \(reason)")
    }
    let expired = certificates.first { $0.lifetime.upperBound < now }
    guard let expired else {
      return record(.pass, "valid at \(dateText(moment)), \(reason)")
    }
    record(
      .pass,
      """
      valid at \(dateText(moment)), \(reason); "\(expired.subject)" has expired since, which \
      changes nothing
      """)
  }

  private mutating func checkMarks(of chain: VerifiedChain) throws(Refusal) {
    guard chain.isLeafMarked else {
      throw Refusal(
        .mark,
        """
        "\(chain.leaf.subject)" lacks Apple's mark for signing receipts (\(VerifiedChain.leafMark))
        """)
    }
    guard chain.isIntermediateMarked else {
      throw Refusal(
        .mark,
        """
        "\(chain.intermediate.subject)" lacks the mark of Apple's authority for developers \
        (\(VerifiedChain.intermediateMark))
        """)
    }
    record(.pass, "the signer's certificate and the one above it carry Apple's marks for receipts")
  }

  mutating func checkSignature(of token: CompactToken, by signer: Signer) throws(Refusal) {
    guard let point = signer.certificate.point else {
      throw Refusal(
        .algorithm,
        """
        the key of "\(signer.certificate.subject)" is of another kind than ES256 needs (P-256)
        """)
    }
    guard token.signature.count == 64 else {
      throw Refusal(
        .signature, "the signature has \(token.signature.count) bytes where ES256 has 64")
    }
    guard isES256Signature(token.signature, of: token.signed, by: point) else {
      throw Refusal(
        .signature,
        """
        the signature is not that of "\(signer.certificate.subject)" over this content: it was \
        changed after signing, or another key signed it
        """)
    }
    trust = signer.trust
    record(.pass, "the signature is that of \"\(signer.certificate.subject)\"")
  }
}

/// The second in which a moment lies, since 1970; the nearest there is when it is out of range.
private func wholeSeconds(_ date: Date) -> Int64 {
  let seconds = date.timeIntervalSince1970.rounded(.down)
  return Int64(exactly: seconds) ?? (seconds < 0 ? .min : .max)
}
