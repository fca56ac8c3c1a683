import Catalogue
import Foundation
import StoreModel
import Testing
import Verification

/// What real files and our own fixtures make the rooms say, as a Chinese reader sees it.
@Suite struct `Checks and findings in Chinese` {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private let translations: [String: String]

  init() throws {
    let file = Self.package.appending(path: "Resources/strings/zh-Hans.sentences.json")
    translations = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
  }

  /// Three words of small letters in a row, outside of quotes.
  private func english(_ sentence: Sentence) -> String? {
    let text = sentence.text(in: translations)
    let said = text.replacing(/"[^"]*"/, with: "")
    return said.firstMatch(of: /[a-z]{2,} [a-z]{2,} [a-z]{2,}/) == nil ? nil : text
  }

  private func details(_ verification: Verification) -> [Sentence] {
    verification.checks.map(\.detail) + verification.parts.flatMap(details)
  }

  /// Every token of a folder, judged as it is and as something that it is not.
  private func expectChinese(tokens folder: URL, roots: [TrustedRoot]) throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".jws") }
    #expect(names.count > 10)
    for isLenient in [false, true] {
      let verifier = ProofVerifier(
        roots: roots, isLenient: isLenient, now: { Date(timeIntervalSince1970: 1_800_000_000) })
      for name in names {
        let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
        let asked = [
          Expectations(), Expectations(bundleID: "com.other", environment: "Production"),
          Expectations(appAppleID: "1", kind: .renewal, at: Date(timeIntervalSince1970: 0)),
          Expectations(bundleID: "com.example.storefront", kind: .appTransaction),
        ]
        for expectations in asked {
          let verification = verifier.verify(bytes, expecting: expectations)
          #expect(details(verification).compactMap(english) == [], "\(name)")
        }
      }
    }
  }

  @Test func `the fixtures' checks`() throws {
    let folder = Self.package.appending(path: "Tests/VerificationTests/Fixtures")
    let roots = try ["root.der", "other-root.der"].map { name in
      TrustedRoot(
        der: Array(try Data(contentsOf: folder.appending(path: name))),
        trust: name == "root.der" ? .apple : .simulator)
    }
    try expectChinese(tokens: folder, roots: roots)
  }

  @Test(.enabled(if: Corpus.folder != nil))
  func `the corpus's checks`() throws {
    let folder = try #require(Corpus.folder).appending(path: "receipts")
    let root = folder.appending(path: "roots/AppleRootCA-G3.cer")
    try expectChinese(
      tokens: folder.appending(path: "jws"),
      roots: [TrustedRoot(der: Array(try Data(contentsOf: root)), trust: .apple)])
  }

  @Test(.enabled(if: Corpus.folder != nil))
  func `the corpus's findings, also where a file is cut off`() throws {
    for row in Corpus.table("storekit/INDEX.tsv") {
      let name = row["file"] ?? ""
      let bytes = try Corpus.bytes("storekit/\(name)")
      let half = Array(bytes.prefix(bytes.count / 2))
      for file in [bytes, half, Array("[".utf8) + bytes] {
        let findings = Catalogue.read(file, named: name).diagnostics
        #expect(findings.compactMap { english($0.message) } == [], "\(name)")
      }
    }
  }

  @Test func `prose is known when it is seen`() {
    #expect(english("nobody translated this") == "nobody translated this")
    #expect(english("\"nobody translated this\" 没有翻译 App Store Connect") == nil)
  }
}
