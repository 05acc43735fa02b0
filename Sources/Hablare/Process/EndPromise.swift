import Synchronization

/// Lets tasks wait for the end of a program.
final class EndPromise: Sendable {
  private struct State {
    var end: ChildEnd?
    var waiting: [CheckedContinuation<ChildEnd, Never>] = []
  }

  private let state = Mutex(State())

  /// How the program ended; waits until the program has ended.
  var value: ChildEnd {
    get async {
      await withCheckedContinuation { continuation in
        let end = state.withLock { state in
          if state.end == nil { state.waiting.append(continuation) }
          return state.end
        }
        if let end { continuation.resume(returning: end) }
      }
    }
  }

  /// Sets the end, and resumes all waiters.
  func fulfil(_ end: ChildEnd) {
    let waiting = state.withLock { state in
      state.end = end
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: end) }
  }
}
