import Foundation

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
