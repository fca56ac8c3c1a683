import Foundation
import Testing

private let corpus = Tool.root.deletingLastPathComponent().appending(path: "shared/corpus")
private let isPresent = FileManager.default.fileExists(atPath: corpus.path)

/// One row of the corpus' index, by column name.
private func rows(of file: String) -> [[String: String]] {
  guard let text = try? String(contentsOf: corpus.appending(path: file), encoding: .utf8) else {
    return []
  }
  let lines = text.split(separator: "\n").map {
    $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  }
  guard let header = lines.first else { return [] }
  return lines.dropFirst().map {
    Dictionary(zip(header, $0), uniquingKeysWith: { first, _ in first })
  }
}

@Suite(.enabled(if: isPresent)) struct `Real catalogues through show` {
  @Test func `every file's counts are those of the index`() throws {
    let tool = try Tool()
    let index = rows(of: "storekit/INDEX.tsv")
    #expect(index.count == 68)
    for row in index {
      let file = try #require(row["file"])
      let result = try tool.run(
        ["show", corpus.appending(path: "storekit/\(file)").path, "--json"])
      let json = try Tool.object(result.output)
      let catalogue = try #require(json["catalogue"] as? [String: Any])
      let counts = try #require(catalogue["counts"] as? [String: Int])
      let isUnreadable = ["90", "91", "92"].contains(file.prefix(2))
      #expect(result.exit == (isUnreadable ? 1 : 0), "\(file)")
      let others = (row["other_types"] ?? "-").split(separator: ",").compactMap {
        $0.split(separator: ":").last.flatMap { Int($0) }
      }
      #expect(counts["consumable"] == Int(row["Consumable"] ?? ""), "\(file)")
      #expect(counts["nonConsumable"] == Int(row["NonConsumable"] ?? ""), "\(file)")
      #expect(counts["nonRenewing"] == Int(row["NonRenewingSubscription"] ?? ""), "\(file)")
      #expect(counts["autoRenewable"] == Int(row["RecurringSubscription"] ?? ""), "\(file)")
      #expect(counts["other"] == others.reduce(0, +), "\(file)")
      #expect(catalogue["groups"] as? Int == Int(row["groups"] ?? ""), "\(file)")
      if isUnreadable {
        #expect(result.errors.split(separator: "\n").count == 1, "\(file): \(result.errors)")
        #expect(result.errors.hasPrefix("storefront: "), "\(file)")
      }
    }
  }
}

@Suite(.enabled(if: isPresent)) struct `Real tokens through verify` {
  @Test func `Apple's own verify, tampered ones do not, each with a code of its row`() throws {
    let tool = try Tool()
    let receipts = corpus.appending(path: "receipts")
    let tokens = rows(of: "receipts/TRUTH.tsv").filter {
      let file = $0["file"] ?? ""
      return file.hasPrefix("jws/apple-sandbox/") || file.hasPrefix("jws/tampered-apple/")
    }
    #expect(tokens.count == 29 + 29)
    for row in tokens {
      let file = try #require(row["file"])
      var arguments = [
        "verify", receipts.appending(path: file).path, "--json", "--root",
        receipts.appending(path: row["root"] ?? "").path, "--kind", row["kind"] ?? "",
      ]
      for (column, option) in [
        ("bundle_id", "--bundle-id"), ("environment", "--environment"),
        ("app_apple_id", "--app-apple-id"),
      ] {
        if let value = row[column], !value.isEmpty { arguments += [option, value] }
      }
      let result = try tool.run(arguments)
      let expected = (row["expected"] ?? "").split(separator: "|").map(String.init)
      let list = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      let verdict = try #require((list as? [[String: Any]])?.first)
      let code = try #require(verdict["code"] as? String)
      #expect(expected.contains(code), "\(file): \(code)")
      let isEmpty = verdict["verdict"] as? String == "unreadable"
      #expect(result.exit == (code == "valid" ? 0 : isEmpty ? 2 : 1), "\(file)")
    }
  }
}
