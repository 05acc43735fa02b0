import Synchronization

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
  ///
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
