package import StoreModel
import Synchronization

/// A verifier that gives the verdicts of a list, then `local` for every proof.
package final class ScriptedVerifier: Sendable {
  private let state: Mutex<(verdicts: [Verification.Verdict], asked: [SignedTransaction])>

  package init(_ verdicts: [Verification.Verdict] = []) {
    state = Mutex((verdicts, []))
  }

  /// Every proof it was asked about, oldest first.
  package var asked: [SignedTransaction] { state.withLock { $0.asked } }

  package var verifier: Verifier {
    Verifier { [self] signed in judge(signed) }
  }

  private func judge(_ signed: SignedTransaction) -> Verification {
    let verdict = state.withLock { state in
      state.asked.append(signed)
      return state.verdicts.isEmpty ? .local : state.verdicts.removeFirst()
    }
    let facts = signed.jwsRepresentation.split(separator: "&").compactMap { pair in
      let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
      return sides.count == 2 ? Verification.Fact(sides[0], .text(sides[1])) : nil
    }
    return Verification(
      kind: "transaction", verdict: verdict,
      code: verdict == .local ? "valid" : "ERR_\(verdict.rawValue.uppercased())",
      trust: verdict == .local ? .simulator : .none, facts: facts)
  }
}
