import Guion

extension DiagnosticsPrinter {
  /// A command that does something else prints notes only with `-v`, errors only with `-q`, and JSON
  /// lines where progress is, unless a style is asked for; `check` hides notes with `-q`.
  convenience init(
    _ arguments: Arguments, style: DiagnosticsStyle? = nil,
    to destination: Destination = .standardError
  ) {
    // With --strict a warning is an error, and -q does not hide why a build does not start.
    let isResult = destination == .standardOutput
    let hidesWarnings = arguments.has(.quiet) && !arguments.has(.strict) && !isResult
    let showsNotes = isResult ? !arguments.has(.quiet) : arguments.has(.verbose)
    self.init(
      least: hidesWarnings ? .error : showsNotes ? .note : .warning, style: style ?? .text,
      asEvents: style == nil && destination == .standardError && arguments[.progress] == "json",
      to: destination, listsAllNotes: arguments.has(.verbose))
  }
}
