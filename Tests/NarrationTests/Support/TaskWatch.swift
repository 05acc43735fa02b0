import Narration
import Observation

/// Hears of every message of a task, as a view would.
@MainActor final class TaskWatch {
  private let task: BackgroundTask
  private let heard: @MainActor (BackgroundTask) -> Void
  /// What was shown, in order.
  private(set) var messages: [String] = []

  /// Watches a task; `heard` is called with each message, right before the next replaces it.
  init(_ task: BackgroundTask, heard: @escaping @MainActor (BackgroundTask) -> Void = { _ in }) {
    (self.task, self.heard) = (task, heard)
    look()
  }

  private func look() {
    withObservationTracking {
      _ = task.message
    } onChange: {
      // Called on the actor that makes the change, before it is made.
      MainActor.assumeIsolated {
        self.messages.append(self.task.message)
        self.heard(self.task)
        self.look()
      }
    }
  }
}
