import Synchronization

/// A change in the status of a line.
public struct LineStatusChange: Sendable {
  /// The line's id.
  public var lineID: SpeakableLine.ID
  /// The new status.
  public var status: SpeakableItemStatus
  /// The reason why the line could not be spoken; nil for every status except `audioFailed`.
  public var error: (any Error)?

  /// Creates a change.
  public init(lineID: SpeakableLine.ID, status: SpeakableItemStatus, error: (any Error)? = nil) {
    (self.lineID, self.status, self.error) = (lineID, status, error)
  }
}

/// Sends changes to any number of observers.
///
/// An observer gets all changes after it starts to listen.
final class LineChangeBroadcaster: Sendable {
  private struct State {
    var continuations: [Int: AsyncStream<LineStatusChange>.Continuation] = [:]
    var count = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  /// Returns the changes from now on, in order.
  ///
  /// The stream ends after the last change.
  func changes() -> AsyncStream<LineStatusChange> {
    let (stream, continuation) = AsyncStream<LineStatusChange>.makeStream()
    let number = state.withLock { state -> Int? in
      if state.isFinished { return nil }
      state.count += 1
      state.continuations[state.count] = continuation
      return state.count
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.continuations.removeValue(forKey: number) }
    }
    return stream
  }

  func send(_ changes: [LineStatusChange]) {
    let continuations = state.withLock { $0.continuations.sorted { $0.key < $1.key }.map(\.value) }
    for continuation in continuations {
      for change in changes { continuation.yield(change) }
    }
  }

  /// Ends all streams.
  ///
  /// Call this function after the last change.
  func finish() {
    let continuations = state.withLock { state in
      state.isFinished = true
      return Array(state.continuations.values)
    }
    for continuation in continuations { continuation.finish() }
  }
}
