import Basics

/// Why a request has no response.
///
/// The error never contains a secret or a body.
package enum HTTPError: Error, Sendable, Equatable {
  /// The address or a header is invalid, for this reason.
  ///
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
  ///
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
  ///
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
  ///
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
