/// Why there is no answer to a request; never holds a secret or a body.
package enum HTTPError: Error, Sendable, Equatable {
  /// The address cannot be used, for the reason given.
  case invalidAddress(String)
  /// The server could not be reached, for the reason given.
  case unreachable(String)
  /// The connection broke before the answer was complete.
  case interrupted(String)
  /// One of the time limits passed: which, in seconds.
  case timedOut(String, seconds: Int)
  /// TLS could not be established or the certificate is not to be trusted.
  case untrusted(String)
  /// The answer is larger than so many bytes.
  case tooLarge(limit: Int)
  /// The service sends the client elsewhere, where keys do not follow.
  case redirected(to: String)
  /// After all attempts the service still answers with something unusable, as the caller explains.
  case invalidAnswer(String)
}
