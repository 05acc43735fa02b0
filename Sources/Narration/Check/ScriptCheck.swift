package import Guion

/// A check of a script.
/// A check has no state, so the order of checks does not matter.
protocol ScriptCheck: Sendable {
  /// Returns the findings, in the order of the text.
  func findings(in script: CheckedScript) -> [Diagnostic]
}

/// Finds likely mistakes in a script.
/// The mistakes are not errors.
package struct ScriptChecker: Sendable {
  private let checks: [any ScriptCheck] = [
    SimilarCues(), CuesWithoutDialogue(), CuesWithoutBlankLine(), SplitDialogue(),
    HeadingsWithoutBlankLine(), SluglineTimes(),
    PageLines(), SilentMacros(), UnreadHTML(),
    SingleSpeeches(), LongLines(), UnspeakableSpeeches(), UnmatchedDirections(), ForeignPassages(),
    UncastSpeakers(), CastUse(),
  ]

  package init() {}

  /// Returns the findings.
  /// The key `"lint"` of the cast sets the severities. Findings whose code is off are left out.
  package func findings(in script: CheckedScript) -> [Diagnostic] {
    // Casting reports the same diagnostics about names, but does not run if a voice is unknown. The diagnostics are
    // added here so that the user sees them in the same run.
    script.cast.lint.applied(
      to: script.names.diagnostics + checks.flatMap { $0.findings(in: script) })
  }

  /// Returns only the findings about entries of the cast that the script does not use.
  package func unusedEntries(in script: CheckedScript) -> [Diagnostic] {
    script.cast.lint.applied(to: CastUse().findings(in: script))
  }
}
