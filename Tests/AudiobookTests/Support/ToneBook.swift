import Audio
import Audiobook
import Guion
import Hablare
import HablareTesting
import Narration
import TestSupport
import Testing

/// A script on its way to a folder, with the tone voices: every pause and length is known.
struct ToneBook {
  /// Three scenes of two speeches each, after which the chapters are named.
  static let threeScenes = """
    INT. HALL - DAY

    ANN
    One.

    BEN
    Two.

    INT. KITCHEN - DAY

    ANN
    Three.

    BEN
    Four.

    INT. CELLAR - NIGHT

    ANN
    Five.

    BEN
    Six.


    """

  /// The names of those three in the default format of these tests.
  static let threeFiles = [
    "001 Interior. Hall. Day.wav", "002 Interior. Kitchen. Day.wav",
    "003 Interior. Cellar. Night.wav",
  ]

  var script: String
  var cast: String
  var file = "script.fountain"
  /// A folder that is the book, instead of the script.
  var folder: String?
  var options = BuildOptions(generator: "guion2audio 0.0.0")
  var format = DocumentFormat.fountain
  var provider: any VoiceProvider
  /// Providers beside the first.
  var others: [any VoiceProvider] = []
  /// Where clips are kept.
  var cache: ClipCache?
  var engineVersion = "1"
  var sampleRate = ToneVoiceProvider.sampleRate

  init(
    _ script: String, cast: String = "{}", provider: any VoiceProvider = ToneVoiceProvider(),
    _ change: (inout ToneBook) -> Void = { _ in }
  ) {
    self.script = script
    self.cast = cast
    self.provider = provider
    options.formats = [.wav]
    // The tones' own samples, which most tests count.
    options.loudness = .off
    change(&self)
  }

  /// The providers whose speech costs money; nil for those that need a key.
  var priced: Set<String>?

  private var directory: VoiceDirectory { VoiceDirectory([provider] + others, priced: priced) }

  /// The document, or the folder of documents that was named in its place.
  var manuscript: Manuscript {
    get throws {
      if let folder { return try Manuscript(folder: folder) }
      return Manuscript(GuionParsedElementCollection(string: script, format: format), path: file)
    }
  }

  /// The book with its voices; a cast that is wrong fails the test.
  func planner() async throws -> BookPlanner {
    let manuscript = try manuscript
    let reader = CastReader(bytes: Array(cast.utf8), file: "cast.json")
    try #require(reader.diagnostics.isEmpty, "\(reader.diagnostics)")
    let director = CastingDirector(
      cast: reader.cast, language: reader.cast.language ?? "en-US", directory: directory)
    let elements = SpeakerLabels(cast: reader.cast).apply(to: manuscript)
    let (casting, diagnostics) = await director.casting(
      of: elements, sources: manuscript.documents.map(\.path))
    return BookPlanner(
      manuscript: manuscript, elements: elements, cast: reader.cast,
      casting: try #require(casting, "\(diagnostics)"), options: options,
      engineVersions: EngineVersions([provider.providerId: engineVersion]), sampleRate: sampleRate)
  }

  /// The plan of the book.
  func plan() async throws -> BookPlan { try await planner().plan() }

  /// Builds the book into a folder.
  @discardableResult
  func render(
    into path: String, levels: String? = nil,
    onEvent: @escaping @Sendable (RenderEvent) -> Void = { _ in }
  ) async throws -> BuildOutcome {
    let planner = try await planner()
    let renderer = BookRenderer(
      plan: try planner.plan(), options: options, sampleRate: sampleRate, directory: directory,
      cache: cache, levels: levels, standIns: planner.cast.fallback, onEvent: onEvent)
    return try await renderer.render(into: path)
  }

  /// The error that building the book ends with.
  func failure(into path: String) async throws -> RenderError {
    try await #require(throws: RenderError.self) { try await render(into: path) }
  }
}

extension BookPlan {
  var titles: [String] { chapters.map(\.title) }
  var fingerprints: [String] { chapters.map(\.fingerprint) }
  var tagsFingerprints: [String] { chapters.map(\.tagsFingerprint) }

  /// Every chapter as `Title: words / more words`.
  var outline: [String] {
    chapters.map { "\($0.title): \($0.read.texts.joined(separator: " / "))" }
  }
}

extension TableRead {
  /// The words of the items, in their order.
  var texts: [String] { passages.flatMap(\.items).map(\.text) }
}
