import Foundation

/// A gate that holds the threads of a loopback server until it is opened.
///
/// Requests stay in flight for as long as a test wants.
package final class LoopbackGate: Sendable {
  private let condition = NSCondition()
  private nonisolated(unsafe) var isOpen = false  // protected by the condition's lock

  package init() {}

  /// Blocks the thread until the gate is open.
  package func pass() {
    condition.withLock {
      while !isOpen { condition.wait() }
    }
  }

  /// Lets all threads pass, now and later.
  package func open() {
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }
}
