import Basics

/// One request to a service.
package struct HTTPRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package var method: Method
  /// The address, absolute, already percent-encoded (`ServiceAddress.url`).
  package var url: String
  /// Names and values, without secrets.
  package var headers: [(name: String, value: String)]
  /// The header that carries the key; never sent to another host than the first.
  package var secret: SecretHeader?
  /// The body of a POST.
  package var body: [UInt8]
  /// Whether it repeats in another form what the service has refused; the statistics count that.
  package var isRepeat = false
  package var timeouts: HTTPTimeouts
  /// An answer of more bytes is refused while it is read.
  package var maximumBytes: Int
  /// The characters that the service charges for an answer; 0 if it charges nothing.
  package var charge = 0.0
  /// Whether a file is asked for: it comes as it is stored, and a redirection is an answer like any other.
  var isDownload = false
  /// Takes the body of an answer with the status 200 or 206 in the place of `HTTPResponse.body`.
  var receiver: (any BodyReceiver)?

  /// The most an answer may have by default: 64 MiB, an hour of speech as MP3.
  package static let defaultMaximumBytes = InputLimit.answer.most

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

/// A service's answer.
package struct HTTPResponse: Sendable {
  package var status: Int
  /// Header names in lower case; of a repeated header the last value.
  package var headers: [String: String]
  package var body: [UInt8]
  /// Where a redirection leads, absolute; for downloads alone.
  var redirection: String?

  package var isSuccess: Bool { (200..<300).contains(status) }

  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Takes the body of an answer as it comes in.
protocol BodyReceiver: Sendable {
  /// Takes a part of the body; called on the thread of the transfers.
  ///
  /// An error ends the transfer, and is its outcome.
  func take(_ bytes: UnsafeRawBufferPointer, of head: HTTPResponse) throws(HTTPError)
}
