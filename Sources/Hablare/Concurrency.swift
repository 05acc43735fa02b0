import CChild
import Dispatch
import Synchronization

/// Lets a fixed number of tasks run at the same time.
/// Other tasks wait in order of arrival.
final class TurnQueue: Sendable {
  private struct State {
    var free: Int
    var nextId = 0
    var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  }

  private let state: Mutex<State>

  /// Creates a queue that lets `count` tasks run at the same time, at least one.
  init(count: Int) { state = Mutex(State(free: max(count, 1))) }

  /// Runs `body` when it is this task's turn.
  /// Throws `CancellationError` if the task is cancelled while it waits.
  func perform<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await take()
    defer { giveBack() }
    return try await body()
  }

  private func take() async throws {
    try Task.checkCancellation()
    let id = state.withLock { state in
      state.nextId += 1
      return state.nextId
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Result<Void, any Error>? = state.withLock { state in
          // If the task was cancelled before it waited, the handler below found no waiter.
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.free > 0 {
            state.free -= 1
            return .success(())
          }
          state.waiting.append((id, continuation))
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
      }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }

  private func giveBack() {
    let next = state.withLock { state in
      if state.waiting.isEmpty {
        state.free += 1
        return nil as CheckedContinuation<Void, any Error>?
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume()
  }
}

/// Threads for loops that block in system calls.
/// Such loops must not occupy the few threads of Swift's pool.
enum LoopThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread.
  /// The thread gets no signals, because other threads of the program handle them. With SIGPIPE
  /// blocked, a write to a pipe whose other end is closed returns an error.
  static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let context = Unmanaged.passRetained(Work(body))
    let error = g2a_thread_without_signals(
      { context in
        guard let context else { return nil }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, context.toOpaque())
    guard error != 0 else { return }
    context.release()
    throw SystemError(error)
  }
}

/// Runs blocking work outside Swift's pool.
/// Any number of calls can run at a time.
package enum BlockingWork {
  private static let queue = DispatchQueue(label: "hablare.blocking", attributes: .concurrent)

  /// Runs `work` and returns its result.
  package static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async
    -> Result
  {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }
}

/// Computes a value once for all callers that ask for it at the same time.
actor SingleFlight<Key: Hashable & Sendable, Value: Sendable> {
  private var flights: [Key: Flight<Value>] = [:]

  /// Returns the value of a key: from the running computation, or else from `make`.
  /// A cancelled caller leaves at once. The computation is cancelled only when all its callers have
  /// left.
  func value(
    for key: Key, make: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    if let flight = flights[key], let seat = flight.join() {
      return try await flight.value(seat: seat)
    }
    let flight = Flight<Value>()
    guard let seat = flight.join() else { throw CancellationError() }
    flights[key] = flight
    flight.start(make) { await self.forget(flight, of: key) }
    return try await flight.value(seat: seat)
  }

  /// Returns the number of callers that wait for a value.
  /// For tests.
  func callers(of key: Key) -> Int { flights[key]?.callers ?? 0 }

  /// Waits until no computation is running, including computations without callers.
  func settle() async {
    while let flight = flights.values.first {
      await flight.settle()
      flights = flights.filter { $0.value !== flight }
    }
  }

  private func forget(_ flight: Flight<Value>, of key: Key) {
    if flights[key] === flight { flights[key] = nil }
  }
}

/// One computation of a value, shared by all callers that wait for it.
private final class Flight<Value: Sendable>: Sendable {
  private typealias Outcome = Result<Value, any Error>
  private typealias Waiter = CheckedContinuation<Value, any Error>

  private struct State {
    var task: Task<Void, Never>?
    var outcome: Outcome?
    /// The seats (numbers) of the callers that want the value, including callers that do not wait
    /// yet.
    var seats: Set<Int> = []
    var waiters: [Int: Waiter] = [:]
    var nextSeat = 0
    var isAbandoned = false
  }

  private let state = Mutex(State())

  /// Starts the computation.
  /// `atEnd` runs before any caller gets the outcome.
  func start(
    _ make: @escaping @Sendable () async throws -> Value,
    atEnd: @escaping @Sendable () async -> Void
  ) {
    let task = Task {
      let outcome: Outcome
      do {
        outcome = .success(try await make())
      } catch {
        outcome = .failure(error)
      }
      await atEnd()
      finish(outcome)
    }
    state.withLock { $0.task = task }
  }

  /// Adds a caller and returns the caller's seat, a number for `value(seat:)`.
  /// Nil if all callers have left. The computation is then being cancelled.
  func join() -> Int? {
    state.withLock { state in
      if state.isAbandoned { return nil }
      state.nextSeat += 1
      state.seats.insert(state.nextSeat)
      return state.nextSeat
    }
  }

  /// Returns the value.
  /// A cancelled caller gets `CancellationError` at once.
  /// When the last caller has been cancelled, the computation is cancelled too.
  func value(seat: Int) async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.withLock { state -> Outcome? in
          // If the seat is gone, the task was cancelled before it waited, and the handler gave up
          // the seat.
          if !state.seats.contains(seat) { return .failure(CancellationError()) }
          if state.outcome == nil { state.waiters[seat] = continuation }
          return state.outcome
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      leave(seat)
    }
  }

  /// The number of callers that still wait for the value.
  var callers: Int { state.withLock { $0.outcome == nil ? $0.seats.count : 0 } }

  /// Waits until the computation has ended, with any outcome.
  func settle() async { await state.withLock(\.task)?.value }

  private func leave(_ seat: Int) {
    let (waiter, abandoned) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
      guard state.outcome == nil, state.seats.remove(seat) != nil else { return (nil, nil) }
      state.isAbandoned = state.seats.isEmpty
      return (state.waiters.removeValue(forKey: seat), state.isAbandoned ? state.task : nil)
    }
    abandoned?.cancel()
    waiter?.resume(throwing: CancellationError())
  }

  private func finish(_ outcome: Outcome) {
    let waiters = state.withLock { state in
      state.outcome = outcome
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.resume(with: outcome) }
  }
}

/// Fetches a value on first use, once for all callers, and caches it.
/// After a failed fetch, the next caller starts a new fetch. A fetch is cancelled when no caller
/// waits for it any more.
actor FetchOnce<Value: Sendable> {
  private let fetch: @Sendable () async throws -> Value
  private let flights = SingleFlight<Int, Value>()
  /// The cached value, once it has been fetched.
  private(set) var cached: Value?

  init(_ fetch: @escaping @Sendable () async throws -> Value) { self.fetch = fetch }

  /// Returns the fetched value, or the value that was set.
  func value() async throws -> Value {
    try Task.checkCancellation()
    if let cached { return cached }
    return try await flights.value(for: 0) { try await self.fetched() }
  }

  /// Fetches the value, and caches the value before the shared fetch (`Flight`) ends.
  /// Therefore a later caller finds either the running fetch or the cached value.
  private func fetched() async throws -> Value {
    if let cached { return cached }
    let value = try await fetch()
    cached = cached ?? value
    return value
  }

  /// Sets the value instead of fetching it.
  func set(_ value: Value) { cached = value }
}
