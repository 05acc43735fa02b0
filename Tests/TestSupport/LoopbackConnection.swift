import Foundation

/// A connection to a loopback server, on its own thread.
struct LoopbackConnection {
  /// POLLRDHUP of poll(2), which is missing in the Glibc module.
  private static let departure: Int16 = 0x2000

  let socket: Int32
  let number: Int
  let log: LoopbackLog

  /// Answers requests until the client closes the connection or an answer ends it.
  func serve(_ answer: (LoopbackRequest) -> LoopbackAnswer) {
    var reader = LoopbackReader(socket: socket, connection: number)
    while let received = reader.next() {
      let request = log.begin(received)
      let answer = answer(request)
      if deliver(answer, to: request) { continue }
      if answer.behaviour.isReset { return }
      break
    }
    // A child process that was started meanwhile may have inherited the descriptor. The client must not wait
    // until the child ends.
    shutdown(socket, Int32(SHUT_RDWR))
  }

  /// Delivers an answer.
  ///
  /// Returns true if the connection can be used again.
  private func deliver(_ answer: LoopbackAnswer, to request: LoopbackRequest) -> Bool {
    // The answer counts as in flight until just before its last byte. After that byte, the client can send
    // the next request before this thread continues.
    switch answer.behaviour {
    case .whole:
      log.end()
      return send(answer.head(length: answer.body.count) + answer.body) && !request.wantsClose
    case .chunked(let size):
      guard send(answer.head(fields: ["Transfer-Encoding: chunked"])) else { return abandoned() }
      for chunk in answer.chunks(of: size) where !send(chunk) { return abandoned() }
      log.end()
      return send(Array("0\r\n\r\n".utf8)) && !request.wantsClose
    default:
      defer { log.end() }
      fail(answer)
      return false
    }
  }

  private func abandoned() -> Bool {
    log.abandon()
    log.end()
    return false
  }

  /// Delivers an incomplete or faulty answer.
  private func fail(_ answer: LoopbackAnswer) {
    let head = answer.head(length: answer.body.count)
    switch answer.behaviour {
    case .whole, .chunked, .close: break
    case .truncated(let count): _ = send(head + answer.body.prefix(count))
    case .raw: _ = send(answer.body)
    case .chunkedWithoutEnd:
      let head = answer.head(fields: ["Transfer-Encoding: chunked"])
      _ = send(head + answer.chunks(of: answer.body.count).joined())
    case .reset(let count):
      _ = send(head + answer.body.prefix(count))
      resetWhenRead()
    case .resetAtOnce: reset()
    case .silent: waitForDeparture()
    case .stalled(let count):
      _ = send(head + answer.body.prefix(count))
      waitForDeparture()
    case .drip:
      // The length is larger than any client waits for.
      repeatUntilDeparture(after: answer.head(length: 1 << 20), [0x2E], pace: 20)
    case .slow(let size):
      guard send(head) else { return log.abandon() }
      for part in answer.parts(of: size) where hasDeparted(within: 20) || !send(part) {
        return log.abandon()
      }
    case .endless: repeatUntilDeparture(after: answer.head(fields: []), answer.body, pace: 0)
    case .endlessHeaders:
      let line = Array("X-More: \(String(repeating: "a", count: 1000))\r\n".utf8)
      repeatUntilDeparture(after: Array("HTTP/1.1 200 OK\r\n".utf8), line, pace: 0)
    }
  }

  // MARK: The socket

