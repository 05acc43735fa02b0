import Basics
import CChild
import FoundationEssentials
import Glibc

/// Starts programs that inherit only the given descriptors and variables.
/// No child gets a variable that holds a secret, even if the command's environment contains such a
/// variable. Each child has its own process group. Therefore a terminal's Ctrl-C reaches only this
/// program, and everything that the child starts can be ended at once. The child's signal handling
/// is reset to the defaults, and the child writes no core file.
enum ChildSpawn {
  /// Starts a program and returns its process id.
  /// The child's descriptors 0, 1, 2, … are `descriptors` (nil means `/dev/null`). The child
  /// inherits no other descriptors. The child is killed when the calling thread ends, which
  /// includes the end of this process (prctl(2), `PR_SET_PDEATHSIG`). Programs that the child has
  /// started are not killed, but the other ends of their pipes are closed.
  static func start(
    _ command: ChildCommand, descriptors: [Int32?]
  ) throws(SystemError) -> pid_t {
    var pid = pid_t()
    let variables = ChildEnvironment.withoutSecrets(command.environment)
    let error = withStrings([command.path] + command.arguments) { arguments in
      withStrings(variables) { environment in
        withStrings([command.path] + (command.folder.map { [$0] } ?? [])) { paths in
          descriptors.map { $0 ?? -1 }.withUnsafeBufferPointer { descriptors in
            var child = g2a_child()
            child.path = UnsafePointer(paths[0])
            child.arguments = arguments.baseAddress
            child.environment = environment.baseAddress
            // If the command has no folder, the second entry of `paths` is the null pointer at its
            // end.
            child.directory = UnsafePointer(paths[1])
            child.descriptors = descriptors.baseAddress
            child.descriptor_count = Int32(descriptors.count)
            child.file_size_limit = UInt64(command.fileSizeLimit ?? 0)
            child.open_files = OwnLimits.openFilesOfPrograms
            return g2a_child_start(&child, &pid)
          }
        }
      }
    }
    if error != 0 { throw SystemError(error) }
    return pid
  }

  /// Calls `body` with the strings as an array of C strings that ends with a null pointer.
  private static func withStrings<Result>(
    _ strings: [String],
    _ body: (UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return (copies + [nil]).withUnsafeBufferPointer(body)
  }
}

/// The environment variables that a local program gets.
enum ChildEnvironment {
  /// Words in the names of variables that hold secrets.
  /// Programs that speak or play audio need no secrets.
  private static let secretWords = ["KEY", "TOKEN", "SECRET", "PASSWORD", "CREDENTIAL"]

  /// This process's variables without its secrets.
  static var inherited: [String] { variables(from: ProcessInfo.processInfo.environment) }

  /// Returns whether a variable is secret.
  /// A variable is secret if `known` contains its name, or if its name contains one of
  /// `secretWords` in upper or lower case. `known` contains the names of the variables that hold a
  /// key or name a file with a key.
  static func isSecret(_ name: String, known: Set<String> = SecretVariables.names) -> Bool {
    let word = name.uppercased()
    return known.contains(name) || secretWords.contains { word.contains($0) }
  }

  /// Returns the `NAME=value` variables that are not secret.
  static func withoutSecrets(_ variables: [String]) -> [String] {
    let known = SecretVariables.names
    return variables.filter { !isSecret(String($0.prefix { $0 != "=" }), known: known) }
  }

  /// Returns the variables of `environment` as `NAME=value`, without secrets, sorted by name.
  /// If no variable sets a locale, `LC_CTYPE` is set to `C.UTF-8`. In the locale `C`, many programs
  /// drop the letters of most languages.
  static func variables(from environment: [String: String]) -> [String] {
    let known = SecretVariables.names
    var kept = environment.filter { !isSecret($0.key, known: known) }
    if ["LC_ALL", "LC_CTYPE", "LANG"].allSatisfy({ kept[$0, default: ""].isEmpty }) {
      kept["LC_CTYPE"] = "C.UTF-8"
    }
    return kept.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }
}

/// Programs that are run for their effect, not for their output, such as an audio player.
package enum HelperProgram {
  /// Why a program failed.
  package struct Failure: Error, Sendable {
    /// What happened: the last line of standard error, or how the program ended.
    package var reason: String
  }

  /// Runs a program without input until it ends, with a time limit in seconds.
  /// The program gets this process's variables without secrets. If the task is cancelled, the
  /// program is ended and `CancellationError` is thrown.
  /// Returns the last line of standard error, or nil if there is none.
  @discardableResult package static func run(
    _ path: String, _ arguments: [String], seconds: Int
  ) async throws -> String? {
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
    case (_, .exited(0)): return end.lastError
    case (_, .exited(let code)):
      throw Failure(reason: end.lastError ?? "it ended with exit status \(code)")
    case (_, .signalled(let signal)): throw Failure(reason: "it was ended by signal \(signal)")
    case (_, .notStarted(let reason)): throw Failure(reason: "it cannot be started (\(reason))")
    }
  }
}

/// Finds the file of a program that a user has named.
enum ExecutablePath {
  /// Returns the absolute path of a program that the user names by a path (`~/` is the home folder)
  /// or by a name on the PATH.
  /// A relative path is refused, and relative folders on the PATH are skipped, because the
  /// project's folder must not decide which program runs.
  static func find(
    _ name: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(VoiceProviderError) -> String {
    let name = UserPath.expanded(name, environment: environment)
    if name.hasPrefix("/") {
      if isProgram(name) { return name }
      throw .engineUnavailable("the program \(name) does not exist or cannot be run")
    }
    if name.isEmpty || name.contains("/") {
      throw .engineUnavailable(
        "the program '\(name)' is neither a name nor an absolute path; write its full path, which "
          + "begins with / or ~/")
    }
    let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    for folder in folders where folder.hasPrefix("/") {
      let path = "\(folder)/\(name)"
      if isProgram(path) { return path }
    }
    throw .engineUnavailable(
      "the program \(name) is not installed or not on the PATH; install it or write its full path"
    )
  }

  private static func isProgram(_ path: String) -> Bool {
    FileStatus(path, followingLinks: true)?.isFile == true && access(path, X_OK) == 0
  }
}

/// Paths as users write them.
package enum UserPath {
  /// Returns a path with the home folder instead of a leading `~/`.
  package static func expanded(
    _ path: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty else {
      return path
    }
    return home + path.dropFirst()
  }
}

/// A temporary folder that only this user can read.
/// The folder is removed with its contents when the object is destroyed.
final class PrivateFolder: Sendable {
  /// The folder's absolute path.
  let path: String

  /// Creates an empty folder in `TMPDIR`, or else in `/tmp`.
  /// Only the folder's owner may enter the folder (mkdtemp(3)).
  init() throws(VoiceProviderError) {
    let named = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    let parent = named.hasPrefix("/") ? named : "/tmp"
    var template = Array("\(parent)/guion2audio-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let made else {
      throw .engineUnavailable("cannot create a folder in \(parent): \(SystemError.last.reason)")
    }
    path = made
  }

  deinit { remove() }

  /// Removes the folder and its contents now.
  func remove() { try? FileManager.default.removeItem(atPath: path) }

  func path(of name: String) -> String { "\(path)/\(name)" }
}
