import Glibc
import Basics

/// How a program ended.
struct ChildEnd: Sendable {
  /// The system's report on the end of the program.
  enum Status: Sendable, Equatable {
    /// The program exited with this status.
    case exited(Int32)
    /// A signal with this number ended the program.
    case signalled(Int32)
    /// The program was not started, for this reason.
    case notStarted(String)
  }

  /// Why this process stopped the program.
  enum Stop: Sendable, Equatable {
    /// The program did not answer within this time, in seconds.
    case timedOut(Int)
    /// The program wrote more than this number of bytes.
    case tooMuch(Int)
    /// The program wrote an answer without a request.
    case outOfTurn
    /// The program was no longer needed.
    case dismissed
  }

  var status: Status
  var stop: Stop?
  /// The last line of standard error.
  var lastError: String?
  /// The maximum size of a file that the program could write, in bytes.
  var fileSizeLimit: Int?

  /// Returns the error for a program that failed, or nil if the program exited on its own with
  /// status 0.
  func failure(of name: String) -> (any Error)? {
    switch stop {
    case .timedOut(let seconds): return VoiceProviderError.timedOut(seconds: seconds)
    case .tooMuch(let limit): return crashed("\(name) wrote more than \(limit) bytes")
    case .outOfTurn:
      return crashed("\(name) wrote an answer without a request" + quotedError(of: name))
    case .dismissed: return CancellationError()
    case nil: break
    }
    switch status {
    case .exited(0): return nil
    case .exited(let code):
      return crashed("\(name) ended with exit status \(code)" + quotedError(of: name))
    case .signalled(let signal) where limit(endingBy: signal) != nil:
      let sentence = limit(endingBy: signal)?.sentence ?? ""
      return VoiceProviderError.engineUnavailable(
        "\(name) was ended by signal \(signal): \(sentence)")
    case .signalled(SIGXFSZ):
      return crashed("\(name) wrote a file of more than \(fileSizeLimit ?? 0) bytes")
    case .signalled(let signal):
      return crashed("\(name) was ended by signal \(signal)" + quotedError(of: name))
    case .notStarted(let reason): return VoiceProviderError.engineUnavailable("\(name): \(reason)")
    }
  }

  /// Returns the shell's limit (see `ulimit`) that ended the program, or nil if no limit ended the
  /// program.
  ///
  /// Only SIGXFSZ and SIGXCPU show that a limit was reached. Other signals can come from a crash.
  private func limit(endingBy signal: Int32) -> ShellLimit? {
    guard signal == SIGXFSZ || signal == SIGXCPU else { return nil }
    guard let limit = ShellLimit.reached(bySignal: signal) else { return nil }
    if let own = fileSizeLimit, signal == SIGXFSZ, limit.value >= UInt64(own) { return nil }
    return limit
  }

  /// Returns a colon and the last line of standard error.
  ///
  /// If the line begins with the program's name, the name is removed.
  ///
  /// Empty if standard error has no line to quote.
  func quotedError(of name: String) -> String {
    guard let lastError else { return "" }
    let own = "\(name): "
    return ": \(lastError.hasPrefix(own) ? lastError.dropFirst(own.count) : lastError[...])"
  }

  private func crashed(_ reason: String) -> VoiceProviderError { .engineCrashed(reason: reason) }
}
