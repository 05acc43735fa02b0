import Audiobook
import Guion
import Hablare
import Narration

/// A book that can be rendered.
struct PlannedBook {
  var plan: BookPlan
  var sampleRate: Int
  /// How many warnings there are about it before the first sound.
  var warnings = 0
  /// Its documents as the user named them.
  var paths: [String]
}

/// Takes an input as far as the plan: everything up to the first sound.
struct InputPlanner {
  let arguments: Arguments
  let options: RenderOptions
  let provider: EspeakNGVoiceProvider

  /// Where voices are looked up.
  var directory: VoiceDirectory { VoiceDirectory([provider]) }

  /// The plan of a book; what is wrong is printed at once, and the error is its exit code.
  func plan(_ input: ScriptInput) async throws -> PlannedBook {
    let printer = DiagnosticsPrinter(arguments)
    let manuscript = try input.read(printer)
    let engineVersion = try await engineVersion()
    let castInput = try CastInput(arguments, beside: input, of: manuscript)
    var diagnostics = manuscript.diagnostics + castInput.diagnostics
    var book: PlannedBook?
    do throws(PlanError) {
      book = try await self.book(of: manuscript, castInput.cast, engineVersion, &diagnostics)
    } catch {
      diagnostics.append(diagnostic(of: error).inFile(input.path))
    }
    printer.print(diagnostics)
    guard var book else { throw ExitCode.badInput }
    book.warnings = diagnostics.count { $0.severity == .warning }
    if arguments.has(.strict), book.warnings > 0 { throw ExitCode.badInput }
    try checkSelection(options.build.only, book.plan)
    return book
  }

  /// Casts and plans a book; nil where the diagnostics hold an error.
  private func book(
    of manuscript: Manuscript, _ cast: Cast, _ engineVersion: String,
    _ diagnostics: inout [Diagnostic]
  ) async throws(PlanError) -> PlannedBook? {
    let labels = SpeakerLabels(cast: cast)
    let elements = labels.apply(to: manuscript)
    diagnostics += labels.suspects(in: manuscript)
    let paths = manuscript.documents.map(\.path)
    let director = CastingDirector(
      cast: cast, language: language(of: manuscript, cast, &diagnostics),
      narratorVoice: options.voice, directory: directory)
    let (casting, remarks) = await director.casting(of: elements, sources: paths)
    let isBroken = diagnostics.contains { $0.severity == .error }
    // Remarks about a cast that could not be read would be about another cast.
    diagnostics += isBroken ? remarks.filter { $0.severity == .error } : remarks
    guard let casting, !isBroken else { return nil }
    let sampleRate = options.build.sampleRate ?? nativeRate(of: casting)
    let planner = BookPlanner(
      manuscript: manuscript, elements: elements, cast: cast, casting: casting,
      options: options.build, engineVersions: [provider.providerId: engineVersion],
      sampleRate: sampleRate)
    return PlannedBook(plan: try planner.plan(), sampleRate: sampleRate, paths: paths)
  }

  /// The user's choice, the cast's, the front matter's, and US English at last.
  private func language(
    of manuscript: Manuscript, _ cast: Cast, _ diagnostics: inout [Diagnostic]
  ) -> String {
    let fallback = "en-US"
    if let language = options.language ?? cast.language { return language }
    guard let written = manuscript.language else { return fallback }
    let tag = String(written.map { $0 == "_" ? "-" : $0 })
    if LanguageTag.isWellFormed(tag) { return tag }
    diagnostics.append(
      Diagnostic(
        code: "bad-language", severity: .warning,
        message:
          "\"\(written)\" is not a language tag such as en-US; the text is read as \(fallback)",
        file: manuscript.isFolder ? nil : manuscript.documents.first?.path))
    return fallback
  }

  /// The highest native rate among the book's voices; what one does not say does not count.
  private func nativeRate(of casting: Casting) -> Int {
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
  private func engineVersion() async throws -> String {
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
        message: "no heading starts a chapter; --split scene or auto needs none")
    case .nothingSpoken:
      Diagnostic(
        code: "nothing-spoken", severity: .error, message: "nothing in this document is read aloud")
    }
  }
}
