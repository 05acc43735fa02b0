import Guion

/// The current findings.
///
/// A watch prints a finding once when it appears, and once when it disappears.
struct CurrentFindings {
  private var current: [Diagnostic] = []

  /// Replaces the findings, and returns the findings that have appeared and the findings that have disappeared.
  ///
  /// A finding that has only moved with its line has neither appeared nor disappeared.
  mutating func replace(with findings: [Diagnostic]) -> (new: [Diagnostic], gone: [Diagnostic]) {
    let former = Set(current)
    let present = Set(findings)
    // Findings at unchanged positions are matched first. So if a text has several equal findings, only the added
    // finding is new.
    var gone = current.filter { !present.contains($0) }
    let new = findings.filter { finding in
      guard !former.contains(finding) else { return false }
      let key = Key(finding)
      guard let index = gone.firstIndex(where: { Key($0) == key }) else { return true }
      gone.remove(at: index)
      return false
    }
    current = findings
    return (new, gone)
  }

  /// A finding without its position.
  private struct Key: Equatable {
    var code: String
    var severity: Diagnostic.Severity
    var file: String?
    var message: String

    init(_ finding: Diagnostic) {
      (code, severity, file) = (finding.code, finding.severity, finding.file)
      // A message may contain the number of another line, which can also have moved.
      message = finding.message.replacing(/\b(lines?) \d+/) { "\($0.1)" }
    }
  }
}
