import Foundation
import Synchronization

/// The events of a loopback server, and the callers that wait for them.
final class LoopbackLog: Sendable {
  struct State {
    var requests: [LoopbackRequest] = []
    var inFlight = 0
    var maximumInFlight = 0
    var abandoned = 0
    fileprivate var connections = 0
    fileprivate var sockets: Set<Int32> = []
    /// The number of open connections.
    var open: Int { sockets.count }
    fileprivate var isStopped = false
    fileprivate var waiters: [Waiter] = []
  }

  fileprivate struct Waiter {
    var isMet: @Sendable (State) -> Bool
    var continuation: CheckedContinuation<Void, Never>
  }

  private let state = Mutex(State())

  func read<Value: Sendable>(_ value: (State) -> Value) -> Value { state.withLock { value($0) } }

  /// Waits until a condition holds.
  func wait(until isMet: @escaping @Sendable (State) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isMetNow = state.withLock { state in
        if isMet(state) { return true }
        state.waiters.append(Waiter(isMet: isMet, continuation: continuation))
        return false
      }
      if isMetNow { continuation.resume() }
    }
  }

  /// Records a connection and returns its number, or nil if the server has been stopped.
  func open(_ socket: Int32) -> Int? {
    state.withLock { state in
      guard !state.isStopped else { return nil }
      state.connections += 1
      state.sockets.insert(socket)
      return state.connections
    }
  }

  /// Closes a connection.
  ///
  /// This needs the lock, or `stop` could use a descriptor that belongs to another connection by then.
  func close(_ socket: Int32) {
    change { state in
      state.sockets.remove(socket)
      _ = Glibc.close(socket)
    }
  }

  /// Records a request and returns it with its number.
  func begin(_ request: LoopbackRequest) -> LoopbackRequest {
    var request = request
    change { state in
      request.number = state.requests.count + 1
      state.requests.append(request)
      state.inFlight += 1
      state.maximumInFlight = max(state.maximumInFlight, state.inFlight)
    }
    return request
  }

  /// Records that an answer ends with its next byte.
  ///
  /// It is called early because the client may be faster than this thread.
  func end() { change { $0.inFlight -= 1 } }

  /// Records that the client closed the connection before its answer was complete.
  func abandon() { change { $0.abandoned += 1 } }

  /// Ends every connection.
  ///
  /// Returns false if an earlier call has ended them.
  func stop() -> Bool {
    state.withLock { state in
      guard !state.isStopped else { return false }
      state.isStopped = true
      for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
      return true
    }
  }

  private func change(_ change: (inout State) -> Void) {
    let met = state.withLock { state in
      change(&state)
      let now = state
      state.waiters.removeAll { $0.isMet(now) }
      return now.waiters.filter { $0.isMet(now) }
    }
    for waiter in met { waiter.continuation.resume() }
  }
}
