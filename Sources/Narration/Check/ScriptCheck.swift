public import Guion

/// One thing to look for in a script: a value without state, so that the order of checks does not matter.
protocol ScriptCheck: Sendable {
  /// What is found, in the order of the text.
  func findings(in script: CheckedScript) -> [Diagnostic]
}

/// Looks through a script for what is legal and still likely a slip.
public struct ScriptChecker: Sendable {
  private let checks: [any ScriptCheck] = [
    LookAlikeCues(), SilentCues(), StrayCues(), SplitDialogue(), StrayHeadings(), SluglineTimes(),
    PageLines(), SilentMacros(), UnreadHTML(),
    SingleSpeeches(), LongLines(), UnspeakableSpeeches(), UnmatchedDirections(), ForeignPassages(),
    UncastSpeakers(), CastUse(),
  ]

  /// Makes a checker of all checks.
  public init() {}

  /// What is found, with the severities of the cast's `"lint"`; what is off is left out.
  public func findings(in script: CheckedScript) -> [Diagnostic] {
    // What is said of names when a book is cast is said here as well: nothing is cast where a voice is
    // unknown, and then it would come one run later.
    script.cast.lint.applied(
      to: script.names.diagnostics + checks.flatMap { $0.findings(in: script) })
  }

  /// Entries of the cast that the script does not use, alone.
  public func unusedEntries(in script: CheckedScript) -> [Diagnostic] {
    script.cast.lint.applied(to: CastUse().findings(in: script))
  }
}
