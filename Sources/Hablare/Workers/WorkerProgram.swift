import FoundationEssentials
import Glibc

/// A worker's program: its name, its arguments and its possible locations.
struct WorkerProgram: Sendable {
  /// The name of the program's file.
  var name: String
  /// The environment variable that can contain the path of the program's file.
  var pathVariable: String
  /// The arguments after the protocol version and the number of slots.
  var arguments: [String] = []
  /// The user's environment variables that the program gets.
  var variables: [String] = []
  /// The dependency that may be missing if the program ends at once.
  var needs: String

  /// Returns the first executable file in `candidates`; throws `engineUnavailable` if no candidate
  /// is executable.
  func find(candidates: [String]? = nil) throws(VoiceProviderError) -> String {
    let candidates = candidates ?? self.candidates()
    guard let path = candidates.first(where: { access($0, X_OK) == 0 }) else {
      throw .engineUnavailable(
        "\(name) is not beside the program (tried "
          + candidates.joined(separator: ", ") + "); set \(pathVariable) to its path")
    }
    return path
  }

  /// Returns the possible paths of the program.
  /// The paths are in this order: in the folder of the running program; in its libexec folder; in
  /// the folder that the command line names (under a test runner, the folder of the products); the
  /// path in the environment variable.
  func candidates(
    executable: String? = ProgramFolder.realpath(of: "/proc/self/exe"),
    argument: String? = CommandLine.arguments.first,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String] {
    var paths = [String]()
    if let folder = executable.map(ProgramFolder.folder(of:)) {
      paths = ["\(folder)/\(name)", "\(folder)/../libexec/guion2audio/\(name)"]
    }
    // If the first argument has no slash, the running program was found through PATH. The folder of
    // the running program is already the first candidate.
    if let argument, argument.contains("/") {
      paths.append("\(ProgramFolder.folder(of: argument))/\(name)")
    }
    if let named = environment[pathVariable], !named.isEmpty { paths.append(named) }
    return paths
  }
}

/// Functions for the paths of program files.
enum ProgramFolder {
  /// Returns the folder of a file.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// Returns a path without links, or nil if the path does not exist.
  static func realpath(of path: String) -> String? {
    guard let resolved = Glibc.realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
