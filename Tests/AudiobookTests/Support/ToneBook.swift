import Audio
import Audiobook
import Guion
import Hablare
import HablareTesting
import Narration
import TestSupport
import Testing

/// A script with the tone voices, to be built into a folder.
///
/// All its pauses and lengths are known.
struct ToneBook {
  /// Three scenes of two speeches each.
  ///
  /// The chapters have the names of the scenes.
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

  /// The file names of the three scenes in the default format of these tests.
  static let threeFiles = [
    "001 INT. HALL - DAY.wav", "002 INT. KITCHEN - DAY.wav",
    "003 INT. CELLAR - NIGHT.wav",
  ]

  var script: String
  var cast: String
  var file = "script.fountain"
  /// The path of the cast, beside which its files are.
  var castFile = "cast.json"
  /// A folder to use as the book instead of the script.
  var folder: String?
  var options = BuildOptions(generator: "guion2audio 0.0.0")
  var format = DocumentFormat.fountain
  var provider: any VoiceProvider
  /// Additional providers.
  var others: [any VoiceProvider] = []
  /// The clip cache, if any.
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
    // A loudness target would change the samples of the tones, and most tests count these samples.
    options.loudness = .off
    change(&self)
  }

  /// The prices of providers, by id.
  var prices: [String: ProviderPrices] = [:]

  /// The document, or the named folder of documents.
  var manuscript: Manuscript {
    get throws {
      if let folder { return try Manuscript(folder: folder) }
      return Manuscript(GuionParsedElementCollection(string: script, format: format), path: file)
    }
  }

  /// Returns the book, created through the library's main entry point.
  func book(levels: String? = nil) throws -> Book {
    let reader = CastReader(bytes: Array(cast.utf8), file: castFile)
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

  /// Returns the planned book with its voices.
  func planned() async throws -> PlannedBook {
    let book = try book()
    return try await book.survey().planned()
  }

  /// Returns the codes of the errors that prevent a plan.
  func refusal() async throws -> [String] {
    try await book().survey().diagnostics.filter { $0.severity == .error }.map(\.code)
  }

  /// Returns the plan of the book.
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

  /// Returns the error of a build that must fail.
  func failure(into path: String) async throws -> RenderError {
    try await #require(throws: RenderError.self) { try await render(into: path) }
  }
}

extension BookPlan {
  var titles: [String] { chapters.map(\.title) }
  var fingerprints: [String] { chapters.map(\.fingerprint) }
  var tagsFingerprints: [String] { chapters.map(\.tagsFingerprint) }

  /// Every chapter as `Title: text / more text`.
  var outline: [String] {
    chapters.map { "\($0.title): \($0.read.texts.joined(separator: " / "))" }
  }
}

extension TableRead {
  /// The texts of the items, in order.
  var texts: [String] { passages.flatMap(\.items).map(\.text) }
}
