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
