import Foundation
import Glibc
import TestSupport

/// The command while it runs, to be looked at and to be sent signals.
///
/// It waits by looking again and again without giving up its thread: a test that lets go of it between
/// two looks may find the command long done.
final class RunningCommand {
  let pid: pid_t
  private var status: Int32?
  private let records: TemporaryFolder

  /// Starts it with signals as a new program expects them: a test runner may have some ignored.
  ///
  /// With a folder, it starts there. With a terminal, it has that for its own, and standard output and
  /// error are there.
  init(
    _ arguments: [String], in folder: TemporaryFolder? = nil,
    environment: [String: String] = [:], terminal: String? = nil
  ) throws {
    records = try TemporaryFolder()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, terminal ?? "/dev/null", O_RDONLY, 0)
    for (descriptor, name) in [(1 as Int32, "out"), (2, "err")] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, terminal ?? records.path(of: name), O_WRONLY | O_CREAT, 0o600)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, every) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&every)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &every)
    // The first terminal that the leader of a session opens becomes the session's own.
    let session = terminal == nil ? 0 : Self.newSession
    posix_spawnattr_setflags(
      &attributes, Int16(Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | session))
    // `env` enters the folder and becomes the command, with the same number.
    let place = folder.map { ["/usr/bin/env", "-C", $0.path] } ?? []
    let line = place + [Guion2audio.path] + arguments
    var words = line.map { strdup($0) } + [nil]
    let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var variables = all.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var pid = pid_t()
    let error = posix_spawn(&pid, line[0], &actions, &attributes, &words, &variables)
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
    self.pid = pid
  }

  /// POSIX_SPAWN_SETSID (spawn.h), which Glibc's module leaves out.
  private static let newSession: Int32 = 0x80

  deinit {
    guard hasEnded == false else { return }
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  var output: String { (try? records.text(of: "out")) ?? "" }
  var errors: String { (try? records.text(of: "err")) ?? "" }

  var hasEnded: Bool {
    if status != nil { return true }
    var code: Int32 = 0
    guard waitpid(pid, &code, WNOHANG) == pid else { return false }
    // As a shell counts: 128 plus the signal, or the exit code.
    status = code & 0x7F != 0 ? 128 + code & 0x7F : code >> 8 & 0xFF
    return true
  }

  /// Sends a signal, if it still runs.
  func send(_ signal: Int32) {
    if !hasEnded { kill(pid, signal) }
  }

  /// Waits for the end; the exit code as a shell shows it, nil if it does not come.
  func waitForEnd() -> Int32? {
    Self.eventually { hasEnded }
    return status
  }

  /// Waits until something holds; false if it does not within a generous time.
  @discardableResult
  static func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(60)
    while clock.now < deadline {
      if try condition() { return true }
      usleep(1000)
    }
    return false
  }
}
