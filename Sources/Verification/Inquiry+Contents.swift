import StoreModel

// The checks of what was signed: its kind, app and environment, and the documents inside it.

extension Inquiry {
  mutating func checkKind(of payload: Payload) throws(Refusal) {
    guard let found = payload.kind else {
      guard let expected = expectations.kind else {
        throw Refusal(
          .type,
          """
          nothing in it says whether it is a transaction, renewal information, an app transaction \
          or a notification
          """)
      }
      return record(.pass, "it does not say what it is; it is taken for \(expected.name), as asked")
    }
    if let expected = expectations.kind, expected != found {
      throw Refusal(.type, "this is \(found.name); \(expected.name) was expected")
    }
    record(.pass, "this is \(found.name)")
  }

  /// The kind of a payload whose kind was checked.
  private func kind(of payload: Payload) -> ProofKind? { payload.kind ?? expectations.kind }

  mutating func checkBundleID(of payload: Payload) throws(Refusal) {
    if kind(of: payload) == .renewal {
      return record(
        .skipped,
        """
        renewal information names no app; its "originalTransactionId" ties it to a purchase
        """)
    }
    try compare(payload.bundleID, with: expectations.bundleID, "the bundle ID", .bundle)
  }

  mutating func checkEnvironment(of payload: Payload) throws(Refusal) {
    if trust == .xcode, (payload.environment ?? "Xcode") != "Xcode" {
      throw Refusal(
        .environment,
        "it was signed in Xcode, but claims the environment \"\(payload.environment ?? "")\"")
    }
    if trust == .xcode, payload.environment == nil {
      return record(.pass, "it names no environment; the certificate shows that it is from Xcode")
    }
    try compare(
      payload.environment, with: expectations.environment, "the environment", .environment)
  }

  mutating func checkAppID(of payload: Payload) throws(Refusal) {
    switch kind(of: payload) {
    case .transaction: return record(.skipped, "a transaction carries no app ID")
    case .renewal: return record(.skipped, "renewal information carries no app ID")
    case .appTransaction, .notification, nil: break
    }
    if payload.environment != "Production" {
      return record(.skipped, "the app ID is compared in production only")
    }
    try compare(payload.appAppleID, with: expectations.appAppleID, "the app ID", .app)
  }

  /// Compares byte for byte, since Swift would take canonically equal texts for the same.
  private mutating func compare(
    _ found: String?, with expected: String?, _ name: Sentence, _ code: Refusal.Code
  ) throws(Refusal) {
    let statement: Sentence = found.map { "\(name) is \"\($0)\"" } ?? "\(name) is missing"
    guard let expected else {
      return record(.skipped, "\(statement); nothing was given to compare it with")
    }
    guard let found, found.utf8.elementsEqual(expected.utf8) else {
      throw Refusal(code, "\(statement); \"\(expected)\" was expected")
    }
    record(.pass, statement)
  }

  /// Judges the documents inside a notification by the same roots; each must hold for the whole.
  ///
  /// They have to be of the notification's own app and environment when nothing else is asked.
  mutating func judgeParts(of payload: Payload) throws(Refusal) {
    let tokens = payload.parts
    guard !tokens.isEmpty else { return }
    for token in tokens {
      let inside = Expectations(
        bundleID: expectations.bundleID ?? payload.bundleID,
        environment: expectations.environment ?? payload.environment,
        appAppleID: expectations.appAppleID, kind: token.kind, at: expectations.at)
      parts.append(verifier.verify(Array(token.token.utf8), expecting: inside))
    }
    for (token, part) in zip(tokens, parts) where part.verdict == .invalid {
      let reason = part.checks.first { $0.result == .fail }?.detail ?? "\(part.code)"
      throw Refusal(ofPart: part.code, "\(token.name) was refused: \(reason)")
    }
    for (token, part) in zip(tokens, parts) where part.trust != trust {
      throw Refusal(
        .chain,
        """
        \(token.name) rests on another kind of root (\(part.trust.rawValue)) than the notification \
        (\(trust.rawValue))
        """)
    }
    record(.pass, "verified, each by checks of its own: \(list: tokens.map { "\($0.name)" })")
  }
}

extension ProofKind {
  /// The kind for people, with its article.
  fileprivate var name: Sentence {
    switch self {
    case .transaction: "a transaction"
    case .renewal: "renewal information"
    case .appTransaction: "an app transaction"
    case .notification: "a notification"
    }
  }
}
