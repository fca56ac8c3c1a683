import Glibc

/// A sentence for people that is written in English and can be said in other languages.
///
/// Write it as a literal: its fixed words, with `{0}`, `{1}` … where something stands in between,
/// are the key of its translation. What stands in between is text from outside, a number, or a
/// sentence again, so that a sentence made of sentences is translated whole. Two words at least,
/// and in one literal: so the tests find every one of them.
package struct Sentence: Sendable, Hashable {
  /// The English with its places numbered: `certificate {0} of {1} cannot be read`.
  package let key: String
  private let arguments: [Argument]

  /// What stands between the fixed words.
  fileprivate enum Argument: Sendable, Hashable {
    case text(String)
    case sentence(Sentence)
    case list([Sentence])

    private static let comma: Sentence = ", "

    func words(in translations: [String: String]) -> String {
      switch self {
      case .text(let text): text
      case .sentence(let sentence): sentence.text(in: translations)
      case .list(let sentences):
        sentences.map { $0.text(in: translations) }
          .joined(separator: Self.comma.text(in: translations))
      }
    }
  }

  /// A fixed phrase of the system or of a library, in its own words.
  package init(phrase: String) {
    key = phrase
    arguments = []
  }

  /// Why a call of the system failed.
  package init(errno code: Int32) {
    self.init(phrase: String(cString: strerror(code)))
  }

  /// The English; it may quote the outside: not safe to print.
  package var text: String { text(in: [:]) }

  /// The sentence as `translations` (English key to text) say it, in English where they do not.
  package func text(in translations: [String: String]) -> String {
    var result = ""
    var rest = (translations[key] ?? key)[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}"),
        let place = Int(rest[rest.index(after: open)..<close]), arguments.indices.contains(place)
      else {
        result += "{"
        rest = rest.dropFirst()
        continue
      }
      result += arguments[place].words(in: translations)
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}

extension Sentence: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var key: String
    fileprivate var arguments: [Argument] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      key = ""
      key.reserveCapacity(literalCapacity + interpolationCount * 3)
      arguments.reserveCapacity(interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { key += literal }

    package mutating func appendInterpolation(_ text: String) { append(.text(text)) }

    package mutating func appendInterpolation(_ number: some BinaryInteger) {
      append(.text(String(number)))
    }

    package mutating func appendInterpolation(_ sentence: Sentence) { append(.sentence(sentence)) }

    /// The sentences one after the other, with commas between them.
    package mutating func appendInterpolation(list sentences: [Sentence]) {
      append(.list(sentences))
    }

    /// What an error says of itself.
    package mutating func appendInterpolation(_ error: any Error) {
      append((error as? any ExplainedError).map { .sentence($0.sentence) } ?? .text("\(error)"))
    }

    private mutating func append(_ argument: Argument) {
      key += "{\(arguments.count)}"
      arguments.append(argument)
    }
  }

  package init(stringLiteral literal: String) { self.init(phrase: literal) }

  package init(stringInterpolation: StringInterpolation) {
    key = stringInterpolation.key
    arguments = stringInterpolation.arguments
  }
}

extension Sentence: CustomStringConvertible {
  package var description: String { text }
}

/// An error that says to people what happened and what to do.
package protocol ExplainedError: Error, CustomStringConvertible {
  var sentence: Sentence { get }
}

extension ExplainedError {
  package var description: String { sentence.text }
}
