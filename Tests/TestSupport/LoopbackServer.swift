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
