package import FoundationEssentials

/// What a running program says of its store and its queue, beside its screen.
package struct ProgramFacts: Codable, Sendable, Hashable {
  /// Why the store did not do what it was told last; nil where it did.
  package var refusal: String?
  /// How often the store took money, and gave some back.
  package var charges = 0
  package var refunds = 0
  /// How much, in the currency of the storefront.
  package var charged: Decimal = 0
  package var refunded: Decimal = 0
  /// Transactions that wait in the store's queue to be finished.
  package var queue = 0
  /// The stages of the purchases, newest first, by the journal's words.
  package var stages: [String] = []
  /// How often each product was handed over.
  package var grants: [String: Int] = [:]
  /// The products that the customer has now.
  package var entitled: [String] = []
  /// How subscriptions stand, by the product's id and by the group's, in StoreKit's words.
  package var subscriptions: [String: String] = [:]
  /// What the newest signed transaction of each product says; the renewal info stands under
  /// `renewal:` and the product's id, the app transaction under `app`.
  package var tokens: [String: [String: String]] = [:]

  package init() {}
}

/// Something that must hold of the store or the queue.
package enum FactExpectation: Sendable, Hashable {
  case number(Number, Comparison, Decimal)
  /// Where the n-th newest purchase stands.
  case state(number: Int, String)
  case subscription(id: String, String)
  case entitled(id: String, isWanted: Bool)
  /// A member of a signed transaction; nil is any value.
  case token(id: String, name: String, value: String?, isWanted: Bool)

  package enum Number: Sendable, Hashable {
    case charges, refunds, charged, refunded, queue
    case grants(id: String)
  }

  package enum Comparison: String, Sendable, Hashable, CaseIterable {
    case equal = "="
    case atMost = "<="
    case atLeast = ">="
  }

  /// Whether it holds, and what is there.
  package func judge(_ facts: ProgramFacts) -> (isMet: Bool, found: String) {
    switch self {
    case .number(let number, let comparison, let wanted):
      let found = number.value(facts)
      return (comparison.holds(found, wanted), "\(number.name) \("\(found)")")
    case .state(let number, let stage):
      guard facts.stages.indices.contains(number - 1) else {
        return (false, "there are \(facts.stages.count) purchases")
      }
      return (facts.stages[number - 1] == stage, "it is \(facts.stages[number - 1])")
    case .subscription(let id, let state):
      let found = facts.subscriptions[id] ?? "none"
      return (found == state, "it is \(found)")
    case .entitled(let id, let isWanted):
      let all = facts.entitled.isEmpty ? "nothing" : facts.entitled.joined(separator: ", ")
      return (facts.entitled.contains(id) == isWanted, "the customer has \(all)")
    case .token(let id, let name, let value, let isWanted):
      guard let token = facts.tokens[id] else {
        let all = facts.tokens.keys.sorted().joined(separator: ", ")
        return (!isWanted, "there is no token of \(id), only of \(all.isEmpty ? "nothing" : all)")
      }
      let found = token[name]
      let isThere = value == nil ? found != nil : found == value
      return (isThere == isWanted, found.map { "it says \($0)" } ?? "it says nothing of \(name)")
    }
  }
}

extension FactExpectation.Number {
  fileprivate func value(_ facts: ProgramFacts) -> Decimal {
    switch self {
    case .charges: Decimal(facts.charges)
    case .refunds: Decimal(facts.refunds)
    case .charged: facts.charged
    case .refunded: facts.refunded
    case .queue: Decimal(facts.queue)
    case .grants(let id): Decimal(facts.grants[id] ?? 0)
    }
  }

  fileprivate var name: String {
    switch self {
    case .charges: "charges ="
    case .refunds: "refunds ="
    case .charged: "charged ="
    case .refunded: "refunded ="
    case .queue: "queue ="
    case .grants(let id): "grants \(id) ="
    }
  }
}

extension FactExpectation.Comparison {
  fileprivate func holds(_ found: Decimal, _ wanted: Decimal) -> Bool {
    switch self {
    case .equal: found == wanted
    case .atMost: found <= wanted
    case .atLeast: found >= wanted
    }
  }
}
