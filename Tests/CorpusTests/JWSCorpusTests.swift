import Foundation
import StoreModel
import Testing
import Text
import Verification

/// The corpus of receipts and tokens beside the package; the suite is absent where it is.
private let receipts = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: "shared/corpus/receipts")

/// One line of TRUTH.tsv: a token, what is asked of it, and the answers that are right.
private struct Row: Sendable, CustomTestStringConvertible {
  let file: String
  private let cells: [String: String]

  init(_ cells: [String: String]) {
    self.cells = cells
    file = cells["file"] ?? ""
  }

  subscript(_ column: String) -> String? { cells[column].flatMap { $0.isEmpty ? nil : $0 } }

  var testDescription: String { file }
  var expected: [String] { self["expected"]?.split(separator: "|").map(String.init) ?? [] }

  /// The clock of the table, and the moment to judge at when the row names one.
  static let clock = Date(timeIntervalSince1970: 1_795_996_800)

  /// The row's own root; for Xcode's rows Apple's, as a person would have it.
  func roots() throws -> [TrustedRoot] {
    let path = self["root"].flatMap { $0.hasPrefix("roots/") ? $0 : nil }
    let file = receipts.appending(path: path ?? "roots/AppleRootCA-G3.cer")
    let isApple = file.lastPathComponent == "AppleRootCA-G3.cer"
    return [TrustedRoot(der: [UInt8](try Data(contentsOf: file)), trust: isApple ? .apple : .given)]
  }

  func verification() throws -> StoreModel.Verification {
    let verifier = ProofVerifier(
      roots: try roots(), isLenient: self["chain_mode"] == "no-strict", now: { Self.clock })
    let time = try #require(self["verify_time"])
    let kind: ProofKind = try #require(self["kind"].flatMap { ProofKind(rawValue: $0) })
    return verifier.verify(
      [UInt8](try Data(contentsOf: receipts.appending(path: file))),
      expecting: Expectations(
        bundleID: self["bundle_id"], environment: self["environment"],
        appAppleID: self["app_apple_id"],
        kind: kind,
        at: time == "signedDate" ? nil : try Date(time, strategy: .iso8601)))
  }
}

private let rows: [Row] = {
  guard let table = try? String(contentsOf: receipts.appending(path: "TRUTH.tsv"), encoding: .utf8)
  else { return [] }
  let lines = table.split(separator: "\n").map {
    $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  }
  guard let columns = lines.first else { return [] }
  return lines.dropFirst()
    .map { Row(Dictionary(zip(columns, $0), uniquingKeysWith: { first, _ in first })) }
    .filter { $0.file.hasPrefix("jws/") }
}()

@Suite(.enabled(if: FileManager.default.fileExists(atPath: receipts.path)))
struct `The corpus of signed documents` {
  @Test func `every token of the folder is in the table`() throws {
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: receipts.appending(path: "jws").path
    ).filter { $0.hasSuffix(".jws") }
    #expect(rows.count >= 100)
    #expect(Set(files.map { "jws/" + $0 }) == Set(rows.map(\.file)))
  }

  @Test(arguments: rows)
  fileprivate func `a token is answered as the table says`(row: Row) throws {
    let verification = try row.verification()
    let failed = verification.checks.first { $0.result == .fail }
    #expect(
      row.expected.contains(verification.code),
      "\(row.file): \(verification.code), expected \(row.expected); \(failed?.detail ?? "")")
    if verification.code == "valid" {
      let isXcode = row["chain_mode"] == "xcode"
      #expect(verification.verdict == (isXcode ? .local : .valid))
      #expect(failed == nil)
      try expectFacts(of: row, in: verification)
    } else {
      #expect(verification.verdict == .invalid)
      #expect(failed != nil)
    }
  }

  @Test(arguments: rows)
  fileprivate func `without expectations nothing forged becomes valid`(row: Row) throws {
    let verifier = ProofVerifier(
      roots: try row.roots(), isLenient: row["chain_mode"] == "no-strict", now: { Row.clock })
    let found = verifier.verify([UInt8](try Data(contentsOf: receipts.appending(path: row.file))))
    let contentCodes = ["valid", "ERR_BUNDLE", "ERR_ENVIRONMENT", "ERR_APP_ID", "ERR_TYPE"]
    if !row.expected.contains(where: contentCodes.contains), row["verify_time"] == "signedDate",
      row["environment"] == "Xcode" || !row.file.hasPrefix("jws/xcode/")
    {
      #expect(found.verdict == .invalid, "\(row.file)")
    }
    if row["chain_mode"] != "xcode", row.file.hasPrefix("jws/xcode/") {
      #expect(found.verdict != .valid, "\(row.file)")
    }
  }

  /// Compares the table's facts: names, dotted for what is nested, with values cut to whole numbers.
  private func expectFacts(of row: Row, in verification: StoreModel.Verification) throws {
    let facts = try JSONReader.read([UInt8]((row["facts"] ?? "{}").utf8), strict: true)
    for fact in try #require(facts.members) {
      let expected = fact.node.value
      let path = fact.key.split(separator: ".").map(String.init)
      let place = "\(row.file) \(fact.key)"
      if path.count == 2, let part = ["has_tx": "transaction", "has_renewal": "renewal"][path[1]] {
        let hasPart = verification.parts.contains { $0.kind == part }
        #expect(expected == .bool(hasPart), "\(place)")
        continue
      }
      let found = try value(at: path, in: verification)
      if case .number(let digits) = expected, case .number(let written) = found {
        #expect(
          digits == written || Double(digits) == Double(written)
            || Double(digits) == Double(written)?.rounded(.down), "\(place)")
      } else if case .string(let text) = expected, case .number(let written) = found {
        #expect(text == written, "\(place)")
      } else {
        #expect(found == expected, "\(place)")
      }
    }
  }

  /// A fact as a JSON value; null when it is absent.
  private func value(
    at path: [String], in verification: StoreModel.Verification
  ) throws -> JSONValue {
    switch verification.facts.first(where: { $0.name == path[0] })?.value {
    case nil, .null: return .null
    case .text(let text): return .string(text)
    case .number(let digits): return .number(digits)
    case .bool(let flag): return .bool(flag)
    case .json(let text):
      let node = try JSONReader.read([UInt8](text.utf8), strict: true)
      return path.count == 2 ? node[path[1]]?.value ?? .null : node.value
    }
  }
}
