import Testing
import TestSupport

@testable import Hablare

/// Tests of when a request is retried, and after how long.
struct RetryPolicyTests {
  @Test(arguments: [
    (200, false), (204, false), (400, false), (401, false), (402, false), (403, false),
    (404, false), (408, true), (409, true), (413, false), (422, false), (425, true), (429, true),
    (500, true), (502, true), (503, true), (504, true), (529, true),
  ])
  func `temporary statuses are retried`(status: Int, isRepeated: Bool) {
    #expect(RetryPolicy().repeats(HTTPResponse(status: status)) == isRepeated)
  }

  @Test(arguments: [
    (400, "true", true), (429, "false", false), (500, "false", false), (200, "true", false),
    (500, "maybe", true),
  ])
  func `the service's own header has priority over the status`(
    status: Int, word: String, isRepeated: Bool
  ) {
    let response = HTTPResponse(status: status, headers: ["x-should-retry": word])
    #expect(RetryPolicy().repeats(response) == isRepeated)
  }

  @Test(arguments: [
    (HTTPError.unreachable(""), true), (.interrupted(""), true),
    (.timedOut("connect", seconds: 1), true), (.timedOut("stall", seconds: 1), true),
    (.timedOut("total", seconds: 1), false), (.untrusted(""), false), (.tooLarge(limit: 1), false),
    (.redirected(to: ""), false), (.invalidAddress(""), false), (.invalidAnswer(""), false),
  ])
  func `temporary errors are retried`(error: HTTPError, isRepeated: Bool) {
    #expect(RetryPolicy().repeats(error) == isRepeated)
  }

  @Test func `delays grow, with a jitter from a seed`() throws {
    var policy = RetryPolicy(attempts: 5)
    var one = SplitMix64(seed: 7)
    var two = SplitMix64(seed: 7)
    var other = SplitMix64(seed: 8)
    let delays = (1...5).map { policy.delay(after: $0, using: &one) }
    #expect(delays == (1...5).map { policy.delay(after: $0, using: &two) })
    #expect(delays != (1...5).map { policy.delay(after: $0, using: &other) })
    for (delay, seconds) in zip(delays, [1.0, 2, 4, 4]) {
      let delay = try #require(delay)
      #expect(delay >= .seconds(seconds * 0.75) && delay <= .seconds(seconds * 1.25))
    }
    #expect(delays[4] == nil)
    policy.jitter = 0
    #expect(policy.delay(after: 3, using: &one) == .seconds(4))
  }

  @Test(arguments: [
    (Duration.zero, Optional(Duration.seconds(1))), (.milliseconds(999), .seconds(1)),
    (.seconds(30), .seconds(30)), (.seconds(120), .seconds(120)), (.milliseconds(120_001), nil),
  ])
  func `a longer delay that the service requests has priority, up to two minutes`(
    asked: Duration, delay: Duration?
  ) {
    var policy = RetryPolicy()
    policy.jitter = 0
    var generator = SplitMix64(seed: 0)
    #expect(policy.delay(after: 1, asked: asked, using: &generator) == delay)
  }

  private static let date = "Wed, 21 Oct 2015 07:28:00 GMT"  // 1445412480

  @Test(arguments: [
    (["retry-after": "17"], Optional(Duration.seconds(17))),
    (["retry-after": " 1.5 "], nil),
    (["retry-after": "1.5"], .seconds(1.5)),
    (["retry-after": "-1"], nil),
    (["retry-after": "soon"], nil),
    (["retry-after-ms": "250", "retry-after": "17"], .milliseconds(250)),
    (["retry-after-ms": "x", "retry-after": "17"], .seconds(17)),
    (["retry-after": date], .seconds(20)),
    (["retry-after": date, "date": "Wed, 21 Oct 2015 07:27:15 GMT"], .seconds(45)),
    (["retry-after": "Wednesday, 21-Oct-15 07:28:00 GMT"], .seconds(20)),
    (["retry-after": "Wed Oct 21 07:28:00 2015"], .seconds(20)),
    (["retry-after": "Wed, 21 Oct 2015 07:00:00 GMT"], .zero),
    ([:], nil),
  ])
  func `all forms of Retry-After are parsed`(headers: [String: String], wait: Duration?) {
    let response = HTTPResponse(status: 429, headers: headers)
    #expect(RetryAdvice(response, now: 1_445_412_460).wait == wait)
  }
}
