import Glibc

/// Where a user's files belong (XDG Base Directory Specification 0.8).
package struct XDGFolders: Sendable, Equatable {
  /// What the user has decided: `$XDG_CONFIG_HOME`, else `~/.config`.
  package var config: String
  /// What can be made again: `$XDG_CACHE_HOME`, else `~/.cache`.
  package var cache: String
  /// What is to be kept: `$XDG_DATA_HOME`, else `~/.local/share`.
  package var data: String

  /// The folders that an environment names; relative values are ignored, as the specification says.
  ///
  /// `home` is that of the user database unless given, and stands in where `HOME` is not set.
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
    // getpwuid's own buffer would be shared with every other thread.
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil,
      let folder = entry.pw_dir
    else { return nil }
    return String(cString: folder)
  }
}
