import Audiobook
import Hablare
import Narration

/// The exit codes of the process (Documentation/reference/command-line.md, "Results").
/// The values from 64 follow sysexits.h.
enum ExitCode: Int32, Error, CaseIterable {
  case success = 0
  case someFailed = 1
  case usage = 64
  case badInput = 65
  case noInput = 66
  case unavailable = 69
  case fault = 70
  case limited = 71
  case cannotWrite = 73
  case refused = 77
  case badConfiguration = 78

  /// The meaning of the code, for the manual.
  var meaning: String {
    switch self {
    case .success: "success; everything requested is complete"
    case .someFailed:
      "a part of the work failed; or `verify` has findings; or `check --strict` has warnings; "
        + "or a build with --strict has warnings while it renders"
    case .usage: "wrong usage"
    case .badInput:
      "the input, the cast or a cover has errors; "
        + "or a build with --strict has warnings before it renders"
    case .noInput: "an input cannot be read"
    case .unavailable:
      "no chapter is complete, because a provider cannot be reached or returns no usable audio"
    case .fault: "an internal error of the program"
    case .limited: "a limit of the shell (ulimit) is too low for the program to start"
    case .cannotWrite: "the output cannot be written"
    case .refused:
      "a provider is disabled, has no key or refused the key; or the account is empty; "
        + "or the run would cost more than --max-cost"
    case .badConfiguration: "the user configuration has errors"
    }
  }
}

extension ExitCode {
  init(_ kind: BookError.Kind) {
    self =
      switch kind {
      case .wrongRequest: .usage
      case .missingInput: .noInput
      case .wrongInput: .badInput
      case .unavailable: .unavailable
      case .refused: .refused
      case .unwritable: .cannotWrite
      case .failed: .someFailed
      }
  }

  /// Creates the exit code of a command that failed to render its only audio.
  init(_ error: RenderError) {
    self =
      switch error {
      case .line(_, .unavailable, _): .unavailable
      case .line(_, .refused, _), .line(_, .costLimit, _): .refused
      case .audio, .output: .cannotWrite
      default: .someFailed
      }
  }
}

/// An error with its exit code and message; `Main` prints the message and ends the process.
struct CommandFailure: Error {
  var code: ExitCode
  var message: String
  var file: String?

  init(_ code: ExitCode, _ message: String, file: String? = nil) {
    self.code = code
    self.message = message
    self.file = file
  }
}
