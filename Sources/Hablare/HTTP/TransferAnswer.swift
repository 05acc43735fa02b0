import Basics

/// The response to a request, as it arrives.
struct TransferAnswer {
  /// The maximum size of all headers together: 256 KiB, many times what services send.
  private static let maximumHeaderBytes = InputLimit.answerHead.maximum

  private let maximumBytes: Int
  private let receiver: (any BodyReceiver)?
  private var received = 0
  private var status = 0
  private var headers: [String: String] = [:]
  private var body: [UInt8] = []
  private var headerBytes = 0
  private var hasAllHeaders = false
  /// Why reading stopped early.
  private(set) var failure: HTTPError?

  /// Creates an empty response to a request.
  init(to request: HTTPRequest) {
    (maximumBytes, receiver) = (request.maximumBytes, request.receiver)
  }

  /// The response so far.
  var response: HTTPResponse { HTTPResponse(status: status, headers: headers, body: body) }

  /// Whether the service has refused the request, judged by the status of the response.
  var isRefusal: Bool { status >= 300 }

  /// Receives a part of the body, decompressed.
  ///
  /// Returns the number of accepted bytes, as libcurl requires.
  mutating func take(body bytes: UnsafeRawBufferPointer) -> Int {
    received += bytes.count
    guard received <= maximumBytes else {
      failure = .tooLarge(limit: maximumBytes)
      return 0
    }
    guard let receiver, status == 200 || status == 206 else {
      body.append(contentsOf: bytes)
      return bytes.count
    }
    do throws(HTTPError) {
      try receiver.take(bytes, of: response)
    } catch {
      failure = error
      return 0
    }
    return bytes.count
  }

  /// Receives a header line.
  ///
  /// Returns the number of accepted bytes.
  mutating func take(headerLine bytes: UnsafeRawBufferPointer) -> Int {
    headerBytes += bytes.count
    guard headerBytes <= Self.maximumHeaderBytes else {
      failure = .tooLarge(limit: Self.maximumHeaderBytes)
      return 0
    }
    read(line: bytes)
    return bytes.count
  }

  private mutating func read(line: UnsafeRawBufferPointer) {
    let bytes = line.trimmedOfBlanks
    if bytes.starts(with: "HTTP/".utf8) {
      // A status line begins a new set of headers. Each interim response has its own set (RFC 9110,
      // section 15.2).
      headers = [:]
      hasAllHeaders = false
      let code = bytes.split(separator: 0x20).dropFirst().first
      status = code.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    } else if bytes.isEmpty {
      hasAllHeaders = true
    } else if !hasAllHeaders, let colon = bytes.firstIndex(of: 0x3A) {
      // Trailers after the body must not change the headers.
      let name = String(decoding: bytes[..<colon].trimmedOfBlanks, as: UTF8.self)
      let value = bytes[bytes.index(after: colon)...].trimmedOfBlanks
      headers[name.lowercased()] = String(decoding: value, as: UTF8.self)
    }
  }
}
