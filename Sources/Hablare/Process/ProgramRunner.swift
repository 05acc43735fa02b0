import Synchronization

/// Runs programs from start to end, one for each request.
enum ProgramRunner {
  /// What a run may cost.
  struct Limits: Sendable {
    /// Seconds until it counts as hung.
    var seconds: Int
    /// Bytes on standard output.
    var bytes: Int
  }

  /// What the program writes to standard output when given `input` and nothing more.
  ///
  /// Throws `VoiceProviderError` if it does not end well within its limits. A cancelled task ends
  /// the program and gets `CancellationError` when it has ended.
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
}

/// What a program has written so far, up to a limit.
private final class OutputBuffer: Sendable {
  private let limit: Int
  private let kept = Mutex<[UInt8]>([])

  init(limit: Int) { self.limit = limit }

  var bytes: [UInt8] { kept.withLock { $0 } }

  func append(_ new: UnsafeRawBufferPointer) -> ChildProgram.Verdict {
    kept.withLock { kept in
      guard kept.count + new.count <= limit else { return .end(.tooMuch(limit)) }
      kept.append(contentsOf: new)
      return .goOn
    }
  }
}
