import Audio
import Audiobook
import Guion
import Hablare
import Narration

/// `guion2audio [render] INPUT...`: every input becomes a folder of audio; dry, it is only said what
/// would become of it (`plan`).
struct RenderCommand {
  private let arguments: Arguments
  private let isDry: Bool
  private let printer: DiagnosticsPrinter

  init(_ arguments: Arguments, isDry: Bool = false) throws(UsageError) {
    self.arguments = arguments
    self.isDry = isDry || arguments.has(.dryRun)
    printer = DiagnosticsPrinter(
      arguments, style: try RenderOptions.choice(.diagnostics, arguments))
  }

  func run() async throws -> ExitCode {
    defer { printer.finish() }
    if arguments.has(.json), !isDry { throw UsageError("--json goes with --dry-run") }
    let options = try RenderOptions(arguments)
    let retakes = try RetakeList(arguments)
    let inputs = try ScriptInput.all(arguments)
    let folders = try folders(for: inputs, options)
    // One line more than there are processors: while one's sound is fetched, another is spoken
    // (measured: 6 % of a build).
    let setup = try SpeechSetup(arguments, espeakSlots: options.build.jobs + 1)
    // espeak looks through its voices while the inputs are read. What goes wrong is told when they are
    // cast.
    let warmUp = Task { _ = try? await setup.provider(EspeakNGVoiceEngine.id).version() }
    defer { warmUp.cancel() }
    do {
      let status = try await render(Array(zip(inputs, folders)), options, retakes, setup)
      await setup.shutdown()
      return status
    } catch {
      await setup.shutdown()
      throw error
    }
  }

  /// Where each input is built: one folder for one input, else a folder each inside it.
  private func folders(for inputs: [ScriptInput], _ options: RenderOptions) throws -> [String] {
    guard inputs.count > 1 else {
      return [options.output ?? "./\(inputs[0].stem).audiobook"]
    }
    var taken: [String: String] = [:]
    return try inputs.map { input in
      let folder = options.output.map { "\($0)/\(input.stem)" } ?? "./\(input.stem).audiobook"
      if let other = taken[folder] {
        throw UsageError("\(other) and \(input.path) would both be written to \(folder)")
      }
      taken[folder] = input.path
      return folder
    }
  }

  /// Plans every book before the first sound is made, so that all that is wrong is said at once.
  private func render(
    _ inputs: [(input: ScriptInput, folder: String)], _ options: RenderOptions,
    _ retakes: RetakeList?, _ setup: SpeechSetup
  ) async throws -> ExitCode {
    let planner = InputPlanner(
      arguments: arguments, options: options, setup: setup, printer: printer)
    var books = try await plan(inputs.map(\.input), planner)
    if let retakes {
      let warnings = try retakes.apply(to: &books, options: options.build)
      printer.print(warnings)
      try planner.checkStrict(warnings.count)
    }
    Memory.giveBack()
    let forecaster = Forecaster(
      arguments: arguments, options: options, setup: setup, printer: printer)
    let forecast = try await forecaster.forecast(
      Array(zip(books, inputs.map(\.folder))), isWhole: isDry)
    if isDry { return try PlanReport(arguments, options, setup).print(forecast) }
    try forecast.permit()
    var codes: Set<ExitCode> = []
    for entry in forecast.books where !setup.spending.isLimitReached {
      codes.insert(try await render(entry.book, into: entry.folder, options, setup, setup.clips))
    }
    if setup.spending.isLimitReached { return .refused }
    return codes.count == 1 ? codes.removeFirst() : .someFailed
  }

  /// The books of all inputs; all that is wrong with any of them is said first.
  private func plan(
    _ inputs: [ScriptInput], _ planner: InputPlanner
  ) async throws -> [PlannedBook] {
    var books: [PlannedBook] = []
    var failures: [ExitCode] = []
    for input in inputs {
      do {
        books.append(try await planner.plan(input))
      } catch let failure as CommandFailure {
        guard inputs.count > 1 else { throw failure }
        Streams.error("guion2audio: \(failure.message)\n")
        failures.append(failure.code)
      } catch let code as ExitCode {
        failures.append(code)
      }
    }
    if let first = failures.first { throw first }
    return books
  }

