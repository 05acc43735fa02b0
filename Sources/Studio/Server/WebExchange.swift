import Basics
import CMicroHTTP
import Glibc
import Synchronization

/// A request and its answer.
/// The server's thread adds to the request. A task creates the answer.
final class WebExchange: Sendable {
  private struct State {
    var request: WebRequest
    var deadline: ContinuousClock.Instant
    var answer: WebAnswer?
    var task: Task<Void, Never>?
    var isCancelled = false
    /// The number of bytes of a refused body that have been dropped.
    var dropped = 0
  }

  /// The maximum size of a request's body in bytes.
  /// The largest request, a change of the cast, is much smaller.
  static let longestBody = 256 * 1024
  /// The maximum size of a refused body that is read to its end.
  /// Browsers show the answer to a request only after they have sent its body.
  static let longestDrop = 256 << 20
  /// The maximum time for receiving a body.
  static let slowestBody = Duration.seconds(10)

  /// The number of the connection's socket.
  let socket: Int32
  /// The headers of the answer that all answers of the server have.
  let headers: [(name: String, value: String)]
  private let state: Mutex<State>

  init(_ request: WebRequest, socket: Int32, headers: [(name: String, value: String)]) {
    (self.socket, self.headers) = (socket, headers)
    let patience = request.upload == nil ? Self.slowestBody : Upload.slowest
    state = Mutex(State(request: request, deadline: .now + patience))
  }

  /// The request, with the part of its body that has been received.
  var request: WebRequest { state.withLock(\.request) }

  /// The answer, or nil until it is ready.
  var answer: WebAnswer? {
    get { state.withLock(\.answer) }
    set { state.withLock { $0.answer = newValue } }
  }

  /// Adds a part of the body.
  /// A body that cannot be used gets its answer at once, and its rest is dropped.
  /// Returns false if too much would be dropped, or if the body arrives too slowly.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in
      guard .now < state.deadline else { return false }
      if state.answer != nil {
        state.dropped += bytes.count
        return state.dropped <= Self.longestDrop
      }
      if let upload = state.request.upload {
        if !upload.write(bytes) {
          state.answer =
            upload.isTooLong
            ? Self.tooLong(isFile: true)
            : .error(507, "The file cannot be stored, perhaps because the disk is full.")
        }
      } else if state.request.body.count + bytes.count > Self.longestBody {
        state.answer = Self.tooLong(isFile: false)
      } else {
        state.request.body += bytes
      }
      return true
    }
  }

  static func tooLong(isFile: Bool) -> WebAnswer {
    .error(413, isFile ? "This file is too long." : "This request is too long.")
  }

  /// Stores the task that creates the answer, so that it can be cancelled.
  func start(_ task: Task<Void, Never>) {
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    // The server can end between the arrival of the request and this call.
    if isCancelled { task.cancel() }
  }

  /// Cancels the task that creates the answer, also if it starts later.
  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}

extension WebExchange {
  /// Gives the answer to the library.
  /// Returns false if there is no answer or the library does not take it.
  func send(on connection: OpaquePointer) -> Bool {
    guard var answer else { return false }
    let own = Set(answer.headers.map(\.name))
    answer.headers += headers.filter { !own.contains($0.name) }
    let range = answer.takesRanges ? request.value(of: "range") : nil
    switch answer.content {
    case .bytes(let bytes):
      guard let part = answer.cut(to: range, of: bytes.count) else {
        return Self.send(answer, [], on: connection)
      }
      return Self.send(answer, bytes[part], on: connection)
    case .file(let path):
      // Opening a pipe must not block the server's only thread, and a link could lead to any file.
      let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      var status = stat()
      guard file >= 0, fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        if file >= 0 { close(file) }
        self.answer = .text(404, "The file no longer exists.")
        return send(on: connection)
      }
      guard let part = answer.cut(to: range, of: Int(status.st_size)) else {
        close(file)
        return Self.send(answer, [], on: connection)
      }
      return Self.withHeaders(of: answer) { headers in
        g2a_http_answer_file(
          connection, UInt32(answer.status), headers.baseAddress, headers.count, file,
          UInt64(part.lowerBound), UInt64(part.count))
      }
    }
  }

  private static func send(
    _ answer: WebAnswer, _ bytes: ArraySlice<UInt8>, on connection: OpaquePointer
  ) -> Bool {
    withHeaders(of: answer) { headers in
      bytes.withUnsafeBytes { bytes in
        g2a_http_answer_bytes(
          connection, UInt32(answer.status), headers.baseAddress, headers.count,
          bytes.baseAddress, bytes.count)
      }
    }
  }

  private static func withHeaders(
    of answer: WebAnswer, _ send: (UnsafeBufferPointer<g2a_http_header>) -> Bool
  ) -> Bool {
    let texts = answer.headers.map { (strdup($0.name), strdup($0.value)) }
    defer {
      for (name, value) in texts {
        free(name)
        free(value)
      }
    }
    return texts.map { g2a_http_header(name: $0.0, value: $0.1) }.withUnsafeBufferPointer(send)
  }
}

