import Guion

/// A diagnostic as a workflow command.
///
/// GitHub Actions shows it beside the source.
///
/// The syntax and its escapes follow GitHub's "Workflow commands for GitHub Actions" and
/// `@actions/core`.
struct WorkflowAnnotation {
  /// The command, without a line end.
  let line: String

  init(_ diagnostic: Diagnostic) {
    let command =
      switch diagnostic.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    var properties: [(String, String)] = []
    if let file = diagnostic.file { properties.append(("file", file)) }
    if let position = diagnostic.position {
      properties += [("line", "\(position.line)"), ("col", "\(position.column)")]
    }
    properties.append(("title", diagnostic.code))
    let list = properties.map { "\($0)=\(Self.property($1))" }.joined(separator: ",")
    line = "::\(command) \(list)::\(Self.data(diagnostic.message).visible)"
  }

  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C").visible
  }
}
