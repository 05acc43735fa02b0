import Guion

extension DiagnosticsPrinter {
  /// Creates the printer of a command.
  /// If diagnostics are the command's result (`check`), notes are printed unless `-q` is set. Other
  /// commands print notes only if `-v` is set. If `-q` is set without `--strict`, these commands print
  /// only errors. If progress is JSON and no style is set, these commands print diagnostics as JSON
  /// lines.
  convenience init(
    _ arguments: Arguments, style: DiagnosticsStyle? = nil,
    to destination: Destination = .standardError
  ) {
    // With --strict, a warning prevents the build, so -q must not hide it.
    let isResult = destination == .standardOutput
    let hidesWarnings = arguments.has(.quiet) && !arguments.has(.strict) && !isResult
    let showsNotes = isResult ? !arguments.has(.quiet) : arguments.has(.verbose)
    self.init(
      least: hidesWarnings ? .error : showsNotes ? .note : .warning, style: style ?? .text,
      asEvents: style == nil && destination == .standardError && arguments[.progress] == "json",
      to: destination, listsAllNotes: arguments.has(.verbose))
  }
}
