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

/// Receives requests and sends answers.
/// The thread of libmicrohttpd calls this object.
private final class WebDesk: Sendable {
  /// The maximum number of open connections.
  /// A page uses about ten.
  static let maximumConnections: UInt32 = 64
  /// The number of seconds without a byte after which the library closes a connection.
  static let idleSeconds: UInt32 = 20
  /// The maximum number of connections without a complete request.
  /// If there are more, the oldest is closed, so that a silent client cannot block other clients.
  private static let maximumWaiting = 32
  /// The time after which a connection without a complete request is closed.
  /// Without this limit, a client could keep a connection open by sending single bytes.
  private static let patience = Duration.seconds(30)

  private struct State {
    var port: UInt16 = 0
    var isClosing = false
    /// The exchanges whose answers are in progress.
    var working: [ObjectIdentifier: WebExchange] = [:]
    /// The time at which to close each open connection without a complete request, by socket.
    var deadlines: [Int32: ContinuousClock.Instant] = [:]
    /// The number of files that pages are sending, or that are being used.
    var uploads = 0
  }

  private let state = Mutex(State())
  private let uploads: String
  private let headers: [(name: String, value: String)]
  private let gate: @Sendable (WebRequest, UInt16) -> WebAnswer?
  private let responder: WebServer.Responder

  init(
    uploads: String, headers: [(name: String, value: String)],
    gate: @escaping @Sendable (WebRequest, UInt16) -> WebAnswer?,
    responder: @escaping WebServer.Responder
  ) {
    (self.uploads, self.headers, self.gate) = (uploads, headers, gate)
    self.responder = responder
  }

  /// Begins to accept requests.
  ///
  /// The port is known only after the server has started.
  func open(port: UInt16) { state.withLock { $0.port = port } }

  /// Cancels all exchanges and accepts no more requests.
  func close() {
    let working = state.withLock { state in
      state.isClosing = true
      return Array(state.working.values)
    }
    for exchange in working { exchange.cancel() }
  }

  /// Whether an answer is in progress.
  var isBusy: Bool { state.withLock { !$0.working.isEmpty } }

  /// Closes the connections that have taken too long to send a request.
  func closeLateConnections() {
    state.withLock { state in
      for (socket, deadline) in state.deadlines where deadline < .now {
        Self.shut(socket, in: &state)
      }
    }
  }

  /// Shuts a connection down.
  /// The library then closes the socket and calls `note`.
  private static func shut(_ socket: Int32, in state: inout State) {
    shutdown(socket, Int32(SHUT_RDWR))
    state.deadlines[socket] = nil
  }

  // MARK: Requests

  fileprivate func begin(_ connection: OpaquePointer, _ request: WebRequest, _ socket: Int32)
    -> WebExchange?
  {
    let (port, isClosing) = state.withLock { ($0.port, $0.isClosing) }
    guard port != 0, !isClosing else { return nil }
    let length = request.value(of: "content-length").flatMap(Int.init) ?? 0
    let longest = request.method == "POST" ? Upload.longest(for: request.path) : nil
    var request = request
    let foreign = gate(request, port)
    var refusal = foreign
    if refusal == nil, length > longest ?? WebExchange.longestBody {
      refusal = WebExchange.tooLong(isFile: longest != nil)
    }
    if refusal == nil, let longest { refusal = receiveFile(&request, socket, longest) }
    let exchange = WebExchange(request, socket: socket, headers: headers)
    guard let refusal else { return exchange }
    exchange.answer = refusal
    if foreign == nil, longest != nil, length <= WebExchange.longestDrop { return exchange }
    // Without access, without a file, or with an endless body, the answer comes before the body is read.
    return exchange.send(on: connection) ? exchange : nil
  }

  /// Prepares a request whose body goes into a file, or returns the reason why that is not possible.
  private func receiveFile(
    _ request: inout WebRequest, _ socket: Int32, _ longest: Int
  ) -> WebAnswer? {
    let isFree = state.withLock { state in
      guard state.uploads < Upload.most else { return false }
      state.uploads += 1
      state.deadlines[socket] = .now + Upload.slowest
      return true
    }
    guard isFree else { return .error(409, "Other files are being sent. Try again.") }
    request.upload = Upload(in: uploads, longest: longest)
    guard request.upload == nil else { return nil }
    state.withLock { $0.uploads -= 1 }
    return .error(502, "The folder for temporary files cannot be used.")
  }

