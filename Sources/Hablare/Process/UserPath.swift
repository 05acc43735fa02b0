import FoundationEssentials

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
