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
    "001 INT. HALL - DAY.wav", "002 INT. KITCHEN - DAY.wav",
    "003 INT. CELLAR - NIGHT.wav",
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

  /// What providers charge, by id.
  var prices: [String: ProviderPrices] = [:]

  /// The document, or the folder of documents that was named in its place.
  var manuscript: Manuscript {
    get throws {
      if let folder { return try Manuscript(folder: folder) }
      return Manuscript(GuionParsedElementCollection(string: script, format: format), path: file)
    }
  }

  /// The book, on its way by the library's front door.
  func book(levels: String? = nil) throws -> Book {
    let reader = CastReader(bytes: Array(cast.utf8), file: "cast.json")
    try #require(reader.diagnostics.isEmpty, "\(reader.diagnostics)")
    let voices = [VersionedVoiceProvider(base: provider, engineVersion: engineVersion)] + others
    var speech = SpeechSetup(
      environment: [:], cache: .none,
      registry: VoiceProviderRegistry(descriptors: voices.map { VoiceProviderDescriptor($0) }))
    speech.prices = prices
    speech.levelFolder = levels
    if let cache { speech.clips = cache }
    var settings = BookOptions()
    settings.build = options
    settings.build.sampleRate = sampleRate
    settings.providers = Set(voices.map(\.providerId))
    var book = Book(
      BookInput(try manuscript), cast: .cast(reader.cast), options: settings, speech: speech)
    book.keepsElements = true
    return book
  }

  /// The plan of the book, with its voices.
  func planned() async throws -> PlannedBook {
    let book = try book()
    return try await book.survey().planned()
  }

  /// The codes of the errors for which there is no plan.
  func refusal() async throws -> [String] {
    try await book().survey().diagnostics.filter { $0.severity == .error }.map(\.code)
  }

  /// The plan of the book.
  func plan() async throws -> BookPlan { try await planned().plan }

  /// Builds the book into a folder.
  @discardableResult
  func render(
    into path: String, levels: String? = nil,
    onEvent: @escaping @Sendable (RenderEvent) -> Void = { _ in }
  ) async throws -> BuildOutcome {
    let book = try book(levels: levels)
    let planned = try await book.survey().planned()
    return try await planned.build(into: path, speech: book.speech, onEvent: onEvent)
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
