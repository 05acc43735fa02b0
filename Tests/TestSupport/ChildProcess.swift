package import Foundation
import Glibc
import Synchronization

/// A program that a test has started, and its exit status.
///
/// Foundation's `Process` is not used, because its `waitUntilExit()` runs a run loop on the thread of a task.
package final class ChildProcess: Sendable {
  /// The process id.
  package let id: pid_t
  /// The wait status from the system, or nil until the program has ended.
  private let ending = Mutex<Int32?>(nil)

  /// The source or target of a program's standard input, output or errors.
  package enum Stream {
    /// No stream.
    case nothing
    /// A file or device.
    ///
    /// It is opened for reading as input, and otherwise for writing; a missing file is created.
    case file(String)
    /// A descriptor that the test has opened.
    case descriptor(Int32)
  }

  /// Starts a program, found on the PATH or given as a path.
  ///
  /// The program starts with the default actions of all signals, because a test runner may ignore some
  /// signals.
  ///
  /// With `ownSession` the program gets a new session. The first terminal that it opens becomes the session's
  /// terminal.
  package init(
    _ name: String, _ arguments: [String] = [], in folder: String? = nil,
    environment: [String: String] = [:], input: Stream = .nothing, output: Stream = .nothing,
    errors: Stream = .nothing, ownSession: Bool = false
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in [input, output, errors].enumerated() {
      Self.connect(Int32(number), to: stream, &actions)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    Self.resetSignals(&attributes, ownSession: ownSession)
    if let folder {
      let enter = try Self.function(
        "posix_spawn_file_actions_addchdir_np", as: (@convention(c) (Actions, Name) -> Int32).self)
      _ = folder.withCString { enter(&actions, $0) }
    }
    // Descriptors of the test must not be inherited.
    let closeFrom = try Self.function(
      "posix_spawn_file_actions_addclosefrom_np",
      as: (@convention(c) (Actions, Int32) -> Int32).self)
    _ = closeFrom(&actions, 3)
    // `env` searches the PATH and is replaced by the program, with the same process id.
    let line = (name.contains("/") ? [] : ["/usr/bin/env"]) + [name] + arguments
    var words = line.map { strdup($0) } + [nil]
    let own = UserOfTests.environment(besides: environment)
    let all = ProcessInfo.processInfo.environment.merging(own) { $1 }.merging(environment) { $1 }
    var variables = all.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var id = pid_t()
    let error = posix_spawn(&id, line[0], &actions, &attributes, &words, &variables)
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
    self.id = id
  }

  deinit {
    guard !hasEnded else { return }
    kill(id, SIGKILL)
    _ = wait()
  }

  /// Whether the program has ended.
  ///
  /// Does not wait.
  package var hasEnded: Bool { status != nil }

  /// The status as in a shell: the exit code, or 128 plus the signal, or nil while the program runs.
  package var status: Int32? { look(WNOHANG) }

  /// Waits until the program ends and returns its status.
  package func wait() -> Int32 { look(0) ?? -1 }

  private func look(_ options: Int32) -> Int32? {
    ending.withLock { ending in
      var code: Int32 = 0
      if ending == nil, waitpid(id, &code, options) == id { ending = code }
      return ending.map { $0 & 0x7F != 0 ? 128 + $0 & 0x7F : $0 >> 8 & 0xFF }
    }
  }

  /// Sends a signal if the program is still running.
  package func send(_ signal: Int32) {
    if !hasEnded { kill(id, signal) }
  }

  private typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>
  private typealias Name = UnsafePointer<CChar>

  /// Returns a function of glibc (2.29, 2.34) that is missing in the Glibc module.
  private static func function<Function>(
    _ name: String, as type: Function.Type
  ) throws -> Function {
    guard let address = dlsym(nil, name) else { throw POSIXError(.ENOSYS) }
    return unsafeBitCast(address, to: type)
  }

  private static func connect(
    _ number: Int32, to stream: Stream, _ actions: inout posix_spawn_file_actions_t
  ) {
    let mode = number == 0 ? O_RDONLY : O_WRONLY | O_CREAT
    switch stream {
    case .nothing: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    case .file(let path): posix_spawn_file_actions_addopen(&actions, number, path, mode, 0o600)
    case .descriptor(let own): posix_spawn_file_actions_adddup2(&actions, own, number)
    }
  }

  private static func resetSignals(_ attributes: inout posix_spawnattr_t, ownSession: Bool) {
    var (none, every) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&every)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &every)
    // POSIX_SPAWN_SETSID (spawn.h), which is missing in the Glibc module.
    let session: Int32 = ownSession ? 0x80 : 0
    posix_spawnattr_setflags(
      &attributes, Int16(Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | session))
  }
}

/// A pipe of a test that other programs started at the same time do not inherit.
package struct TestPipe {
  /// The end for reading and the end for writing.
  package let (reading, writing): (FileHandle, FileHandle)

  package init() throws {
    var ends: [Int32] = [-1, -1]
    // pipe2 is missing in the Glibc module. With pipe, the flag would be set an instant too late.
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    (reading, writing) = (
      FileHandle(fileDescriptor: ends[0], closeOnDealloc: true),
      FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    )
  }
}

/// The result of a program that has ended.
package struct ProgramResult: Sendable {
  /// The exit status, or 128 plus the number of the signal that ended the program.
  package var status: Int32
  package var output: String
  package var errors: String
}

/// Runs programs like a user's shell.
package enum Program {
  /// Runs a program found on the PATH, or given as a path, and waits for its end.
  package static func run(
    _ name: String, _ arguments: [String] = [], in folder: String? = nil, input: String = "",
    environment: [String: String] = [:]
  ) throws -> ProgramResult {
    // Files, not pipes: a full pipe would block a program that writes much.
    let files = try TemporaryFolder()
    let process = try ChildProcess(
      name, arguments, in: folder, environment: environment,
      input: .file(try files.write(input, as: "in")), output: .file(files.path(of: "out")),
      errors: .file(files.path(of: "err")))
    let status = process.wait()
    return ProgramResult(
      status: status, output: try text(files.path(of: "out")),
      errors: try text(files.path(of: "err")))
  }

  /// Returns the path of a program of this package, next to the test bundle.
  package static func built(_ name: String) -> String {
    let bundle = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return bundle.deletingLastPathComponent().appending(path: name).path
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }
}