  /// Sends bytes.
  ///
  /// Returns false if the client has closed the connection.
  private func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    return bytes.withUnsafeBytes { bytes in
      while sent < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
        let count = Glibc.send(socket, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        if count < 0 && errno == EINTR { continue }
        if count <= 0 { return false }
        sent += count
      }
      return true
    }
  }

  private func repeatUntilDeparture(after head: [UInt8], _ bytes: [UInt8], pace: Int32) {
    guard send(head) else { return log.abandon() }
    repeat {
      if hasDeparted(within: pace) { break }
    } while send(bytes)
    log.abandon()
  }

  private func waitForDeparture() {
    while !hasDeparted(within: -1) {}
    log.abandon()
  }

  /// Returns whether the client has closed the connection, or does so within this many milliseconds.
  ///
  /// -1 waits without a limit.
  private func hasDeparted(within milliseconds: Int32) -> Bool {
    var poll = pollfd(fd: socket, events: Self.departure, revents: 0)
    return Glibc.poll(&poll, 1, milliseconds) > 0
  }

  /// Resets the connection after the client has read all sent bytes.
  ///
  /// An earlier reset would discard unread bytes.
  private func resetWhenRead() {
    var unread: Int32 = 1
    while ioctl(socket, UInt(TIOCOUTQ), &unread) == 0, unread > 0, !hasDeparted(within: 1) {}
    reset()
  }

  /// Lets the next close reset the connection.
  private func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
  }
}

extension LoopbackBehaviour {
  fileprivate var isReset: Bool {
    switch self {
    case .reset, .resetAtOnce: true
    default: false
    }
  }
}

extension LoopbackRequest {
  fileprivate var wantsClose: Bool { headers["connection"]?.lowercased() == "close" }
}

extension LoopbackAnswer {
  fileprivate func head(length: Int) -> [UInt8] { head(fields: ["Content-Length: \(length)"]) }

  /// Returns status line and headers.
  ///
  /// The answer's own headers replace those in `fields`.
  fileprivate func head(fields: [String]) -> [UInt8] {
    let own = Set(headers.map { $0.name.lowercased() })
    let added = fields.filter { !own.contains($0.prefix { $0 != ":" }.lowercased()) }
    let lines = ["HTTP/1.1 \(status) Status"] + headers.map { "\($0.name): \($0.value)" } + added
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  fileprivate func chunks(of size: Int) -> [[UInt8]] {
    parts(of: size).map { part in
      Array("\(String(part.count, radix: 16))\r\n".utf8) + part + Array("\r\n".utf8)
    }
  }

  fileprivate func parts(of size: Int) -> [[UInt8]] {
    stride(from: 0, to: body.count, by: max(size, 1)).map { start in
      Array(body[start..<min(start + max(size, 1), body.count)])
    }
  }
}

/// The error for a socket that could not be created.
package struct LoopbackError: Error {
  package var reason: String
}

/// Sockets on 127.0.0.1.
enum LoopbackSocket {
  /// Returns a listening socket and its port.
  static func listen(backlog: Int32) throws -> (socket: Int32, port: Int) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard listener >= 0 else { throw failure("socket") }
    var address = address(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && Glibc.listen(listener, backlog) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard isOpen else {
      defer { close(listener) }
      throw failure("bind or listen")
    }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// Returns a connecting socket, without waiting for the connection.
  static func connecting(to port: Int) throws -> Int32 {
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let socket = Glibc.socket(AF_INET, Int32(kind), 0)
    guard socket >= 0 else { throw failure("socket") }
    var address = address(port: port)
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return socket
  }

  private static func address(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    return address
  }

  private static func failure(_ call: String) -> LoopbackError {
    LoopbackError(reason: "\(call): \(String(cString: strerror(errno)))")
  }
}

/// Reads the requests of one connection to a loopback server.
struct LoopbackReader {
  private let socket: Int32
  private let connection: Int
  private var buffer: [UInt8] = []
  private var block = [UInt8](repeating: 0, count: 65_536)

  init(socket: Int32, connection: Int) {
    self.socket = socket
    self.connection = connection
  }

  /// Returns the next request once it is complete, or nil if the client has closed the connection or does not
  /// speak HTTP.
  mutating func next() -> LoopbackRequest? {
    let end = Array("\r\n\r\n".utf8)
    var head: Range<Int>?
    while true {
      head = buffer.firstRange(of: end)
      if head != nil { break }
      guard readMore(), Self.isHTTP(buffer) else { return nil }
    }
    guard let head, var request = Self.request(head: buffer[..<head.lowerBound]) else { return nil }
    buffer.removeFirst(head.upperBound)
    let length = request.headers["content-length"].flatMap(Int.init) ?? 0
    while buffer.count < length {
      guard readMore() else { return nil }
    }
    request.body = Array(buffer.prefix(length))
    buffer.removeFirst(length)
    request.connection = connection
    request.byteCount = head.upperBound + length
    return request
  }

