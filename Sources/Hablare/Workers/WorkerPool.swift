import Basics
import FoundationEssentials
import Glibc

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

/// The memory files that pass text to a worker and audio back.
/// The files are read and written by offset, and never mapped. A copy by the kernel costs less than
/// the page faults of a mapping. If a file is too short, reading it causes an error instead of a
/// signal.
final class WorkerSlots: Sendable {
  /// The size limit for keeping memory, in bytes (95 s of speech at 22,050 Hz).
  /// If a slot has held more audio, its memory is released.
  private static let keptBytes = 4 << 20

  let descriptors: [Int32]

  init(descriptors: [Int32]) { self.descriptors = descriptors }

  deinit {
    for descriptor in descriptors { close(descriptor) }
  }

  /// Writes a payload to the start of a slot.
  func write(_ payload: [UInt8], to slot: Int) throws(VoiceProviderError) {
    let isWritten = payload.withUnsafeBufferPointer { bytes in
      var done = 0
      while done < bytes.count {
        let count = pwrite(
          descriptors[slot], bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(done))
        if count < 0 && errno == EINTR { continue }
        if count <= 0 { return false }
        done += count
      }
      return true
    }
    if !isWritten { throw .engineUnavailable(SystemError.last.reason) }
  }

  /// Returns `prefix`, followed by bytes of a slot.
  func read(
    _ slot: Int, at offset: Int, count: Int, prefix: [UInt8] = []
  ) throws(VoiceProviderError) -> Data {
    let total = prefix.count + count
    // `Data(count:)` would write zeros first, but each sample should be written only once.
    guard let memory = malloc(max(total, 1)) else {
      throw .engineUnavailable("not enough memory for \(total) bytes of audio")
    }
    memory.copyMemory(from: prefix, byteCount: prefix.count)
    var done = 0
    while done < count {
      let got = pread(
        descriptors[slot], memory + prefix.count + done, count - done, off_t(offset + done))
      if got < 0 && errno == EINTR { continue }
      if got <= 0 {
        free(memory)
        throw .engineCrashed(reason: "the audio is shorter than announced")
      }
      done += got
    }
    return Data(bytesNoCopy: memory, count: total, deallocator: .free)
  }

  /// Releases the memory of a slot if it has held more than `keptBytes` bytes of audio.
  func trim(_ slot: Int, after bytes: Int) {
    if bytes > Self.keptBytes { ftruncate(descriptors[slot], 0) }
  }
}

/// A slot of a worker while one caller uses the slot.
struct WorkerSlot: Sendable {
  let number: Int
  let process: WorkerProcess
  let limit: WorkerTimeLimit
  /// The maximum time that a request may wait in the worker before it starts, in seconds.
  var wait = 0

  /// Sends a request with its payload, waits for the reply, and returns a successful reply.
  /// The worker ends the request after `seconds`. If the engine refuses the request, throws the
  /// error that `refused` returns. The errors for other failures are the same for all engines.
  func perform(
    _ request: WorkerRequest, payload: [UInt8] = [], seconds: Int,
    refused: (WorkerRefusal) -> VoiceProviderError
  ) async throws -> WorkerReply {
    try process.slots.write(payload, to: number)
    var request = request
    (request.slot, request.payloadBytes, request.limitSeconds) = (number, payload.count, seconds)
    switch await process.perform(request, seconds: seconds + limit.margin + wait) {
    case .reply(let reply): return try checked(reply, refused: refused)
    case .ended(isWanted: true): throw WorkerLoss.ended.error
    case .ended(isWanted: false): throw WorkerLoss.ended
    case .silent(let seconds): throw WorkerLoss.silent(seconds: seconds)
    }
  }

  /// Returns `prefix`, followed by bytes of the slot.
  func read(at offset: Int, count: Int, prefix: [UInt8] = []) throws(VoiceProviderError) -> Data {
    try process.slots.read(number, at: offset, count: count, prefix: prefix)
  }

  /// Returns a reply's text.
  func text(of reply: WorkerReply) throws(VoiceProviderError) -> String {
    reply.bytes == 0 ? "" : String(decoding: try read(at: 0, count: reply.bytes), as: UTF8.self)
  }

  /// Releases the memory of the slot if it has held a large amount of audio.
  func trim(after bytes: Int) { process.slots.trim(number, after: bytes) }

  /// Returns a successful reply, or throws the error that the reply reports.
  private func checked(
    _ reply: WorkerReply, refused: (WorkerRefusal) -> VoiceProviderError
  ) throws -> WorkerReply {
    switch reply.status {
    case .done: return reply
    case .cancelled: throw CancellationError()
    case .crashed: throw Self.crash(signal: reply.detail)
    case .systemFailed:
      throw VoiceProviderError.engineUnavailable(
        SystemReason.text(Int32(clamping: reply.detail), isStart: true))
    case .timedOut: throw VoiceProviderError.timedOut(seconds: reply.detail)
    case .notBegun:
      // The process that did not start the line is stuck. It could resume later and write into the
      // slot while another line uses the slot.
      process.giveUp(after: reply.detail)
      throw WorkerLoss.silent(seconds: reply.detail)
    default:
      throw refused(
        WorkerRefusal(status: reply.status, detail: reply.detail, text: try text(of: reply)))
    }
  }

  private static func crash(signal: Int) -> VoiceProviderError {
    let reason =
      signal == 0
      ? "the worker process ended without an answer"
      : "the worker process was ended by signal \(signal)"
    if let limit = ShellLimit.reached(bySignal: Int32(clamping: signal)) {
      return .engineUnavailable("\(reason): \(limit.sentence)")
    }
    return .engineCrashed(reason: reason)
  }
}

/// An engine's refusal of a request.
struct WorkerRefusal: Sendable {
  var status: WorkerReply.Status
  var detail: Int
  /// The worker's text, which may be empty.
  var text: String
}

/// The limit of the program's memory.
///
/// The limit decides how many models of natural voices stay loaded.
///
/// A model stays loaded as long as there is room. If there is no room for another model, the least
/// recently used model is unloaded. An unloaded model is loaded again when a line needs it. The
/// audio does not depend on the limit.
public struct VoiceMemory: Hashable, Sendable {
  /// The limit for the whole program including its workers, in bytes.
  public var bytes: Int

  /// The memory that the program and espeak's worker need in addition to the models, in bytes
  /// (measured in a build of a screenplay).
  static let reserve = 128 << 20

  /// Creates a limit.
  ///
  /// The default is a quarter of the machine's memory.
  public init(bytes: Int = Self.machine / 4) { self.bytes = bytes }

  /// The limit of the memory for models, in bytes.
  /// The limit is never 0, because the worker reads 0 as "no limit". If a single model exceeds the
  /// limit, it speaks while no other model is loaded.
  var forModels: Int { max(1, bytes - Self.reserve) }

  /// The memory that this process may use, in bytes.
  ///
  /// This is the machine's memory, or the limit of the process's control group if that limit is
  /// lower.
  public static var machine: Int {
    let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    let files = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
    return files.compactMap(number).reduce(machine, min)
  }

  /// Returns the number in a file.
  /// Nil if the file does not exist, or if it contains text such as `max` instead of a number.
  private static func number(in path: String) -> Int? {
    guard
      let bytes = try? Files<FileError>.contents(of: path, limit: 1 << 16, followingLinks: true)
    else { return nil }
    let digits = String(decoding: bytes, as: UTF8.self).prefix { $0.isNumber }
    return Int(digits).flatMap { $0 > 0 ? $0 : nil }
  }
}
