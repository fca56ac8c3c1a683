import Disclosure
import Foundation
import StoreModel
import Testing

private let resources = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "Resources/disclosures")

private func text(_ language: String) throws -> String {
  try String(contentsOf: resources.appending(path: "\(language).json"), encoding: .utf8)
}

/// The names between braces, in the order of the text.
private func placeholders(_ sentence: String) -> [String] {
  sentence.matches(of: /\{([^}]*)\}/).map { String($0.1) }
}

@Suite struct `A copy of the sentences` {
  @Test(arguments: ["en", "zh-Hans"])
  func `names its language and its source`(language: String) throws {
    let copy = try DisclosureCopy(json: Array(try text(language).utf8))
    #expect(copy.language == language)
    #expect(copy.source.hasPrefix("Sentences of this project."))
  }

  @Test(arguments: ["en", "zh-Hans"])
  func `uses only placeholders that are filled, and no sentence is left over`(language: String)
    throws
  {
    let file = try JSONSerialization.jsonObject(with: Data(try text(language).utf8))
    let sentences = try #require((file as? [String: Any])?["sentences"] as? [String: String])
    #expect(Set(sentences.keys) == Set(DisclosureCopy.Sentence.allCases.map(\.rawValue)))
    let known = Set(DisclosureCopy.Placeholder.allCases.map(\.rawValue))
    for (key, sentence) in sentences {
      #expect(Set(placeholders(sentence)).isSubset(of: known), "\(key)")
    }
  }

  @Test func `leaves no brace in any text of a page`() throws {
    for (storefront, locale) in [("JPN", "en_US"), ("KWT", "zh-Hans"), ("KWT", "de_DE")] {
      for example in Case.allCases {
        let shop = try shop(storefront, locale, own: "USA")
        let page = try #require(shop.disclosure(for: try example.product()))
        let all = page.text + page.notes.map(\.text).joined()
        #expect(!all.contains("{"), "\(example) \(locale): \(all)")
      }
    }
  }

  @Test func `with a missing sentence is refused by its key`() throws {
    let broken = try text("en")
      .replacingOccurrences(of: "\"renews\":", with: "\"renew\":")
      .replacingOccurrences(of: "\"every {n} weeks\"", with: "7")
    let refusal = #expect(throws: DisclosureCopy.Malformed.self) {
      try DisclosureCopy(json: Array(broken.utf8))
    }
    #expect(refusal == .missing(["sentences.renews", "periods.week.other.rate"]))
    #expect(
      refusal?.description == "The disclosure copy lacks sentences.renews, "
        + "periods.week.other.rate. Write a text for each.")
  }

  @Test(arguments: ["", "{", "nonsense", "\u{1}"])
  func `that is no JSON is refused`(text: String) {
    let refusal = #expect(throws: DisclosureCopy.Malformed.self) {
      try DisclosureCopy(json: Array(text.utf8))
    }
    if case .notJSON = refusal {} else { Issue.record("\(String(describing: refusal))") }
  }

  @Test func `never says that nothing is charged during the trial`() throws {
    for language in ["en", "zh-Hans"] {
      let copy = try text(language)
      #expect(!copy.contains("is charged during the"))
      #expect(!copy.contains("within 24 hours of"))
      #expect(!copy.contains("iTunes"))
      #expect(!copy.contains("Apple ID"))
    }
  }
}
