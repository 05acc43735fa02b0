import Glibc

/// The number and the delays of retries.
package struct RetryPolicy: Sendable, Equatable {
  /// The maximum number of times that a request is sent.
  package var attempts = 3
  /// The seconds before the second attempt, the third and so on.
  /// The last value is used for all further attempts.
  var delays = [1, 2, 4]
  /// The maximum random change of a delay in either direction, as a fraction of the delay.
  /// Because of the change, clients do not all retry at the same moment.
  var jitter = 0.25
  /// The longest wait that a service may ask for, in seconds.
  /// If the service asks for more, the request is not retried.
  var longestWait = 120

  /// Creates a policy: by default three attempts, with waits of 1 s and 2 s between them.
  package init(attempts: Int = 3) { self.attempts = attempts }

  /// Returns whether to retry after a response.
  /// After a status of 400 or more, the service's own header (`x-should-retry`) decides. If the
  /// response has no such header, the status decides.
  package func repeats(_ response: HTTPResponse) -> Bool {
    guard response.status >= 400 else { return false }
    return RetryAdvice(response).shouldRetry ?? Self.isPassing(status: response.status)
  }

  /// Returns whether to retry after an error.
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

/// What a service's response says about another attempt.
struct RetryAdvice: Sendable, Equatable {
  /// The value of `x-should-retry`, which OpenAI's clients obey before anything else.
  var shouldRetry: Bool?
  /// The time to wait: `retry-after-ms`, or else `Retry-After` (RFC 9110, section 10.2.3).
  var wait: Duration?

  /// Reads the headers of a response.
  /// A date in `Retry-After` is compared with the response's own date, so that a wrong local clock
  /// does not matter. If the response has no date of its own, `now` is used instead, in seconds
  /// since 1970.
  init(_ response: HTTPResponse, now: @autoclosure () -> Int = time(nil)) {
    switch response.headers["x-should-retry"]?.lowercased() {
    case "true": shouldRetry = true
    case "false": shouldRetry = false
    default: shouldRetry = nil
    }
    if let milliseconds = Self.number(response.headers["retry-after-ms"]) {
      wait = .seconds(min(milliseconds / 1000, Self.longest))
    } else if let text = response.headers["retry-after"] {
      if let seconds = Self.number(text) {
        wait = .seconds(min(seconds, Self.longest))
      } else if let date = Self.date(text) {
        let present = response.headers["date"].flatMap(Self.date) ?? now()
        wait = .seconds(min(Double(max(date - present, 0)), Self.longest))
      }
    }
  }

  /// The maximum wait, in seconds: a day.
  /// A longer wait is shortened to a day.
  private static let longest = 86_400.0

  /// Returns the number in a text, or nil if the text is not a number of 0 or more.
  private static func number(_ text: String?) -> Double? {
    guard let text, let number = Double(text), number.isFinite, number >= 0 else {
      return nil
    }
    return number
  }

  private static func date(_ text: String) -> Int? {
    // A date contains digits and the name of a month. So "-3" and "inf" are not dates.
    guard text.contains(where: \.isNumber), text.contains(where: \.isLetter) else { return nil }
    return CurlLibrary.date(text)
  }
}

/// Random numbers that are the same in every run (SplitMix64, Steele, Lea & Flood 2014).
struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the sequence of a seed.
  init(seed: UInt64) { state = seed }

  /// Returns the next number of the sequence.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