  fileprivate func answer(_ exchange: WebExchange, on connection: OpaquePointer) -> Bool {
    if exchange.answer != nil { return exchange.send(on: connection) }
    let isClosing = state.withLock { state in
      state.deadlines[exchange.socket] = nil
      if !state.isClosing { state.working[ObjectIdentifier(exchange)] = exchange }
      return state.isClosing
    }
    guard !isClosing else { return false }
    g2a_http_pause(connection)
    let paused = PausedConnection(pointer: connection)
    exchange.start(
      Task {
        exchange.answer = await responder(exchange.request)
        // The server does not stop while the exchange is in `working`, so the connection still exists.
        g2a_http_resume(paused.pointer)
        _ = state.withLock { $0.working.removeValue(forKey: ObjectIdentifier(exchange)) }
      })
    return true
  }

  fileprivate func end(_ exchange: WebExchange) {
    exchange.cancel()
    let isUpload = exchange.request.upload != nil
    state.withLock { state in
      if isUpload { state.uploads -= 1 }
      state.deadlines[exchange.socket] = .now + Self.patience
      // Connections that stay open after their answer must leave room for others.
      Self.makeRoom(in: &state)
    }
  }

  fileprivate func note(_ socket: Int32, begins: Bool) {
    state.withLock { state in
      state.deadlines[socket] = begins ? .now + Self.patience : nil
      Self.makeRoom(in: &state)
    }
  }

  /// Closes the oldest silent connection if there are too many connections without a complete request.
  private static func makeRoom(in state: inout State) {
    guard state.deadlines.count > maximumWaiting,
      let oldest = state.deadlines.filter({ !hasUnread($0.key) }).min(by: { $0.value < $1.value })
    else { return }
    shut(oldest.key, in: &state)
  }

  /// Whether bytes have arrived that the library has not read yet.
  private static func hasUnread(_ socket: Int32) -> Bool {
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
  }

  /// A connection that waits for its answer.
  /// The conformance to `Sendable` is unchecked. The library allows any thread to resume a paused connection.
  private struct PausedConnection: @unchecked Sendable {
    let pointer: OpaquePointer
  }
}

// MARK: - Functions that the library calls

extension WebDesk {
  /// The functions that the library calls.
  /// The desk must outlive the server.
  var handler: g2a_http_handler {
    g2a_http_handler(
      context: Unmanaged.passUnretained(self).toOpaque(),
      begin: { context, connection, socket, method, path, slot in
        guard let desk = WebDesk.at(context), let connection, let method, let path, let slot else {
          return false
        }
        var request = WebRequest(
          method: String(cString: method), path: String(cString: path))
        request.read(connection)
        guard let exchange = desk.begin(connection, request, socket) else { return false }
        slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
        return true
      },
      receive: { _, bytes, count, slot in
        guard let exchange = WebExchange.at(slot), let bytes else { return false }
        return exchange.receive(UnsafeRawBufferPointer(start: bytes, count: count))
      },
      answer: { context, connection, slot in
        guard let desk = WebDesk.at(context), let exchange = WebExchange.at(slot), let connection
        else { return false }
        return desk.answer(exchange, on: connection)
      },
      end: { context, slot in
        guard let slot else { return }
        WebDesk.at(context)?.end(Unmanaged<WebExchange>.fromOpaque(slot).takeRetainedValue())
      },
      connection: { context, socket, begins in
        WebDesk.at(context)?.note(socket, begins: begins)
      })
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> WebDesk? {
    context.map { Unmanaged<WebDesk>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension WebExchange {
  fileprivate static func at(_ slot: UnsafeMutableRawPointer?) -> WebExchange? {
    slot.map { Unmanaged<WebExchange>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension WebRequest {
  /// Reads the headers and the query of a connection.
  fileprivate mutating func read(_ connection: OpaquePointer) {
    withUnsafeMutablePointer(to: &self) { request in
      g2a_http_headers(connection, request) { context, name, value in
        guard let request = context?.assumingMemoryBound(to: WebRequest.self), let name, let value
        else { return }
        request.pointee.headers.append((String(cString: name).lowercased(), String(cString: value)))
      }
      g2a_http_query(connection, request) { context, name, value in
        guard let request = context?.assumingMemoryBound(to: WebRequest.self), let name else {
          return
        }
        request.pointee.query.append(
          (String(cString: name), value.map { String(cString: $0) } ?? ""))
      }
    }
  }
}

/// The reason why a server cannot start.
package enum WebServerError: Error, Equatable, CustomStringConvertible {
  /// libmicrohttpd is not installed.
  case noLibrary
  /// The system provides no port at an address, for the given reason.
  case noPort(host: String, String)

  /// The message, with advice on what to do.
  package var description: String {
    switch self {
    case .noLibrary:
      "the studio needs libmicrohttpd (Debian: libmicrohttpd12); install it and start the studio again"
    case .noPort("127.0.0.1", let reason):
      "the studio cannot open a port on this machine: \(reason)"
    case .noPort(let host, let reason):
      "the studio cannot open a port at \(host): \(reason); --host takes an address of this machine, or 0.0.0.0"
    }
  }
}
