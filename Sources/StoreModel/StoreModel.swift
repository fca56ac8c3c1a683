// The nouns of the shop and the seams between its rooms. Values only: nothing here reads a clock,
// opens a file or draws a cell. A room that needs another one's service is handed a struct of
// closures from this file's neighbours (`Store`, `Verifier`, `StoreClock`).

package import FoundationEssentials

/// Where time comes from: the store's clock, which a test or `--now` may freeze.
package struct StoreClock: Sendable {
  /// The moment it is in the store.
  package var now: @Sendable () -> Date

  package init(now: @escaping @Sendable () -> Date) {
    self.now = now
  }

  /// A clock that stands still at `date`.
  package static func frozen(at date: Date) -> StoreClock {
    StoreClock { date }
  }
}

/// Where chance comes from: a UUID for each attempt, seeded so that a session can be repeated.
package struct Chance: Sendable {
  package var uuid: @Sendable () -> UUID

  package init(uuid: @escaping @Sendable () -> UUID) {
    self.uuid = uuid
  }
}
