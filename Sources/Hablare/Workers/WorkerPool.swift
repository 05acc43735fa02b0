import FoundationEssentials
import Basics

/// Shares one worker among any number of callers.
///
/// Each caller gets a slot. `WorkerQueue` decides the order of the callers.
///
/// A worker that does not answer in time is killed. If a worker is lost, each of its requests is
/// sent to another worker, but only once.
actor WorkerPool {
  private let limit: WorkerTimeLimit
  private let program: WorkerProgram
  private let workerPath: String?
  private let slotCount: Int
  private var process: WorkerProcess?
  /// The task that starts a worker, if a worker is starting.
  private var starting: Task<WorkerProcess, any Error>?
  private var freeSlots: [Int]
  private var queue = WorkerQueue()

  /// Creates a pool.
  ///
  /// The worker starts with the first request. Its file is `workerPath`. If `workerPath` is nil,
  /// `WorkerProgram.find` finds the file.
  init(
    _ program: WorkerProgram, workerPath: String?, slots: Int,
    limit: WorkerTimeLimit = WorkerTimeLimit()
  ) {
    self.program = program
    self.workerPath = workerPath
    self.limit = limit
    slotCount = min(max(slots, 1), WorkerProtocol.maximumSlots)
    freeSlots = Array((0..<slotCount).reversed())
  }

  deinit { process?.hangUp() }

  /// The worker's process id, if a worker is running.
  ///
  /// For tests.
  var workerPid: Int32? { process.flatMap { $0.hasEnded ? nil : $0.pid } }

  /// Ends the worker.
  ///
  /// The next request starts a new worker.
  func shutdown() async {
    let running = if let starting { try? await starting.value } else { process }
    if process === running { process = nil }
    running?.hangUp()
    await running?.waitForEnd()
  }

  // MARK: Workers

  /// Calls `body` with a slot of the worker.
  ///
  /// If the worker is lost, calls `body` again with a slot of another worker.
  ///
  /// If possible, a released slot goes to a caller of the same group, such as a line of the same
  /// voice.
  func withSlot<Result: Sendable>(
    of group: String = "", _ body: @Sendable (WorkerSlot) async throws -> Result
  ) async throws -> Result {
    let number = try await takeSlot(group)
    queue.begin(group)
    defer { give(back: number, after: group) }
    do {
      return try await body(try await slot(number))
    } catch is WorkerLoss {
      try Task.checkCancellation()
    }
    do {
      return try await body(try await slot(number))
    } catch let loss as WorkerLoss {
      throw loss.error
    }
  }

  private func slot(_ number: Int) async throws -> WorkerSlot {
    let wait = queue.isShared ? limit.sharing : 0
    return WorkerSlot(
      number: number, process: try await runningProcess(), limit: limit, wait: wait)
  }

  private func runningProcess() async throws -> WorkerProcess {
    if let process, !process.hasEnded { return process }
    if let starting { return try await starting.value }
    let path = try workerPath ?? program.find()
    let task = Task { [program, slotCount, limit] in
      try await WorkerProcess.start(program, path: path, slotCount: slotCount, limit: limit)
    }
    starting = task
    defer { starting = nil }
    let started = try await task.value
    process = started
    return started
  }

  // MARK: Slots

  private func takeSlot(_ group: String) async throws -> Int {
    try Task.checkCancellation()
    if let slot = freeSlots.popLast() { return slot }
    let id = queue.newID()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // If the task was cancelled before this point, the cancellation handler found no waiter to
        // resume.
        if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
        queue.add(WorkerQueue.Waiter(id: id, group: group, continuation: continuation))
      }
    } onCancel: {
      Task { await self.forget(waiter: id) }
    }
  }

  private func forget(waiter id: Int) {
    queue.remove(id)?.continuation.resume(throwing: CancellationError())
  }

  private func give(back slot: Int, after group: String) {
    queue.end(group)
    if let waiter = queue.next(after: group) {
      waiter.continuation.resume(returning: slot)
    } else {
      freeSlots.append(slot)
    }
  }
}
