public import Guion
import Hablare
package import Narration

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
