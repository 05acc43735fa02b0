import FoundationEssentials
import Glibc

/// Where the worker's program may be.
enum EspeakWorkerPath {
  static let programName = "guion2audio-espeak"

  /// The first of `candidates` that can be run.
  static func find(
    candidates: [String] = candidates()
  ) throws(VoiceProviderError) -> String {
    guard let path = candidates.first(where: { access($0, X_OK) == 0 }) else {
      throw .engineUnavailable(
        "\(programName) is not beside the program (looked for "
          + candidates.joined(separator: ", ") + "); GUION2AUDIO_ESPEAK can name it")
    }
    return path
  }

  /// Beside the program itself, in its libexec, beside what it was called as (a test runner's
  /// products), and where the environment says.
  static func candidates(
    executable: String? = realpath(of: "/proc/self/exe"),
    argument: String? = CommandLine.arguments.first,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String] {
    var paths = [String]()
    if let folder = executable.map(folder(of:)) {
      paths = ["\(folder)/\(programName)", "\(folder)/../libexec/guion2audio/\(programName)"]
    }
    // A bare name was found through PATH; the folder in which it stands is the first candidate.
    if let argument, argument.contains("/") {
      paths.append("\(folder(of: argument))/\(programName)")
    }
    if let named = environment["GUION2AUDIO_ESPEAK"], !named.isEmpty { paths.append(named) }
    return paths
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  private static func realpath(of path: String) -> String? {
    guard let resolved = Glibc.realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
