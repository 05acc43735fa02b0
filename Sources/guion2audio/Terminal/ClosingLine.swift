import Synchronization

/// The last line of an interrupted run: the requests that were sent, and those that may be charged.
final class ClosingLine: Sendable {
  /// The closing line of this process.
  static let shared = ClosingLine()

  private let line = Mutex<(@Sendable () -> Void)?>(nil)

  /// Sets the function that prints the line if the run is interrupted from now on.
  func set(_ print: @escaping @Sendable () -> Void) { line.withLock { $0 = print } }

  /// Removes the line, because the run has reported its requests itself.
  func clear() { line.withLock { $0 = nil } }

  /// Prints the line once.
  func print() {
    let print = line.withLock { line in
      defer { line = nil }
      return line
    }
    print?()
  }
}
