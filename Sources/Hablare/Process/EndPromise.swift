import Synchronization

/// How a program ended, for those who wait for it.
final class EndPromise: Sendable {
  private struct State {
    var end: ChildEnd?
    var waiting: [CheckedContinuation<ChildEnd, Never>] = []
  }

  private let state = Mutex(State())

  /// The end, as soon as it has come.
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

  /// Tells everyone, now and later.
  func fulfil(_ end: ChildEnd) {
    let waiting = state.withLock { state in
      state.end = end
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: end) }
  }
}