  private func render(
    _ book: PlannedBook, into folder: String, _ options: RenderOptions, _ setup: SpeechSetup,
    _ clips: ClipCache
  ) async throws -> ExitCode {
    let asked = ProgressReporter.Style(rawValue: arguments[.progress] ?? "auto") ?? .auto
    let style = printer.isDocument ? .none : asked
    let reporter = ProgressReporter(
      style: style, sources: book.paths,
      chapterNames: options.build.formats.isEmpty ? book.plan.chapters.map(\.fileStem) : [],
      quiet: arguments.has(.quiet),
      verbose: arguments.has(.verbose) && !printer.isDocument, printer: printer)
    let renderer = BookRenderer(
      plan: book.plan, options: options.build(of: book), sampleRate: book.sampleRate,
      directory: book.directory, cache: clips,
      levels: setup.cacheFolder.map { $0 + "/levels" }, paces: setup.paces(for: book.plan),
      standIns: book.standIns,
      onEvent: reporter.report)
    do {
      let outcome = try await renderer.render(into: folder)
      reporter.finish()
      let accuracy = learn(outcome.lesson, of: book, setup)
      return report(
        outcome, folder: folder, warnings: book.warnings, accuracy: accuracy, reporter, setup)
    } catch let error as RenderError {
      reporter.finish()
      throw CommandFailure(.cannotWrite, error.description)
    } catch {
      reporter.finish()
      throw error
    }
  }

  /// Keeps what the build has taught about the voices, and says with `-v` how far off the estimate was that
  /// was made without it.
  private func learn(
    _ lesson: PaceLesson, of book: PlannedBook, _ setup: SpeechSetup
  ) -> EstimateAccuracy? {
    defer { setup.paces?.learn(lesson) }
    guard arguments.has(.verbose), !lesson.chapters.isEmpty else { return nil }
    let estimate = SpeechEstimate(for: book.plan, known: setup.paces(for: book.plan))
    return EstimateAccuracy(
      book.plan.chapters.compactMap { chapter in
        lesson.chapters[chapter.index].map { (estimate.seconds(of: chapter.read), $0) }
      })
  }

  private func report(
    _ outcome: BuildOutcome, folder: String, warnings: Int, accuracy: EstimateAccuracy?,
    _ reporter: ProgressReporter, _ setup: SpeechSetup
  ) -> ExitCode {
    Streams.out(outcome.written.map { $0 + "\n" }.joined())
    if arguments[.progress] == "json" {
      ClosingLine.shared.clear()
      JSONEvents.end(
        chapters: outcome.completed, failed: outcome.failures.count, duration: outcome.duration,
        wall: reporter.seconds, transfers: setup.client.statistics, accuracy: accuracy)
    } else if !arguments.has(.quiet), !printer.isDocument {
      if let accuracy { Streams.error(Summary.accuracy(accuracy, actual: "rendered") + "\n") }
      Streams.error(summary(of: outcome, folder: folder, warnings: warnings))
      if let transfers = setup.closingTransfers() { Streams.error(transfers + "\n") }
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
    var parts = [
      Summary.count(outcome.written.count, "file"), Summary.minutes(outcome.duration),
      "\(outcome.reused) reused",
    ]
    if outcome.reusedClips > 0 { parts.append("\(outcome.reusedClips) clips kept") }
    if outcome.moved > 0 { parts.append("\(outcome.moved) moved") }
    parts.append(Summary.count(warnings + outcome.warnings, "warning"))
    if !outcome.degraded.isEmpty { parts.append("\(outcome.degraded.count) degraded") }
    if !outcome.failures.isEmpty { parts.append("\(outcome.failures.count) failed") }
    return parts.joined(separator: ", ") + " -> \(folder)\n"
  }

  /// The exit code where no chapter was finished.
  private func worst(of outcome: BuildOutcome) -> ExitCode {
    outcome.failures.map { ExitCode($0.error) }.first { $0 != .someFailed } ?? .someFailed
  }
}
