import FoundationEssentials
import Guion
import Hablare
import Narration

/// `guion2audio check INPUT...`: everything that is wrong with scripts and cast, and what is likely a
/// slip.
struct CheckCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  /// What is known of an input.
  private struct Report {
    var findings: [Diagnostic] = []
    /// The files that say who speaks and how: its documents and its cast file.
    var casts: Set<String> = []
    /// What the process ends with for its sake.
    var failure: ExitCode?
  }

  func run() async throws -> ExitCode {
    let printer = DiagnosticsPrinter(
      arguments, style: try RenderOptions.choice(.diagnostics, arguments), to: .standardOutput)
    let options = try RenderOptions(arguments)
    let inputs = try ScriptInput.all(arguments)
    let setup = try SpeechSetup(arguments)
    let planner = InputPlanner(
      arguments: arguments, options: options, setup: setup, printer: printer)
    var reports: [Report] = []
    for input in inputs { reports.append(await report(on: input, planner)) }
    reports += neighbours(of: inputs, planner)
    await setup.shutdown()
    // What an interruption broke off is nothing that is wrong.
    try Task.checkCancellation()
    let findings = Self.joined(reports)
    printer.print(findings)
    printer.finish()
    if !arguments.has(.quiet) { Streams.error(Self.summary(of: findings)) }
    if let failure = reports.compactMap(\.failure).first { return failure }
    let errors = findings.filter { $0.severity == .error }
    if !errors.isEmpty { return InputPlanner.code(of: errors) }
    let isStrict = arguments.has(.strict)
    return isStrict && findings.contains { $0.severity == .warning } ? .someFailed : .success
  }

  /// Goes as far as it can: what is wrong with a provider hides nothing that is wrong with the script.
  private func report(on input: ScriptInput, _ planner: InputPlanner) async -> Report {
    var report = Report()
    do {
      let manuscript = try input.read { report.findings += $0 }
      let castInput = try CastInput(arguments, beside: input, of: manuscript)
      report.casts = Set(manuscript.documents.map(\.path) + [castInput.file].compactMap(\.self))
      let cast = castInput.cast
      report.findings += ScriptChecker().findings(
        in: CheckedScript(
          manuscript, cast: cast, language: planner.language(of: manuscript, cast).0))
      report.findings += try await planner.survey(input, manuscript, castInput).diagnostics
    } catch let failure as CommandFailure where failure.code == .noInput {
      // A report that says nothing of an input would look as if there were nothing to say.
      report.findings.append(
        Diagnostic(
          code: "unreadable", severity: .error, message: failure.message, file: failure.file))
      report.failure = failure.code
    } catch let failure as CommandFailure {
      Streams.error("guion2audio: \(failure.message)\n")
      report.failure = failure.code
    } catch let code as ExitCode {
      report.failure = code
    } catch {
      Streams.error("guion2audio: \(error)\n")
      report.failure = .fault
    }
    return report
  }

  /// What the other documents of a folder leave unused of the `cast.json` beside them: what one does not
  /// use is there for another.
  private func neighbours(of inputs: [ScriptInput], _ planner: InputPlanner) -> [Report] {
    guard arguments[.cast] == nil else { return [] }
    let known = Set(inputs.map(\.path))
    let folders = Dictionary(grouping: inputs.filter { !$0.isFolder }, by: \.castFile)
    return folders.keys.sorted().flatMap { castFile -> [Report] in
      let folder = FilePath(castFile).folder
      let place = folder.text.isEmpty ? "." : folder.text
      let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
      return names.sorted().compactMap { name in
        let path = folder.appending(FilePath(name)).text
        // What is no file may be a pipe that nobody writes to.
        guard !known.contains(path), WholeFile.isThere(path),
          let input = try? ScriptInput(path, format: nil),
          !input.isFolder, let manuscript = try? input.read({ _ in }),
          let cast = try? CastInput(arguments, beside: input, of: manuscript), cast.file == castFile
        else { return nil }
        let script = CheckedScript(
          manuscript, cast: cast.cast, language: planner.language(of: manuscript, cast.cast).0)
        let unused = ScriptChecker().unusedEntries(in: script)
        return Report(findings: unused.filter { $0.file == castFile }, casts: [castFile])
      }
    }
  }

  /// Where an entry of a cast stands.
  private struct Entry: Hashable {
    var code: String
    var file: String
    var position: SourcePosition?

    /// Nil for findings that are not about an entry that nobody uses.
    init?(_ finding: Diagnostic) {
      let uses = [LintCode.unusedRole, LintCode.unusedPronunciation].map(\.name)
      guard uses.contains(finding.code), let file = finding.file else { return nil }
      (code, self.file, position) = (finding.code, file, finding.position)
    }
  }

  /// All findings, each once.
  ///
  /// What a cast has for one input may be of no use to another: it is told only where none of those that
  /// share the cast uses it.
  private static func joined(_ reports: [Report]) -> [Diagnostic] {
    let entries = Dictionary(
      reports.flatMap { Set($0.findings.compactMap(Entry.init)) }.map { ($0, 1) },
      uniquingKeysWith: +)
    let sharers = Dictionary(
      reports.flatMap(\.casts).map { ($0, 1) }, uniquingKeysWith: +)
    var seen: Set<Diagnostic> = []
    var seenEntries: Set<Entry> = []
    return reports.flatMap(\.findings).filter { finding in
      guard let entry = Entry(finding) else { return seen.insert(finding).inserted }
      return entries[entry] == sharers[entry.file] && seenEntries.insert(entry).inserted
    }
  }

  private static func summary(of findings: [Diagnostic]) -> String {
    let counts = [Diagnostic.Severity.error, .warning, .note].map { severity in
      Summary.count(findings.count { $0.severity == severity }, severity.rawValue)
    }
    return counts.joined(separator: ", ") + "\n"
  }
}
