public import Observation

/// A queue of work in the background: one task at a time, in the order in which they came.
///
/// Each task holds up the tasks behind it until it ends, so a task need not be marked as blocking. Work
/// that is to go on beside the queue belongs into a queue of its own (`BackgroundTaskManager()`) or into a
/// `Task`.
@MainActor @Observable public final class BackgroundTaskManager {
  /// The app's own queue.
  public static let shared = BackgroundTaskManager()

  /// What is waiting, what is running, and what has ended and was not removed, in order of arrival.
  public private(set) var tasks: [BackgroundTask] = []

  @ObservationIgnored private var work: [BackgroundTask.ID: any ScreenplayTask] = [:]
  @ObservationIgnored private var last: Task<Void, any Error>?

  /// Makes a queue of its own.
  public init() {}

  /// Puts a task at the end of the queue; what is given can be awaited, and throws what it throws.
  ///
  /// A failure stops none of the tasks behind it. Cancelling what is given cancels the task.
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

  /// Cancels a task of the queue, whether it waits or runs; one that has ended stays as it is.
  public func cancelTask(_ task: BackgroundTask) { work[task.id]?.cancel() }

  /// Forgets the tasks that have ended.
  public func removeFinished() { tasks.removeAll(where: \.isFinished) }
}
