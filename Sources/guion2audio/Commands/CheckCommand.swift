import Audiobook
import Basics
import Guion

/// `guion2audio check INPUT...`: reports errors and likely mistakes in scripts and casts.
struct CheckCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    let printer = DiagnosticsPrinter(
      arguments, style: try RenderOptions.choice(.diagnostics, arguments), to: .standardOutput)
    let options = try RenderOptions(arguments)
    let inputs = try BookInput.all(arguments)
    let setup = try SpeechSetup(arguments)
    let report: CheckReport
    do {
      report = try await CheckReport(of: inputs.map { Book($0, arguments, options, setup) })
    } catch {
      await setup.shutdown()
      throw error
    }
    await setup.shutdown()
    // If the command was interrupted, it ends here, so that the interruption is not reported as a finding.
    try Task.checkCancellation()
    for error in report.errors where error.kind != .missingInput && !error.message.isEmpty {
      Streams.error("guion2audio: \(error.shellMessage)\n")
    }
    let findings = report.findings
    printer.print(findings)
    if arguments.has(.verbose) { printer.print(report.words) }
    printer.finish()
    if !arguments.has(.quiet) { Streams.error(Self.summary(of: findings)) }
    if let error = report.errors.first { return ExitCode(error.kind) }
    let errors = findings.filter { $0.severity == .error }
    if !errors.isEmpty { return ExitCode(BookError.Kind(of: errors)) }
    if let input = inputs.first {
      let script = Summary.shellWord(input.path)
      arguments.suggest(["hear it": "play \(script)", "render": script])
    }
    let isStrict = arguments.has(.strict)
    return isStrict && findings.contains { $0.severity == .warning } ? .someFailed : .success
  }

  private static func summary(of findings: [Diagnostic]) -> String {
    let counts = [Diagnostic.Severity.error, .warning, .note].map { severity in
      Quantity.count(findings.count { $0.severity == severity }, severity.rawValue)
    }
    return counts.joined(separator: ", ") + "\n"
  }
}
