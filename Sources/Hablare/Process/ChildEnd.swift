import Glibc
import Basics

/// How a program ended.
struct ChildEnd: Sendable {
  /// What the system says.
  enum Status: Sendable, Equatable {
    /// It ended by itself, with this exit status.
    case exited(Int32)
    /// A signal of this number ended it.
    case signalled(Int32)
    /// It was never started, for the reason given.
    case notStarted(String)
  }

  /// Why it was told to end.
  enum Stop: Sendable, Equatable {
    /// It had not answered in time, in seconds.
    case timedOut(Int)
    /// It wrote more than so many bytes.
    case tooMuch(Int)
    /// It said something although nobody had asked.
    case outOfTurn
    /// It was no longer wanted.
    case dismissed
  }

  var status: Status
  var stop: Stop?
  /// The last line on standard error.
  var lastError: String?
  /// The largest file it was allowed to write, in bytes.
  var fileSizeLimit: Int?

  /// Why there is no sound; nil if the program ended by itself and well.
  func failure(of name: String) -> (any Error)? {
    switch stop {
    case .timedOut(let seconds): return VoiceProviderError.timedOut(seconds: seconds)
    case .tooMuch(let limit): return crashed("\(name) gave more than \(limit) bytes")
    case .outOfTurn: return crashed("\(name) answered before it was asked" + quotedError)
    case .dismissed: return CancellationError()
    case nil: break
    }
    switch status {
    case .exited(0): return nil
    case .exited(let code): return crashed("\(name) ended with status \(code)" + quotedError)
    case .signalled(let signal) where limit(endingBy: signal) != nil:
      let sentence = limit(endingBy: signal)?.sentence ?? ""
      return VoiceProviderError.engineUnavailable(
        "\(name) was ended by signal \(signal): \(sentence)")
    case .signalled(SIGXFSZ):
      return crashed("\(name) wrote a file of more than \(fileSizeLimit ?? 0) bytes")
    case .signalled(let signal):
      return crashed("\(name) was ended by signal \(signal)" + quotedError)
    case .notStarted(let reason): return VoiceProviderError.engineUnavailable("\(name): \(reason)")
    }
  }

  /// The limit of the shell that has ended the program; nil if none has.
  ///
  /// Programs may crash for reasons of their own, so that other signals tell of no limit.
  private func limit(endingBy signal: Int32) -> ShellLimit? {
    guard signal == SIGXFSZ || signal == SIGXCPU else { return nil }
    guard let limit = ShellLimit.met(bySignal: signal) else { return nil }
    if let own = fileSizeLimit, signal == SIGXFSZ, limit.value >= UInt64(own) { return nil }
    return limit
  }

  /// The last line on standard error behind a colon; nothing if there is none.
  var quotedError: String { lastError.map { ": \($0)" } ?? "" }

  private func crashed(_ reason: String) -> VoiceProviderError { .engineCrashed(reason: reason) }
}
