import Basics
import Guion

/// Diagnostics as a code quality report, which GitLab shows in merge requests.
///
/// The format is in GitLab's documentation, "Code Quality", section "Code Quality report format".
enum CodeQualityReport {
  /// Returns the report.
  ///
  /// Diagnostics without a file are left out, because the format requires a file.
  static func json(of diagnostics: [Diagnostic]) -> [UInt8] {
    var json = JSONWriter(style: .pretty)
    var counts: [String: Int] = [:]
    let lines = SourceLines(of: Set(diagnostics.compactMap(\.file)))
    json.beginArray()
    for diagnostic in diagnostics {
      guard let file = diagnostic.file else { continue }
      let identity = "\(diagnostic.code)\n\(file)\n\(lines.subject(of: diagnostic))"
      counts[identity, default: 0] += 1
      json.beginObject()
      json.member("description", diagnostic.message)
      json.member("check_name", diagnostic.code)
      // The fingerprint ignores the line and the message. So it stays the same if lines are inserted above the finding,
      // or if a later version words the message differently.
      json.member("fingerprint", fingerprint(of: identity, number: counts[identity] ?? 1))
      json.member("severity", severity(of: diagnostic))
      json.key("location")
      json.beginObject(.inline)
      json.member("path", file)
      json.key("lines")
      json.beginObject(.inline)
      json.member("begin", diagnostic.position?.line ?? 1)
      json.end()
      json.end()
      json.end()
    }
    json.end()
    json.endLine()
    return json.take()
  }

  private static func fingerprint(of identity: String, number: Int) -> String {
    SHA256.hash("\(identity)\n\(number)").hex
  }

  private static func severity(of diagnostic: Diagnostic) -> String {
    switch diagnostic.severity {
    case .error: "critical"
    case .warning: "minor"
    case .note: "info"
    }
  }
}
