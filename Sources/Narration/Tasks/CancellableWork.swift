import Synchronization

/// Work that other tasks can cancel, even before it begins.
final class CancellableWork: Sendable {
  private struct State {
    var isCancelled = false
    var task: Task<Void, any Error>?
  }

  private let state = Mutex(State())

  /// Does the work in a separate task.
  ///
  /// If the surrounding task is cancelled, the work is cancelled too.
  func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let task = Task {
      if state.withLock(\.isCancelled) { withUnsafeCurrentTask { $0?.cancel() } }
      try await work()
    }
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Cancels the work.
  ///
  /// If the work has not begun, it is cancelled as soon as it begins.
  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}
