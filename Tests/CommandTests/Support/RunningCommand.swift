import Foundation
import Glibc
import TestSupport

/// The command while it runs, to be looked at and to be sent signals.
///
/// It waits by looking again and again without giving up its thread: a test that lets go of it between
/// two looks may find the command long done.
final class RunningCommand {
  private let process: ChildProcess
  private let records: TemporaryFolder

  /// Starts it in a folder if one is given, and with a terminal of its own, if it is to have one, where
  /// standard output and error then are.
  init(
    _ arguments: [String], in folder: TemporaryFolder? = nil,
    environment: [String: String] = [:], terminal: String? = nil
  ) throws {
    records = try TemporaryFolder()
    // The first terminal that the leader of a session opens becomes the session's own.
    process = try ChildProcess(
      Guion2audio.path, arguments, in: folder?.path, environment: environment,
      input: .file(terminal ?? "/dev/null"), output: .file(terminal ?? records.path(of: "out")),
      errors: .file(terminal ?? records.path(of: "err")), ownSession: terminal != nil)
  }

  var pid: pid_t { process.id }
  var output: String { (try? records.text(of: "out")) ?? "" }
  var errors: String { (try? records.text(of: "err")) ?? "" }
  var hasEnded: Bool { process.hasEnded }

  /// Sends a signal, if it still runs.
  func send(_ signal: Int32) { process.send(signal) }

  /// Waits for the end; the exit code as a shell shows it, nil if it does not come.
  func waitForEnd() -> Int32? {
    Self.eventually { hasEnded }
    return process.status
  }

  /// Waits until something holds; false if it does not within a generous time.
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
