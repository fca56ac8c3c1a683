package import StoreModel

extension Simulator {
  /// Does what a tester asks for.
  ///
  /// - Returns: why it could not be done; nil when it was.
  package func control(_ control: StoreControl) -> Sentence? {
    do throws(SimulatorError) {
      let refusal = try perform { machine, _ in
        do throws(StoreMachine.Refusal) {
          try machine.perform(control)
          return nil as Sentence?
        } catch {
          return error.sentence
        }
      }
      // What was bought at an earlier date is renewed up to today.
      try perform { _, _ in }
      return refusal
    } catch {
      lastError = error
      return error.sentence
    }
  }

  /// Turns the clock, and lets everything happen that is due by then.
  ///
  /// - Returns: why it could not be done; nil when it was.
  package func control(_ control: ClockControl) -> Sentence? {
    do throws(SimulatorError) {
      let (due, last) = try perform { machine, _ in (machine.due(limit: 1).first?.date, machine.now)
      }
      guard let target = time.target(of: control, due: due) else {
        return "Nothing is due in the store."
      }
      guard target >= last else {
        return """
          The store's time cannot go back behind what is in its books. Clear the history, or turn \
          the device's clock.
          """
      }
      time.turn(control, to: target)
      _ = try openForBusiness()
      try books.save(clock: time.current, start: time.start)
      try perform { _, _ in }
      return nil
    } catch {
      lastError = error
      return error.sentence
    }
  }

  /// What a tester sees of the store at this moment.
  package func panel() -> StorePanel {
    do throws(SimulatorError) {
      return try perform { machine, account in
        machine.panel(of: account, clock: time.reading)
      }
    } catch {
      lastError = error
      return StorePanel(clock: time.reading, accounts: [account], account: account)
    }
  }
}
