import Guion

/// The findings that hold at present, each printed once: when it comes, and when it goes.
struct StandingFindings {
  private var standing: [Diagnostic] = []

  /// Takes the present findings in place of the former ones, and gives what has come and what has gone.
  ///
  /// A finding that has only moved with its line is the same.
  mutating func replace(with findings: [Diagnostic]) -> (new: [Diagnostic], gone: [Diagnostic]) {
    let former = Set(standing)
    let present = Set(findings)
    // What stands where it stood first, so that of several alike the right one is new.
    var gone = standing.filter { !present.contains($0) }
    let new = findings.filter { finding in
      guard !former.contains(finding) else { return false }
      let key = Key(finding)
      guard let index = gone.firstIndex(where: { Key($0) == key }) else { return true }
      gone.remove(at: index)
      return false
    }
    standing = findings
    return (new, gone)
  }

  /// A finding without its place.
  private struct Key: Equatable {
    var code: String
    var severity: Diagnostic.Severity
    var file: String?
    var message: String

    init(_ finding: Diagnostic) {
      (code, severity, file) = (finding.code, finding.severity, finding.file)
      // A message may name another line, which moves as well.
      message = finding.message.replacing(/\b(lines?) \d+/) { "\($0.1)" }
    }
  }
}
