import Synchronization
import TestSupport

/// Lets a server answer a number of requests and then fail until the outage ends.
final class OutageSwitch: Sendable {
  private let left = Mutex<Int?>(nil)

  /// Lets the server go down after this many more answers.
  func begin(after answers: Int) { left.withLock { $0 = answers } }

  /// Ends the outage.
  func end() { left.withLock { $0 = nil } }

  /// Returns the answer of a server that is down, or nil while the server is up.
  func answer() -> LoopbackAnswer? {
    left.withLock { left in
      guard let answers = left else { return nil }
      left = max(0, answers - 1)
      return answers > 0 ? nil : .status(503)
    }
  }
}
