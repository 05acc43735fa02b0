public import Guion

/// How much the codes matter in a project (the cast file's `"lint"`).
public struct LintSettings: Hashable, Sendable {
  /// What a code can be set to.
  public enum Level: String, Sendable, CaseIterable {
    case off, note, warning, error

    /// The severity; nil is off.
    public var severity: Diagnostic.Severity? { Diagnostic.Severity(rawValue: rawValue) }
  }

  /// The levels that were set, by code.
  public var levels: [String: Level] = [:]

  /// Settings that leave every code as it is.
  public init() {}

  /// The diagnostics with the severities that were set, without those that are off.
  ///
  /// What is an error stays one: nothing can be built from it.
  public func applied(to diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.compactMap { diagnostic in
      guard diagnostic.severity != .error else { return diagnostic }
      guard let level = levels[diagnostic.code] else {
        let isOff = LintCode.named(diagnostic.code).map { $0.severity == nil } ?? false
        return isOff ? nil : diagnostic
      }
      guard let severity = level.severity else { return nil }
      var copy = diagnostic
      copy.severity = severity
      return copy
    }
  }
}
