import Foundation
import Synchronization

/// A real HTTP/1.1 server on 127.0.0.1, on a port of its own, in threads of the test process.
///
/// It records every request and answers as a closure says, which may also block. It stops when the
/// last reference goes.
package final class LoopbackServer: Sendable {
  /// The port it listens on.
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

  /// Where it is: `http://127.0.0.1:<port>`.
  package var address: String { "http://127.0.0.1:\(port)" }

  /// The requests so far, in the order in which they were complete.
  package var requests: [LoopbackRequest] { log.read(\.requests) }

  /// The most requests that were ever being answered at once.
  package var maximumInFlight: Int { log.read(\.maximumInFlight) }

  /// Requests whose answer the client did not wait for.
  package var abandoned: Int { log.read(\.abandoned) }

  /// Waits until so many requests have come.
  package func waitForRequests(_ count: Int) async { await log.wait { $0.requests.count >= count } }

  /// Waits until so many clients have gone before their answer was complete.
  package func waitForAbandoned(_ count: Int) async { await log.wait { $0.abandoned >= count } }

  /// Waits until so many connections are open.
  package func waitForConnections(open count: Int) async { await log.wait { $0.open == count } }

  /// Waits until no request is being answered.
  package func waitForQuiet() async { await log.wait { $0.inFlight == 0 } }

  /// Closes every connection and takes no more; what is held back ends too.
  package func stop() {
    // A thread in `accept` wakes with an error; the descriptor is closed by that thread.
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
