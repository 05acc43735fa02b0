import Audio
import Audiobook
import Basics
import Glibc
import Guion
import Hablare
import Narration

/// `guion2audio [render] INPUT...`: renders each input into a folder of audio files.
/// Also runs `guion2audio plan`: a dry run, which reports what would be built.
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
    if arguments.has(.json), !isDry { throw UsageError("--json requires --dry-run") }
    let options = try RenderOptions(arguments)
    options.warnOfPage()
    let retakes = try retakeNames()
    let inputs = try BookInput.all(arguments)
    let folders = try OutputFolders.folders(for: inputs, options)
    // Each engine speaks at most `--jobs` + 1 lines at the same time. So while the audio of one line is
    // fetched, another line is spoken. This saves 6 % of the time of a build (measured).
    let setup = try SpeechSetup(arguments, slots: options.book.build.jobs + 1)
    // espeak-ng scans its voices while the inputs are read. Errors are ignored here, because casting reports them.
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

  /// Plans all books, then renders them.
  /// So all errors are reported together, before the first line is rendered.
  private func render(
    _ inputs: [(input: BookInput, folder: String)], _ options: RenderOptions,
    _ retakes: RetakeNames?, _ setup: SpeechSetup
  ) async throws -> ExitCode {
    var planner = PrintedPlanner(arguments, printer)
    (planner.isDry, planner.advises) = (isDry, !isDry)
    var books = try await plan(
      inputs.map { Book($0.input, arguments, options, setup) }, planner)
    if let retakes {
      let warnings = try retakes.apply(to: &books, settings: .shell)
      printer.print(warnings)
      try planner.checkStrict(warnings.count)
    }
    Memory.releaseFreedMemory()
    let forecast = try await planner.forecast(
      of: Array(zip(books, inputs.map(\.folder))), setup, maximumCost: options.maximumCost,
      isWhole: isDry)
    if !arguments.has(.quiet), !printer.isDocument {
      for note in Set(books.compactMap(\.noteOnNarrator)) {
        Streams.error("guion2audio: note: \(note)\n")
      }
    }
    if isDry { return try PlanReport(arguments, setup).print(forecast) }
    try forecast.permit()
    var codes: Set<ExitCode> = []
    var total = RunTotal()
    for entry in forecast.books where !setup.spending.isLimitReached {
      codes.insert(try await render(entry.book, into: entry.folder, setup, &total))
    }
    let isText = arguments[.progress] != "json" && !arguments.has(.quiet) && !printer.isDocument
    if total.books > 1, isText { Streams.error(total.line) }
    if setup.spending.isLimitReached { return .refused }
    return codes.count == 1 ? codes.removeFirst() : .someFailed
  }

  /// Returns the names that `--retake` gives, or nil if the option is not set.
  private func retakeNames() throws -> RetakeNames? {
    guard let text = arguments[.retake] else { return nil }
    if arguments.has(.noCache) {
      throw UsageError("--retake replaces cached clips, so it cannot be used with --no-cache")
    }
    return try RetakeNames(text)
  }

  /// Returns the plans of all books.
  /// Prints the errors of all books. If there are errors, throws the exit code of the first book with
  /// errors.
  private func plan(
    _ books: [Book], _ planner: PrintedPlanner
  ) async throws -> [PlannedBook] {
    if books.count == 1 { return [try await planner.plan(books[0])] }
    var planned: [PlannedBook] = []
    var failures: [ExitCode] = []
    for book in books {
      do {
        planned.append(try await planner.plan(book))
      } catch let failure as CommandFailure {
        Streams.error("guion2audio: \(failure.message)\n")
        failures.append(failure.code)
      } catch let error as BookError {
        Streams.error("guion2audio: \(error.shellMessage)\n")
        failures.append(ExitCode(error.kind))
      } catch let code as ExitCode {
        failures.append(code)
      }
    }
    if let first = failures.first { throw first }
    return planned
  }

  private func render(
    _ book: PlannedBook, into folder: String, _ setup: SpeechSetup, _ total: inout RunTotal
  ) async throws -> ExitCode {
    let requested = ProgressReporter.Style(rawValue: arguments[.progress] ?? "auto") ?? .auto
    let style = printer.isDocument ? .none : requested
    let reporter = ProgressReporter(
      style: style, sources: book.paths,
      chapterNames: book.options.formats.isEmpty ? book.plan.chapters.map(\.fileStem) : [],
      quiet: arguments.has(.quiet),
      verbose: arguments.has(.verbose) && !printer.isDocument, printer: printer)
    if !arguments.has(.quiet), !printer.isDocument {
      ClosingLine.shared.setProgress { reporter.progress }
    }
    do {
      let outcome = try await book.build(into: folder, speech: setup, onEvent: reporter.report)
      reporter.finish()
      total.add(outcome, warnings: book.warnings)
      // With `-v`, the closing line compares the estimate with the rendered length.
      let accuracy = arguments.has(.verbose) ? book.accuracy(of: outcome) : nil
      return report(outcome, of: book, folder: folder, accuracy: accuracy, reporter, setup)
    } catch let error as RenderError {
      reporter.finish()
      throw CommandFailure(.cannotWrite, error.description(.shell))
    } catch {
      reporter.finish()
      throw error
    }
  }

  private func report(
    _ outcome: BuildOutcome, of book: PlannedBook, folder: String, accuracy: EstimateAccuracy?,
    _ reporter: ProgressReporter, _ setup: SpeechSetup
  ) -> ExitCode {
    let isShort = isForReader && outcome.selected > 0
    if !isShort { Streams.out(outcome.written.map { $0 + "\n" }.joined()) }
    if arguments[.progress] == "json" {
      ClosingLine.shared.clear()
      JSONEvents.end(
        chapters: outcome.completed, failed: outcome.failures.count, duration: outcome.duration,
        wall: reporter.seconds, transfers: setup.client.statistics, accuracy: accuracy)
    } else if !arguments.has(.quiet), !printer.isDocument {
      if let accuracy {
        Streams.error(Summary.accuracy(of: "the rendered chapters have", accuracy) + "\n")
      }
      Streams.error(
        isShort
          ? shortSummary(of: outcome, book, folder: folder)
          : summary(of: outcome, book, folder: folder))
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

  /// Whether a person at a terminal reads the results, who need not see every path.
  private var isForReader: Bool {
    Streams.outIsTerminal && Streams.errorIsTerminal && !arguments.has(.verbose)
      && !arguments.has(.quiet) && arguments[.progress] != "json" && !printer.isDocument
  }

  /// Returns what was built, how to hear it, and how to see what was unsure.
  private func shortSummary(
    of outcome: BuildOutcome, _ book: PlannedBook, folder: String
  ) -> String {
    var counts: [String] = []
    if outcome.rendered > 0, outcome.reused > 0 { counts.append("\(outcome.reused) unchanged") }
    if !outcome.failures.isEmpty { counts.append("\(outcome.failures.count) failed") }
    if outcome.notStarted > 0 { counts.append("\(outcome.notStarted) not started") }
    if !outcome.degraded.isEmpty {
      counts.append("\(outcome.degraded.count) with a fallback voice")
    }
    let voices = Set(book.casting.voices.values).count
    let state = counts.isEmpty ? "" : " (\(counts.joined(separator: ", ")))"
    var text =
      [
        Quantity.count(outcome.completed, "chapter") + state, Clock.words(outcome.duration),
        Quantity.count(voices, "voice"),
      ].joined(separator: ", ") + " -> \(folder.visible)\n"
    let file =
      outcome.written.first { $0.hasSuffix(".m4b") }
      ?? FilePath(folder).appending(FilePath("playlist.m3u8")).text
    if access(file, F_OK) == 0 { text += "to hear it: xdg-open \(Summary.shellWord(file))\n" }
    if book.castFile == nil, arguments[.voice] == nil, let input = book.paths.first {
      text += "to choose the voices: guion2audio studio \(Summary.shellWord(input))\n"
    }
    let warnings = book.warnings + outcome.warnings
    if warnings > 0, let input = book.paths.first {
      text +=
        "\(Quantity.count(warnings, "warning")); to see what was unsure: "
        + "guion2audio check \(Summary.shellWord(input))\n"
    }
    return text
  }

  private func summary(of outcome: BuildOutcome, _ book: PlannedBook, folder: String) -> String {
    if let shard = book.options.shard, outcome.selected == 0 {
      let chapters = Quantity.count(book.plan.chapters.count, "chapter")
      return "shard \(shard) has no chapters to render; the book has \(chapters) -> \(folder)\n"
    }
    var parts = [Quantity.count(outcome.rendered, "chapter") + " rendered"]
    parts.append("\(outcome.reused) reused")
    if outcome.moved > 0 { parts.append("\(outcome.moved) renamed") }
    if !outcome.failures.isEmpty { parts.append("\(outcome.failures.count) failed") }
    if outcome.notStarted > 0 { parts.append("\(outcome.notStarted) not started") }
    if !outcome.degraded.isEmpty { parts.append("\(outcome.degraded.count) with a fallback voice") }
    if outcome.reusedClips > 0 {
      parts.append(Quantity.count(outcome.reusedClips, "cached clip") + " used")
    }
    parts.append(Quantity.count(outcome.written.count, "file") + " written")
    parts.append(Quantity.minutes(outcome.duration))
    parts.append(Quantity.count(book.warnings + outcome.warnings, "warning"))
    return parts.joined(separator: ", ") + " -> \(folder)\n"
  }

  /// Returns the exit code of a build that finished no chapter.
  /// The result is the code of the first failure whose code is not `someFailed`. If there is no such failure, the
  /// result is `someFailed`.
  private func worst(of outcome: BuildOutcome) -> ExitCode {
    outcome.failures.map { ExitCode($0.error) }.first { $0 != .someFailed } ?? .someFailed
  }

  /// Prints the chapters, length and cost of a run (`guion2audio plan`).
  struct PlanReport {
    private let arguments: Arguments
    private let setup: SpeechSetup

    init(_ arguments: Arguments, _ setup: SpeechSetup) {
      (self.arguments, self.setup) = (arguments, setup)
    }

    /// Prints the report.
    /// Throws an error if the forecast does not permit the run, for example because of `--max-cost`.
    func print(_ forecast: Forecast) throws -> ExitCode {
      let summaries = forecast.books.map {
        $0.book.summary(setup, lengths: $0.lengths, formerVoices: $0.formerVoices)
      }
      if arguments.has(.json) {
        Streams.out(PlanJSON.bytes(Array(zip(forecast.books, summaries))))
      } else {
        let isVerbose = arguments.has(.verbose)
        let texts = zip(forecast.books, summaries).map {
          PlanText(book: $0, summary: $1, isVerbose: isVerbose).text
        }
        Streams.out(texts.joined(separator: "\n"))
        // Without a paid voice, the plan shows no costs. A limit would then seem to be ignored.
        if arguments.has(.maxCost), forecast.books.allSatisfy({ $0.cost.entries.isEmpty }) {
          Streams.out("\nthis plan has no paid speech\n")
        }
      }
      try forecast.permit()
      // The same build, with the options that were typed.
      var words = CommandLine.arguments.dropFirst().filter { $0 != "--dry-run" && $0 != "--json" }
      if ArgumentParser.command(of: words) == .plan, let name = words.firstIndex(of: "plan") {
        words.remove(at: name)
      }
      arguments.suggest(["render": words.map(Summary.shellWord).joined(separator: " ")])
      return .success
    }
  }

  /// The plan of a book as text tables.
  struct PlanText {
    let book: Forecast.Entry
    let summary: PlanSummary
    /// Whether the text also lists what the script tells about each role, and the roles whose voice differs from the
    /// voice in the output folder.
    let isVerbose: Bool

    var text: String {
      ([headline, chapters, roles] + passages + people + recast
        + (book.cost.entries.isEmpty ? [] : [costs]))
        .joined(separator: "\n") + (accuracy.map { "\n" + $0 + "\n" } ?? "")
    }

    private var headline: String {
      let total = summary.total
      return "\(book.book.plan.title.visible): "
        + [
          Quantity.count(summary.chapters.count, "chapter"), Quantity.count(total.lines, "line"),
          Quantity.count(total.words, "word"), Quantity.minutes(total.seconds),
        ].joined(separator: ", ") + " -> \(book.folder.visible)\n"
    }

    /// The table of chapters.
    /// The table has a column of built minutes if any chapter is built.
    private var chapters: String {
      let isBuilt = summary.chapters.contains { $0.builtSeconds != nil }
      var rows = [
        ["chapter", "lines", "words", "minutes"] + (isBuilt ? ["built"] : []) + ["title"]
      ]
      for chapter in summary.chapters {
        let built = chapter.builtSeconds.map { Quantity.tenths($0 / 60) } ?? "-"
        rows.append(
          ["\(chapter.index)"] + cells(chapter.amount) + (isBuilt ? [built] : [])
            + [chapter.title.visible])
      }
      return TextTable.text(rows, numbers: 0..<(isBuilt ? 5 : 4))
    }

    private var roles: String {
      var rows = [["lines", "words", "minutes", "share", "role", "voice"]]
      for role in summary.roles {
        rows.append(
          cells(role.amount)
            + [
              "\(Quantity.tenths(role.share * 100)) %",
              RoleName.shown(role.name), role.voice.visible,
            ])
      }
      return TextTable.text(rows, numbers: 0..<4)
    }

    /// The table of passages in other languages, with the voices that speak them.
    private var passages: [String] {
      guard !summary.passages.isEmpty else { return [] }
      let rows = summary.passages.map {
        ["\($0.count)", $0.language, RoleName.shown($0.role), $0.voice.visible]
      }
      return [TextTable.text([["passages", "language", "role", "voice"]] + rows, numbers: 0..<1)]
    }

    /// The table of what the script tells about the roles, with the evidence.
    private var people: [String] {
      let rows = summary.roles.compactMap { role in
        role.portrait.map { portrait in
          [
            RoleName.shown(role.name), portrait.words ?? "unknown",
            portrait.relative?.visible ?? "",
            portrait.reason?.visible ?? "",
          ]
        }
      }
      guard isVerbose, !rows.isEmpty else { return [] }
      return [
        TextTable.text([["role", "person", "same person as", "evidence"]] + rows, numbers: 0..<0)
      ]
    }

    /// The table of roles that get a different voice than before, because of the cast or a newly installed voice.
    private var recast: [String] {
      let roles = summary.roles.compactMap { role in
        role.formerVoice.map { [RoleName.shown(role.name), $0.visible, role.voice.visible] }
      }
      guard isVerbose, !roles.isEmpty else { return [] }
      return [
        TextTable.text([["role", "voice in the folder", "new voice"]] + roles, numbers: 0..<0)
      ]
    }

    private func cells(_ amount: PlanSummary.Amount) -> [String] {
      ["\(amount.lines)", "\(amount.words)", Quantity.tenths(amount.seconds / 60)]
    }

    private var costs: String {
      var rows = [
        [
          "lines", "characters", "cost", "cached characters", "cost saved", "quota left",
          "provider",
        ]
      ]
      for entry in book.cost.entries {
        let (work, currency) = (entry.work, entry.price?.currency ?? "")
        rows.append([
          "\(work.lines)", "\(work.characters)", money(entry.cost, currency),
          "\(work.cachedCharacters)", money(entry.savedCost, currency),
          entry.quota.map { "\($0.remaining)" } ?? "?", work.providerId,
        ])
      }
      return TextTable.text(rows, numbers: 0..<6)
    }

    private func money(_ amount: Double?, _ currency: String) -> String {
      amount.map { Quantity.money($0, currency) } ?? "?"
    }

    /// The line that compares the estimate with the built chapters, or nil if no chapter is built.
    private var accuracy: String? {
      guard let accuracy = summary.accuracy else { return nil }
      let isWhole = summary.chapters.allSatisfy { $0.builtSeconds != nil }
      return Summary.accuracy(
        of: isWhole ? "the folder has" : "the rendered chapters have", accuracy)
    }
  }
}
