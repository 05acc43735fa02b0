public import Guion

/// The way to a book: inputs, cast and options go in; a survey, a plan and a build come out.
///
/// ```swift
/// let speech = SpeechSetup()
/// let book = Book(try BookInput("script.fountain"), speech: speech)
/// let outcome = try await book.build(into: "out")
/// await speech.shutdown()
/// ```
public struct Book: Sendable {
  /// The document or the folder of documents.
  public var input: BookInput
  /// Where the cast comes from.
  public var cast: CastSource
  /// What is asked of the book.
  public var options: BookOptions
  /// Whether the planned book holds the elements of the script: they take memory.
  public var keepsElements = false
  /// The providers that speak, and what is kept of earlier runs.
  public let speech: SpeechSetup

  /// Makes a book; nothing is read yet.
  public init(
    _ input: BookInput, cast: CastSource = .beside, options: BookOptions = BookOptions(),
    speech: SpeechSetup
  ) {
    (self.input, self.cast, self.options, self.speech) = (input, cast, options, speech)
  }

  /// The manuscript and the cast of a book, as read.
  public struct Material: Sendable {
    /// The manuscript.
    public var manuscript: Manuscript
    /// The cast.
    public var cast: BookCast

    /// Puts a manuscript and its cast together.
    public init(manuscript: Manuscript, cast: BookCast) {
      (self.manuscript, self.cast) = (manuscript, cast)
    }
  }

  /// Reads the manuscript and the cast.
  ///
  /// Throws a `BookError` if one of them cannot be read; what is wrong in them is in their diagnostics.
  public func read() throws(BookError) -> Material {
    let manuscript = try input.read()
    return Material(
      manuscript: manuscript, cast: try BookCast(cast, beside: input, of: manuscript))
  }

  /// Goes as far as the plan, whatever is wrong on the way.
  ///
  /// Throws a `BookError` for what ends the survey early, such as an input that cannot be read.
  public func survey() async throws -> BookSurvey { try await survey(of: try read()) }

  /// The same for a manuscript and a cast that were read before.
  public func survey(of material: Material) async throws -> BookSurvey {
    try await BookSurveyor(book: self, material: material).survey()
  }

  /// The plan, with everything that its sound needs.
  ///
  /// Throws a `BookError` with all diagnostics if one of them is an error.
  public func plan() async throws -> PlannedBook {
    let planned = try await survey().planned()
    try planned.checkSelection()
    return planned
  }

  /// Plans the book and renders what is not yet in the folder (`PlannedBook.build`).
  public func build(
    into folder: String, onEvent: @escaping @Sendable (RenderEvent) -> Void = { _ in }
  ) async throws -> BuildOutcome {
    try await plan().build(into: folder, speech: speech, onEvent: onEvent)
  }
}

/// What can be said of a book before the first sound.
public struct BookSurvey: Sendable {
  /// Everything that is worth saying, with the severities of the cast's `lint`.
  public var diagnostics: [Diagnostic]
  /// The planned book; nil if a diagnostic is an error.
  public var book: PlannedBook?

  /// The planned book; throws a `BookError` with the diagnostics if one of them is an error.
  public func planned() throws(BookError) -> PlannedBook {
    guard let book else { throw BookError(diagnostics) }
    return book
  }
}
