import Audio
import Audiobook
import Digest
import Glibc
import Guion
import Hablare
import Narration

/// `guion2audio [render] INPUT`: a script becomes a folder of audio.
struct RenderCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    let options = try RenderOptions(arguments)
    let input = try ScriptInput(arguments)
    // One line more than there are processors: while one's sound is fetched, another is spoken
    // (measured: 6 % of a build).
    let provider = EspeakNGVoiceProvider(slots: options.build.jobs + 1)
    do {
      let status = try await render(input, options, provider)
      await provider.shutdown()
      return status
    } catch {
      await provider.shutdown()
      throw error
    }
  }

  private func render(
    _ input: ScriptInput, _ options: RenderOptions, _ provider: EspeakNGVoiceProvider
  ) async throws -> ExitCode {
    let printer = DiagnosticsPrinter(arguments)
    let directory = VoiceDirectory([provider])
    let book = try await plan(input, options, directory, provider, printer)
    Memory.giveBack()
    let style = ProgressReporter.Style(rawValue: arguments[.progress] ?? "auto") ?? .auto
    let reporter = ProgressReporter(style: style, source: input.path, quiet: arguments.has(.quiet))
    let renderer = BookRenderer(
      plan: book.plan, options: options.build, sampleRate: book.sampleRate, directory: directory,
      onEvent: reporter.report)
    let folder = options.output ?? "./\(input.stem).audiobook"
    do {
      let outcome = try await renderer.render(into: folder)
      reporter.finish()
      return report(outcome, folder: folder, warnings: book.warnings, reporter)
    } catch let error as RenderError {
      reporter.finish()
      throw CommandFailure(.cannotWrite, error.description)
    } catch {
      reporter.finish()
      throw error
    }
  }

  private struct PlannedBook {
    var plan: BookPlan
    var sampleRate: Int
    var warnings: Int
  }

  /// Everything up to the first sound: what is wrong is said at once, with exit 65.
  private func plan(
    _ input: ScriptInput, _ options: RenderOptions, _ directory: VoiceDirectory,
    _ provider: EspeakNGVoiceProvider, _ printer: DiagnosticsPrinter
  ) async throws -> PlannedBook {
    let bytes = try input.read()
    let engineVersion = try await version(of: provider)
    let script = FountainParser(bytes: bytes)
    var diagnostics = script.diagnostics.map { $0.inFile(input.path) }
    let castFile = try CastInput(arguments, beside: input)
    diagnostics += castFile.diagnostics
    let hasCastErrors = castFile.diagnostics.contains { $0.severity == .error }
    let director = CastingDirector(
      cast: castFile.cast, castFile: castFile.path,
      language: options.language ?? castFile.cast.language ?? "en-US",
      narratorVoice: options.voice, directory: directory)
    let (casting, remarks) = await director.casting(of: script.elements, source: input.path)
    // Remarks about a cast that could not be read would be about another cast.
    diagnostics += hasCastErrors ? remarks.filter { $0.severity == .error } : remarks
    guard let casting, !hasCastErrors else {
      printer.print(diagnostics)
      throw ExitCode.badInput
    }
    let sampleRate = options.build.sampleRate ?? nativeRate(of: casting, directory)
    let planner = BookPlanner(
      titlePage: script.titlePage, elements: script.elements,
      source: .init(file: input.name, sha256: SHA256.hash(bytes).hex), cast: castFile.cast,
      casting: casting, options: options.build,
      engineVersions: [provider.providerId: engineVersion], sampleRate: sampleRate)
    do {
      let plan = try planner.plan()
      printer.print(diagnostics)
      let warnings = diagnostics.count { $0.severity == .warning }
      if arguments.has(.strict), warnings > 0 { throw ExitCode.badInput }
      try checkSelection(options.build.only, plan)
      return PlannedBook(plan: plan, sampleRate: sampleRate, warnings: warnings)
    } catch let error as PlanError {
      diagnostics.append(diagnostic(of: error).inFile(input.path))
      printer.print(diagnostics)
      throw ExitCode.badInput
    }
  }

  /// The highest native rate among the book's voices; what one does not say does not count.
  private func nativeRate(of casting: Casting, _ directory: VoiceDirectory) -> Int {
    let providers = Set(casting.voices.values.map(\.providerId))
    // 22,050 Hz is what most synthetic voices have.
    return providers.compactMap { directory.provider($0)?.nativeSampleRate }.max() ?? 22_050
  }

  /// A selection that names no chapter is a slip, not a wish for an empty book.
  private func checkSelection(_ only: ChapterSelection?, _ plan: BookPlan) throws(UsageError) {
    guard let only else { return }
    if plan.chapters.contains(where: { only.contains(index: $0.index, title: $0.title) }) { return }
    let count = plan.chapters.count
    throw UsageError(
      "--only \(arguments[.only] ?? ""): the book has \(count) chapter\(count == 1 ? "" : "s"), and none "
        + "of this number or title")
  }

  /// The engine is asked first: without it every voice would look unknown.
  private func version(of provider: EspeakNGVoiceProvider) async throws -> String {
    do {
      return try await provider.version()
    } catch let error as VoiceProviderError {
      throw CommandFailure(.unavailable, error.description)
    }
  }

  private func diagnostic(of error: PlanError) -> Diagnostic {
    switch error {
    case .noChapters:
      Diagnostic(
        code: "no-chapters", severity: .error,
        message: "no section heading starts a chapter; --split scene or auto needs none")
    case .nothingSpoken:
      Diagnostic(
        code: "nothing-spoken", severity: .error, message: "nothing in this document is read aloud")
    }
  }

  private func report(
    _ outcome: BuildOutcome, folder: String, warnings: Int, _ reporter: ProgressReporter
  ) -> ExitCode {
    Streams.out(outcome.written.map { $0 + "\n" }.joined())
    if arguments[.progress] == "json" {
      JSONEvents.end(
        chapters: outcome.completed, failed: outcome.failures.count, duration: outcome.duration,
        wall: reporter.seconds)
    } else if !arguments.has(.quiet) {
      Streams.error(summary(of: outcome, folder: folder, warnings: warnings))
    }
    guard !outcome.failures.isEmpty else {
      return arguments.has(.strict) && outcome.warnings > 0 ? .someFailed : .success
    }
    let isUnwritable = outcome.failures.contains { failure in
      switch failure.error {
      case .output: true
      case .audio(let error): error.isAboutWriting
      default: false
      }
    }
    if isUnwritable { return .cannotWrite }
    return outcome.completed > 0 ? .someFailed : worst(of: outcome)
  }

  private func summary(of outcome: BuildOutcome, folder: String, warnings: Int) -> String {
    let minutes = (outcome.duration / 6).rounded() / 10
    var parts = [
      count(outcome.written.count, "file"), "\(minutes) minutes", "\(outcome.reused) reused",
      count(warnings + outcome.warnings, "warning"),
    ]
    if !outcome.failures.isEmpty { parts.append("\(outcome.failures.count) failed") }
    return parts.joined(separator: ", ") + " -> \(folder)\n"
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// The exit code where no chapter was finished.
  private func worst(of outcome: BuildOutcome) -> ExitCode {
    for (_, error) in outcome.failures {
      switch error {
      case .line(_, .unavailable, _): return .unavailable
      case .line(_, .refused, _): return .refused
      case .audio, .output: return .cannotWrite
      default: break
      }
    }
    return .someFailed
  }
}
