/// Where this user's configuration, list of enabled providers and, in want of a keyring, keys are.
public enum ConfigurationFolder {
  /// `$XDG_CONFIG_HOME/guion2audio`, else `~/.config/guion2audio` (XDG Base Directory Specification
  /// 0.8, which has relative values ignored); where `HOME` is unset, as in containers and cron, home
  /// is what the system knows.
  public static func path(environment: [String: String]) -> String {
    XDGFolders.path(XDGFolders(environment: environment).config, "guion2audio")
  }
}
