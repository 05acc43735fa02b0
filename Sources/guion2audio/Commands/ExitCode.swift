/// What the process ends with (Documentation/interfaces.md, "Results"; after sysexits.h).
enum ExitCode: Int32, Error {
  case success = 0
  case someFailed = 1
  case usage = 64
  case badInput = 65
  case noInput = 66
  case unavailable = 69
  case fault = 70
  case cannotWrite = 73
  case refused = 77
  case badConfiguration = 78
}

/// A failure with its message, for the one place that prints it and ends the process.
struct CommandFailure: Error {
  var code: ExitCode
  var message: String

  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
  }
}
