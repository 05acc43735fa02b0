import Basics
import FoundationEssentials
import Glibc

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
