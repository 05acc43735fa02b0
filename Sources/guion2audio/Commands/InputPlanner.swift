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
  /// Where its voices are.
  var directory: VoiceDirectory
  /// What is cast by hand.
  var cast: Cast
  /// Who speaks.
  var casting: Casting
  /// The cast file; nil where there is none.
  var castFile: String?
  /// The elements of the script, where they were asked for.
  var elements: [GuionElement] = []
  /// By provider: the voice that speaks where it is down.
  var standIns: [String: VoiceURI]
  /// The lines of which new takes are asked for.
  var retakes = Retakes()
}

extension PlannedBook {
  /// Those who speak, those with the most words first; the narrator's name is empty.
  var roleNames: [String] {
    PlanSummary(
      of: plan, options: BuildOptions(generator: Version.generator),
      estimate: SpeechEstimate(for: plan), sampleRate: sampleRate
    ).roles.map(\.name)
  }
}

/// What can be said of an input before the first sound.
struct InputSurvey {
  /// Everything worth saying, with the severities of the cast's `"lint"`.
  var diagnostics: [Diagnostic]
  /// The book; nil where a diagnostic is an error.
  var book: PlannedBook?
}

/// Takes an input as far as the plan: everything up to the first sound.
struct InputPlanner {
  let arguments: Arguments
  var options: RenderOptions
  let setup: SpeechSetup
  let printer: DiagnosticsPrinter
  /// Whether a plan comes with the elements that it was made of.
  var keepsElements = false

  /// The plan of a book; what is wrong is printed at once, and the error is its exit code.
  func plan(_ input: ScriptInput) async throws -> PlannedBook {
    let manuscript = try input.read(printer.print)
    return try await plan(
      input, manuscript, try CastInput(arguments, beside: input, of: manuscript))
  }

  /// The plan of a book with a cast.
  func plan(
    _ input: ScriptInput, _ manuscript: Manuscript, _ castInput: CastInput
  ) async throws -> PlannedBook {
    let survey = try await survey(input, manuscript, castInput)
    // What an interruption broke off is nothing that is wrong.
    try Task.checkCancellation()
    printer.print(survey.diagnostics)
    guard let book = survey.book else { throw Self.code(of: survey.diagnostics) }
    try checkStrict(book.warnings)
    try checkSelection(options.build.only, book.plan)
    return book
  }

  /// Ends the run if warnings are errors, and there are any.
  func checkStrict(_ warnings: Int) throws {
    guard arguments.has(.strict), warnings > 0 else { return }
    guard !printer.isDocument else { throw ExitCode.badInput }
    throw CommandFailure(
      .badInput, "\(Summary.count(warnings, "warning")), and with --strict nothing is rendered")
  }

  /// Goes as far as the plan, whatever is wrong on the way.
  func survey(
    _ input: ScriptInput, _ manuscript: Manuscript, _ castInput: CastInput
  ) async throws -> InputSurvey {
    var cast = castInput.cast
    cast.narrator = cast.narrator ?? options.standingVoice
    let coverInput = try CoverInput(options, cast, manuscript)
    let directory = try await directory(for: cast)
    var diagnostics =
      manuscript.diagnostics + castInput.diagnostics + coverInput.diagnostics
    var book: PlannedBook?
    do throws(PlanError) {
      book = try await self.book(of: manuscript, cast, directory, &diagnostics)
    } catch {
      diagnostics.append(diagnostic(of: error).inFile(input.path))
    }
    if let plan = book?.plan { book?.plan.cover = try coverInput.cover(of: plan, &diagnostics) }
    diagnostics = cast.lint.applied(to: diagnostics)
    // The cast may take a warning for an error.
    if diagnostics.contains(where: { $0.severity == .error }) { book = nil }
    book?.warnings = diagnostics.count { $0.severity == .warning }
    book?.castFile = castInput.file
    return InputSurvey(diagnostics: diagnostics, book: book)
  }

