import Foundation
import Testing

@Suite struct `Random walks` {
  /// How many walks; `SOAK` multiplies them, `SEED` plays one alone.
  private static var seeds: [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["SEED"].flatMap({ UInt64($0) }) { return [seed] }
    let soak = environment["SOAK"].flatMap { UInt64($0) } ?? 1
    return Array(1...(120 * soak))
  }

  @Test func `break none of the store's rules`() {
    var steps = 0
    for seed in Self.seeds {
      var walk = Walk(seed: seed)
      let violations = walk.go(steps: 400)
      steps += walk.steps
      guard violations.isEmpty else {
        Issue.record(
          """
          SEED=\(seed), step \(walk.steps): \(violations.joined(separator: "; "))
          \(walk.trail.joined(separator: "\n"))
          """)
        return
      }
    }
    #expect(steps > Self.seeds.count * 20)
    print("\(steps) steps")
  }
}
