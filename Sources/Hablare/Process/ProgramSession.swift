import Synchronization

/// A program that keeps running: it reads one line of text at a time and answers each line with one
/// line on standard output.
final class ProgramSession: Sendable {
  /// The program's private folder, which is removed after the program's end.
  let folder: PrivateFolder
  private let program: ChildProgram
  private let dialogue: Dialogue
  private let promise = EndPromise()

  /// Starts a program.
  init(_ command: ChildCommand, folder: PrivateFolder) {
    self.folder = folder
    let dialogue = Dialogue(programName: command.name)
    self.dialogue = dialogue
    program = ChildProgram(command) { stream, bytes in
      dialogue.read(bytes, of: stream)
    } onEnd: { [promise, folder] end in
      dialogue.finish(end)
      promise.fulfil(end)
      // The folder must exist until the program has ended.
      withExtendedLifetime(folder) {}
    }
  }

  deinit { program.stop(.dismissed) }

  /// Whether the program accepts no more requests.
  var hasEnded: Bool { dialogue.hasEnded }

  /// Sends one line and returns the answer.
  /// Only one task at a time may call this.
  /// Throws if the program ends before it answers, or does not answer in time. If the task is
  /// cancelled, `CancellationError` is thrown and the program is ended, because its next answer
  /// could belong to the cancelled request.
  func ask(_ line: String, seconds: Int) async throws -> String {
    try Task.checkCancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard dialogue.wait(continuation) else { return }
        program.setTimeLimit(seconds: seconds)
        program.write(Array("\(line)\n".utf8), isLast: false)
      }
    } onCancel: {
      program.stop(.dismissed)
    }
  }

  func end() {
    dialogue.close()
    program.stop(.dismissed)
  }

  func waitForEnd() async { _ = await promise.value }
}

/// The current request and its answer.
private final class Dialogue: Sendable {
  /// The maximum length of an answer: twice the longest path (`PATH_MAX`, limits.h).
  private static let longestLine = 8192

  private struct State {
    var line: [UInt8] = []
    var waiting: CheckedContinuation<String, any Error>?
    var end: ChildEnd?
    var isClosed = false
  }

  private let programName: String
  private let state = Mutex(State())

  init(programName: String) { self.programName = programName }

  var hasEnded: Bool { state.withLock { $0.isClosed } }

  func close() { state.withLock { $0.isClosed = true } }

  /// Registers the waiter for the next answer.
  /// If the program has ended, resumes the waiter with an error and returns false.
  func wait(_ continuation: CheckedContinuation<String, any Error>) -> Bool {
    let end = state.withLock { state in
      if state.end == nil { state.waiting = continuation }
      return state.end
    }
    if let end { continuation.resume(throwing: failure(end)) }
    return end == nil
  }

  func read(
    _ bytes: UnsafeRawBufferPointer, of stream: ChildProgram.Stream
  ) -> ChildProgram.Verdict {
    guard stream == .output else { return .goOn }
    var verdict = ChildProgram.Verdict.goOn
    for byte in bytes {
      switch read(byte) {
      case .goOn: break
      case .answered(let tell): verdict = .answered(tell: tell)
      case .end(let stop):
        if case .answered(let tell) = verdict { tell() }
        close()
        return .end(stop)
      }
    }
    return verdict
  }

  private func read(_ byte: UInt8) -> ChildProgram.Verdict {
    let line: String? = state.withLock { state in
      if byte != UInt8(ascii: "\n") {
        state.line.append(byte)
        return nil
      }
      defer { state.line.removeAll(keepingCapacity: true) }
      return String(decoding: state.line, as: UTF8.self)
    }
    guard let line else {
      // A longer line is not an answer.
      let isTooLong = state.withLock { $0.line.count > Self.longestLine }
      return isTooLong ? .end(.tooMuch(Self.longestLine)) : .goOn
    }
    let answer = line.hasSuffix("\r") ? String(line.dropLast()) : line
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting
    }
    guard let waiting else { return .end(.outOfTurn) }
    return .answered { waiting.resume(returning: answer) }
  }

  func finish(_ end: ChildEnd) {
    let waiting = state.withLock { state in
      (state.end, state.isClosed) = (end, true)
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(throwing: failure(end))
  }

  private func failure(_ end: ChildEnd) -> any Error {
    end.failure(of: programName)
      ?? VoiceProviderError.engineCrashed(
        reason: "\(programName) ended without an answer" + end.quotedError(of: programName))
  }
}

