import FoundationEssentials

/// The environment variables that a local program gets.
enum ChildEnvironment {
  /// Words in the names of variables that hold secrets.
  ///
  /// Programs that speak or play audio need no secrets.
  private static let secretWords = ["KEY", "TOKEN", "SECRET", "PASSWORD", "CREDENTIAL"]

  /// This process's variables without its secrets.
  static var inherited: [String] { variables(from: ProcessInfo.processInfo.environment) }

  /// Returns whether a variable is secret.
  ///
  /// A variable is secret if `known` contains its name, or if its name contains one of
  /// `secretWords` in upper or lower case. `known` contains the names of the variables that hold a
  /// key or name a file with a key.
  static func isSecret(_ name: String, known: Set<String> = SecretVariables.names) -> Bool {
    let word = name.uppercased()
    return known.contains(name) || secretWords.contains { word.contains($0) }
  }

  /// Returns the `NAME=value` variables that are not secret.
  static func withoutSecrets(_ variables: [String]) -> [String] {
    let known = SecretVariables.names
    return variables.filter { !isSecret(String($0.prefix { $0 != "=" }), known: known) }
  }

  /// Returns the variables of `environment` as `NAME=value`, without secrets, sorted by name.
  ///
  /// If no variable sets a locale, `LC_CTYPE` is set to `C.UTF-8`. In the locale `C`, many programs
  /// drop the letters of most languages.
  static func variables(from environment: [String: String]) -> [String] {
    let known = SecretVariables.names
    var kept = environment.filter { !isSecret($0.key, known: known) }
    if ["LC_ALL", "LC_CTYPE", "LANG"].allSatisfy({ kept[$0, default: ""].isEmpty }) {
      kept["LC_CTYPE"] = "C.UTF-8"
    }
    return kept.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }
}
