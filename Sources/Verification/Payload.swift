import StoreModel
import Text

/// The JSON object that a token carries; untrusted until its signature was checked.
struct Payload {
  let members: [JSONMember]

  /// Reads one JSON object strictly and refuses known members of the wrong type.
  init(_ bytes: [UInt8]) throws(Refusal) {
    let node: JSONNode
    do {
      node = try JSONReader.read(bytes, strict: true, maximumDepth: 64)
    } catch {
      throw Refusal(
        .payload, "the payload is not valid JSON: \(error.message) (byte \(error.offset))")
    }
    guard let members = node.members else {
      throw Refusal(.payload, "the payload is JSON, but no object with names and values")
    }
    self.members = members
    try PayloadMembers.check(members)
  }

  subscript(_ name: String) -> JSONNode? {
    members.first { $0.key == name }?.node
  }

  /// What the payload is by its own telling; nil when it has none of the telling members.
  var kind: ProofKind? {
    if self["notificationType"] != nil { return .notification }
    if self["transactionId"] != nil { return .transaction }
    if self["autoRenewStatus"] != nil || self["autoRenewProductId"] != nil { return .renewal }
    if self["receiptType"] != nil || self["receiptCreationDate"] != nil { return .appTransaction }
    return nil
  }

  /// The second of signing, since 1970; nil when the payload names none.
  var signedAt: Int64? {
    let date = self["signedDate"]?.number ?? self["receiptCreationDate"]?.number
    return date.flatMap(PayloadMembers.milliseconds).map { Int64(($0 / 1000).rounded(.down)) }
  }

  /// Where a notification says which app it is about.
  private var subject: JSONNode? {
    self["data"] ?? self["summary"] ?? self["externalPurchaseToken"] ?? self["appData"]
  }

  var bundleID: String? {
    kind == .notification ? subject?["bundleId"]?.string : self["bundleId"]?.string
  }

  /// The environment as it is written, or as an external purchase's id implies it.
  var environment: String? {
    switch kind {
    case .appTransaction: self["receiptType"]?.string
    case .notification: subject?["environment"]?.string ?? externalPurchaseEnvironment
    default: self["environment"]?.string
    }
  }

  private var externalPurchaseEnvironment: String? {
    self["externalPurchaseToken"]?["externalPurchaseId"]?.string
      .map { $0.hasPrefix("SANDBOX") ? "Sandbox" : "Production" }
  }

  /// The app's number in the App Store, in digits; transactions and renewals carry none.
  var appAppleID: String? {
    let node = kind == .notification ? subject?["appAppleId"] : self["appAppleId"]
    return node?.number ?? node?.string
  }

  /// The signed documents inside a notification, with what each has to be.
  var parts: [(kind: ProofKind, name: String, token: String)] {
    guard kind == .notification else { return [] }
    let names: [(ProofKind, String)] = [
      (.transaction, "signedTransactionInfo"), (.renewal, "signedRenewalInfo"),
      (.appTransaction, "signedAppTransactionInfo"),
    ]
    return names.compactMap { kind, name in
      subject?[name]?.string.map { (kind, name, $0) }
    }
  }

  /// All members in their order, numbers as written; signed documents inside are only named.
  var facts: [Verification.Fact] {
    members.map { member in
      Verification.Fact(member.key, Self.factValue(member.node.value))
    }
  }

  private static func factValue(_ value: JSONValue) -> Verification.Fact.Value {
    switch value {
    case .string(let text): .text(text)
    case .number(let digits): .number(digits)
    case .bool(let flag): .bool(flag)
    case .null: .null
    case .array: .json(value.text())
    case .object(let members): .json(JSONValue.object(members.map(withoutToken)).text())
    }
  }

  /// A member whose text is a token, with the token's SHA-256 in place of what could be replayed.
  private static func withoutToken(_ member: JSONMember) -> JSONMember {
    guard PayloadMembers.tokens.contains(member.key), let token = member.node.string else {
      return member
    }
    let digest = sha256(Array(token.utf8)).prefix(4).map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }
    var member = member
    member.node.value = .string("JWS, SHA-256 \(digest.joined())…")
    return member
  }
}
