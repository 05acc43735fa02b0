import Guion
import Narration

/// The findings of checks in a script.
enum Found {
  /// Returns all findings, including those of the parser.
  static func diagnostics(
    in text: String, cast: Cast = Cast(), format: DocumentFormat = .fountain,
    language: String = "en-US"
  ) -> [Diagnostic] {
    let document = GuionParsedElementCollection(
      string: text, format: format, edition: (cast.rules ?? .current).edition)
    let manuscript = Manuscript(document, path: "script")
    let script = CheckedScript(manuscript, cast: cast, language: language)
    return cast.lint.applied(to: manuscript.diagnostics) + ScriptChecker().findings(in: script)
  }

  /// Returns the findings with some codes as `line:column code`, sorted.
  ///
  /// Codes that are off by default are switched on.
  static func places(
    in text: String, codes: [String], cast: Cast = Cast(), format: DocumentFormat = .fountain
  ) -> [String] {
    var cast = cast
    for code in LintCode.all where code.severity == nil { cast.lint.levels[code.name] = .note }
    return diagnostics(in: text, cast: cast, format: format)
      .filter { codes.contains($0.code) }
      .sorted { ($0.position ?? .top) < ($1.position ?? .top) }
      .map { "\($0.position.map { "\($0.line):\($0.column) " } ?? "")\($0.code)" }
  }
}

extension SourcePosition {
  fileprivate static let top = SourcePosition(line: 1, column: 1)
}
