import CChild
import Dispatch

/// Threads for loops that block in system calls.
/// Such loops must not occupy the few threads of Swift's pool.
enum LoopThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread.
  /// The thread gets no signals, because other threads of the program handle them. With SIGPIPE
  /// blocked, a write to a pipe whose other end is closed returns an error.
  static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let context = Unmanaged.passRetained(Work(body))
    let error = g2a_thread_without_signals(
      { context in
        guard let context else { return nil }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, context.toOpaque())
    guard error != 0 else { return }
    context.release()
    throw SystemError(error)
  }
}

/// Runs blocking work outside Swift's pool.
/// Any number of calls can run at a time.
package enum BlockingWork {
  private static let queue = DispatchQueue(label: "hablare.blocking", attributes: .concurrent)

  /// Runs `work` and returns its result.
  package static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async
    -> Result
  {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }
}
