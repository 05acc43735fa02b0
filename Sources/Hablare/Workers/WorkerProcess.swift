import Basics
import FoundationEssentials
import Glibc
import Synchronization

/// The outcome of a request to a worker.
enum WorkerAnswer: Sendable {
  case reply(WorkerReply)
  /// The worker has ended, either because of `hangUp` or on its own.
  case ended(isWanted: Bool)
  /// The worker did not answer within this number of seconds, and was killed.
  case silent(seconds: Int)
}

/// A running worker.
/// This object is the only owner of the socket to the worker.
/// A separate thread starts the worker, waits for replies and checks the time limits. Therefore no
/// thread of Swift's pool ever blocks. The thread runs until the worker hangs up, and keeps this
/// object alive until then. When the thread ends, for example because this process ends, the worker
/// is killed. A program that has not yet identified itself as the worker is killed, too.
final class WorkerProcess: Sendable {
  private struct State {
    /// The outcome for all further requests, or nil while the worker runs.
    var end: WorkerAnswer?
    /// The time limit that the worker exceeded, in seconds; nil if the worker exceeded no limit.
    /// If this is set, the worker is about to be killed.
    var exceededLimit: Int?
    var nextSequence: UInt64 = 1
    var waiting = WorkerWaitingList()
    /// Packets that were not sent because the socket was full.
    var unsent: [[UInt8]] = []
    /// The time until which the thread sleeps if nothing happens.
    var alarm = Milliseconds.max
    var isHungUp = false
    var waitingForEnd: [CheckedContinuation<Void, Never>] = []
  }

  let slots: WorkerSlots
  let pid: pid_t
  private let control: Int32
  private let limit: WorkerTimeLimit
  private let wake: WakePipe
  private let state = Mutex(State())

  /// Starts the worker at `path`.
  /// If the worker does not answer, starts it once more.
  static func start(
    _ program: WorkerProgram, path: String, slotCount: Int, limit: WorkerTimeLimit
  ) async throws -> WorkerProcess {
    for _ in 0..<2 {
      do {
        return try await startOnce(program, path: path, slotCount: slotCount, limit: limit)
      } catch is WorkerLoss {
        continue
      }
    }
    throw VoiceProviderError.engineUnavailable(
      "\(path) did not answer within \(limit.start) s")
  }

  private static func startOnce(
    _ program: WorkerProgram, path: String, slotCount: Int, limit: WorkerTimeLimit
  ) async throws -> WorkerProcess {
    try await withCheckedThrowingContinuation { continuation in
      do throws(SystemError) {
        try LoopThread.start {
          let started = Result {
            try WorkerProcess(program, path: path, slotCount: slotCount, limit: limit)
          }
          continuation.resume(with: started)
          if case .success(let process) = started { process.serve() }
        }
      } catch {
        continuation.resume(throwing: VoiceProviderError.engineUnavailable(noThread(error)))
      }
    }
  }

  /// Starts the worker at `path` and waits for its first packet.
  /// Runs on the thread that later serves the worker.
  private init(_ program: WorkerProgram, path: String, slotCount: Int, limit: WorkerTimeLimit)
    throws
  {
    self.limit = limit
    do {
      wake = try WakePipe()
    } catch {
      throw VoiceProviderError.engineUnavailable("cannot create a pipe: \(error.reason)")
    }
    (pid, control) = try WorkerSpawn.start(program, path: path, slotCount: slotCount)
    do throws(WorkerHello.Failure) {
      slots = try WorkerHello.receive(
        from: control, slotCount: slotCount, seconds: limit.start, needs: program.needs)
    } catch {
      let refusal = Self.refusal(Self.reap(pid))
      close(control)
      if let refusal { throw VoiceProviderError.engineUnavailable("\(path): \(refusal)") }
      switch error {
      case .silent: throw WorkerLoss.silent(seconds: limit.start)
      case .notWorker(let reason): throw VoiceProviderError.engineUnavailable("\(path) \(reason)")
      }
    }
  }

  deinit { close(control) }

  private static func noThread(_ error: SystemError) -> String {
    "cannot start a thread: \(error.startReason)"
  }

