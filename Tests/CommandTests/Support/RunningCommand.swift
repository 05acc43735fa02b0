import Foundation
import Glibc
import TestSupport

/// The running command, which can be watched and get signals.
///
/// The functions that wait keep their thread and check the command again and again. If a test released its
/// thread between two checks, the command could be done long before the next check.
final class RunningCommand {
  private let process: ChildProcess
  private let records: TemporaryFolder

  /// Starts the command.
  ///
  /// The folder and the terminal are optional. With a terminal, standard output and error go to the terminal.
  init(
    _ arguments: [String], in folder: TemporaryFolder? = nil,
    environment: [String: String] = [:], terminal: String? = nil
  ) throws {
    records = try TemporaryFolder()
    // The first terminal that a session leader opens becomes the terminal of the session.
    process = try ChildProcess(
      Guion2audio.path, arguments, in: folder?.path, environment: environment,
      input: .file(terminal ?? "/dev/null"), output: .file(terminal ?? records.path(of: "out")),
      errors: .file(terminal ?? records.path(of: "err")), ownSession: terminal != nil)
  }

  var pid: pid_t { process.id }
  var output: String { (try? records.text(of: "out")) ?? "" }
  var errors: String { (try? records.text(of: "err")) ?? "" }
  var hasEnded: Bool { process.hasEnded }

  /// Sends a signal if the command is still running.
  func send(_ signal: Int32) { process.send(signal) }

  /// Waits for the end.
  ///
  /// Returns the exit code as a shell shows it, or nil after the time limit.
  func waitForEnd() -> Int32? {
    Self.eventually { hasEnded }
    return process.status
  }

  /// Waits until a condition holds.
  ///
  /// Returns false after a generous time limit.
  @discardableResult
  static func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(300)
    while clock.now < deadline {
      if try condition() { return true }
      usleep(1000)
    }
    return false
  }
}
