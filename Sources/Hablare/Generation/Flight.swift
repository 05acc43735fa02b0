import Synchronization

/// One making of a value, shared by all who wait for it.
final class Flight<Value: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<Value, any Error>

  private struct State {
    var task: Task<Void, Never>?
    var result: Result<Value, any Error>?
    var isAbandoned = false
    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0
  }

  private let state = Mutex(State())

  /// Begins; `atEnd` is done before anybody is told the result.
  func start(
    _ make: @escaping @Sendable () async throws -> Value,
    atEnd: @escaping @Sendable () async -> Void
  ) {
    let task = Task {
      let result: Result<Value, any Error>
      do {
        result = .success(try await make())
      } catch {
        result = .failure(error)
      }
      await atEnd()
      finish(result)
    }
    state.withLock { $0.task = task }
  }

  /// The value; if the caller is cancelled, it is told so at once.
  ///
  /// Where it was the last caller the making is cancelled, and `abandoned` called.
  func value(abandoned: @escaping @Sendable () -> Void) async throws -> Value {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Value, any Error>? in
          if let result = state.result { return result }
          state.waiters[id] = continuation
          return nil
        }
        if let result { return continuation.resume(with: result) }
        // Cancelled before it waited: the handler has found nobody to wake.
        if Task.isCancelled { leave(id, abandoned) }
      }
    } onCancel: {
      leave(id, abandoned)
    }
  }

  private func leave(_ id: Int, _ abandoned: @Sendable () -> Void) {
    let (waiter, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
      guard let waiter = state.waiters.removeValue(forKey: id) else { return (nil, nil) }
      if state.waiters.isEmpty { state.isAbandoned = true }
      return (waiter, state.waiters.isEmpty ? state.task : nil)
    }
    if let task {
      abandoned()
      task.cancel()
    }
    waiter?.resume(throwing: CancellationError())
  }

  private func finish(_ result: Result<Value, any Error>) {
    let waiters = state.withLock { state in
      state.result = result
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.resume(with: result) }
  }
}
