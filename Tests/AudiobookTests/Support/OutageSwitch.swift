import Synchronization
import TestSupport

/// Lets a server answer so many requests and then none, until it is told that the outage is over.
final class OutageSwitch: Sendable {
  private let left = Mutex<Int?>(nil)

  /// The server goes down after so many more answers.
  func begin(after answers: Int) { left.withLock { $0 = answers } }

  /// The server is up again.
  func end() { left.withLock { $0 = nil } }

  /// The answer of a server that is down; nil while it is up.
  func answer() -> LoopbackAnswer? {
    left.withLock { left in
      guard let answers = left else { return nil }
      left = max(0, answers - 1)
      return answers > 0 ? nil : .status(503)
    }
  }
}
