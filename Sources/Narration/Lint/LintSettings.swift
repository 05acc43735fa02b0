package import Guion

/// The severities of codes in a project (the cast file's `"lint"`).
package struct LintSettings: Hashable, Sendable {
  /// A severity that the cast can set for a code, or `off`.
  package enum Level: String, Sendable, CaseIterable {
    case off, note, warning, error

    /// The severity, or nil for `off`.
    package var severity: Diagnostic.Severity? { Diagnostic.Severity(rawValue: rawValue) }
  }

  /// The severities that the cast sets, by code.
  package var levels: [String: Level] = [:]

  /// Creates settings that change no severity.
  package init() {}

  /// Returns the diagnostics with the severities of these settings.
  /// Diagnostics with a code that is off are left out.
  /// Errors stay errors, because a build cannot continue after an error.
  package func applied(to diagnostics: [Diagnostic]) -> [Diagnostic] {
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
