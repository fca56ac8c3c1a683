import Foundation
import StoreModel
import StoreTestSupport
import Testing
import Text

@testable import Screens

@Suite struct `Sentences in Chinese` {
  /// English to Chinese, as the file has them.
  private let translations: [(key: String, text: String)]

  init() throws {
    let file = SampleShop.resource("strings/zh-Hans.sentences.json")
    translations = try #require(try JSONReader.read(file, strict: true).members)
      .map { (key: $0.key, text: try #require($0.node.string)) }
  }

  @Test func `are there for every sentence of the code, and for nothing else`() throws {
    let literals = try Prose.literals()
    let known = Set(translations.map(\.key))
    let missing = literals.filter(Prose.isSentence).union(Prose.phrases).subtracting(known)
    #expect(missing == [], "a sentence without Chinese; or add it to what is not said to people")
    #expect(known.subtracting(literals).subtracting(Prose.phrases) == [], "nobody says this")
  }

  @Test func `stand in the file once each, in order`() {
    let keys = translations.map { Array($0.key.utf8) }
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
  }

  @Test func `have the places of the English`() {
    for (key, text) in translations {
      #expect(Self.places(key) == Self.places(text), "\(key)")
    }
  }

  private static func places(_ text: String) -> [String] {
    text.matches(of: /\{[0-9]+\}/).map { String($0.0) }.sorted()
  }

  @Test func `hold nothing that a terminal cannot draw`() {
    for (key, text) in translations {
      #expect(SafeText.line(text) == text, "\(key)")
      #expect(!text.contains { "€“”…·—→×°≥".contains($0) }, "\(key) has an uncertain width")
    }
  }

  @Test func `are Chinese, with Chinese punctuation`() {
    for (key, text) in translations where key.contains(where: \.isLetter) {
      #expect(text == "App ID" || text.contains { ("一"..."龥").contains($0) || $0 == "：" })
      #expect(text.firstMatch(of: /[一-龥}"][,;:?!]|[一-龥}]\.(?![a-z0-9{])/) == nil, "\(text)")
      #expect(text.firstMatch(of: /[一-龥][A-Za-z0-9]|[A-Za-z0-9][一-龥]/) == nil, "\(text)")
    }
  }

  @Test(
    arguments: Scene.all.filter {
      ["verification", "file", "unreadable", "unreadable-again", "read-only"].contains($0.name)
    }, Scene.sizes)
  func `leave no English on a page of checks or findings`(scene: Scene, size: Size) {
    let text = scene.driver(size: size, language: "zh-Hans").said.replacing(/"[^"]*"/, with: "")
    #expect(text.firstMatch(of: /[a-z]{2,} [a-z]{2,} [a-z]{2,}/) == nil)
  }

  @Test func `name countries`() {
    let germany = SampleShop.germany
    #expect(SampleShop.words("zh-Hans").country(of: germany) == "德国")
    #expect(SampleShop.words("en").country(of: germany) == "Germany")
    let nowhere = Storefront(
      countryCode: "QQQ", regionCode: "QQ", currencyCode: "USD", name: "Nowhere")
    #expect(SampleShop.words("zh-Hans").country(of: nowhere) == "Nowhere")
  }

  @Test func `say what stands between, however deep`() {
    let words = Words(
      json: [],
      sentences: Array(
        #"{"{0} or {1}":"{1} 或 {0}","one of {0}":"{0} 之一","two words":"两个词",", ":"、"}"#.utf8))
    let inner: Sentence = "\("{1}") or \("two words" as Sentence)"
    let sentence: Sentence = "one of \(list: [inner, "\(7)", "not translated"])"
    #expect(sentence.text == "one of {1} or two words, 7, not translated")
    #expect(words.text(of: sentence) == "两个词 或 {1}、7、not translated 之一")
    #expect(words.text(of: "braces { stay } and {9} too") == "braces { stay } and {9} too")
  }

  @Test func `an error is said by its own sentence`() {
    struct Named: ExplainedError { var sentence: Sentence { "two words" } }
    struct Nameless: Error, CustomStringConvertible { let description = "E7" }
    let words = Words(json: [], sentences: Array(#"{"two words":"两个词"}"#.utf8))
    #expect(words.text(of: "\(Named() as any Error)") == "两个词")
    #expect(words.text(of: "\(Nameless() as any Error)") == "E7")
    #expect(Named().description == "two words")
  }
}
