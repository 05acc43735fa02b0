import Basics

/// Why there is no answer to a request; never holds a secret or a body.
package enum HTTPError: Error, Sendable, Equatable {
  /// The address or a header cannot be used, for the reason given; nothing was sent.
  case invalidAddress(String)
  /// The server could not be reached, for the reason given.
  case unreachable(String)
  /// The connection broke before the answer was complete.
  case interrupted(String)
  /// One of the time limits passed: which (`HTTPTimeouts.Limit`), in seconds.
  case timedOut(String, seconds: Int)
  /// TLS could not be established or the certificate is not to be trusted.
  case untrusted(String)
  /// The answer is larger than so many bytes.
  case tooLarge(limit: Int)
  /// The service sends the client elsewhere, where keys do not follow.
  case redirected(to: String)
  /// After all attempts the service still answers with something unusable, as the caller explains.
  case invalidAnswer(String)

  /// The error of a limit.
  static func timedOut(_ limit: HTTPTimeouts.Limit, _ timeouts: HTTPTimeouts) -> HTTPError {
    switch limit {
    case .connect: .timedOut(limit.rawValue, seconds: timeouts.connect)
    case .stall: .timedOut(limit.rawValue, seconds: timeouts.stall)
    case .total: .timedOut(limit.rawValue, seconds: timeouts.total)
    }
  }
}

extension HTTPError {
  /// Whether the service may have got the whole request, and so may charge for it.
  var mayBeCharged: Bool {
    switch self {
    case .invalidAddress, .unreachable, .untrusted, .redirected: false
    case .timedOut(let limit, _): limit != HTTPTimeouts.Limit.connect.rawValue
    case .interrupted, .tooLarge, .invalidAnswer: true
    }
  }
}

extension HTTPError: CustomStringConvertible {
  /// What happened, as part of a sentence; no address but the name of a host.
  package var description: String {
    switch self {
    case .invalidAddress(let reason): "the request cannot be sent: \(reason)"
    case .unreachable(let reason): "the server cannot be reached: \(reason)"
    case .interrupted(let reason): "the connection broke before the answer was complete: \(reason)"
    case .timedOut(let limit, let seconds):
      switch HTTPTimeouts.Limit(rawValue: limit) {
      case .connect: "no connection within \(seconds) s"
      case .stall: "nothing came from the server for \(seconds) s"
      case .total, nil: "the answer was not complete after \(seconds) s"
      }
    case .untrusted(let reason): "the server's identity cannot be verified: \(reason)"
    case .tooLarge(let limit): "the answer is larger than \(InputLimit.words(bytes: limit))"
    case .redirected(let target): "the server sends its clients on to \(target)"
    case .invalidAnswer(let reason): "the server's answer is of no use: \(reason)"
    }
  }
}