  /// Whether the worker accepts no more requests.
  var hasEnded: Bool { state.withLock { $0.end != nil || $0.exceededLimit != nil } }

  // MARK: Requests

  /// Sends a request and waits for its reply, with a time limit in seconds.
  /// Sets the request's sequence number. If the task is cancelled, asks the worker to end the request.
  /// The worker then replies soon. If the worker does not answer in time, it is killed, and all its
  /// requests get `silent`.
  func perform(_ request: WorkerRequest, seconds: Int) async -> WorkerAnswer {
    let sequence = state.withLock { state in
      defer { state.nextSequence += 1 }
      return state.nextSequence
    }
    var request = request
    request.sequence = sequence
    let packet = request.packet
    let cancel = WorkerRequest(operation: .cancel, slot: request.slot, sequence: sequence).packet
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let end = state.withLock { state in
          if state.end == nil {
            state.waiting.add(continuation, sequence: sequence, seconds: seconds)
            send(packet, &state)
          }
          return state.end
        }
        if let end { return continuation.resume(returning: end) }
        if Task.isCancelled { self.cancel(sequence, cancel) }
        wakeIfNeeded()
      }
    } onCancel: {
      self.cancel(sequence, cancel)
      wakeIfNeeded()
    }
  }

  private func cancel(_ sequence: UInt64, _ packet: [UInt8]) {
    state.withLock { state in
      guard state.end == nil else { return }
      state.waiting.hurry(sequence, seconds: limit.margin)
      send(packet, &state)
    }
  }

  /// Sends a packet.
  /// If the socket is full because the worker is stopped, the thread sends the packet later.
  private func send(_ packet: [UInt8], _ state: inout State) {
    // If sending fails for another reason, the worker has ended. The thread notices the end and
    // reports it to all waiters.
    if !state.unsent.isEmpty || !trySend(packet) { state.unsent.append(packet) }
  }

  /// Sends a packet.
  /// Returns false if the socket is full.
  private func trySend(_ packet: [UInt8]) -> Bool {
    let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
    while Glibc.send(control, packet, packet.count, flags) < 0 {
      if errno != EINTR { return errno != EAGAIN }
    }
    return true
  }

  private func wakeIfNeeded() {
    let isNeeded = state.withLock { !$0.unsent.isEmpty || $0.waiting.nextDeadline < $0.alarm }
    if isNeeded { wake.wake() }
  }

  // MARK: The end

  /// Ends the worker.
  /// Running requests get the answer `ended`.
  func hangUp() {
    state.withLock { state in
      // After the worker has ended, the number of the descriptor may belong to another file.
      guard state.end == nil else { return }
      state.isHungUp = true
      _ = Glibc.shutdown(control, Int32(SHUT_RDWR))
    }
  }

  /// Kills a worker that is stuck.
  /// All its requests get the answer `silent`.
  func giveUp(after seconds: Int) {
    state.withLock { $0.exceededLimit = $0.exceededLimit ?? seconds }
    wake.wake()
  }

  /// Returns when the worker has ended and its exit status has been collected.
  func waitForEnd() async {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if state.end == nil { state.waitingForEnd.append(continuation) }
        return state.end != nil
      }
      if hasEnded { continuation.resume() }
    }
  }

  // MARK: The thread

  private func serve() {
    var packet = [UInt8](repeating: 0, count: WorkerReply.size)
    var end: WorkerAnswer?
    repeat {
      sleep()
      if readReplies(into: &packet) {
        end = sendUnsentAndLookAtClock()
      } else {
        end = .ended(isWanted: state.withLock { $0.isHungUp })
      }
    } while end == nil
    // Even a stopped process ends here, because it gets SIGKILL.
    Self.reap(pid)
    if let end { finish(end) }
  }

  /// Waits until a reply can be read, an unsent packet can be sent, or a request is overdue.
  private func sleep() {
    let start = Milliseconds.now
    let (alarm, isFull) = state.withLock { state in
      state.alarm = state.waiting.nextDeadline
      return (state.alarm, !state.unsent.isEmpty)
    }
    let timeout = alarm == .max ? -1 : Int32(clamping: max(alarm - start, 0))
    var waits = [
      pollfd(fd: control, events: Int16(POLLIN | (isFull ? POLLOUT : 0)), revents: 0),
      pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    poll(&waits, nfds_t(waits.count), timeout)
    wake.clear()
    // If the sleep took too long, this process was probably stopped, perhaps together with its
    // worker. In this case the deadlines are extended.
    let overslept = Milliseconds.now - start - Milliseconds(timeout)
    if timeout >= 0, overslept > 1000 { state.withLock { $0.waiting.postpone(by: overslept) } }
  }

  /// Reads all available replies.
  /// Returns false when the worker has hung up.
  private func readReplies(into packet: inout [UInt8]) -> Bool {
    while true {
      let got = recv(control, &packet, packet.count, Int32(MSG_DONTWAIT))
      if got < 0, errno == EINTR { continue }
      if got < 0, errno == EAGAIN { return true }
      if got <= 0 { return false }
      // If a request is no longer waiting, its reply is ignored.
      guard got == packet.count, let reply = WorkerReply(packet: packet.span) else { continue }
      state.withLock { $0.waiting.remove(reply.sequence) }?.resume(returning: .reply(reply))
    }
  }

  private func sendUnsentAndLookAtClock() -> WorkerAnswer? {
    state.withLock { state in
      while let packet = state.unsent.first, trySend(packet) { state.unsent.removeFirst() }
      state.exceededLimit = state.exceededLimit ?? state.waiting.overdue
      return state.exceededLimit.map { .silent(seconds: $0) }
    }
  }

  private func finish(_ end: WorkerAnswer) {
    let (unanswered, ends) = state.withLock { state in
      state.end = end
      defer { (state.unsent, state.waitingForEnd) = ([], []) }
      return (state.waiting.removeAll(), state.waitingForEnd)
    }
    for continuation in unanswered { continuation.resume(returning: end) }
    for continuation in ends { continuation.resume() }
  }

  /// Kills the worker's process group and collects the worker's exit status, so that no zombie
  /// remains.
  @discardableResult
  private static func reap(_ pid: pid_t) -> Int32 {
    kill(-pid, SIGKILL)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Returns the system error that the worker's exit status reports, or nil if the exit status
  /// reports no error.
  private static func refusal(_ status: Int32) -> String? {
    let code = status >> 8 & 0xFF
    guard status & 0x7F == 0, code > WorkerProtocol.refusedStatus else { return nil }
    return SystemReason.text(code - Int32(WorkerProtocol.refusedStatus), isStart: true)
  }

  /// Starts a worker that inherits only one end of a socket.
  enum WorkerSpawn {
    /// Starts a worker.
    /// Returns the worker's process id and this process's end of the socket.
    /// The worker is killed when the calling thread ends.
    static func start(
      _ program: WorkerProgram, path: String, slotCount: Int
    ) throws(VoiceProviderError) -> (pid: pid_t, socket: Int32) {
      var ends: [Int32] = [-1, -1]
      let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
        throw .engineUnavailable("cannot create a socket: \(SystemError.last.reason)")
      }
      defer { close(ends[1]) }
      let command = ChildCommand(
        path: path,
        arguments: [String(WorkerProtocol.version), String(slotCount)] + program.arguments,
        environment: environment(program))
      // Engines print messages about voices that they cannot load. The messages must not appear on
      // the terminal.
      var descriptors = [Int32?](repeating: nil, count: Int(WorkerProtocol.controlDescriptor))
      descriptors.append(ends[1])
      do {
        let pid = try ChildSpawn.start(command, descriptors: descriptors)
        return (pid, ends[0])
      } catch {
        close(ends[0])
        throw .engineUnavailable("\(path): \(error.startReason)")
      }
    }

    /// Returns the worker's environment.
    /// From the user's environment, it contains only the variables that the engine needs. Therefore a
    /// voice sounds the same for every user.
    private static func environment(_ program: WorkerProgram) -> [String] {
      let own = ProcessInfo.processInfo.environment
      return ["LC_ALL=C.UTF-8"]
        + program.variables.compactMap { name in own[name].map { "\(name)=\($0)" } }
    }
  }
}
