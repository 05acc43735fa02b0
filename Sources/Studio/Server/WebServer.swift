import CMicroHTTP
import Glibc
import Synchronization

/// A server on one address of this machine, which is the loopback address unless the user names another.
/// libmicrohttpd reads and writes on one thread. Tasks create the answers.
final class WebServer: Sendable {
  /// A function that returns the answer to a request that has access.
  typealias Responder = @Sendable (WebRequest) async -> WebAnswer

  /// A server of the library.
  /// The conformance to `Sendable` is unchecked. The library has its own lock, so any thread may call its functions.
  private struct Handle: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  /// The port that the server listens on.
  let port: UInt16
  private let handle: Handle
  private let desk: WebDesk
  private let watch: Task<Void, Never>

  /// Starts a server on a free port.
  /// `gate` returns the error for a request that has no access. The server calls `gate` before it reads the body.
  /// `uploads` is the private folder for files that pages send. Every answer has `headers`.
  init(
    host: String = "127.0.0.1", uploads: String, headers: [(name: String, value: String)],
    gate: @escaping @Sendable (WebRequest, _ port: UInt16) -> WebAnswer?,
    responder: @escaping Responder
  ) throws(WebServerError) {
    guard g2a_http_is_there() else { throw .noLibrary }
    let desk = WebDesk(uploads: uploads, headers: headers, gate: gate, responder: responder)
    let limits = g2a_http_limits(
      connections: WebDesk.maximumConnections, idle_seconds: WebDesk.idleSeconds,
      header_bytes: 32 * 1024)
    guard let server = g2a_http_start(desk.handler, limits, host) else {
      throw .noPort(host: host, String(cString: strerror(errno)))
    }
    (handle, self.desk) = (Handle(pointer: server), desk)
    port = g2a_http_port(server)
    desk.open(port: port)
    watch = Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(1))
        desk.closeLateConnections()
      }
    }
  }

  /// Cancels all exchanges, waits for their answers and ends the server.
  func stop() async {
    watch.cancel()
    desk.close()
    while desk.isBusy { try? await Task.sleep(for: .milliseconds(5)) }
    let handle = handle
    // Waits for the library's thread to end. The thread is idle now.
    await Task.detached { g2a_http_stop(handle.pointer) }.value
  }
}
