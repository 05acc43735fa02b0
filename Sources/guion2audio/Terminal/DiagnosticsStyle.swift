/// The format of diagnostics (`--diagnostics`).
enum DiagnosticsStyle: String, CaseIterable {
  /// One line per diagnostic, as compilers print them.
  case text
  /// One JSON object with all diagnostics.
  case json
  /// One line per diagnostic, which GitHub Actions shows beside the source.
  case github
  /// A code quality report for GitLab.
  case gitlab
  /// A log in the Static Analysis Results Interchange Format 2.1.0.
  case sarif

  /// Whether all diagnostics form one document, which can only be written when all are known.
  var isDocument: Bool { self != .text && self != .github }
}
