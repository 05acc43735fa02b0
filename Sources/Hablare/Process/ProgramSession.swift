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
  ///
  /// Only one task at a time may call this.
  ///
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

  /// Ends the program.
  func end() {
    dialogue.close()
    program.stop(.dismissed)
  }

  /// Returns when the program has ended.
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
  ///
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
