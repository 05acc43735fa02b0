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
