import FoundationEssentials
import Basics

/// Shares one worker among any number of callers, a slot to each in the order in which they came.
///
/// A worker that does not answer in time is killed, and what it was asked is asked of another one, once.
actor EspeakWorkerPool {
  private struct Waiter {
    var id: Int
    var continuation: CheckedContinuation<Int, any Error>
  }

  private let limit: EspeakTimeLimit
  private let workerPath: String?
  private let slotCount: Int
  private var process: EspeakWorkerProcess?
  /// The worker that is being started.
  private var starting: Task<EspeakWorkerProcess, any Error>?
  private var freeSlots: [Int]
  private var waiters: [Waiter] = []
  private var nextWaiter = 0

  init(workerPath: String?, slots: Int, limit: EspeakTimeLimit = EspeakTimeLimit()) {
    self.workerPath = workerPath
    self.limit = limit
    slotCount = min(max(slots, 1), EspeakProtocol.maximumSlots)
    freeSlots = Array((0..<slotCount).reversed())
  }

  deinit { process?.hangUp() }

  /// The worker's process id, if one is running; for tests.
  var workerPid: Int32? { process.flatMap { $0.hasEnded ? nil : $0.pid } }

  /// The sound of one utterance, as bare samples behind `header` makes of their number.
  func speak(
    _ request: VoiceEngineRequest, identifier: String,
    header: @Sendable (_ samples: Int, _ sampleRate: Int) -> [UInt8] = { _, _ in [] }
  ) async throws -> EspeakSound {
    try await withSlot { slot, process, limit in
      try await Self.speak(
        request, identifier: identifier, header: header, slot: slot, in: process, limit: limit)
    }
  }

  /// The voices that the engine has, as the text of the LIST operation.
  func listing() async throws -> String {
    try await withSlot { slot, process, limit in
      let request = EspeakRequest(
        operation: .list, slot: slot, sequence: 0, limitSeconds: limit.listing)
      let reply = try Self.checked(
        await process.perform(request, seconds: limit.listing + limit.margin), of: process)
      let data = try process.slots.read(slot, at: 0, count: reply.bytes)
      return String(decoding: data, as: UTF8.self)
    }
  }

  /// Ends the worker; the next request starts another.
  func shutdown() async {
    let running = if let starting { try? await starting.value } else { process }
    if process === running { process = nil }
    running?.hangUp()
    await running?.waitForEnd()
  }

  // MARK: Workers

  /// Calls `body` with a slot and the worker, and with another worker if the first does not answer.
  private func withSlot<Result: Sendable>(
    _ body: (Int, EspeakWorkerProcess, EspeakTimeLimit) async throws -> Result
  ) async throws -> Result {
    let slot = try await takeSlot()
    defer { give(back: slot) }
    do {
      return try await body(slot, try await runningProcess(), limit)
    } catch is EspeakSilence {
      try Task.checkCancellation()
    }
    do {
      return try await body(slot, try await runningProcess(), limit)
    } catch let silence as EspeakSilence {
      throw VoiceProviderError.timedOut(seconds: silence.seconds)
    }
  }

  private func runningProcess() async throws -> EspeakWorkerProcess {
    if let process, !process.hasEnded { return process }
    if let starting { return try await starting.value }
    let path = try workerPath ?? EspeakWorkerPath.find()
    let task = Task { [slotCount, limit] in
      try await EspeakWorkerProcess.start(path: path, slotCount: slotCount, limit: limit)
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

/// What the worker made of one utterance.
struct EspeakSound {
  var data: Data
  var sampleRate: Int
  var words: [WordTiming]
}

extension EspeakWorkerPool {
  /// Speaks in a slot that the caller holds; text and sound are copied outside of the actor.
  @concurrent
  private static func speak(
    _ request: VoiceEngineRequest, identifier: String,
    header: @Sendable (_ samples: Int, _ sampleRate: Int) -> [UInt8], slot: Int,
    in process: EspeakWorkerProcess, limit: EspeakTimeLimit
  ) async throws -> EspeakSound {
    let slots = process.slots
    let textBytes = try slots.write(request.text, to: slot)
    let message = EspeakRequest(
      operation: .speak, slot: slot, sequence: 0,
      settings: EspeakSettings(options: request.options),
      isPhonemes: request.isPhonemes, textBytes: textBytes,
      limitSeconds: limit.seconds(for: request.text), voice: identifier)
    let answer = await process.perform(
      message, seconds: limit.seconds(for: request.text) + limit.margin)
    let reply = try checked(answer, of: process)
    let bytes = reply.samples * 2
    defer { slots.trim(slot, after: bytes) }
    let data = try slots.read(
      slot, at: EspeakProtocol.samplesOffset(textBytes: textBytes), count: bytes,
      prefix: header(reply.samples, reply.sampleRate))
    return EspeakSound(
      data: data, sampleRate: reply.sampleRate,
      words: try EspeakWords.read(
        from: slot, of: slots, count: reply.words, text: request.text, samples: reply.samples))
  }

  /// The reply if it is one of success, else the error that it reports.
  private static func checked(
    _ answer: EspeakAnswer, of process: EspeakWorkerProcess
  ) throws -> EspeakReply {
    let reply: EspeakReply
    switch answer {
    case .reply(let given): reply = given
    case .ended: throw VoiceProviderError.engineCrashed(reason: "the worker process ended")
    case .silent(let seconds): throw EspeakSilence(seconds: seconds)
    }
    switch reply.status {
    case .done: return reply
    case .cancelled: throw CancellationError()
    case .crashed:
      if let limit = ShellLimit.met(bySignal: Int32(clamping: reply.detail)) {
        throw VoiceProviderError.engineUnavailable(
          "\(reason(signal: reply.detail)): \(limit.sentence)")
      }
      throw VoiceProviderError.engineCrashed(reason: reason(signal: reply.detail))
    case .systemFailed:
      throw VoiceProviderError.engineUnavailable(
        SystemReason.text(Int32(clamping: reply.detail), isStart: true))
    case .timedOut: throw VoiceProviderError.timedOut(seconds: reply.detail)
    case .notBegun:
      // What is stuck may come to itself and write into a slot that is another line's by then.
      process.giveUp(after: reply.detail)
      throw EspeakSilence(seconds: reply.detail)
    case .voiceUnknown: throw VoiceProviderError.voiceNotFound(nearest: [])
    case .engineFailed:
      throw VoiceProviderError.engineCrashed(reason: "espeak reported error \(reply.detail)")
    case .tooLong:
      throw VoiceProviderError.invalidRequest("the text would take more than two hours to speak")
    }
  }

  private static func reason(signal: Int) -> String {
    signal == 0 ? "it ended without an answer" : "it was ended by signal \(signal)"
  }
}
