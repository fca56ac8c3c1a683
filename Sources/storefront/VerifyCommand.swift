import FoundationEssentials
import Glibc
import Screens
import StoreModel
import Text
import Verification

/// `storefront verify`: decodes and verifies StoreKit 2 tokens from files or standard input.
struct VerifyCommand {
  private let files: [String]
  private let verifier: ProofVerifier
  private let expectations: Expectations
  /// Whether the simulator's or Xcode's own root was asked for, which makes LOCAL a success.
  private let asksForLocal: Bool
  private let isJSON: Bool
  private let words: Words

  init(_ arguments: Arguments, environment: [String: String]) throws {
    guard !arguments.operands.isEmpty else {
      throw UsageError.operands(.verify, "Say which files to verify; - is standard input.")
    }
    files = arguments.operands
    isJSON = arguments.has("--json")
    // No file may change what a proof's report says.
    let configuration = try Configuration(arguments, environment: environment, readsFiles: false)
    words = ShopSettings.words(language: configuration.language)
    let now = try arguments.time("--now")
    let wanted = arguments.value("--environment")
    if let wanted, !Self.environments.contains(wanted) {
      throw UsageError.badValue(
        "--environment", wanted, wanted: Self.environments.joined(separator: ", "))
    }
    var kind: ProofKind?
    if let word = arguments.value("--kind") {
      kind = ProofKind(rawValue: word)
      if kind == nil {
        throw UsageError.badValue(
          "--kind", word, wanted: ProofKind.allCases.map(\.rawValue).joined(separator: ", "))
      }
    }
    expectations = Expectations(
      bundleID: arguments.value("--bundle-id"), environment: wanted,
      appAppleID: arguments.value("--app-apple-id"), kind: kind, at: try arguments.time("--at"))
    let folder = DataFolder(arguments, catalogue: nil, environment: environment)
    let given = try arguments.all("--root").map { try TrustedRoot(file: $0) }
    verifier = ProofVerifier(
      roots: given.isEmpty ? TrustedRoot.defaults(simulator: folder.root) : given,
      isLenient: arguments.has("--lenient-chain"),
      now: { now ?? Date() })
    asksForLocal = wanted == "Xcode" || given.contains { $0.trust == .simulator }
  }

  private static let environments = ["Sandbox", "Production", "Xcode", "LocalTesting"]

  /// The largest file that is looked at, in bytes; a JWS may have 256 KiB.
  private static let limit = 16 << 20

  /// Verifies one file after the other and prints each; the worst one decides the exit code.
  func run() -> Int32 {
    var results: [(file: String, verification: Verification)] = []
    for file in files { results.append((file, verify(file))) }
    if isJSON {
      let list = JSONValue.list(results.map { $0.verification.json(file: $0.file) })
      Output.write(list.text(indented: true) + "\n")
    } else {
      let reports = results.map { VerificationReport(file: $0.file, $0.verification, words).text }
      Output.write(reports.joined(separator: "\n"))
    }
    let exits = results.map { exit(for: $0.verification) }
    return [2, 1, 3].first(where: exits.contains) ?? 0
  }

  private func verify(_ file: String) -> Verification {
    switch FileBytes.read(file, limit: Self.limit) {
    case .failure(let failure):
      return unreadable(failure.message)
    case .success(let bytes) where bytes.isEmpty:
      return unreadable("\(file) is empty. Give a file that holds a token.")
    case .success(let bytes):
      return verifier.verify(bytes, expecting: expectations)
    }
  }

  /// Says why there is nothing to verify, on standard error and in the report.
  private func unreadable(_ message: Sentence) -> Verification {
    Output.complain(words.text(of: message))
    return Verification(
      kind: "unknown", verdict: .unreadable, code: "ERR_FORMAT",
      checks: [.init("format", .fail, message)])
  }

  private func exit(for verification: Verification) -> Int32 {
    switch verification.verdict {
    case .valid: 0
    case .local: asksForLocal ? 0 : 3
    case .invalid: 1
    case .inconclusive: 3
    case .unreadable: 2
    }
  }
}
