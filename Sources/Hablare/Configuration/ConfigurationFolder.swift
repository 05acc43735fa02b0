import Glibc

/// Where this user's configuration, list of enabled providers and, in want of a keyring, keys are.
public enum ConfigurationFolder {
  /// `$XDG_CONFIG_HOME/guion2audio`, else `~/.config/guion2audio` (XDG Base Directory Specification
  /// 0.8, which has relative values ignored).
  public static func path(environment: [String: String]) -> String {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return join(folder, "guion2audio")
    }
    return join(home(environment), ".config/guion2audio")
  }

  /// `$HOME`, or where that is unset, as in containers and cron, what the system knows.
  private static func home(_ environment: [String: String]) -> String {
    if let home = environment["HOME"], home.hasPrefix("/") { return home }
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil,
      let home = entry.pw_dir
    else { return "/" }
    return String(cString: home)
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}
