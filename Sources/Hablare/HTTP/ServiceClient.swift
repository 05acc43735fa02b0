import Synchronization

/// The client of one service: limits the requests in flight, and retries requests as its policy
/// allows.
struct ServiceClient: Sendable {
  /// A provider's judgement of a response.
  enum Verdict: Sendable {
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
  let limiter: RequestLimiter
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
  init(
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
  func send(
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

/// Limits the requests in flight to one service, and adapts the limit to what the service accepts.
/// Additive increase, multiplicative decrease (Chiu & Jain 1989): a refusal halves the limit. When
/// the number of successes has reached the limit, the limit grows by one, up to a maximum.
package final class RequestLimiter: Sendable {
  /// The permission to have one request in flight.
  package struct Permit: Sendable, Equatable {
    /// The number of halvings of the limit before the request was admitted.
    fileprivate var halvings: Int
  }

  private struct Waiter {
    var id: UInt64
    var continuation: CheckedContinuation<Permit, any Error>
  }

  private struct State {
    var limit: Int
    var ceiling: Int
    var inFlight = 0
    var halvings = 0
    var successes = 0
    var nextID: UInt64 = 0
    var waiters: [Waiter] = []

    /// Returns a permit, or nil if the limit does not allow another request.
    mutating func take() -> Permit? {
      guard inFlight < limit else { return nil }
      inFlight += 1
      return Permit(halvings: halvings)
    }

    /// Admits waiters while the limit allows it.
    /// The caller must resume the waiters outside the lock.
    mutating func admit() -> [(Waiter, Permit)] {
      var admitted: [(Waiter, Permit)] = []
      while !waiters.isEmpty, let permit = take() {
        admitted.append((waiters.removeFirst(), permit))
      }
      return admitted
    }
  }

  private let configured: Int
  private let state: Mutex<State>

  /// Creates a limiter with this limit, at least 1.
  package init(limit: Int) {
    configured = max(limit, 1)
    state = Mutex(State(limit: configured, ceiling: configured))
  }

  /// The current maximum number of requests in flight.
  package var limit: Int { state.withLock(\.limit) }

  /// The number of requests that wait for a permit.
  package var waiting: Int { state.withLock(\.waiters.count) }

  /// Waits for a permit and returns it.
  /// Callers get permits in the order of their calls. A call with `isFirst` goes before all waiting
  /// calls.
  /// Throws `CancellationError`. Each permit must be released.
  func acquire(isFirst: Bool = false) async throws -> Permit {
    try Task.checkCancellation()
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let permit = state.withLock { state -> Permit? in
          if isFirst || state.waiters.isEmpty, let permit = state.take() { return permit }
          let waiter = Waiter(id: id, continuation: continuation)
          state.waiters.insert(waiter, at: isFirst ? 0 : state.waiters.count)
          return nil
        }
        if let permit { return continuation.resume(returning: permit) }
        // If the task was cancelled before its waiter was queued, the cancellation handler found no
        // waiter.
        if Task.isCancelled { forget(id) }
      }
    } onCancel: {
      forget(id)
    }
  }

  package func release(_ permit: Permit) { change { $0.inFlight -= 1 } }

  /// Records that a request was answered successfully.
  func succeeded() {
    change { state in
      state.successes += 1
      guard state.successes >= state.limit else { return }
      state.successes = 0
      state.limit = min(state.limit + 1, state.ceiling)
    }
  }

  /// Records that the service refused a permit's request because there were too many requests.
  /// Requests that were in flight at the same time are refused together. Only the first of these
  /// refusals halves the limit.
  package func refused(_ permit: Permit) {
    change { state in
      state.successes = 0
      guard permit.halvings == state.halvings else { return }
      state.halvings += 1
      state.limit = max(state.limit / 2, 1)
    }
  }

  /// Sets the maximum for the limit, as stated by the service.
  /// The maximum never exceeds the configured limit.
  func setCeiling(_ ceiling: Int) {
    change { state in
      state.ceiling = min(max(ceiling, 1), configured)
      state.limit = min(state.limit, state.ceiling)
    }
  }

  /// Returns a permit for another attempt of the request.
  /// If more permits are in use than the limit allows, gives this permit back and waits for a new one.
  func renew(_ permit: Permit) async throws -> Permit {
    let kept = state.withLock { state -> Permit? in
      guard state.inFlight > state.limit else { return Permit(halvings: state.halvings) }
      state.inFlight -= 1
      return nil
    }
    if let kept { return kept }
    return try await acquire(isFirst: true)
  }

  private func change(_ change: (inout State) -> Void) {
    let admitted = state.withLock { state in
      change(&state)
      return state.admit()
    }
    for (waiter, permit) in admitted { waiter.continuation.resume(returning: permit) }
  }

  private func forget(_ id: UInt64) {
    let waiter = state.withLock { state in
      state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
    }
    waiter?.continuation.resume(throwing: CancellationError())
  }
}
