/// A service as a provider calls it: requests within its limit, repeated as its policy says.
package struct ServiceClient: Sendable {
  /// What a provider makes of an answer.
  package enum Verdict: Sendable {
    /// The status decides: below 400 is an answer; 408, 409, 425, 429 and 5xx may be tried again.
    case byStatus
    /// An answer, whatever the status: not to be repeated.
    case final
    /// Not an answer although the status says so, for the reason given; may be tried again.
    case invalid(String)
  }

  /// Makes a client with at most `concurrency` requests in flight.
  package init(
    client: HTTPClient, concurrency: Int, policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(), seed: UInt64 = 0
  ) {}

  /// The answer to a request: the last one where every attempt gave an error status.
  ///
  /// Throws `HTTPError` where there was no answer, and `CancellationError`.
  package func send(
    _ request: HTTPRequest, judge: @Sendable (HTTPResponse) -> Verdict = { _ in .byStatus }
  ) async throws -> HTTPResponse {
    fatalError("to be written")
  }
}

/// How often and how fast a failed request is repeated.
package struct RetryPolicy: Sendable, Equatable {
  /// How often a request is sent at most.
  package var attempts = 3
  package init(attempts: Int = 3) { self.attempts = attempts }
}
