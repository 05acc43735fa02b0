import Glibc

/// What a service's answer says about another attempt.
struct RetryAdvice: Sendable, Equatable {
  /// `x-should-retry`, which the OpenAI clients obey before anything else.
  var shouldRetry: Bool?
  /// How long to wait: `retry-after-ms`, else `Retry-After` (RFC 9110, section 10.2.3).
  var wait: Duration?

  /// Reads the headers of an answer.
  ///
  /// A date is taken relative to the answer's own, so that a wrong clock here does no harm; `now` is
  /// for answers without one, in seconds since 1970.
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

  /// Longer waits count as a day, in seconds.
  private static let longest = 86_400.0

  /// A number of no less than 0.
  private static func number(_ text: String?) -> Double? {
    guard let text, let number = Double(text), number.isFinite, number >= 0 else {
      return nil
    }
    return number
  }

  private static func date(_ text: String) -> Int? {
    // A date names its month; "-3" and "inf" are none.
    guard text.contains(where: \.isNumber), text.contains(where: \.isLetter) else { return nil }
    return CurlLibrary.date(text)
  }
}
