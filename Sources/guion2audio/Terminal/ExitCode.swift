import Audiobook
import Hablare
import Narration

/// What the process ends with (Documentation/interfaces.md, "Results"; after sysexits.h).
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

  /// What it tells, in words for the manual.
  var meaning: String {
    switch self {
    case .success: "all that was asked for is there"
    case .someFailed: "some chapters failed and the others are complete, or a check found something"
    case .usage: "wrong usage"
    case .badInput: "the input, the cast or a cover is wrong; or --strict, and there were warnings"
    case .noInput: "an input cannot be read"
    case .unavailable:
      "a provider cannot be reached or sends no usable sound, and no chapter is complete"
    case .fault: "a fault of the program"
    case .limited: "the shell allows too few files, too little memory or time (ulimit)"
    case .cannotWrite: "the output cannot be written"
    case .refused:
      "a provider is disabled, needs a key or refused; or the run would cost more than --max-cost"
    case .badConfiguration: "the user configuration is wrong"
    }
  }
}

extension ExitCode {
  /// What a command ends with that has no book.
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

  /// What a sound that could not be made ends a command with, where it was the only one.
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

/// A failure with its message, for the one place that prints it and ends the process.
struct CommandFailure: Error {
  var code: ExitCode
  var message: String
  /// The file that it is about.
  var file: String?

  init(_ code: ExitCode, _ message: String, file: String? = nil) {
    self.code = code
    self.message = message
    self.file = file
  }
}
