import Glibc
import Synchronization

/// A running worker and the one owner of the socket to it.
///
/// A thread of its own waits for replies, so that no thread of Swift's pool ever blocks. It lives
/// until the worker has hung up, and holds the process object until then.
final class EspeakWorkerProcess: Sendable {
  private enum Phase {
    case running
    case ended
  }

  private struct State {
    var phase = Phase.running
    var nextSequence: UInt64 = 1
    var waiting: [UInt64: CheckedContinuation<EspeakReply?, Never>] = [:]
    var waitingForEnd: [CheckedContinuation<Void, Never>] = []
  }

  let slots: EspeakSlots
  let pid: pid_t
  private let control: Int32
  private let state = Mutex(State())

  /// Starts the worker at `path`.
  init(path: String, slotCount: Int) throws(VoiceProviderError) {
    (pid, control) = try EspeakSpawn.start(path: path, slotCount: slotCount)
    do {
      slots = try EspeakHello.receive(from: control, slotCount: slotCount)
    } catch {
      Self.bury(pid)
      close(control)
      throw .engineUnavailable("\(path) \(error.reason)")
    }
    do {
      try startReader()
    } catch {
      Self.bury(pid)
      throw error
    }
  }

  deinit { close(control) }

  var hasEnded: Bool { state.withLock { $0.phase == .ended } }

  /// Sends a request and waits for its reply; nil if the worker ended instead.
  ///
  /// The request's sequence number is set here. A cancelled task gets its reply soon.
  func perform(_ request: EspeakRequest) async -> EspeakReply? {
    let sequence = state.withLock { state in
      defer { state.nextSequence += 1 }
      return state.nextSequence
    }
    var request = request
    request.sequence = sequence
    let packet = request.packet
    let cancel = EspeakRequest(operation: .cancel, slot: request.slot, sequence: sequence).packet
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isRunning = state.withLock { state in
          if state.phase == .running { state.waiting[sequence] = continuation }
          return state.phase == .running
        }
        if !isRunning { return continuation.resume(returning: nil) }
        // If it cannot be sent the worker is gone, which the reader sees and tells everyone.
        send(packet)
        if Task.isCancelled { send(cancel) }
      }
    } onCancel: {
      send(cancel)
    }
  }

  /// Makes the worker end, so that what is under way is answered with nil.
  func hangUp() {
    state.withLock { state in
      // After its end the descriptor may soon be another's.
      if state.phase == .running { _ = Glibc.shutdown(control, Int32(SHUT_RDWR)) }
    }
  }

  /// Returns when the worker has ended and has been waited for.
  func waitForEnd() async {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if state.phase == .running { state.waitingForEnd.append(continuation) }
        return state.phase == .ended
      }
      if hasEnded { continuation.resume() }
    }
  }

  private func send(_ packet: [UInt8]) {
    while Glibc.send(control, packet, packet.count, Int32(MSG_NOSIGNAL)) < 0,
      errno == EINTR
    {}
  }

  // MARK: The reader's thread

  private func startReader() throws(VoiceProviderError) {
    do {
      try LoopThread.start { [self] in readReplies() }
    } catch {
      throw .engineUnavailable("no thread: \(error.reason)")
    }
  }

  private func readReplies() {
    var packet = [UInt8](repeating: 0, count: EspeakReply.size)
    while true {
      let got = recv(control, &packet, packet.count, 0)
      if got < 0 && errno == EINTR { continue }
      if got <= 0 { break }
      // A reply that nobody waits for is one that came after the answer was given.
      guard got == packet.count, let reply = EspeakReply(packet: packet.span) else { continue }
      state.withLock { $0.waiting.removeValue(forKey: reply.sequence) }?.resume(returning: reply)
    }
    Self.bury(pid)
    let (unanswered, ends) = state.withLock { state in
      state.phase = .ended
      defer { (state.waiting, state.waitingForEnd) = ([:], []) }
      return (state.waiting.values.map(\.self), state.waitingForEnd)
    }
    for continuation in unanswered { continuation.resume(returning: nil) }
    for continuation in ends { continuation.resume() }
  }

  /// Ends the worker's process group and takes note of it, lest a zombie stays.
  private static func bury(_ pid: pid_t) {
    kill(-pid, SIGKILL)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
  }
}
