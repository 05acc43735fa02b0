import Basics
import CCurl
import Glibc
import Synchronization

/// The HTTP client that all providers of a process share.
///
/// Connections are reused and shared. Proxies come from the usual environment variables, but
/// servers on this machine are always accessed directly.
public final class HTTPClient: Sendable {
  private let counters = TransferCounters()
  private let loop = Mutex<TransferLoop?>(nil)
  private let settings: TransferSettings

  /// Creates a client.
  ///
  /// Its thread and connections start with the first request.
  ///
  /// - Parameter userAgent: the client's name for servers, such as `guion2audio/0.1.0`.
  public convenience init(userAgent: String = "guion2audio") {
    self.init(settings: TransferSettings(userAgent: userAgent))
  }

  /// Creates a client with settings, such as certificate authorities other than the system's.
  /// For tests.
  init(settings: TransferSettings) { self.settings = settings }

  deinit { loop.withLock { $0?.end() } }

  /// The counts of all requests and bytes so far.
  package var statistics: TransferStatistics { counters.statistics }

  /// Sends one request once.
  /// Returns the response, whatever its status. A redirection is returned only if the request is a
  /// download. For other requests, a redirection is the error `HTTPError.redirected`.
  /// Throws `HTTPError`. If the task is cancelled, throws `CancellationError` at once.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await send(request, isRetry: false)
  }

  /// Sends a request once.
  /// `isRetry` tells the statistics that the request was sent before.
  func send(_ request: HTTPRequest, isRetry: Bool) async throws -> HTTPResponse {
    try Task.checkCancellation()
    let parts = try request.checked()
    return try await runningLoop().perform(
      request, isDirect: parts.isLoopback, isRetry: isRetry || request.isRepeat)
  }

  /// Counts a complete but unusable response.
  func countLost() { counters.count { $0.lost += 1 } }

  private func runningLoop() throws -> TransferLoop {
    try loop.withLock { loop in
      if let loop { return loop }
      let started = try TransferLoop(settings: settings, counters: counters)
      loop = started
      return started
    }
  }
}

/// The settings that all transfers of a client share.
struct TransferSettings: Sendable {
  var userAgent = "guion2audio"
  /// A file of certificates that replaces the system's certificate authorities.
  var authorities: String?
}

package struct HTTPRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package var method: Method
  /// The absolute address, percent-encoded (`ServiceAddress.url`).
  package var url: String
  /// Names and values, without secrets.
  package var headers: [(name: String, value: String)]
  /// The header with the key.
  /// This header is never sent to another host.
  package var secret: SecretHeader?
  /// The body of a POST.
  package var body: [UInt8]
  /// Whether the request repeats a refused request in another form.
  /// The statistics count such requests.
  var isRepeat = false
  package var timeouts: HTTPTimeouts
  /// The maximum size of the response, in bytes.
  /// A larger response is refused while it arrives.
  package var maximumBytes: Int
  /// The number of characters or credits that the service charges for a response; 0 if the response
  /// is free.
  package var charge = 0.0
  /// Whether the request is a file download.
  /// The bytes of a download are not decompressed, and redirections are returned as responses.
  var isDownload = false
  /// The receiver of the body of a response with status 200 or 206.
  /// If there is a receiver, `HTTPResponse.body` is empty for such a response.
  var receiver: (any BodyReceiver)?

  /// The default maximum size of a response: 64 MiB, an hour of speech as MP3.
  static let defaultMaximumBytes = InputLimit.answer.maximum

  package init(
    _ method: Method, _ url: String, headers: [(name: String, value: String)] = [],
    secret: SecretHeader? = nil, body: [UInt8] = [], timeouts: HTTPTimeouts = HTTPTimeouts(),
    maximumBytes: Int = Self.defaultMaximumBytes
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.secret = secret
    self.body = body
    self.timeouts = timeouts
    self.maximumBytes = maximumBytes
  }
}

