import Foundation

/// A port that neither accepts nor refuses connections.
///
/// Its queue is full, so clients wait until they give up.
package final class DeafDoor: Sendable {
  /// The port.
  package let port: Int
  private let sockets: [Int32]

  /// Opens the port and fills its queue.
  package init() throws {
    let (listener, port) = try LoopbackSocket.listen(backlog: 0)
    self.port = port
    // Linux accepts one connection more than the queue's length.
    sockets = [listener] + (try (0..<4).map { _ in try LoopbackSocket.connecting(to: port) })
  }

  deinit {
    for socket in sockets { close(socket) }
  }

  /// The address of the port: `http://127.0.0.1:<port>`.
  package var address: String { "http://127.0.0.1:\(port)" }
}
