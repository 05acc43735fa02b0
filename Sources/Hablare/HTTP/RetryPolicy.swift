/// The number and the delays of retries.
package struct RetryPolicy: Sendable, Equatable {
  /// The maximum number of times that a request is sent.
  package var attempts = 3
  /// The seconds before the second attempt, the third and so on.
  ///
  /// The last value is used for all further attempts.
  package var delays = [1, 2, 4]
  /// The maximum random change of a delay in either direction, as a fraction of the delay.
  ///
  /// Because of the change, clients do not all retry at the same moment.
  package var jitter = 0.25
  /// The longest wait that a service may ask for, in seconds.
  ///
  /// If the service asks for more, the request is not retried.
  package var longestWait = 120

  /// Creates a policy: by default three attempts, with waits of 1 s and 2 s between them.
  package init(attempts: Int = 3) { self.attempts = attempts }

  /// Returns whether to retry after a response.
  ///
  /// After a status of 400 or more, the service's own header (`x-should-retry`) decides. If the
  /// response has no such header, the status decides.
  package func repeats(_ response: HTTPResponse) -> Bool {
    guard response.status >= 400 else { return false }
    return RetryAdvice(response).shouldRetry ?? Self.isPassing(status: response.status)
  }

  /// Returns whether to retry after an error.
  ///
  /// If a host name is not found, the server is treated as unreachable, because libcurl does not
  /// distinguish a wrong name from a missing network. A request that exceeded its total limit is
  /// not retried, because all of its time has passed.
  package func repeats(_ error: HTTPError) -> Bool {
    switch error {
    case .unreachable, .interrupted: true
    case .timedOut(let limit, _): limit != HTTPTimeouts.Limit.total.rawValue
    case .invalidAddress, .untrusted, .tooLarge, .redirected, .invalidAnswer: false
    }
  }

  /// Returns the delay after an attempt, counted from 1.
  ///
  /// Returns nil if this was the last attempt or the service asks for more than `longestWait`.
  package func delay(
    after attempt: Int, asked: Duration? = nil, using generator: inout some RandomNumberGenerator
  ) -> Duration? {
    // A random number is drawn even if it is not used, so that each attempt gets the same number in
    // every run.
    let offset = Double.random(in: -1...1, using: &generator) * jitter
    guard attempt < attempts else { return nil }
    let seconds = delays.isEmpty ? 0 : delays[min(attempt, delays.count) - 1]
    let delay = Duration.seconds(Double(seconds) * (1 + offset))
    guard let asked else { return delay }
    return asked > .seconds(longestWait) ? nil : max(asked, delay)
  }

  /// Returns whether a status may be temporary: 408, 409, 425, 429 and every server error.
  static func isPassing(status: Int) -> Bool {
    [408, 409, 425, 429].contains(status) || (500..<600).contains(status)
  }
}
