import Synchronization

/// A clock on which every sleep is over at once, and is remembered.
package final class RecordingClock: Clock {
  /// A moment, counted from the clock's beginning.
  package struct Instant: InstantProtocol {
    fileprivate var offset: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    package func duration(to other: Instant) -> Duration { other.offset - offset }

    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let state = Mutex((now: Duration.zero, sleeps: [Duration]()))

  /// Starts a clock at zero.
  package init() {}

  /// How long was slept, in the order of the calls.
  package var sleeps: [Duration] { state.withLock(\.sleeps) }

  package var now: Instant { Instant(offset: state.withLock(\.now)) }

  package var minimumResolution: Duration { .nanoseconds(1) }

  /// Returns at once, later by its own time; throws where the task is cancelled.
  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.sleeps.append(deadline.offset - state.now)
      state.now = max(state.now, deadline.offset)
    }
  }
}
