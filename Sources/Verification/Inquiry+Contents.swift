import StoreModel

// The checks of what was signed: its kind, app and environment, and the documents inside it.

extension Inquiry {
  mutating func checkKind(of payload: Payload) throws(Refusal) {
    guard let found = payload.kind else {
      guard let expected = expectations.kind else {
        throw Refusal(
          .type,
          "none of the members that tell a transaction, renewal, app transaction or"
            + " notification apart is there")
      }
      return record(.pass, "nothing tells its kind; taken for \(expected.name), as asked")
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
        "a renewal info names no app; its originalTransactionId ties it to a transaction")
    }
    try compare(payload.bundleID, with: expectations.bundleID, "bundle id", .bundle)
  }

  mutating func checkEnvironment(of payload: Payload) throws(Refusal) {
    if trust == .xcode, (payload.environment ?? "Xcode") != "Xcode" {
      throw Refusal(
        .environment,
        "it was signed in Xcode, but claims the environment \"\(payload.environment ?? "")\"")
    }
    if trust == .xcode, payload.environment == nil {
      return record(.pass, "it names no environment; Xcode's certificate speaks for Xcode")
    }
    try compare(payload.environment, with: expectations.environment, "environment", .environment)
  }

  mutating func checkAppID(of payload: Payload) throws(Refusal) {
    let kind = kind(of: payload)
    if kind == .transaction || kind == .renewal {
      return record(.skipped, "a \(kind?.rawValue ?? "") carries no app id")
    }
    if payload.environment != "Production" {
      return record(.skipped, "the app id is compared in production only")
    }
    try compare(payload.appAppleID, with: expectations.appAppleID, "app id", .app)
  }

  /// Compares byte for byte, since Swift would take canonically equal texts for the same.
  private mutating func compare(
    _ found: String?, with expected: String?, _ name: String, _ code: Refusal.Code
  ) throws(Refusal) {
    let statement = found.map { "the \(name) is \"\($0)\"" } ?? "it names no \(name)"
    guard let expected else {
      return record(.skipped, "\(statement); none was given to compare")
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
      let reason = part.checks.first { $0.result == .fail }?.detail ?? part.code
      throw Refusal(ofPart: part.code, "\(token.name) was refused: \(reason)")
    }
    for (token, part) in zip(tokens, parts) where part.trust != trust {
      throw Refusal(
        .chain,
        "\(token.name) rests on another kind of root (\(part.trust.rawValue)) than the notification"
          + " (\(trust.rawValue))")
    }
    record(.pass, "\(tokens.map(\.name).joined(separator: ", ")): verified, see parts")
  }
}

extension ProofKind {
  /// The kind for people, with its article.
  fileprivate var name: String {
    switch self {
    case .transaction: "a transaction"
    case .renewal: "a renewal info"
    case .appTransaction: "an app transaction"
    case .notification: "a notification"
    }
  }
}
