package import Basics
public import Guion
package import Hablare
public import Narration

/// A book: an input, a cast and options.
///
/// Surveys, plans and builds start here.
///
/// ```swift
/// let speech = SpeechSetup()
/// let book = Book(try BookInput("script.fountain"), speech: speech)
/// let outcome = try await book.build(into: "out")
/// await speech.shutdown()
/// ```
public struct Book: Sendable {
  /// The document, or the folder of documents.
  public var input: BookInput
  /// The source of the cast.
  public var cast: CastSource
  /// The options of the book.
  public var options: BookOptions
  /// Whether the planned book keeps the elements of the script.
  /// A book that keeps its elements needs more memory.
  package var keepsElements = false
  /// The providers that speak, and the caches of earlier runs.
  public let speech: SpeechSetup

  /// Creates a book without reading any file.
  public init(
    _ input: BookInput, cast: CastSource = .beside, options: BookOptions = BookOptions(),
    speech: SpeechSetup
  ) {
    (self.input, self.cast, self.options, self.speech) = (input, cast, options, speech)
  }

  /// The manuscript and the cast of a book, as read from their files.
  package struct Material: Sendable {
    /// The manuscript as read from its files.
    package let whole: Manuscript
    /// The manuscript without the sections that the cast leaves out.
    package let manuscript: Manuscript
    package var cast: BookCast

    package init(_ whole: Manuscript, cast: BookCast) {
      (self.whole, self.cast) = (whole, cast)
      manuscript = whole.skipping(cast.cast.skip, hasMarks: cast.cast.ruleSet >= .v1_2)
    }
  }

  /// Reads the manuscript and the cast.
  /// Throws a `BookError` if a file cannot be read. Errors in a file's contents are reported as diagnostics.
  /// The rule set is chosen first, because it decides how the manuscript is read.
  package func read() async throws(BookError) -> Material {
    var cast: BookCast?
    let manuscript = try await input.read {
      (manuscript: Manuscript) async throws(BookError)
        -> (ReadingEdition, SoundCue.Words, String?) in
      let found = try self.cast(of: manuscript)
      cast = found
      let language = options.language ?? found.cast.language
      return (await ruleSet(of: found.cast).edition, found.cast.sounds.words, language)
    }
    if let cast { return Material(manuscript, cast: cast) }
    return Material(manuscript, cast: try self.cast(of: manuscript))
  }

  /// Reads the cast of a manuscript; the options override what it leaves out.
  package func cast(of manuscript: Manuscript) throws(BookError) -> BookCast {
    var found = try BookCast(cast, beside: input, of: manuscript)
    if let skip = options.skip { (found.cast.skip, found.cast.skipPositions) = (skip, [:]) }
    if let dialogue = options.dialogue { found.cast.dialogue.voices = dialogue }
    if let preset = options.read ?? found.cast.read {
      found.cast.speech = preset.applied(
        to: found.cast.speech, keeping: found.cast.speechKeys)
    }
    return found
  }

  /// Returns the rules for reading the book with a cast.
  package func ruleSet(of cast: Cast) async -> RuleSet {
    if let rules = options.rules { return rules }
    let providers = await speech.registry.availableProviders()
    return cast.ruleSet(paidServices: Set(providers.filter(\.isPaidService).map(\.id)))
  }

  /// Reads and plans the book, and returns the plan with all diagnostics.
  ///
  /// Throws a `BookError` if the survey cannot continue, for example because the input cannot be read.
  public func survey() async throws -> BookSurvey { try await survey(of: try await read()) }

  /// Plans the book from a manuscript and a cast that have already been read.
  package func survey(of material: Material) async throws -> BookSurvey {
    try await BookSurveyor(book: self, material: material).survey()
  }

  /// Returns the plan, with everything that rendering needs.
  ///
  /// Throws a `BookError` with all diagnostics if one of them is an error.
  public func plan() async throws -> PlannedBook {
    let planned = try await survey().planned()
    try planned.checkSelection()
    return planned
  }

  /// Plans the book and renders the chapters that the folder does not contain yet (`PlannedBook.build`).
  public func build(
    into folder: String, onEvent: @escaping @Sendable (RenderEvent) -> Void = { _ in }
  ) async throws -> BuildOutcome {
    try await plan().build(into: folder, speech: speech, onEvent: onEvent)
  }
}

/// The diagnostics and the plan of a book, before any speech is rendered.
public struct BookSurvey: Sendable {
  /// All diagnostics, with the severities that the cast's `lint` sets.
  public var diagnostics: [Diagnostic]
  /// The planned book; nil if a diagnostic is an error.
  public var book: PlannedBook?

  /// Returns the planned book, or throws a `BookError` with the diagnostics if one of them is an error.
  public func planned() throws(BookError) -> PlannedBook {
    guard let book else { throw BookError(diagnostics) }
    return book
  }
}

