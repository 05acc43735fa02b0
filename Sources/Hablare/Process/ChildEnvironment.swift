import FoundationEssentials

/// The variables that a local program gets.
enum ChildEnvironment {
  /// What the names of variables have that hold secrets; a program that speaks or plays needs none.
  private static let secretWords = ["KEY", "TOKEN", "SECRET", "PASSWORD", "CREDENTIAL"]

  /// This process's variables without its secrets.
  static var inherited: [String] { variables(from: ProcessInfo.processInfo.environment) }

  /// Whether a variable is known to hold a key or to name a file with one, or its name says so, in
  /// whatever case.
  static func isSecret(_ name: String, known: Set<String> = SecretVariables.names) -> Bool {
    let word = name.uppercased()
    return known.contains(name) || secretWords.contains { word.contains($0) }
  }

  /// Variables, as `NAME=value`, without those that are secret.
  static func withoutSecrets(_ variables: [String]) -> [String] {
    let known = SecretVariables.names
    return variables.filter { !isSecret(String($0.prefix { $0 != "=" }), known: known) }
  }

  /// `environment` without secrets, sorted by name, and with UTF-8 where it names no encoding: in
  /// the locale `C` programs take the letters of most languages for nothing.
  static func variables(from environment: [String: String]) -> [String] {
    let known = SecretVariables.names
    var kept = environment.filter { !isSecret($0.key, known: known) }
    if ["LC_ALL", "LC_CTYPE", "LANG"].allSatisfy({ kept[$0, default: ""].isEmpty }) {
      kept["LC_CTYPE"] = "C.UTF-8"
    }
    return kept.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }
}
