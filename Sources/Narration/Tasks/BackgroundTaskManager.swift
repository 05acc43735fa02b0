public import Observation

/// A queue of background work: one task at a time, in order of arrival.
///
/// A task starts when the task before it has ended. To run work in parallel, use a second queue
/// (`BackgroundTaskManager()`) or a `Task`.
@MainActor @Observable public final class BackgroundTaskManager {
  /// The app's default queue.
  public static let shared = BackgroundTaskManager()

  /// The tasks in order of arrival: waiting tasks, the running task, and ended tasks that were not removed.
  public private(set) var tasks: [BackgroundTask] = []

  @ObservationIgnored private var work: [BackgroundTask.ID: any ScreenplayTask] = [:]
  @ObservationIgnored private var last: Task<Void, any Error>?

  /// Creates a separate queue.
  public init() {}

  /// Adds work at the end of the queue.
  ///
  /// Returns a `Task` that ends when the work ends, and throws the error of the work.
  ///
  /// If the work fails, the next tasks of the queue still run. Cancelling the returned `Task` cancels the work.
  @discardableResult
  public func enqueue(_ task: any ScreenplayTask) -> Task<Void, any Error> {
    let shown = task.backgroundTask
    tasks.append(shown)
    work[shown.id] = task
    let previous = last
    let running = Task {
      _ = await previous?.result
      defer { work[shown.id] = nil }
      try await task.execute()
    }
    last = running
    return running
  }

  /// Cancels a waiting or running task of the queue.
  ///
  /// Has no effect on a task that has ended.
  public func cancelTask(_ task: BackgroundTask) { work[task.id]?.cancel() }

  /// Removes the tasks that have ended.
  public func removeFinished() { tasks.removeAll(where: \.isFinished) }
}
