import Synchronization

/// The client of one service: limits the requests in flight, and retries requests as its policy
/// allows.
package struct ServiceClient: Sendable {
  /// A provider's judgement of a response.
  package enum Verdict: Sendable {
    /// The status decides: a response with a status below 400 is a result. After the status 408,
    /// 409, 425, 429 or 5xx, the request may be retried.
    case byStatus
    /// The response is a result, whatever its status.
    /// The request is not retried.
    case final
    /// The response is not a result despite its status, for this reason.
    /// The request may be retried.
    case invalid(String)
    /// The response is not a usable result despite its status.
    /// The request is not retried, because the next response would be the same.
    case unusable
  }

  /// Limits the requests in flight to what the service accepts.
  package let limiter: RequestLimiter
  private let client: HTTPClient
  private let spending: SpendingAccount
  private let policy: RetryPolicy
  private let clock: any Clock<Duration>
  private let random: RandomSource

  /// Creates a client with at most `concurrency` requests in flight.
  /// - Parameters:
  ///   - spending: the account that pays for each request with a charge, including retries.
  ///   - clock: the clock for waits between attempts.
  ///   - seed: the seed for the random changes of the waits. The changes are the same in every run.
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

  /// Returns the response to a request.
  /// If the last attempt gets a response with an error status, returns this response.
  /// Throws `HTTPError` if there was no usable response, and `VoiceProviderError.costLimit` before
  /// a request that could exceed the run's cost limit. Throws `CancellationError` if the caller is
  /// cancelled: for a GET at any time, for a POST only before it is sent or between two attempts.
  /// A request that waits for its next attempt keeps its permit. So no other request is sent in its
  /// place to a service that asked for a pause.
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

  /// Waits before the next attempt while holding a permit, and returns the permit for that attempt.
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

  /// Sends the request once, and reports the outcome to the limiter.
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
      // The task was cancelled, but no paid request was interrupted: after a POST is sent, its
      // response is always awaited. So nothing was charged.
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

  /// Sends a request and returns the response.
  /// A paid request (POST) is not cancelled after it is sent, so that its response can be cached.
  /// Only the request's own time limits end it.
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

  /// The random numbers that all requests of a service share.
  private final class RandomSource: Sendable {
    private let generator: Mutex<SplitMix64>

    init(seed: UInt64) { generator = Mutex(SplitMix64(seed: seed)) }

    func withGenerator<Value: Sendable>(
      _ body: (inout SplitMix64) -> sending Value
    ) -> Value { generator.withLock { body(&$0) } }
  }
}

/// The outcome of one attempt.
private struct Outcome {
  var result: Result<HTTPResponse, HTTPError>
  var mayRepeat: Bool
  /// The wait that the service asks for.
  var wait: Duration?
}

extension ServiceClient.Verdict {
  /// Whether a response with a success status is a usable result.
  fileprivate var isUsable: Bool {
    switch self {
    case .byStatus, .final: true
    case .invalid, .unusable: false
    }
  }
}

/// A provider that can check a key before it is stored.
public protocol KeyValidating: VoiceProvider {
  /// Asks the service, with one free request, whether it accepts the key.
  ///
  /// Throws `VoiceProviderError.authenticationFailed` if the service refuses the key, and other
  /// errors if the check is not possible.
  func validate(key: SecureString) async throws
}
