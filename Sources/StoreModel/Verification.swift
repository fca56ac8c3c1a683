package import FoundationEssentials

/// A proof as it was judged: the verdict, every check, and what the proof says.
package struct Verification: Sendable, Hashable {
  package enum Verdict: String, Sendable, Hashable, CaseIterable {
    case valid, local, invalid, inconclusive, unreadable
  }

  /// Who signed it, as far as could be shown.
  package enum Trust: String, Sendable, Hashable, CaseIterable {
    case apple, simulator, xcode, given, none
  }

  package struct Check: Sendable, Hashable {
    package enum Result: String, Sendable, Hashable, CaseIterable {
      case pass, fail, skipped
    }

    /// A stable word such as `chain`; its name for people is in the interface's strings.
    package var id: String
    package var result: Result
    /// One sentence that may quote the input: not safe to print.
    package var detail: Sentence

    package init(_ id: String, _ result: Result, _ detail: Sentence) {
      self.id = id
      self.result = result
      self.detail = detail
    }
  }

  /// One decoded value, under the wire's own name.
  package struct Fact: Sendable, Hashable {
    package var name: String
    package var value: Value

    package enum Value: Sendable, Hashable {
      case text(String)
      /// A number as it was written.
      case number(String)
      case bool(Bool)
      case null
      /// Anything nested, as JSON text.
      case json(String)
    }

    package init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }

    /// The moment that a number of milliseconds names, by Apple's names for such numbers.
    package var date: Date? {
      guard name.hasSuffix("Date") || name.hasSuffix("_ms"), case .number(let digits) = value
      else { return nil }
      return Double(digits).map { Date(timeIntervalSince1970: $0 / 1_000) }
    }
  }

  /// `transaction`, `renewal`, `app-transaction`, `notification`, … or `unknown`.
  package var kind: String
  package var verdict: Verdict
  /// `valid` or one `ERR_…`.
  package var code: String
  package var trust: Trust
  package var environment: String?
  package var checks: [Check]
  /// In the order of the input.
  package var facts: [Fact]
  /// The proofs that stand inside this one, each judged for itself.
  package var parts: [Verification]

  package init(
    kind: String, verdict: Verdict, code: String, trust: Trust = .none,
    environment: String? = nil, checks: [Check] = [], facts: [Fact] = [],
    parts: [Verification] = []
  ) {
    self.kind = kind
    self.verdict = verdict
    self.code = code
    self.trust = trust
    self.environment = environment
    self.checks = checks
    self.facts = facts
    self.parts = parts
  }

  /// The text or number of a fact; nil when it is absent or neither.
  package func fact(_ name: String) -> String? {
    switch facts.first(where: { $0.name == name })?.value {
    case .text(let text), .number(let text): text
    default: nil
    }
  }
}

/// The judge, as a door: a proof in, a `Verification` out.
package struct Verifier: Sendable {
  package var verify: @Sendable (SignedTransaction) async -> Verification

  package init(verify: @escaping @Sendable (SignedTransaction) async -> Verification) {
    self.verify = verify
  }
}
