import Foundation

/// A port that takes no connection and refuses none: its queue is full, so that whoever knocks
/// waits until he gives up.
package final class DeafDoor: Sendable {
  /// The port.
  package let port: Int
  private let sockets: [Int32]

  /// Opens the port and fills its queue.
  package init() throws {
    let (listener, port) = try LoopbackSocket.listen(backlog: 0)
    self.port = port
    // Linux takes one connection more than the queue's length.
    sockets = [listener] + (try (0..<4).map { _ in try LoopbackSocket.connecting(to: port) })
  }

  deinit {
    for socket in sockets { close(socket) }
  }

  /// Where it is: `http://127.0.0.1:<port>`.
  package var address: String { "http://127.0.0.1:\(port)" }
}