extension WebAnswer {
  /// Sets the status and the headers for a range.
  /// Returns the part of the body to send, or nil if the range is outside the body.
  fileprivate mutating func cut(to range: String?, of count: Int) -> Range<Int>? {
    if takesRanges { headers.append(("Accept-Ranges", "bytes")) }
    switch ByteRange(range, of: count) {
    case .whole: return 0..<count
    case .part(let part):
      status = 206
      headers.append(("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(count)"))
      return part
    case .unsatisfiable:
      status = 416
      headers.append(("Content-Range", "bytes */\(count)"))
      return nil
    }
  }
}

/// The part of a body that a request wants (RFC 9110, section 14.1.2).
enum ByteRange: Equatable {
  /// The entire body. The request has no range, or a range that a server may ignore, such as several parts.
  case whole
  /// A part of at least one byte.
  case part(Range<Int>)
  /// A part that is outside the body.
  case unsatisfiable

  /// Parses the value of the header `Range` for a body of `count` bytes.
  init(_ header: String?, of count: Int) {
    self = .whole
    guard let header, header.hasPrefix("bytes="), !header.contains(",") else { return }
    let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy(Self.isNumberOrEmpty) else { return }
    let (first, last) = (Int(ends[0]), Int(ends[1]))
    switch (first, last) {
    case (nil, nil): return
    case (nil, let length?):
      self = length > 0 && count > 0 ? .part(max(0, count - length)..<count) : .unsatisfiable
    case (let first?, let last):
      if let last, last < first { return }
      self =
        first < count ? .part(first..<min(last.map { $0 + 1 } ?? count, count)) : .unsatisfiable
    }
  }

  /// Returns whether a text is empty, or has only ASCII digits and fits into an `Int`.
  private static func isNumberOrEmpty(_ text: Substring) -> Bool {
    text.utf8.count <= 18 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

/// A request from a browser.
/// It is incomplete until the whole body has been received.
struct WebRequest: Sendable {
  /// The method, such as `GET`, as the client wrote it.
  var method: String
  /// The decoded path.
  var path: String
  /// The decoded fields of the query, in order.
  var query: [(name: String, value: String)] = []
  /// The headers, in order, with names in lower case.
  var headers: [(name: String, value: String)] = []
  /// The part of the body that has been received.
  var body: [UInt8] = []
  /// The file that the body goes into; nil for other requests.
  var upload: Upload?

  /// Returns the values of a header, in order.
  func values(of name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }

  /// Returns the value of a header, or nil if the request does not have exactly one such header.
  func value(of name: String) -> String? {
    let values = values(of: name)
    return values.count == 1 ? values[0] : nil
  }

  /// Returns the value of the first query field with this name, or nil if there is none.
  func field(_ name: String) -> String? { query.first { $0.name == name }?.value }
}

/// The answer to a request.
struct WebAnswer: Sendable {
  /// The source of the body.
  enum Content: Sendable {
    case bytes([UInt8])
    /// A file, which is opened when the answer is sent.
    case file(path: String)
  }

  /// The HTTP status.
  var status = 200
  /// The headers, without the headers that every answer has.
  var headers: [(name: String, value: String)] = []
  /// The body.
  var content = Content.bytes([])
  /// Whether a request can ask for a part of the body.
  var takesRanges = false
  /// The text of an answer that `text` created, else nil.
  private(set) var words: String?

  /// Creates an answer with a media type.
  init(status: Int = 200, type: String, _ content: Content, takesRanges: Bool = false) {
    (self.status, self.content, self.takesRanges) = (status, content, takesRanges)
    headers = [("Content-Type", type)]
  }

  /// Returns an answer in plain text, for users who open an address without the page.
  static func text(_ status: Int, _ words: String) -> WebAnswer {
    var answer = WebAnswer(
      status: status, type: "text/plain; charset=utf-8", .bytes(Array((words + "\n").utf8)))
    answer.words = words
    return answer
  }

  /// Returns a file that the browser saves under a name.
  static func download(_ path: String, as name: String) -> WebAnswer {
    var answer = WebAnswer(type: "application/octet-stream", .file(path: path), takesRanges: true)
    answer.headers.append(
      ("Content-Disposition", "attachment; filename*=UTF-8''" + encoded(name)))
    return answer
  }

  /// Returns a page of an export, with the scripts and the sound in it.
  /// The browser gives the page an origin of its own, so that its scripts cannot use the studio. Such a page cannot have
  /// the headers that keep windows of one origin together.
  static func sealed(_ path: String) -> WebAnswer {
    var answer = WebAnswer(type: "text/html; charset=utf-8", .file(path: path))
    answer.headers += [
      (
        "Content-Security-Policy",
        "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
          + "img-src data: blob:; media-src data: blob:; connect-src data: blob:; base-uri 'none'; form-action 'none'; "
          + "frame-ancestors 'none'"
      ), ("Cross-Origin-Opener-Policy", "unsafe-none"),
    ]
    return answer
  }

  /// Returns a name as a part of an address.
  static func encoded(_ name: String) -> String {
    name.utf8.map { byte in
      let letter = Character(UnicodeScalar(byte))
      let isPlain = byte < 0x80 && (letter.isLetter || letter.isNumber || "-._".contains(letter))
      return isPlain ? String(letter) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// Returns an error in JSON, for the scripts of the page.
  static func error(_ status: Int, _ words: String) -> WebAnswer {
    WebAnswer(
      status: status, type: "application/json",
      .bytes(Array(#"{"error": \#(JSONInserter.quoted(words))}"#.utf8)))
  }
}
