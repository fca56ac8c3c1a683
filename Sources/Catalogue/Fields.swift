import StoreModel
import Text

/// One object of a file while it is read: every key that is missing, null, of another type,
/// misspelt, double or unknown becomes a finding, and reading goes on with what is there.
struct Fields {
  let place: Place
  let findings: Findings
  private let members: [JSONMember]

  /// What the file owes a key.
  enum Presence {
    /// Neither missing nor null is right.
    case expected
    /// It may be null.
    case nullable
    /// It may be missing or null.
    case optional
  }

  /// The object at a node; anything else is a finding, and nil.
  init?(_ node: JSONNode, path: Path, findings: Findings) {
    place = Place(path: path, offset: node.offset)
    self.findings = findings
    guard let members = node.members else {
      findings.add(
        .warning, "wrong-type", place,
        "This is \(Self.kind(of: node)) where an object belongs, and is ignored.")
      return nil
    }
    self.members = members
  }

  private init(_ other: Fields, findings: Findings) {
    place = other.place
    members = other.members
    self.findings = findings
  }

  /// The same object, for looking at it a second time without finding everything twice.
  var quiet: Fields { Fields(self, findings: Findings()) }

  /// Whether the object says something for this key.
  func has(_ key: String) -> Bool {
    members.indices.contains { members[$0].key == key && !members[$0].node.isNull }
  }

  /// Where a key's value stands, and where the object stands when there is none.
  func place(of key: String) -> Place {
    let member = member(key)
    return Place(path: path(to: member?.key ?? key), offset: member?.node.offset ?? place.offset)
  }

  func text(_ key: String, _ presence: Presence = .optional) -> String? {
    guard let node = node(key, presence) else { return nil }
    if let text = node.string { return text }
    if let digits = node.number {
      wrongType(key, node, "write it as a string, \"\(digits)\"")
      return digits
    }
    wrongType(key, node, "write a string")
    return nil
  }

  func bool(_ key: String, _ presence: Presence = .optional) -> Bool? {
    guard let node = node(key, presence) else { return nil }
    if let flag = node.bool { return flag }
    wrongType(key, node, "write true or false")
    switch node.string?.lowercased() ?? node.number {
    case "true", "yes", "1": return true
    case "false", "no", "0": return false
    default: return nil
    }
  }

  func integer(_ key: String, _ presence: Presence = .optional) -> Int? {
    guard let node = node(key, presence) else { return nil }
    if let number = node.number.flatMap({ Int($0) }) { return number }
    wrongType(key, node, "write a whole number")
    return node.string.flatMap { Int($0) }
  }

  func object(_ key: String, _ presence: Presence = .optional) -> Fields? {
    node(key, presence).flatMap { Fields($0, path: path(to: key), findings: findings) }
  }

  /// The objects of an array; what is no object is a finding and left out.
  func objects(_ key: String, _ presence: Presence = .optional) -> [Fields] {
    elements(key, presence).compactMap { index, node in
      Fields(node, path: .index(path(to: key), index), findings: findings)
    }
  }

  /// The strings of an array; what is no string is a finding and left out.
  func texts(_ key: String) -> [String] {
    elements(key, .optional).compactMap { index, node in
      if node.string == nil {
        findings.add(
          .warning, "wrong-type",
          Place(path: .index(path(to: key), index), offset: node.offset),
          "This is \(Self.kind(of: node)) where a string belongs, and is ignored.")
      }
      return node.string
    }
  }

  /// Reports every key that is not among `known` and every key that stands here twice.
  func reportUnknown(known: Set<String>) {
    var seen: [String] = []
    seen.reserveCapacity(members.count)
    for index in members.indices {
      let key = members[index].key
      if known.contains(key) {
        if seen.contains(key) {
          findings.add(
            .warning, "duplicate-key", keyPlace(of: members[index]),
            "\"\(key)\" is here twice and the first one counts; take one out.")
        } else {
          seen.append(key)
        }
      } else if !isTaken(key, known: known) {
        findings.add(
          .note, "unknown-key", keyPlace(of: members[index]),
          findings.suggestion(for: key, among: known).map {
            """
            "\(key)" is not a key that this program knows; it stays in the file and changes nothing \
            here. Did you mean "\($0)"?
            """
          }
            ?? """
            "\(key)" is not a key that this program knows; it stays in the file and changes nothing \
            here.
            """)
      }
    }
  }

  // MARK: - Looking keys up

  /// Names that hand-written files use in place of the right one.
  private static let misspellings: [String: [String]] = [
    "productID": ["id", "productId", "productIdentifier"],
    "id": ["productID", "identifier"],
    "displayPrice": ["price"],
    "familyShareable": ["familySharable", "isFamilyShareable"],
    "recurringSubscriptionPeriod": ["subscriptionPeriod", "duration"],
    "internalID": ["identifier", "internalId"],
    "displayName": ["name"],
    "referenceName": ["name"],
    "groupNumber": ["groupLevel", "level"],
  ]

  /// Whether a key was read in place of a right one that is missing.
  private func isTaken(_ key: String, known: Set<String>) -> Bool {
    Self.misspellings.contains { right, wrong in
      known.contains(right) && wrong.contains(key) && !members.contains { $0.key == right }
    }
  }

  /// The value of a key that is neither missing nor null, as far as `presence` allows that.
  private func node(_ key: String, _ presence: Presence) -> JSONNode? {
    guard let member = member(key) else {
      if presence != .optional {
        findings.add(
          .warning, "missing-key", Place(path: path(to: key), offset: place.offset),
          "\"\(key)\" is missing; add it.")
      }
      return nil
    }
    if member.key != key {
      findings.add(
        .warning, "misspelt-key", keyPlace(of: member),
        "\"\(member.key)\" is read as \"\(key)\"; write it that way.")
    }
    guard member.node.isNull else { return member.node }
    if presence == .expected {
      findings.add(
        .warning, "null-value", place(of: key), "\"\(key)\" is empty (null); give it a value.")
    }
    return nil
  }

  /// The member with this key, or with a name that is known to be written in its place.
  private func member(_ key: String) -> JSONMember? {
    // By index, which copies one member and not every one on the way to it.
    if let index = members.indices.first(where: { members[$0].key == key }) {
      return members[index]
    }
    guard let names = Self.misspellings[key] else { return nil }
    return members.first { names.contains($0.key) }
  }

  private func elements(_ key: String, _ presence: Presence) -> [(Int, JSONNode)] {
    guard let node = node(key, presence) else { return [] }
    guard let elements = node.elements else {
      wrongType(key, node, "write an array")
      return []
    }
    return elements.enumerated().map { ($0.offset, $0.element) }
  }

  private func wrongType(_ key: String, _ node: JSONNode, _ advice: Sentence) {
    findings.add(
      .warning, "wrong-type", place(of: key),
      "\"\(key)\" is \(Self.kind(of: node)); \(advice).")
  }

  private func keyPlace(of member: JSONMember) -> Place {
    Place(path: path(to: member.key), offset: member.keyOffset)
  }

  private func path(to key: String) -> Path { .key(place.path, key) }

  private static func kind(of node: JSONNode) -> Sentence {
    switch node.value {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "an empty value (null)"
    }
  }
}
