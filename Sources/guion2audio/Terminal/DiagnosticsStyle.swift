/// The format of diagnostics (`--diagnostics`).
enum DiagnosticsStyle: String, CaseIterable {
  /// One line per diagnostic, in the form of compiler messages.
  case text
  case json
  /// One line per diagnostic, which GitHub Actions shows beside the source.
  case github
  /// A code quality report for GitLab.
  case gitlab
  /// A log in the Static Analysis Results Interchange Format 2.1.0.
  case sarif

  /// Whether all diagnostics form one document.
  /// Such a document can be written only when all diagnostics are known.
  var isDocument: Bool { self != .text && self != .github }
}