  private mutating func readMore() -> Bool {
    while true {
      let count = recv(socket, &block, block.count, 0)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      buffer += block[..<count]
      return true
    }
  }

  /// Returns whether bytes begin with a method, unlike TLS.
  private static func isHTTP(_ bytes: [UInt8]) -> Bool {
    bytes.first.map { (0x41...0x5A).contains($0) } ?? true
  }

  private static func request(head: ArraySlice<UInt8>) -> LoopbackRequest? {
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      headers[line[..<colon].lowercased()] = value
    }
    return LoopbackRequest(
      number: 0, connection: 0, method: String(words[0]), target: String(words[1]),
      headers: headers, body: [], byteCount: 0)
  }
}

/// A request as a loopback server received it.
package struct LoopbackRequest: Sendable {
  /// The number of the request among all that the server received, from 1.
  package var number: Int
  /// The number of its connection, from 1.
  package var connection: Int
  package var method: String
  /// The text after the method, as received: `/v1/voices?page=2`, or a whole address if the server is used as
  /// a proxy.
  package var target: String
  /// The headers, with names in lower case.
  ///
  /// If a header is repeated, only its last value is kept.
  package var headers: [String: String]
  package var body: [UInt8]
  /// The number of bytes of the whole request, as received.
  package var byteCount: Int

  /// The target without its query, still percent-encoded.
  package var path: String { String(target.prefix { $0 != "?" }) }

  /// The names and values of the query, decoded.
  ///
  /// If a name is repeated, only its last value is kept.
  package var query: [String: String] {
    guard let mark = target.firstIndex(of: "?") else { return [:] }
    var query: [String: String] = [:]
    for item in target[target.index(after: mark)...].split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      query[Self.decoded(parts[0])] = parts.count > 1 ? Self.decoded(parts[1]) : ""
    }
    return query
  }

  /// The body as text.
  package var text: String { String(decoding: body, as: UTF8.self) }

  private static func decoded(_ text: Substring) -> String {
    String(text).removingPercentEncoding ?? ""
  }
}

/// An answer of a loopback server.
package struct LoopbackAnswer: Sendable {
  package var status: Int
  /// Headers that are sent unchanged, in addition to the headers for the delivery.
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]
  package var behaviour: LoopbackBehaviour

  package init(
    status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
    behaviour: LoopbackBehaviour = .whole
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.behaviour = behaviour
  }

  /// Returns an answer with complete JSON.
  package static func json(
    _ text: String, status: Int = 200, headers: [(name: String, value: String)] = []
  ) -> LoopbackAnswer {
    LoopbackAnswer(
      status: status, headers: [("Content-Type", "application/json")] + headers,
      body: Array(text.utf8))
  }

  /// Returns an answer with bytes of a media type, delivered completely by default.
  package static func bytes(
    _ body: [UInt8], type: String = "application/octet-stream",
    headers: [(name: String, value: String)] = [], behaviour: LoopbackBehaviour = .whole
  ) -> LoopbackAnswer {
    LoopbackAnswer(
      headers: [("Content-Type", type)] + headers, body: body, behaviour: behaviour)
  }

  /// Returns a status with an empty body.
  package static func status(
    _ status: Int, headers: [(name: String, value: String)] = []
  ) -> LoopbackAnswer { LoopbackAnswer(status: status, headers: headers) }

  /// Returns 429 or 503 with a `Retry-After`.
  package static func retryAfter(_ value: String, status: Int = 429) -> LoopbackAnswer {
    .status(status, headers: [("Retry-After", value)])
  }

  /// A web page, for requests by a program that expects audio.
  package static let html = LoopbackAnswer.bytes(
    Array("<!DOCTYPE html><html><body>Sign in to the network</body></html>".utf8),
    type: "text/html; charset=utf-8")

  /// Returns a redirection.
  package static func redirect(to url: String, status: Int = 302) -> LoopbackAnswer {
    .status(status, headers: [("Location", url)])
  }

  /// No bytes until the client closes the connection.
  package static let silence = LoopbackAnswer(behaviour: .silent)
}
