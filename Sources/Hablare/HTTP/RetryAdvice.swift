import Glibc

/// What a service's response says about another attempt.
struct RetryAdvice: Sendable, Equatable {
  /// The value of `x-should-retry`, which OpenAI's clients obey before anything else.
  var shouldRetry: Bool?
  /// The time to wait: `retry-after-ms`, or else `Retry-After` (RFC 9110, section 10.2.3).
  var wait: Duration?

  /// Reads the headers of a response.
  ///
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
  ///
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
