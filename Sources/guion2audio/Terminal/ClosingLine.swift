import Synchronization

/// The last line of an interrupted run.
/// It reports the finished chapters, the requests that were sent, and the requests that may be charged.
final class ClosingLine: Sendable {
  static let shared = ClosingLine()

  private struct State {
    var print: (@Sendable (_ progress: String?) -> Void)?
    var progress: (@Sendable () -> String?)?
  }

  private let state = Mutex(State())

  /// Sets the function that prints the line if the run is interrupted later.
  /// The function's argument is the progress of the build, or nil if there is none.
  func set(_ print: @escaping @Sendable (_ progress: String?) -> Void) {
    state.withLock { $0.print = print }
  }

  func setProgress(_ progress: @escaping @Sendable () -> String?) {
    state.withLock { $0.progress = progress }
  }

  /// Removes both functions, so that no line is printed.
  /// A run calls this function after it has reported its requests itself.
  func clear() { state.withLock { $0 = State() } }

  /// Prints the line if a function is set.
  /// Further calls print nothing.
  func print() {
    let state = state.withLock { state in
      defer { state = State() }
      return state
    }
    state.print?(state.progress?())
  }
}
