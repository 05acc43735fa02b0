import Basics

/// One request to a service.
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
  ///
  /// This header is never sent to another host.
  package var secret: SecretHeader?
  /// The body of a POST.
  package var body: [UInt8]
  /// Whether the request repeats a refused request in another form.
  ///
  /// The statistics count such requests.
  package var isRepeat = false
  package var timeouts: HTTPTimeouts
  /// The maximum size of the response, in bytes.
  ///
  /// A larger response is refused while it arrives.
  package var maximumBytes: Int
  /// The number of characters or credits that the service charges for a response; 0 if the response
  /// is free.
  package var charge = 0.0
  /// Whether the request is a file download.
  ///
  /// The bytes of a download are not decompressed, and redirections are returned as responses.
  var isDownload = false
  /// The receiver of the body of a response with status 200 or 206.
  ///
  /// If there is a receiver, `HTTPResponse.body` is empty for such a response.
  var receiver: (any BodyReceiver)?

  /// The default maximum size of a response: 64 MiB, an hour of speech as MP3.
  package static let defaultMaximumBytes = InputLimit.answer.maximum

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
  ///
  /// If a header is repeated, the last value is kept.
  package var headers: [String: String]
  package var body: [UInt8]
  /// The absolute target of a redirection.
  ///
  /// Nil if the request is not a download.
  var redirection: String?

  package var isSuccess: Bool { (200..<300).contains(status) }

  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Receives the body of a response as it arrives.
protocol BodyReceiver: Sendable {
  /// Receives a part of the body.
  ///
  /// This is called on the transfer thread.
  ///
  /// An error ends the transfer and becomes the outcome of the transfer.
  func take(_ bytes: UnsafeRawBufferPointer, of head: HTTPResponse) throws(HTTPError)
}
