package import StoreModel

extension Simulator {
  /// Does what a tester asks for.
  ///
  /// - Returns: why it could not be done; nil when it was.
  package func control(_ control: StoreControl) async -> Sentence? {
    "The store does not do this yet."
  }

  /// Turns the clock, and lets everything happen that is due by then.
  ///
  /// - Returns: why it could not be done; nil when it was.
  package func control(_ clock: ClockControl) async -> Sentence? {
    "The store does not do this yet."
  }

  /// What a tester sees of the store at this moment.
  package func panel() -> StorePanel {
    StorePanel(clock: ClockReading(now: clock.now()), accounts: [account], account: account)
  }
}
