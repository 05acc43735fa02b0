public import Guion

/// The severities of codes in a project (the cast file's `"lint"`).
public struct LintSettings: Hashable, Sendable {
  /// A level that a code can be set to.
  public enum Level: String, Sendable, CaseIterable {
    case off, note, warning, error

    /// The severity, or nil if the code is off.
    public var severity: Diagnostic.Severity? { Diagnostic.Severity(rawValue: rawValue) }
  }

  /// The levels that the cast sets, by code.
  public var levels: [String: Level] = [:]

  /// Creates settings that change no code.
  public init() {}

  /// Returns the diagnostics with the severities of these settings.
  ///
  /// Codes that are off are left out.
  ///
  /// Errors stay errors, because a build cannot go on after one.
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
