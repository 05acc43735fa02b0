import Synchronization

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
    /// Not a usable answer although the status says so: not to be repeated, since it would come again.
    case unusable
  }

  /// How many requests the service takes at present.
  package let limiter: RequestLimiter
  private let client: HTTPClient
  private let spending: SpendingAccount
  private let policy: RetryPolicy
  private let clock: any Clock<Duration>
  private let random: RandomSource

  /// Makes a client with at most `concurrency` requests in flight.
  ///
  /// - Parameters:
  ///   - spending: the account that each sending of a request with a charge is reserved on.
  ///   - clock: waits between attempts.
  ///   - seed: makes the jitter of the waits the same in every run.
  package init(
    client: HTTPClient, concurrency: Int, spending: SpendingAccount = .uncounted,
    policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(), seed: UInt64 = 0
  ) {
    self.client = client
    self.spending = spending
    self.policy = policy
    self.clock = clock
    limiter = RequestLimiter(limit: concurrency)
    random = RandomSource(seed: seed)
  }

  /// The answer to a request: the last one where every attempt gave an error status.
  ///
  /// Throws `HTTPError` where there was no answer, `VoiceProviderError.costLimit` before a sending
  /// that could take the run above its cost limit, and `CancellationError` where the caller is cancelled
  /// before a POST is sent or between two attempts, or at any time of a GET. A request keeps its place
  /// among those in flight while it waits for its next attempt: a service that asks to be left in
  /// peace does not meet the next one instead.
  package func send(
    _ request: HTTPRequest, judge: @Sendable (HTTPResponse) -> Verdict = { _ in .byStatus }
  ) async throws -> HTTPResponse {
    var permit = try await limiter.acquire()
    for attempt in 1... {
      let outcome: Outcome
      do {
        outcome = try await self.attempt(attempt, request, permit: permit, judge: judge)
      } catch {
        limiter.release(permit)
        throw error
      }
      guard outcome.mayRepeat,
        let delay = random.withGenerator({
          policy.delay(after: attempt, asked: outcome.wait, using: &$0)
        })
      else {
        limiter.release(permit)
        return try outcome.result.get()
      }
      permit = try await pause(delay, holding: permit)
    }
    throw CancellationError()
  }

  /// Waits before the next attempt, holding a permit, and gives the one to go on with.
  private func pause(
    _ delay: Duration, holding permit: RequestLimiter.Permit
  ) async throws -> RequestLimiter.Permit {
    do {
      try await clock.sleep(for: delay)
    } catch {
      limiter.release(permit)
      throw error
    }
    return try await limiter.renew(permit)
  }

  /// Sends the request once, and tells the limiter what came of it.
  private func attempt(
    _ number: Int, _ request: HTTPRequest, permit: RequestLimiter.Permit,
    judge: (HTTPResponse) -> Verdict
  ) async throws -> Outcome {
    let response: HTTPResponse
    let reservation = try spending.reserve(request.charge)
    do {
      response = try await sent(request, isRetry: number > 1)
    } catch let error as HTTPError {
      reservation.settle(as: error.mayBeCharged ? .lost : .free)
      return Outcome(result: .failure(error), mayRepeat: policy.repeats(error))
    } catch {
      // Nothing was sent: a request that is sent is waited for.
      reservation.settle(as: .free)
      throw error
    }
    if let most = response.headers["maximum-concurrent-requests"].flatMap(Int.init), most > 0 {
      limiter.setCeiling(most)
    }
    let verdict = judge(response)
    reservation.settle(
      as: !response.isSuccess ? .free : verdict.isUsable ? .charged : .lost)
    if response.status == 429 {
      limiter.refused(permit)
    } else if response.isSuccess, verdict.isUsable {
      limiter.succeeded()
    }
    return outcome(of: response, verdict: verdict, isPaid: request.method == .post)
  }

  /// The answer to one sending.
  ///
  /// What is paid for is not broken off once it is sent: whoever asked may have gone, and the answer is
  /// kept all the same. It ends by its own time limits.
  private func sent(_ request: HTTPRequest, isRetry: Bool) async throws -> HTTPResponse {
    guard request.method == .post else { return try await client.send(request, isRetry: isRetry) }
    try Task.checkCancellation()
    return try await Task { try await client.send(request, isRetry: isRetry) }.value
  }

  private func outcome(of response: HTTPResponse, verdict: Verdict, isPaid: Bool) -> Outcome {
    let wait = RetryAdvice(response).wait
    if !verdict.isUsable && response.isSuccess && isPaid { client.countLost() }
    switch verdict {
    case .final, .unusable: return Outcome(result: .success(response), mayRepeat: false)
    case .byStatus:
      return Outcome(
        result: .success(response), mayRepeat: policy.repeats(response), wait: wait)
    case .invalid(let reason):
      return Outcome(result: .failure(.invalidAnswer(reason)), mayRepeat: true, wait: wait)
    }
  }
}

/// What came of one attempt.
private struct Outcome {
  var result: Result<HTTPResponse, HTTPError>
  var mayRepeat: Bool
  /// How long the service asks to wait.
  var wait: Duration?
}

extension ServiceClient.Verdict {
  /// Whether an answer with a status of success is what was asked for.
  fileprivate var isUsable: Bool {
    switch self {
    case .byStatus, .final: true
    case .invalid, .unusable: false
    }
  }
}

/// The random numbers that the requests of a service share.
private final class RandomSource: Sendable {
  private let generator: Mutex<SplitMix64>

  init(seed: UInt64) { generator = Mutex(SplitMix64(seed: seed)) }

  func withGenerator<Value: Sendable>(
    _ body: (inout SplitMix64) -> sending Value
  ) -> Value { generator.withLock { body(&$0) } }
}
