/// How diagnostics are written (`--diagnostics`).
enum DiagnosticsStyle: String, CaseIterable {
  /// A line each, as a compiler's.
  case text
  /// One object with all of them.
  case json
  /// A line each that GitHub Actions shows beside the source.
  case github
  /// A report of code quality, as GitLab takes it.
  case gitlab
  /// A log in the Static Analysis Results Interchange Format 2.1.0.
  case sarif

  /// Whether all diagnostics make one document, which can be written only when they are known.
  var isDocument: Bool { self != .text && self != .github }
}
