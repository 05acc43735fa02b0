import FoundationEssentials
import Glibc

/// A worker's program: what it is called, what it is given and where it may be.
struct WorkerProgram: Sendable {
  /// The name of its file.
  var name: String
  /// The environment variable that can name its file.
  var pathVariable: String
  /// What it is given beside protocol version and number of slots.
  var arguments: [String] = []
  /// The environment variables that it gets of the user's.
  var variables: [String] = []
  /// What it may miss if it ends at once.
  var needs: String

  /// The first of `candidates` that can be run.
  func find(candidates: [String]? = nil) throws(VoiceProviderError) -> String {
    let candidates = candidates ?? self.candidates()
    guard let path = candidates.first(where: { access($0, X_OK) == 0 }) else {
      throw .engineUnavailable(
        "\(name) is not beside the program (looked for "
          + candidates.joined(separator: ", ") + "); \(pathVariable) can name it")
    }
    return path
  }

  /// Beside the program itself, in its libexec, beside what it was called as (a test runner's
  /// products), and where the environment says.
  func candidates(
    executable: String? = ProgramFolder.realpath(of: "/proc/self/exe"),
    argument: String? = CommandLine.arguments.first,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String] {
    var paths = [String]()
    if let folder = executable.map(ProgramFolder.folder(of:)) {
      paths = ["\(folder)/\(name)", "\(folder)/../libexec/guion2audio/\(name)"]
    }
    // A bare name was found through PATH; the folder in which it stands is the first candidate.
    if let argument, argument.contains("/") {
      paths.append("\(ProgramFolder.folder(of: argument))/\(name)")
    }
    if let named = environment[pathVariable], !named.isEmpty { paths.append(named) }
    return paths
  }
}

/// Paths about a program's file.
enum ProgramFolder {
  /// The folder of a file.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// A path without links; nil if nothing is there.
  static func realpath(of path: String) -> String? {
    guard let resolved = Glibc.realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
