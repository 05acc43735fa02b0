import Guion
import Narration
import Synchronization

/// Prints diagnostics, sorted by position.
///
/// If the style has one line per diagnostic, lines are printed immediately. If the style is a document,
/// `finish` prints the document.
final class DiagnosticsPrinter: Sendable {
  /// The stream that diagnostics are printed to.
  enum Destination {
    /// The stream for commands whose result is not diagnostics.
    case standardError
    /// The stream for commands whose result is diagnostics.
    case standardOutput
  }

  private let least: Diagnostic.Severity
  private let listsAllNotes: Bool
  private let style: DiagnosticsStyle
  private let asEvents: Bool
  private let destination: Destination
  private let groupsNotes: Bool
  private let stored = Mutex<[Diagnostic]>([])

  /// Creates a printer for diagnostics with the severity `least` or a higher severity.
  ///
  /// Notes are grouped by code if diagnostics are the result or `groupsNotes` is set. If `listsAllNotes` is set, every
  /// note of a group is listed.
  init(
    least: Diagnostic.Severity, style: DiagnosticsStyle, asEvents: Bool,
    to destination: Destination,
    listsAllNotes: Bool = true, groupsNotes: Bool = false
  ) {
    (self.least, self.style, self.asEvents, self.destination) = (
      least, style, asEvents, destination
    )
    self.listsAllNotes = listsAllNotes
    self.groupsNotes = groupsNotes || destination == .standardOutput
  }

  /// Whether all diagnostics form one document.
  ///
  /// Other output must not be mixed into the document.
  var isDocument: Bool { style.isDocument }

  /// Prints diagnostics, or stores them for `finish`.
  func print(_ diagnostics: [Diagnostic]) {
    let shown = diagnostics.filter(isShown)
    if style.isDocument { return stored.withLock { $0 += shown } }
    let sorted = shown.sorted(by: Self.precedes)
    guard style == .text, groupsNotes, !asEvents else {
      for diagnostic in sorted { write(Array(line(diagnostic).utf8)) }
      return
    }
    for diagnostic in sorted where diagnostic.severity > .note {
      write(Array(line(diagnostic).utf8))
    }
    let notes = GroupedNotes(
      notes: sorted.filter { $0.severity == .note }, listsAll: listsAllNotes)
    write(Array(notes.text.utf8))
  }

  /// Prints diagnostics that have appeared or disappeared, one per line: `new: …`, `gone: …`.
  func print(_ diagnostics: [Diagnostic], state: String) {
    for diagnostic in diagnostics.filter(isShown).sorted(by: Self.precedes) {
      let line =
        asEvents
        ? FindingsDocument.event(diagnostic, state: state) : "\(state): \(diagnostic)".visible
      write(Array((line + "\n").utf8))
    }
  }

  private func isShown(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.severity >= least
      || least == .warning && diagnostic.code == LintCode.noNaturalVoice
  }

  /// Writes the document of all diagnostics if the style is a document.
  func finish() {
    guard style.isDocument else { return }
    let all = stored.withLock { $0 }.sorted(by: Self.precedes)
    switch style {
    case .gitlab: write(CodeQualityReport.json(of: all))
    case .sarif: write(SARIFLog(all).json)
    default: write(FindingsDocument.json(of: all))
    }
  }

  private func write(_ bytes: [UInt8]) {
    switch destination {
    case .standardError: Streams.error(bytes)
    case .standardOutput: Streams.out(bytes)
    }
  }

  private func line(_ diagnostic: Diagnostic) -> String {
    if asEvents { return FindingsDocument.event(diagnostic) + "\n" }
    return style == .github
      ? WorkflowAnnotation(diagnostic).line + "\n" : "\(diagnostic)".visible + "\n"
  }

  private static func precedes(_ a: Diagnostic, _ b: Diagnostic) -> Bool {
    let start = SourcePosition(line: 0, column: 0)
    if a.file != b.file { return (a.file ?? "") < (b.file ?? "") }
    return (a.position ?? start) < (b.position ?? start)
  }
}
