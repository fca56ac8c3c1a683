import Synchronization

/// A sleep that lasts until the test says otherwise.
package final class ManualSleep: Sendable {
  private struct State {
    var sleeper: CheckedContinuation<Void, any Error>?
    var watchers: [CheckedContinuation<Duration, Never>] = []
    var duration: Duration?
  }

  private let state = Mutex(State())

  package init() {}

  /// The door to hand in.
  package var sleep: @Sendable (Duration) async throws -> Void {
    { [self] duration in
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let watchers = state.withLock { state in
            state.sleeper = continuation
            state.duration = duration
            defer { state.watchers = [] }
            return state.watchers
          }
          for watcher in watchers { watcher.resume(returning: duration) }
          if Task.isCancelled { end(throwing: CancellationError()) }
        }
      } onCancel: {
        end(throwing: CancellationError())
      }
    }
  }

  /// Waits until somebody sleeps, and says how long.
  package func duration() async -> Duration {
    await withCheckedContinuation { watcher in
      let known = state.withLock { state in
        if state.duration == nil { state.watchers.append(watcher) }
        return state.duration
      }
      if let known { watcher.resume(returning: known) }
    }
  }

  /// Ends the sleep that is under way.
  package func wake() {
    end(throwing: nil)
  }

  private func end(throwing error: (any Error)?) {
    let sleeper = state.withLock { state in
      defer { (state.sleeper, state.duration) = (nil, nil) }
      return state.sleeper
    }
    if let error { sleeper?.resume(throwing: error) } else { sleeper?.resume() }
  }
}
