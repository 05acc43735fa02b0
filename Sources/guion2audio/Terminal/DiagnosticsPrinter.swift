import Guion

/// Prints diagnostics to standard error, one a line, sorted by place.
struct DiagnosticsPrinter {
  private let least: Diagnostic.Severity
  private let asEvents: Bool

  /// Notes only with `-v`, errors only with `-q`; as JSON lines where progress is.
  init(_ arguments: Arguments) {
    // With --strict a warning is an error, and -q does not hide why a build does not start.
    let hidesWarnings = arguments.has(.quiet) && !arguments.has(.strict)
    least = hidesWarnings ? .error : arguments.has(.verbose) ? .note : .warning
    asEvents = arguments[.progress] == "json"
  }

  func print(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics.filter({ $0.severity >= least }).sorted(by: precedes) {
      Streams.error(asEvents ? event(diagnostic) : "\(diagnostic)".visible + "\n")
    }
  }

  private func precedes(_ a: Diagnostic, _ b: Diagnostic) -> Bool {
    let start = SourcePosition(line: 0, column: 0)
    if a.file != b.file { return (a.file ?? "") < (b.file ?? "") }
    return (a.position ?? start) < (b.position ?? start)
  }

  private func event(_ diagnostic: Diagnostic) -> String {
    var json = JSONWriter()
    json.beginObject()
    json.key("event")
    json.string("diagnostic")
    for (key, value) in [
      ("severity", diagnostic.severity.rawValue), ("code", diagnostic.code),
      ("message", diagnostic.message), ("file", diagnostic.file ?? ""),
    ] where !value.isEmpty {
      json.key(key)
      json.string(value)
    }
    if let position = diagnostic.position {
      json.key("line")
      json.integer(position.line)
      json.key("column")
      json.integer(position.column)
    }
    json.end()
    return String(decoding: json.take(), as: UTF8.self) + "\n"
  }
}