  /// Casts and plans a book; nil where the diagnostics hold an error.
  private func book(
    of manuscript: Manuscript, _ cast: Cast, _ directory: VoiceDirectory,
    _ diagnostics: inout [Diagnostic]
  ) async throws(PlanError) -> PlannedBook? {
    let labels = SpeakerLabels(cast: cast)
    let elements = labels.apply(to: manuscript)
    diagnostics += labels.suspects(in: manuscript)
    let paths = manuscript.documents.map(\.path)
    let (language, remark) = language(of: manuscript, cast)
    diagnostics += [remark].compactMap(\.self)
    let director = CastingDirector(
      cast: cast, language: language,
      narratorVoice: options.voice, directory: directory)
    let (casting, remarks) = await director.casting(of: elements, sources: paths)
    let isBroken = diagnostics.contains { $0.severity == .error }
    // Remarks about a cast that could not be read would be about another cast.
    diagnostics += isBroken ? remarks.filter { $0.severity == .error } : remarks
    guard let casting, !isBroken else { return nil }
    diagnostics += tempoRemarks(casting, directory)
    let sampleRate = options.build.sampleRate ?? nativeRate(of: casting, directory)
    let planner = BookPlanner(
      manuscript: manuscript, elements: elements, cast: cast, casting: casting,
      options: options.build, engineVersions: await versions(directory, casting.voices.values),
      sampleRate: sampleRate)
    return PlannedBook(
      plan: try planner.plan(), sampleRate: sampleRate, paths: paths, directory: directory,
      cast: cast, casting: casting, elements: keepsElements ? elements : [], standIns: cast.fallback
    )
  }

  /// The providers that the cast and the options name, and espeak, which casts whom they leave out.
  ///
  /// It is asked first: without it every voice would look unknown.
  private func directory(for cast: Cast) async throws -> VoiceDirectory {
    let named = cast.voiceReferences.map(\.uri) + [options.voice, cast.narrator].compactMap(\.self)
    let espeak = EspeakNGVoiceEngine.id
    do {
      _ = try await setup.provider(espeak).version()
    } catch let error as VoiceProviderError {
      throw CommandFailure(.unavailable, error.description)
    }
    return await setup.directory(
      of: Set(named.map(\.providerId) + [espeak] + [arguments[.provider]].compactMap(\.self)),
      naming: named,
      standIns: Set(cast.fallback.keys))
  }

  /// What the voices sound like apart from their names, by provider and where it differs by voice.
  private func versions(
    _ directory: VoiceDirectory, _ voices: some Sequence<VoiceURI>
  ) async -> EngineVersions {
    var versions = EngineVersions()
    // One that cannot say is one that is down: its stand-in speaks, and the next run tries again.
    for id in directory.ids { versions[id] = try? await directory.provider(id)?.version() }
    for voice in Set(voices.map(\.plain)) {
      guard let provider = directory.provider(voice.providerId),
        let version = try? await provider.version(voiceId: voice.voiceId)
      else { continue }
      versions[voice] = version
    }
    return versions
  }

  /// Where `--rate` asks more of a voice than it can do: it goes as far as it can.
  private func tempoRemarks(_ casting: Casting, _ directory: VoiceDirectory) -> [Diagnostic] {
    guard options.build.rate != 1 else { return [] }
    let complaints = casting.voices.values.compactMap { voice -> String? in
      var asked = voice.options
      asked.rate *= options.build.rate
      return directory.provider(voice.providerId)?.abilityComplaint(about: asked)
    }
    return Set(complaints).sorted().map {
      Diagnostic(
        code: "tempo", severity: .warning, message: "--rate: \($0); they go as far as they can")
    }
  }

  /// What is wrong decides how the process ends: an input or a cast, else a provider.
  static func code(of diagnostics: [Diagnostic]) -> ExitCode {
    let codes = Set(diagnostics.filter { $0.severity == .error }.map(\.code))
    let (refused, unavailable) = (
      VoiceComplaint.Kind.providerRefused.rawValue,
      VoiceComplaint.Kind.providerUnavailable.rawValue
    )
    guard !codes.isEmpty, codes.isSubset(of: [refused, unavailable]) else { return .badInput }
    return codes.contains(refused) ? .refused : .unavailable
  }

  /// The user's choice, the cast's, the front matter's, the user's usual one, and US English at last;
  /// and what is wrong with the front matter's.
  func language(of manuscript: Manuscript, _ cast: Cast) -> (String, remark: Diagnostic?) {
    let fallback = options.standingLanguage ?? "en-US"
    if let language = options.language ?? cast.language { return (language, nil) }
    guard let written = manuscript.language else { return (fallback, nil) }
    let tag = String(written.map { $0 == "_" ? "-" : $0 })
    if LanguageTag.isWellFormed(tag) { return (tag, nil) }
    let remark = Diagnostic(
      code: "bad-language", severity: .warning,
      message:
        "\"\(written)\" is not a language tag such as en-US; the text is read as \(fallback)",
      file: manuscript.isFolder ? nil : manuscript.documents.first?.path)
    return (fallback, remark)
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
