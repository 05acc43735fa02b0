import Synchronization

/// Limits the requests in flight to one service, and adapts the limit to what the service accepts.
/// Additive increase, multiplicative decrease (Chiu & Jain 1989): a refusal halves the limit. When
/// the number of successes has reached the limit, the limit grows by one, up to a maximum.
package final class RequestLimiter: Sendable {
  /// The permission to have one request in flight.
  package struct Permit: Sendable, Equatable {
    /// The number of halvings of the limit before the request was admitted.
    fileprivate var halvings: Int
  }

  private struct Waiter {
    var id: UInt64
    var continuation: CheckedContinuation<Permit, any Error>
  }

  private struct State {
    var limit: Int
    var ceiling: Int
    var inFlight = 0
    var halvings = 0
    var successes = 0
    var nextID: UInt64 = 0
    var waiters: [Waiter] = []

    /// Returns a permit, or nil if the limit does not allow another request.
    mutating func take() -> Permit? {
      guard inFlight < limit else { return nil }
      inFlight += 1
      return Permit(halvings: halvings)
    }

    /// Admits waiters while the limit allows it.
    /// The caller must resume the waiters outside the lock.
    mutating func admit() -> [(Waiter, Permit)] {
      var admitted: [(Waiter, Permit)] = []
      while !waiters.isEmpty, let permit = take() {
        admitted.append((waiters.removeFirst(), permit))
      }
      return admitted
    }
  }

  private let configured: Int
  private let state: Mutex<State>

  /// Creates a limiter with this limit, at least 1.
  package init(limit: Int) {
    configured = max(limit, 1)
    state = Mutex(State(limit: configured, ceiling: configured))
  }

  /// The current maximum number of requests in flight.
  package var limit: Int { state.withLock(\.limit) }

  /// The number of requests that wait for a permit.
  package var waiting: Int { state.withLock(\.waiters.count) }

  /// Waits for a permit and returns it.
  /// Callers get permits in the order of their calls. A call with `isFirst` goes before all waiting
  /// calls.
  /// Throws `CancellationError`. Each permit must be released.
  package func acquire(isFirst: Bool = false) async throws -> Permit {
    try Task.checkCancellation()
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let permit = state.withLock { state -> Permit? in
          if isFirst || state.waiters.isEmpty, let permit = state.take() { return permit }
          let waiter = Waiter(id: id, continuation: continuation)
          state.waiters.insert(waiter, at: isFirst ? 0 : state.waiters.count)
          return nil
        }
        if let permit { return continuation.resume(returning: permit) }
        // If the task was cancelled before its waiter was queued, the cancellation handler found no
        // waiter.
        if Task.isCancelled { forget(id) }
      }
    } onCancel: {
      forget(id)
    }
  }

  package func release(_ permit: Permit) { change { $0.inFlight -= 1 } }

  /// Records that a request was answered successfully.
  package func succeeded() {
    change { state in
      state.successes += 1
      guard state.successes >= state.limit else { return }
      state.successes = 0
      state.limit = min(state.limit + 1, state.ceiling)
    }
  }

  /// Records that the service refused a permit's request because there were too many requests.
  /// Requests that were in flight at the same time are refused together. Only the first of these
  /// refusals halves the limit.
  package func refused(_ permit: Permit) {
    change { state in
      state.successes = 0
      guard permit.halvings == state.halvings else { return }
      state.halvings += 1
      state.limit = max(state.limit / 2, 1)
    }
  }

  /// Sets the maximum for the limit, as stated by the service.
  /// The maximum never exceeds the configured limit.
  package func setCeiling(_ ceiling: Int) {
    change { state in
      state.ceiling = min(max(ceiling, 1), configured)
      state.limit = min(state.limit, state.ceiling)
    }
  }

  /// Returns a permit for another attempt of the request.
  /// If more permits are in use than the limit allows, gives this permit back and waits for a new one.
  package func renew(_ permit: Permit) async throws -> Permit {
    let kept = state.withLock { state -> Permit? in
      guard state.inFlight > state.limit else { return Permit(halvings: state.halvings) }
      state.inFlight -= 1
      return nil
    }
    if let kept { return kept }
    return try await acquire(isFirst: true)
  }

  private func change(_ change: (inout State) -> Void) {
    let admitted = state.withLock { state in
      change(&state)
      return state.admit()
    }
    for (waiter, permit) in admitted { waiter.continuation.resume(returning: permit) }
  }

  private func forget(_ id: UInt64) {
    let waiter = state.withLock { state in
      state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
    }
    waiter?.continuation.resume(throwing: CancellationError())
  }
}
