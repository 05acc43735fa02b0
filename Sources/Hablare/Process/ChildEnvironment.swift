import FoundationEssentials

/// The variables that a local program gets.
package enum ChildEnvironment {
  /// What the names of variables have that hold secrets; a program that speaks or plays needs none.
  private static let secretWords = ["KEY", "TOKEN", "SECRET", "PASSWORD", "CREDENTIAL"]

  /// This process's variables without its secrets.
  static var inherited: [String] { variables(from: ProcessInfo.processInfo.environment) }

  /// `environment` without the variables whose names say that they hold a secret, in whatever case,
  /// and without those of `names`, which are secret whatever they are called.
  package static func withoutSecrets(
    _ environment: [String: String], besides names: Set<String> = []
  ) -> [String: String] {
    environment.filter { name, _ in
      let word = name.uppercased()
      return !names.contains(name) && !secretWords.contains { word.contains($0) }
    }
  }

  /// `environment` without secrets, sorted by name, and with UTF-8 where it names no encoding: in
  /// the locale `C` programs take the letters of most languages for nothing.
  static func variables(from environment: [String: String]) -> [String] {
    var kept = withoutSecrets(environment)
    if ["LC_ALL", "LC_CTYPE", "LANG"].allSatisfy({ kept[$0, default: ""].isEmpty }) {
      kept["LC_CTYPE"] = "C.UTF-8"
    }
    return kept.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }
}
