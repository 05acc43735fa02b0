import Basics
import FoundationEssentials
import Glibc

/// A slot of a worker, for as long as a caller holds it.
struct WorkerSlot: Sendable {
  let number: Int
  let process: WorkerProcess
  let limit: WorkerTimeLimit
  /// What a request may wait in the worker before it is begun, in seconds.
  var wait = 0

  /// Sends a request with its payload, and waits for the reply of success.
  ///
  /// The worker ends the request after `seconds`. What is an engine's own to say is `refused` with the
  /// worker's text; other failures are errors that all engines share.
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

  /// Copies bytes out of the slot, behind `prefix`.
  func read(at offset: Int, count: Int, prefix: [UInt8] = []) throws(VoiceProviderError) -> Data {
    try process.slots.read(number, at: offset, count: count, prefix: prefix)
  }

  /// Copies a reply's text.
  func text(of reply: WorkerReply) throws(VoiceProviderError) -> String {
    reply.bytes == 0 ? "" : String(decoding: try read(at: 0, count: reply.bytes), as: UTF8.self)
  }

  /// Gives back the memory of the slot if it has held much.
  func trim(after bytes: Int) { process.slots.trim(number, after: bytes) }

  /// The reply if it is one of success, else the error that it reports.
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
      // What is stuck may come to itself and write into a slot that is another line's by then.
      process.giveUp(after: reply.detail)
      throw WorkerLoss.silent(seconds: reply.detail)
    default:
      throw refused(
        WorkerRefusal(status: reply.status, detail: reply.detail, text: try text(of: reply)))
    }
  }

  private static func crash(signal: Int) -> VoiceProviderError {
    let reason =
      signal == 0 ? "it ended without an answer" : "it was ended by signal \(signal)"
    if let limit = ShellLimit.met(bySignal: Int32(clamping: signal)) {
      return .engineUnavailable("\(reason): \(limit.sentence)")
    }
    return .engineCrashed(reason: reason)
  }
}

/// What an engine has against a request.
struct WorkerRefusal: Sendable {
  var status: WorkerReply.Status
  var detail: Int
  /// The worker's words for it; may be empty.
  var text: String
}
