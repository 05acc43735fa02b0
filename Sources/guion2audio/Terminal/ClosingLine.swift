import Synchronization

/// The last line of a run that is interrupted: what the run has sent, and what may have to be paid.
final class ClosingLine: Sendable {
  /// The one of this process.
  static let shared = ClosingLine()

  private let line = Mutex<(@Sendable () -> Void)?>(nil)

  /// Sets what is printed if the run is interrupted from now on.
  func set(_ print: @escaping @Sendable () -> Void) { line.withLock { $0 = print } }

  /// Prints nothing any more: the run has said itself what it sent.
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