/// A book that is cast, planned and ready to render.
public struct PlannedBook: Sendable {
  /// The plan.
  public var plan: BookPlan
  /// The options of the build, including the lines that get new takes.
  public var options: BuildOptions
  /// The sample rate of every file, in hertz.
  package var sampleRate: Int
  /// The number of warnings found before rendering.
  public var warnings = 0
  /// The paths of the book's documents, as the user wrote them.
  package var paths: [String]
  /// The providers of the book's voices.
  package var directory: VoiceDirectory
  /// The settings of the cast file and the front matter.
  public var cast: Cast
  /// The speakers and their voices.
  package var casting: Casting
  /// The cast file; nil if there is none.
  package var castFile: String?
  /// The elements of the script; empty unless `Book.keepsElements` is set.
  package var elements: [GuionElement] = []
  /// What applies settings to single lines, and who speaks the quotations of prose; nil unless `Book.keepsElements` is set.
  package var shaper: LineShaper?
  package var quotations: QuotedSpeech?
  /// The fallback voice for each provider that has one, by provider id.
  package var fallbacks: [String: VoiceURI]
  /// The recordings by people; nil if the cast names no folder, or the folder has no table.
  package var recordings: Recordings?
  /// The folder of recordings; nil if the cast names none.
  package var recordingFolder: FilePath?
  /// The errors about roles that the options name and the book does not have.
  var unknownRoles: [BookError] = []

  /// The names of the roles, beginning with the largest role; the narrator's name is empty.
  package var roleNames: [String] { roleWords.map(\.name) }

  /// The names of the roles with the number of their words, beginning with the largest role.
  var roleWords: [(name: String, words: Int)] {
    PlanSummary(
      of: plan, options: BuildOptions(), estimate: SpeechEstimate(for: plan), sampleRate: sampleRate
    ).roles.map { ($0.name, $0.amount.words) }
  }

  /// Throws a `BookError` if the options select only chapters, or a role, that the book does not have.
  package func checkSelection() throws(BookError) {
    if let unknown = unknownRoles.first { throw unknown }
    guard let only = options.only, !plan.chapters.contains(where: options.selects) else { return }
    let count = plan.chapters.count
    let advice =
      only.reversedRange.map { "write the range as \($0.last)-\($0.first)" }
      ?? "the plan lists the chapters"
    throw BookError(
      .wrongRequest, .only,
      " \(only.text): no chapter matches this number, range or title; the book has \(count) "
        + "chapter\(count == 1 ? "" : "s"); \(advice)")
  }

  /// Returns an estimate of the lengths of the book's lines, from the known paces of the voices.
  package func estimate(_ speech: SpeechSetup) -> SpeechEstimate {
    SpeechEstimate(for: plan, known: speech.paces(for: plan))
  }

  /// Returns the sizes of the book's chapters and roles.
  ///
  /// `lengths` contains the length of each built chapter in samples, by the chapter's index.
  package func summary(
    _ speech: SpeechSetup, lengths: [Int: Int] = [:], formerVoices: [String: String] = [:]
  ) -> PlanSummary {
    var summary = PlanSummary(
      of: plan, options: options,
      estimate: SpeechEstimate(for: plan, known: speech.paces(for: plan)), lengths: lengths,
      formerVoices: formerVoices, sampleRate: sampleRate)
    for index in summary.roles.indices {
      summary.roles[index].portrait = casting.portraits[summary.roles[index].name]
    }
    return summary
  }

  /// Renders the selected chapters that are not yet in the folder, and stores the measured paces of the voices.
  ///
  /// `onEvent` is called in order, by one task at a time. Throws a `RenderError` if the folder cannot be used, and
  /// `CancellationError` if the task is cancelled. In both cases, the finished chapters remain in the folder. The
  /// outcome lists the chapters that failed.
  public func build(
    into folder: String, speech: SpeechSetup,
    onEvent: @escaping @Sendable (RenderEvent) -> Void = { _ in }
  ) async throws -> BuildOutcome {
    let paces = speech.paces(for: plan)
    let renderer = BookRenderer(
      plan: plan, options: options, sampleRate: sampleRate, directory: directory,
      cache: speech.clips, levels: speech.levelFolder, paces: paces, fallbacks: fallbacks,
      onEvent: onEvent)
    var outcome = try await renderer.render(into: folder)
    outcome.knownPaces = paces
    speech.paces?.learn(outcome.lesson)
    return outcome
  }

  /// Compares the estimate made before a build with the rendered lengths; nil if the build rendered nothing.
  package func accuracy(of outcome: BuildOutcome) -> EstimateAccuracy? {
    guard !outcome.lesson.chapters.isEmpty else { return nil }
    let estimate = SpeechEstimate(for: plan, known: outcome.knownPaces)
    return EstimateAccuracy(
      plan.chapters.compactMap { chapter in
        outcome.lesson.chapters[chapter.index].map { (estimate.seconds(of: chapter.read), $0) }
      })
  }
}

extension PlannedBook {
  /// Advice if a shop wants credits and the cast does not say who narrates; nil otherwise.
  package var noteOnNarrator: String? {
    let hasName = cast.speech.narratorName?.contains { $0.isLetter || $0.isNumber } == true
    guard options.shop != nil, !hasName else { return nil }
    return ShopPreset.adviceOnNarrator(plan.cast[""])
  }
}
