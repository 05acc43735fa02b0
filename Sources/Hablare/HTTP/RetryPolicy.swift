/// How often and how fast a failed request is repeated.
package struct RetryPolicy: Sendable, Equatable {
  /// How often a request is sent at most.
  package var attempts = 3
  /// Seconds before the second attempt, the third and so on; the last one counts on.
  package var delays = [1, 2, 4]
  /// How far a delay may be off either way, as a share of it, lest many clients come back at once.
  package var jitter = 0.25
  /// Seconds that a service may ask to wait; beyond that its answer counts.
  package var longestWait = 120

  /// Makes a policy: three attempts, 1, 2, 4 s apart (api.md, Retry).
  package init(attempts: Int = 3) { self.attempts = attempts }

  /// Whether an answer may be followed by another attempt: the service's own word
  /// (`x-should-retry`), else the statuses that pass by themselves.
  package func repeats(_ response: HTTPResponse) -> Bool {
    guard response.status >= 400 else { return false }
    return RetryAdvice(response).shouldRetry ?? Self.isPassing(status: response.status)
  }

  /// Whether an error may be followed by another attempt.
  ///
  /// A host whose name is not found counts as unreachable, since libcurl does not tell a wrong name
  /// from a network that is away. The total limit is not tried again: all of it has passed already.
  package func repeats(_ error: HTTPError) -> Bool {
    switch error {
    case .unreachable, .interrupted: true
    case .timedOut(let limit, _): limit != HTTPTimeouts.Limit.total.rawValue
    case .invalidAddress, .untrusted, .tooLarge, .redirected, .invalidAnswer: false
    }
  }

  /// How long to wait after an attempt, counted from 1, that may be repeated; nil if it was the last
  /// or the service asks for more than `longestWait`.
  package func delay(
    after attempt: Int, asked: Duration? = nil, using generator: inout some RandomNumberGenerator
  ) -> Duration? {
    // One number for each attempt, whether it is used or not: what comes later does not depend on it.
    let offset = Double.random(in: -1...1, using: &generator) * jitter
    guard attempt < attempts else { return nil }
    let seconds = delays.isEmpty ? 0 : delays[min(attempt, delays.count) - 1]
    let delay = Duration.seconds(Double(seconds) * (1 + offset))
    guard let asked else { return delay }
    return asked > .seconds(longestWait) ? nil : max(asked, delay)
  }

  /// Statuses that may be gone a moment later: 408, 409, 425, 429 and every failure of the server.
  static func isPassing(status: Int) -> Bool {
    [408, 409, 425, 429].contains(status) || (500..<600).contains(status)
  }
}