/// A pool of running programs.
/// The key of a program contains the values that the program was started with. Programs with the
/// same key are interchangeable.
/// Only one task at a time uses a program.
actor ProgramPool<Key: Hashable & Sendable> {
  private nonisolated let turns: TurnQueue
  private let maximum: Int
  private let start: @Sendable (Key) throws -> ProgramSession
  /// The idle programs, the least recently used first.
  private var idle: [(key: Key, session: ProgramSession)] = []
  private var busy: [ObjectIdentifier: ProgramSession] = [:]

  /// Creates a pool with at most `concurrency` busy programs and `maximum` running programs.
  /// If `maximum` is less than `concurrency`, `concurrency` is used instead.
  init(
    concurrency: Int, maximum: Int, start: @escaping @Sendable (Key) throws -> ProgramSession
  ) {
    turns = TurnQueue(count: concurrency)
    self.maximum = max(maximum, concurrency)
    self.start = start
  }

  /// Waits for the caller's turn, and calls `body` with a program for this key.
  /// If `body` throws, the program is ended, because its next answer could belong to the failed
  /// request.
  nonisolated func withSession<Result: Sendable>(
    _ key: Key, _ body: @Sendable (ProgramSession) async throws -> Result
  ) async throws -> Result {
    try await turns.perform {
      let session = try await self.checkOut(key)
      do {
        let result = try await body(session)
        await self.checkIn(session, key: key)
        return result
      } catch {
        await self.discard(session)
        throw error
      }
    }
  }

  /// Ends all programs, and returns when they have ended.
  /// Later requests start new programs.
  func shutdown() async {
    let sessions = idle.map(\.session) + busy.values
    idle = []
    for session in sessions { session.end() }
    for session in sessions { await session.waitForEnd() }
  }

  private func checkOut(_ key: Key) throws -> ProgramSession {
    idle.removeAll { $0.session.hasEnded }
    let session: ProgramSession
    if let index = idle.lastIndex(where: { $0.key == key }) {
      session = idle.remove(at: index).session
    } else {
      while !idle.isEmpty, idle.count + busy.count >= maximum {
        idle.removeFirst().session.end()
      }
      session = try start(key)
    }
    busy[ObjectIdentifier(session)] = session
    return session
  }

  private func checkIn(_ session: ProgramSession, key: Key) {
    busy[ObjectIdentifier(session)] = nil
    if !session.hasEnded { idle.append((key, session)) }
  }

  private func discard(_ session: ProgramSession) {
    session.end()
    busy[ObjectIdentifier(session)] = nil
  }
}

/// Runs programs from start to end, one for each request.
enum ProgramRunner {
  /// The limits of a run.
  struct Limits: Sendable {
    /// The time limit, in seconds.
    var seconds: Int
    /// The maximum size of standard output, in bytes.
    var bytes: Int
  }

  /// Runs a program with `input` and returns its standard output.
  /// Throws `VoiceProviderError` if the program fails or exceeds its limits. If the task is
  /// cancelled, the program is ended and `CancellationError` is thrown.
  static func run(
    _ command: ChildCommand, input: [UInt8] = [], limits: Limits
  ) async throws -> [UInt8] {
    try Task.checkCancellation()
    let (output, end) = (OutputBuffer(limit: limits.bytes), EndPromise())
    let program = ChildProgram(command) { stream, bytes in
      stream == .output ? output.append(bytes) : .goOn
    } onEnd: {
      end.fulfil($0)
    }
    program.setTimeLimit(seconds: limits.seconds)
    program.write(input, isLast: true)
    let ended = await withTaskCancellationHandler {
      await end.value
    } onCancel: {
      program.stop(.dismissed)
    }
    if let failure = ended.failure(of: command.name) { throw failure }
    return output.bytes
  }

  /// The output of a program so far, up to a limit.
  private final class OutputBuffer: Sendable {
    private let limit: Int
    private let stored = Mutex<[UInt8]>([])

    init(limit: Int) { self.limit = limit }

    var bytes: [UInt8] { stored.withLock { $0 } }

    func append(_ new: UnsafeRawBufferPointer) -> ChildProgram.Verdict {
      stored.withLock { bytes in
        guard bytes.count + new.count <= limit else { return .end(.tooMuch(limit)) }
        bytes.append(contentsOf: new)
        return .goOn
      }
    }
  }
}
