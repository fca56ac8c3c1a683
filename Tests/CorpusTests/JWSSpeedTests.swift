import Foundation
import StoreModel
import Testing
import Verification

/// Prints how many genuine tokens are verified in a second; it judges nothing.
///
/// `STOREFRONT_BENCHMARK=1 swift test -c release -Xswiftc -enable-testing --filter JWSSpeed`
@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["STOREFRONT_BENCHMARK"] == "1"), .serialized)
struct JWSSpeed {
  private let receipts = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "shared/corpus/receipts")

  private func freshVerifier() throws -> ProofVerifier {
    let root = try Data(contentsOf: receipts.appending(path: "roots/AppleRootCA-G3.cer"))
    let now = Date(timeIntervalSince1970: 1_795_996_800)
    return ProofVerifier(roots: [TrustedRoot(der: [UInt8](root), trust: .apple)], now: { now })
  }

  private func token(_ name: String) throws -> [UInt8] {
    let file = receipts.appending(path: "jws/apple-sandbox/\(name).jws")
    return [UInt8](try Data(contentsOf: file))
  }

  /// Seconds of processor time that a piece of work takes.
  private func seconds(_ work: () throws -> Void) rethrows -> Double {
    let start = clock()
    try work()
    return Double(clock() - start) / Double(CLOCKS_PER_SEC)
  }

  /// Kilobytes of memory in use.
  private func memory() -> Int {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  @Test(arguments: [
    "transaction-1759302518835", "renewal-1759302518835", "notification-did_renew",
  ])
  func `tokens per second`(name: String) throws {
    let token = try token(name)
    let verifier = try freshVerifier()
    let first = seconds { _ = verifier.verify(token) }
    #expect(verifier.verify(token).code == "valid")
    let uncached = try seconds {
      for _ in 0..<300 { _ = try freshVerifier().verify(token) }
    }
    let cached = seconds { for _ in 0..<3000 { _ = verifier.verify(token) } }
    print(
      "\(name): first \(Int(first * 1e6)) us, without the chain \(Int(300 / uncached))/s, with it"
        + " \(Int(3000 / cached))/s")
  }

  @Test func `memory over 100,000 tokens`() throws {
    let token = try token("transaction-1759302518835")
    let verifier = try freshVerifier()
    for _ in 0..<1000 { _ = verifier.verify(token) }
    let before = memory()
    for _ in 0..<100_000 { _ = verifier.verify(token) }
    print("memory: \(before) kB, then \(memory()) kB")
  }
}
