import HablareStore
import Observation

/// Records every message of a task, like a view.
@MainActor final class TaskWatch {
  private let task: BackgroundTask
  private let heard: @MainActor (BackgroundTask) -> Void
  /// The messages that were shown, in order.
  private(set) var messages: [String] = []

  /// Watches a task.
  ///
  /// `heard` is called with each message, just before the next one replaces it.
  init(_ task: BackgroundTask, heard: @escaping @MainActor (BackgroundTask) -> Void = { _ in }) {
    (self.task, self.heard) = (task, heard)
    look()
  }

  private func look() {
    withObservationTracking {
      _ = task.message
    } onChange: {
      // The closure is called on the actor that changes the message, before the change.
      MainActor.assumeIsolated {
        self.messages.append(self.task.message)
        self.heard(self.task)
        self.look()
      }
    }
  }
}
