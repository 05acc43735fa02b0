import Basics
import FoundationEssentials

/// Shares one worker among any number of callers.
/// Each caller gets a slot. `WorkerQueue` decides the order of the callers.
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
  /// For tests.
  var workerPid: Int32? { process.flatMap { $0.hasEnded ? nil : $0.pid } }

  /// Ends the worker.
  /// The next request starts a new worker.
  func shutdown() async {
    let running = if let starting { try? await starting.value } else { process }
    if process === running { process = nil }
    running?.hangUp()
    await running?.waitForEnd()
  }

  // MARK: Workers

  /// Calls `body` with a slot of the worker.
  /// If the worker is lost, calls `body` again with a slot of another worker.
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

/// The callers that wait for a slot of a worker, and the rule for who is next.
/// A loaded model should be used before another model displaces it. Therefore a released slot goes
/// to a line of the group that released it. If no line of this group waits, the slot goes to a line
/// of another group that currently has a slot. If no such line waits either, the slot goes to the
/// line that has waited longest.
/// There is one exception: if too many lines have overtaken the line that has waited longest, this
/// line gets the slot.
struct WorkerQueue {
  /// A waiting caller.
  struct Waiter {
    var id: Int
    /// The group of the line.
    /// Lines of one group share a loaded model.
    var group: String
    var continuation: CheckedContinuation<Int, any Error>
    /// The number of lines that have overtaken this line since this line became the first in the
    /// queue.
    var overtaken = 0
  }

  /// The maximum number of lines that may overtake a line.
  /// The number is larger than the number of lines that a build requests ahead. Therefore a build
  /// never reaches this maximum.
  private static let patience = 500

  private var waiters: [Waiter] = []
  private var lastID = 0
  /// The number of slots that each group has.
  private var busy: [String: Int] = [:]

  /// Returns an id for a new waiter.
  mutating func newID() -> Int {
    lastID += 1
    return lastID
  }

  /// Adds a waiter after all others.
  mutating func add(_ waiter: Waiter) { waiters.append(waiter) }

  /// Removes a waiter and returns it; nil if the waiter is not in the queue.
  mutating func remove(_ id: Int) -> Waiter? {
    waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0) }
  }

  /// Whether more than one group has slots.
  var isShared: Bool { busy.count > 1 }

  /// Records that a group has one more slot.
  mutating func begin(_ group: String) { busy[group, default: 0] += 1 }

  /// Records that a group has one slot less.
  mutating func end(_ group: String) {
    guard let count = busy[group] else { return }
    busy[group] = count > 1 ? count - 1 : nil
  }

  /// Removes and returns the waiter for a slot that `group` has released; nil if there are no
  /// waiters.
  mutating func next(after group: String) -> Waiter? {
    guard let first = waiters.first else { return nil }
    var place = 0
    if first.overtaken < Self.patience {
      place =
        waiters.firstIndex { $0.group == group } ?? waiters.firstIndex { busy[$0.group] != nil }
        ?? 0
    }
    if place > 0 { waiters[0].overtaken += 1 }
    return waiters.remove(at: place)
  }
}
