import Catalogue
import StoreModel
import Testing

private struct Row: Sendable, CustomTestStringConvertible {
  var file: String
  var columns: [String: String]

  var testDescription: String { file }

  func number(_ column: String) -> Int { Int(columns[column] ?? "") ?? -1 }

  /// `consumable:3` and the like, summed.
  var others: Int {
    (columns["other_types"] ?? "").split(separator: ",").reduce(0) {
      $0 + (Int($1.split(separator: ":").last ?? "") ?? 0)
    }
  }

  static let all = Corpus.table("storekit/INDEX.tsv").map {
    Row(file: $0["file"] ?? "", columns: $0)
  }
}

@Suite(.enabled(if: Corpus.folder != nil))
struct `Real storekit files` {
  @Test func `the index lists them all`() {
    #expect(Row.all.count == 68)
  }

  @Test(arguments: Row.all)
  private func `its products are counted as the index counts them`(row: Row) throws {
    let bytes = try Corpus.bytes("storekit/\(row.file)")
    let clock = ContinuousClock()
    let start = clock.now
    let catalogue = Catalogue.read(bytes, named: row.file)
    print("\(row.file): \(clock.now - start), \(catalogue.diagnostics.count) diagnostics")

    let counts = catalogue.counts
    #expect(counts.consumable == row.number("Consumable"))
    #expect(counts.nonConsumable == row.number("NonConsumable"))
    #expect(counts.nonRenewing == row.number("NonRenewingSubscription"))
    #expect(counts.autoRenewable == row.number("RecurringSubscription"))
    #expect(counts.other == row.others)
    #expect(catalogue.groupCount == row.number("groups"))
    #expect(catalogue.isReadable == (row.columns["version"] != "not JSON"))
  }

  @Test(arguments: ["90-vnone.storekit", "91-vnone.storekit", "92-vnone.storekit"])
  func `what is no catalogue has exactly one error`(file: String) throws {
    let catalogue = Catalogue.read(try Corpus.bytes("storekit/\(file)"), named: file)
    #expect(!catalogue.isReadable)
    #expect(catalogue.diagnostics.map(\.severity) == [.error])
  }

  /// Files with empty prices, made-up keys, a contradictory version, plans that disagree or a suite.
  private static let flawed: Set = [
    "10", "15", "16", "37", "46", "48", "51", "61", "80", "81", "87", "93",
  ]

  @Test(arguments: Row.all.filter { !flawed.contains(String($0.file.prefix(2))) })
  private func `a file that Xcode wrote gives no warning`(row: Row) throws {
    let catalogue = Catalogue.read(try Corpus.bytes("storekit/\(row.file)"), named: row.file)
    guard catalogue.isReadable else { return }
    #expect(catalogue.diagnostics.filter { $0.severity != .note } == [])
  }

  @Test func `each flawed file is warned about`() throws {
    for row in Row.all where Self.flawed.contains(String(row.file.prefix(2))) {
      let catalogue = Catalogue.read(try Corpus.bytes("storekit/\(row.file)"), named: row.file)
      #expect(catalogue.diagnostics.contains { $0.severity != .note }, "\(row.file)")
    }
  }
}
