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
  /// A variable is secret if it is known to hold a key or to name a file with a key, or if its name
  /// contains one of `secretWords`, ignoring case.
  static func isSecret(_ name: String, known: Set<String> = SecretVariables.names) -> Bool {
    let word = name.uppercased()
    return known.contains(name) || secretWords.contains { word.contains($0) }
  }

  /// Returns the `NAME=value` variables that are not secret.
  static func withoutSecrets(_ variables: [String]) -> [String] {
    let known = SecretVariables.names
    return variables.filter { !isSecret(String($0.prefix { $0 != "=" }), known: known) }
  }

  /// Returns `environment` without secrets, sorted by name.
  ///
  /// Adds UTF-8 if no encoding is set, because in the locale `C` programs drop the letters of most
  /// languages.
  static func variables(from environment: [String: String]) -> [String] {
    let known = SecretVariables.names
    var kept = environment.filter { !isSecret($0.key, known: known) }
    if ["LC_ALL", "LC_CTYPE", "LANG"].allSatisfy({ kept[$0, default: ""].isEmpty }) {
      kept["LC_CTYPE"] = "C.UTF-8"
    }
    return kept.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }
}
