import Basics
import FoundationEssentials
import Glibc

/// Finds the file of a program that a user has named.
enum ExecutablePath {
  /// Returns the absolute path of a program that the user names by a path (`~/` is the home folder)
  /// or by a name on the PATH.
  ///
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
