/// Programs that are run for their effect, not for their output, such as an audio player.
package enum HelperProgram {
  /// Why a program failed.
  package struct Failure: Error, Sendable {
    /// What happened: the last line of standard error, or how the program ended.
    package var reason: String
  }

  /// Runs a program without input until it ends, with a time limit in seconds.
  ///
  /// The program gets this process's variables without secrets. If the task is cancelled, the
  /// program is ended and `CancellationError` is thrown.
  package static func run(
    _ path: String, _ arguments: [String], seconds: Int
  ) async throws {
    try Task.checkCancellation()
    let ended = EndPromise()
    let program = ChildProgram(ChildCommand(path: path, arguments: arguments)) { _, _ in
      .goOn
    } onEnd: {
      ended.fulfil($0)
    }
    program.setTimeLimit(seconds: seconds)
    program.write([], isLast: true)
    let end = await withTaskCancellationHandler {
      await ended.value
    } onCancel: {
      program.stop(.dismissed)
    }
    switch (end.stop, end.status) {
    case (.dismissed, _): throw CancellationError()
    case (.timedOut(let seconds), _): throw Failure(reason: "it did not end within \(seconds) s")
    case (_, .exited(0)): return
    case (_, .exited(let code)):
      throw Failure(reason: end.lastError ?? "it ended with exit status \(code)")
    case (_, .signalled(let signal)): throw Failure(reason: "it was ended by signal \(signal)")
    case (_, .notStarted(let reason)): throw Failure(reason: reason)
    }
  }
}
