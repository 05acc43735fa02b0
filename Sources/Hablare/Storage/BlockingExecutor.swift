import Dispatch

/// A serial executor that has its own thread while it has work.
///
/// Work that waits for a disk or for another process's lock must not occupy one of the few threads
/// of Swift's pool. Dispatch's own serial executor is not available on Linux.
final class BlockingExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// Runs blocking work outside Swift's pool.
///
/// Any number of calls can run at a time.
enum BlockingWork {
  private static let queue = DispatchQueue(label: "hablare.blocking", attributes: .concurrent)

  /// Runs `work` and returns its result.
  static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }
}
