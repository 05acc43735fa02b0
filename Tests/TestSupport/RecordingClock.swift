import Synchronization

/// A clock that records sleeps instead of waiting.
package final class RecordingClock: Clock {
  /// A point in time, counted from the clock's start.
  package struct Instant: InstantProtocol {
    fileprivate var offset: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    package func duration(to other: Instant) -> Duration { other.offset - offset }

    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let state = Mutex((now: Duration.zero, sleeps: [Duration]()))

  /// Starts a clock at zero.
  package init() {}

  /// The durations of all sleeps, in the order of the calls.
  package var sleeps: [Duration] { state.withLock(\.sleeps) }

  package var now: Instant { Instant(offset: state.withLock(\.now)) }

  package var minimumResolution: Duration { .nanoseconds(1) }

  /// Returns at once and moves the clock's time forward.
  ///
  /// Throws if the task is cancelled.
  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.sleeps.append(deadline.offset - state.now)
      state.now = max(state.now, deadline.offset)
    }
  }
}
