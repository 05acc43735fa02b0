import Glibc

/// The folders for a user's files (XDG Base Directory Specification 0.8).
package struct XDGFolders: Sendable, Equatable {
  /// The folder for settings: `$XDG_CONFIG_HOME`, or else `~/.config`.
  package var config: String
  /// The folder for data that can be created again: `$XDG_CACHE_HOME`, or else `~/.cache`.
  package var cache: String
  /// The folder for data that must be preserved: `$XDG_DATA_HOME`, or else `~/.local/share`.
  package var data: String

  /// Creates the folders from an environment.
  ///
  /// Relative values are ignored, as the specification requires.
  ///
  /// `home` is used if `HOME` is not set. Its default is the home folder in the user database.
  package init(environment: [String: String], home: String? = nil) {
    let home =
      Self.absolute(environment["HOME"]) ?? home ?? Self.homeOfUser() ?? "/nonexistent"
    config = Self.absolute(environment["XDG_CONFIG_HOME"]) ?? Self.path(home, ".config")
    cache = Self.absolute(environment["XDG_CACHE_HOME"]) ?? Self.path(home, ".cache")
    data = Self.absolute(environment["XDG_DATA_HOME"]) ?? Self.path(home, ".local/share")
  }

  private static func absolute(_ value: String?) -> String? {
    guard let value, value.hasPrefix("/") else { return nil }
    return value
  }

  package static func path(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  private static func homeOfUser() -> String? {
    // `getpwuid` is not used, because all threads share its buffer.
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil,
      let folder = entry.pw_dir
    else { return nil }
    return String(cString: folder)
  }
}
