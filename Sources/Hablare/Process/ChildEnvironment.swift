import FoundationEssentials

/// The variables that a local program gets.
enum ChildEnvironment {
  /// How the names of variables end that hold secrets; a program that speaks needs none.
  private static let secretEndings = ["_KEY", "_TOKEN", "_SECRET", "_PASSWORD"]

  /// This process's variables without its secrets.
  static var inherited: [String] { variables(from: ProcessInfo.processInfo.environment) }

  /// `environment` without secrets, sorted by name, and with UTF-8 where it names no encoding: in
  /// the locale `C` programs take the letters of most languages for nothing.
  static func variables(from environment: [String: String]) -> [String] {
    var kept = environment.filter { name, _ in
      let name = name.uppercased()
      return !secretEndings.contains { name.hasSuffix($0) || name == $0.dropFirst() }
    }
    if ["LC_ALL", "LC_CTYPE", "LANG"].allSatisfy({ kept[$0, default: ""].isEmpty }) {
      kept["LC_CTYPE"] = "C.UTF-8"
    }
    return kept.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }
}
