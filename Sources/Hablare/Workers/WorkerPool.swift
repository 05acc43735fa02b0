import FoundationEssentials
import Basics

/// Shares one worker among any number of callers, a slot to each in the order in which they came.
///
/// A worker that does not answer in time is killed. What a lost worker was asked is asked of another one, once.
actor WorkerPool {
  private struct Waiter {
    var id: Int
    var continuation: CheckedContinuation<Int, any Error>
  }

  private let limit: WorkerTimeLimit
  private let program: WorkerProgram
  private let workerPath: String?
  private let slotCount: Int
  private var process: WorkerProcess?
  /// The worker that is being started.
  private var starting: Task<WorkerProcess, any Error>?
  private var freeSlots: [Int]
  private var waiters: [Waiter] = []
  private var nextWaiter = 0

  /// Makes a pool; its worker is started when first needed, from `workerPath` or else from where the
  /// program is found.
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

  /// The worker's process id, if one is running; for tests.
  var workerPid: Int32? { process.flatMap { $0.hasEnded ? nil : $0.pid } }

  /// Ends the worker; the next request starts another.
  func shutdown() async {
    let running = if let starting { try? await starting.value } else { process }
    if process === running { process = nil }
    running?.hangUp()
    await running?.waitForEnd()
  }

  // MARK: Workers

  /// Calls `body` with a slot of the worker, and of another worker if the first is lost.
  func withSlot<Result: Sendable>(
    _ body: @Sendable (WorkerSlot) async throws -> Result
  ) async throws -> Result {
    let number = try await takeSlot()
    defer { give(back: number) }
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
    WorkerSlot(number: number, process: try await runningProcess(), limit: limit)
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

  private func takeSlot() async throws -> Int {
    try Task.checkCancellation()
    if let slot = freeSlots.popLast() { return slot }
    let id = nextWaiter
    nextWaiter += 1
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // Cancelled between the check above and here: the handler has found nobody to wake.
        if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
        waiters.append(Waiter(id: id, continuation: continuation))
      }
    } onCancel: {
      Task { await self.forget(waiter: id) }
    }
  }

  private func forget(waiter id: Int) {
    guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
    waiters.remove(at: index).continuation.resume(throwing: CancellationError())
  }

  private func give(back slot: Int) {
    if waiters.isEmpty {
      freeSlots.append(slot)
    } else {
      waiters.removeFirst().continuation.resume(returning: slot)
    }
  }
}
