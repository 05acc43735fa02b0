import Dispatch

/// A serial executor with a thread of its own while there is work: what blocks on a disk or on
/// another process's lock must not hold one of the few threads of Swift's pool.
///
/// Dispatch's own serial executor is not there on Linux.
final class BlockingExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// Work that blocks, off Swift's pool, any number at a time.
enum BlockingWork {
  private static let queue = DispatchQueue(label: "hablare.blocking", attributes: .concurrent)

  /// What `work` gives.
  static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }
}
