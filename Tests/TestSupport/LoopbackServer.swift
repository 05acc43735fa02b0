import Foundation
import Synchronization

/// A real HTTP/1.1 server on 127.0.0.1, on a free port, in threads of the test process.
///
/// The server records every request and answers with the result of a closure, which may also block. It stops
/// when the last reference is released.
package final class LoopbackServer: Sendable {
  /// The port of the server.
  package let port: Int
  private let listener: Int32
  private let log = LoopbackLog()

  /// Starts a server.
  package init(
    _ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer
  ) throws {
    (listener, port) = try LoopbackSocket.listen(backlog: 256)
    let (listener, log) = (listener, log)
    Thread.detachNewThread { Self.acceptConnections(of: listener, log: log, answer: answer) }
  }

  deinit { stop() }

  /// The address of the server: `http://127.0.0.1:<port>`.
  package var address: String { "http://127.0.0.1:\(port)" }

  /// The requests so far, in the order of their complete arrival.
  package var requests: [LoopbackRequest] { log.read(\.requests) }

  /// The maximum number of requests that were answered at the same time.
  package var maximumInFlight: Int { log.read(\.maximumInFlight) }

  /// The number of requests whose answer the client did not wait for.
  package var abandoned: Int { log.read(\.abandoned) }

  /// Waits until this many requests have arrived.
  package func waitForRequests(_ count: Int) async { await log.wait { $0.requests.count >= count } }

  /// Waits until this many clients have closed the connection before their answer was complete.
  package func waitForAbandoned(_ count: Int) async { await log.wait { $0.abandoned >= count } }

  /// Waits until this many connections are open.
  package func waitForConnections(open count: Int) async { await log.wait { $0.open == count } }

  /// Waits until no request is being answered.
  package func waitForQuiet() async { await log.wait { $0.inFlight == 0 } }

  /// Closes every connection and accepts no more.
  ///
  /// Held-back answers end too.
  package func stop() {
    // The thread in `accept` wakes with an error and closes the descriptor.
    if log.stop() { shutdown(listener, Int32(SHUT_RDWR)) }
  }

  private static func acceptConnections(
    of listener: Int32, log: LoopbackLog,
    answer: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer
  ) {
    defer { close(listener) }
    while true {
      let socket = accept(listener, nil, nil)
      if socket < 0 && (errno == EINTR || errno == ECONNABORTED) { continue }
      guard socket >= 0 else { return }
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      guard let number = log.open(socket) else {
        close(socket)
        return
      }
      Thread.detachNewThread {
        LoopbackConnection(socket: socket, number: number, log: log).serve(answer)
        log.close(socket)
      }
    }
  }
}

/// How a loopback server delivers an answer, or fails to.
///
/// No behaviour waits for a fixed time. A held-back answer waits until the client closes the connection or
/// the server is stopped.
package enum LoopbackBehaviour: Sendable, Equatable {
  /// With a length; the connection stays open.
  case whole
  /// In chunks of this many bytes, complete.
  case chunked(Int)
  /// With the full length, but only this many bytes, then an orderly close.
  case truncated(after: Int)
  /// One chunk with the whole body, then an orderly close without the last chunk.
  case chunkedWithoutEnd
  /// With the full length, but only this many bytes, then a reset.
  case reset(after: Int)
  /// With the full length, but only this many bytes; the connection stays open.
  case stalled(after: Int)
  /// With a length, and one byte each 20 ms.
  ///
  /// Whatever the length of the body, it never ends before the client closes the connection.
  case drip
  /// With a length, and this many bytes each 20 ms, complete.
  case slow(Int)
  /// Without a length; the body is repeated endlessly.
  case endless
  /// Headers that never end.
  case endlessHeaders
  /// No bytes at all.
  case silent
  /// An orderly close without a byte.
  case close
  /// A reset without a byte.
  case resetAtOnce
  /// Only the body, without a header block, as from a very old or different kind of server.
  case raw
}

/// A gate that holds the threads of a loopback server until it is opened.
///
/// Requests stay in flight for as long as a test wants.
package final class LoopbackGate: Sendable {
  private let condition = NSCondition()
  private nonisolated(unsafe) var isOpen = false  // protected by the condition's lock

  package init() {}

  /// Blocks the thread until the gate is open.
  package func pass() {
    condition.withLock {
      while !isOpen { condition.wait() }
    }
  }

  /// Lets all threads pass, now and later.
  package func open() {
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }
}

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
