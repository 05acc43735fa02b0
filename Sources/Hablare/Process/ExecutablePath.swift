import Basics
import FoundationEssentials
import Glibc

/// Finds the file of a program that a user has named.
enum ExecutablePath {
  /// The absolute path of a program named by path (`~/` is the home folder) or by name on the PATH.
  ///
  /// A relative path is refused, and relative folders on the PATH are passed over: the folder a
  /// project stands in must not decide what is run.
  static func find(
    _ name: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(VoiceProviderError) -> String {
    let name = UserPath.expanded(name, environment: environment)
    if name.hasPrefix("/") {
      if isProgram(name) { return name }
      throw .engineUnavailable("the program \(name) is not there or cannot be run")
    }
    if name.isEmpty || name.contains("/") {
      throw .engineUnavailable(
        "the program '\(name)' is neither a name nor an absolute path; write its path from / or ~/")
    }
    let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    for folder in folders where folder.hasPrefix("/") {
      let path = "\(folder)/\(name)"
      if isProgram(path) { return path }
    }
    throw .engineUnavailable(
      "the program \(name) is not installed, or not in a folder of PATH; install it or write its path"
    )
  }

  private static func isProgram(_ path: String) -> Bool {
    FileStatus(path, followingLinks: true)?.isFile == true && access(path, X_OK) == 0
  }
}

/// Paths as users write them.
package enum UserPath {
  /// A path with the home folder in place of a leading `~/`.
  package static func expanded(
    _ path: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty else {
      return path
    }
    return home + path.dropFirst()
  }
}
