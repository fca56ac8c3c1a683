/// A JSON value and the offset of its first byte.
package struct JSONNode: Sendable, Hashable {
  package var value: JSONValue
  package var offset: Int

  package init(_ value: JSONValue, offset: Int = 0) {
    self.value = value
    self.offset = offset
  }

  /// The first member of an object with this key; nil for anything else.
  package subscript(_ key: String) -> JSONNode? {
    members?.first { $0.key == key }?.node
  }

  package var members: [JSONMember]? {
    if case .object(let members) = value { members } else { nil }
  }

  package var elements: [JSONNode]? {
    if case .array(let elements) = value { elements } else { nil }
  }

  package var string: String? {
    if case .string(let text) = value { text } else { nil }
  }

  /// The digits of a number as they were written.
  package var number: String? {
    if case .number(let digits) = value { digits } else { nil }
  }

  package var bool: Bool? {
    if case .bool(let flag) = value { flag } else { nil }
  }

  package var isNull: Bool {
    if case .null = value { true } else { false }
  }
}

/// A JSON value that keeps what other readers lose: order, duplicate keys, digits as written.
package enum JSONValue: Sendable, Hashable {
  case object([JSONMember])
  case array([JSONNode])
  case string(String)
  /// The digits as written, such as `1.50`.
  case number(String)
  case bool(Bool)
  case null
}

/// A key with its value, in an object.
package struct JSONMember: Sendable, Hashable {
  package var key: String
  /// The offset of the key's opening quote.
  package var keyOffset: Int
  package var node: JSONNode

  package init(key: String, keyOffset: Int = 0, node: JSONNode) {
    self.key = key
    self.keyOffset = keyOffset
    self.node = node
  }
}

// What makes JSON easy to build: literals, and values that turn nil into null.

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int) { self = .number(String(number)) }
  package init(booleanLiteral flag: Bool) { self = .bool(flag) }
  package init(nilLiteral: ()) { self = .null }
  package init(arrayLiteral values: JSONValue...) { self = .list(values) }

  package init(dictionaryLiteral pairs: (String, JSONValue)...) { self = .pairs(pairs) }

  /// A string, or null.
  package init(_ text: String?) {
    self = text.map(JSONValue.string) ?? .null
  }

  /// A number, or null.
  package init(_ number: Int?) {
    self = number.map { .number(String($0)) } ?? .null
  }

  package static func list(_ values: [JSONValue]) -> JSONValue {
    .array(values.map { JSONNode($0) })
  }

  package static func pairs(_ pairs: [(String, JSONValue)]) -> JSONValue {
    .object(pairs.map { JSONMember(key: $0.0, node: JSONNode($0.1)) })
  }
}