/// A service's response.
package struct HTTPResponse: Sendable {
  package var status: Int
  /// The values of headers, by name in lower case.
  /// If a header is repeated, the last value is kept.
  package var headers: [String: String]
  package var body: [UInt8]
  /// The absolute target of a redirection.
  /// Nil if the request is not a download.
  var redirection: String?

  var isSuccess: Bool { (200..<300).contains(status) }

  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Receives the body of a response as it arrives.
protocol BodyReceiver: Sendable {
  /// Receives a part of the body.
  /// This is called on the transfer thread.
  /// An error ends the transfer and becomes the outcome of the transfer.
  func take(_ bytes: UnsafeRawBufferPointer, of head: HTTPResponse) throws(HTTPError)
}

extension HTTPRequest {
  /// Checks that libcurl would send exactly this request, and returns the parts of the address.
  /// Throws if the address is not a plain http or https address, or if a header contains a line
  /// break or another forbidden character (RFC 9110, section 5.5).
  func checked() throws(HTTPError) -> URLParts {
    guard URLParts.hasOnlyURLBytes(url) else {
      throw .invalidAddress(
        "it contains spaces, control characters or other characters that must be encoded")
    }
    let parts = try URLParts(url)
    for (name, value) in headers {
      try Self.checkName(name)
      guard value.utf8.allSatisfy(Self.isFieldByte) else {
        throw .invalidAddress("the value of the header \(name) contains control characters")
      }
    }
    try secret?.checked()
    return parts
  }

  /// Throws if a header name is not a token (RFC 9110, section 5.6.2).
  static func checkName(_ name: String) throws(HTTPError) {
    guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte) else {
      throw .invalidAddress(
        "the header name \"\(name.visible)\" is empty or contains characters that are not allowed")
    }
  }

  /// Returns whether a byte is allowed in a header's value: the tab, and all bytes that are not
  /// control characters.
  static func isFieldByte(_ byte: UInt8) -> Bool { byte == 0x09 || byte >= 0x20 && byte != 0x7F }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

/// The time limits of a request, in seconds.
package struct HTTPTimeouts: Sendable, Equatable {
  /// The names of the limits, as used in `HTTPError.timedOut`.
  enum Limit: String, Sendable {
    case connect, stall, total
  }

  /// The limit for establishing the connection.
  package var connect = 10
  /// The limit for a pause in which no byte is sent or received, after the connection is
  /// established.
  package var stall = 60
  /// The limit for the whole request.
  package var total = 240

  package init(connect: Int = 10, stall: Int = 60, total: Int = 240) {
    self.connect = connect
    self.stall = stall
    self.total = total
  }
}

/// Why a request has no response.
/// The error never contains a secret or a body.
package enum HTTPError: Error, Sendable, Equatable {
  /// The address or a header is invalid, for this reason.
  /// Nothing was sent.
  case invalidAddress(String)
  /// The server could not be reached, for this reason.
  case unreachable(String)
  /// The connection broke before the response was complete.
  case interrupted(String)
  /// A time limit was exceeded: the limit's name (`HTTPTimeouts.Limit`) and its length in seconds.
  case timedOut(String, seconds: Int)
  /// TLS could not be established, or the certificate is not trusted.
  case untrusted(String)
  /// The response is larger than this number of bytes.
  case tooLarge(limit: Int)
  /// The service redirects the client to another address.
  /// Keys are not sent to this address.
  case redirected(to: String)
  /// The response is unusable, for this reason.
  case invalidAnswer(String)

  /// Returns the error for an exceeded limit.
  static func timedOut(_ limit: HTTPTimeouts.Limit, _ timeouts: HTTPTimeouts) -> HTTPError {
    switch limit {
    case .connect: .timedOut(limit.rawValue, seconds: timeouts.connect)
    case .stall: .timedOut(limit.rawValue, seconds: timeouts.stall)
    case .total: .timedOut(limit.rawValue, seconds: timeouts.total)
    }
  }
}

extension HTTPError {
  /// Whether the service may have received the whole request.
  /// If so, the service may charge for the request.
  var mayBeCharged: Bool {
    switch self {
    case .invalidAddress, .unreachable, .untrusted, .redirected: false
    case .timedOut(let limit, _): limit != HTTPTimeouts.Limit.connect.rawValue
    case .interrupted, .tooLarge, .invalidAnswer: true
    }
  }
}

extension HTTPError: CustomStringConvertible {
  /// What happened, as part of a sentence.
  /// The text contains no address except a host name.
  package var description: String {
    switch self {
    case .invalidAddress(let reason): "the request cannot be sent: \(reason)"
    case .unreachable(let reason): "the server cannot be reached: \(reason)"
    case .interrupted(let reason):
      "the connection broke before the response was complete: \(reason)"
    case .timedOut(let limit, let seconds):
      switch HTTPTimeouts.Limit(rawValue: limit) {
      case .connect: "no connection within \(seconds) s"
      case .stall: "the server sent nothing for \(seconds) s"
      case .total, nil: "the response was not complete after \(seconds) s"
      }
    case .untrusted(let reason): "the server's identity cannot be verified: \(reason)"
    case .tooLarge(let limit): "the response is larger than \(InputLimit.words(bytes: limit))"
    case .redirected(let target): "the server redirects to \(target)"
    case .invalidAnswer(let reason): "the server's response is unusable: \(reason)"
    }
  }
}

/// A header with a secret value: `Authorization: Bearer <key>`.
package struct SecretHeader: Sendable {
  package var name: String
  /// The text before the key, such as `Bearer `.
  package var prefix: String
  package var key: SecureString

  package init(_ name: String, prefix: String = "", key: SecureString) {
    self.name = name
    self.prefix = prefix
    self.key = key
  }

  /// Throws if the name, the prefix or the key has characters that a header must not contain, or if
  /// the key is empty.
  /// The message does not contain the key.
  func checked() throws(HTTPError) {
    try HTTPRequest.checkName(name)
    let isClean =
      prefix.utf8.allSatisfy(HTTPRequest.isFieldByte)
      && key.withBytes { $0.allSatisfy(HTTPRequest.isFieldByte) }
    guard isClean else {
      throw .invalidAddress(
        "the key for the header \(name) contains control characters, perhaps a line break at its "
          + "end")
    }
    guard !key.isEmpty else { throw .invalidAddress("the key for the header \(name) is empty") }
  }
}

/// The headers of a request in libcurl's list.
/// The list is wiped before it is freed, because a header may contain a key.
struct HeaderList: ~Copyable {
  private(set) var first: UnsafeMutablePointer<curl_slist>?

  /// Lists the headers of a checked request.
  init(of request: borrowing HTTPRequest) throws(HTTPError) {
    var names = Set<String>()
    for (name, value) in request.headers {
      names.insert(name.lowercased())
      // libcurl removes a header that has only a colon after the name. If a semicolon follows the
      // name, libcurl sends the header with an empty value.
      try append(value.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    if request.method == .post {
      // These lines prevent libcurl's defaults: a form's content type, and `Expect: 100-continue`
      // before a long body. Many servers do not answer `Expect`, and libcurl would wait for the
      // answer.
      if !names.contains("content-type") { try append("Content-Type:") }
      if !names.contains("expect") { try append("Expect:") }
    }
    if let secret = request.secret { try append(secret) }
  }

  deinit {
    var node = first
    while let current = node {
      if let text = current.pointee.data { explicit_bzero(text, strlen(text)) }
      node = current.pointee.next
    }
    g2a_curl_slist_free_all(first)
  }

  private mutating func append(_ line: UnsafePointer<CChar>) throws(HTTPError) {
    guard let longer = g2a_curl_slist_append(first, line) else {
      throw .unreachable("not enough memory for the request")
    }
    first = longer
  }

  /// Appends the secret header.
  /// The line is built in separate memory, because a `String` cannot be wiped.
  private mutating func append(_ secret: SecretHeader) throws(HTTPError) {
    let start = "\(secret.name): \(secret.prefix)"
    let line = UnsafeMutableRawBufferPointer.allocate(
      byteCount: start.utf8.count + secret.key.count + 1, alignment: 1)
    defer {
      if let start = line.baseAddress { explicit_bzero(start, line.count) }
      line.deallocate()
    }
    line.copyBytes(from: start.utf8)
    secret.key.withBytes { key in
      UnsafeMutableRawBufferPointer(rebasing: line[start.utf8.count...]).copyBytes(from: key)
    }
    line[line.count - 1] = 0
    guard let text = line.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
    try append(text)
  }
}
