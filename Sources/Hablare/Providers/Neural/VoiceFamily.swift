import Basics
import FoundationEssentials
import Glibc
import Synchronization

/// A family of natural voices: where they are, how a text becomes requests to their models, and their
/// settings.
/// The defaults are those of families whose voices have no settings of their own.
protocol VoiceFamily: Sendable {
  /// The kind of the models.
  var kind: InstalledVoice.Engine { get }
  /// The id of the provider, which is the scheme of its voices' URIs.
  var id: String { get }
  /// The name shown to users.
  var name: String { get }
  /// The voice that speaks if the caller names no voice.
  var defaultVoiceId: String? { get }
  /// The sample rate of all voices, or nil if their rates differ.
  var sampleRate: Int? { get }
  var isWorthCaching: Bool { get }
  var supportsPitch: Bool { get }
  /// The tempo at which a listener follows a book easily, as a multiple of the normal tempo.
  var calmRate: Double { get }
  /// The pause between two sentences, in seconds, in addition to the pause that the model makes.
  var pause: Double { get }

  /// Returns the problem with the family's own settings, or nil if there is no problem.
  func problem(with parameters: [String: String]) -> String?
  /// Throws if no voice can speak.
  func check() async throws
  /// Returns all installed voices.
  func voices() async throws -> [Voice]
  func castingVoices(_ language: String) async throws -> [Voice]
  func roleVoices(_ language: String) async throws -> [Voice]
  func narratorVoice(_ language: String) async throws -> Voice?
  func timbre(of voiceId: String) -> VoiceTimbre?
  func hasVoice(_ voiceId: String) async -> Bool
  func absence(of voiceId: String) async -> VoiceProviderError?
  func whisperVoice(for voiceId: String) async -> String?
  /// Returns the words that no lexicon has, each with espeak's IPA. Empty for families without a lexicon.
  func unknown(_ words: [String], voiceId: String) async throws -> [String: String]
  /// Returns the lines of a text, each with the request to the model.
  func script(of request: VoiceEngineRequest) async throws -> NeuralScript
  /// Returns the versions of the rules that turn a line into a request to the model.
  func version() async throws -> String
  /// Returns what identifies the files of a voice.
  func fileVersion(of voiceId: String) async throws -> String
}

extension VoiceFamily {
  var id: String { kind.rawValue }
  var isWorthCaching: Bool { true }
  var supportsPitch: Bool { false }
  var calmRate: Double { 1 }

  func problem(with parameters: [String: String]) -> String? {
    parameters.keys.min().map { "\(name) has no setting \"\($0)\"" }
  }

  func unknown(_ words: [String], voiceId: String) async throws -> [String: String] { [:] }

  func castingVoices(_ language: String) async throws -> [Voice] {
    try await voices().speaking(language)
  }

  func roleVoices(_ language: String) async throws -> [Voice] {
    try await castingVoices(language)
  }

  func narratorVoice(_ language: String) async throws -> Voice? {
    try await castingVoices(language).first
  }

  func timbre(of voiceId: String) -> VoiceTimbre? { nil }
  func absence(of voiceId: String) async -> VoiceProviderError? { nil }
  func whisperVoice(for voiceId: String) async -> String? { nil }
}

/// The lines of an utterance, each with the request to the model.
struct NeuralScript: Sendable {
  var sampleRate: Int
  var lines: [(line: NeuralLine, request: NeuralRequest)]

  init(
    sampleRate: Int, lines: some Sequence<NeuralLine>, request: (NeuralLine) -> NeuralRequest
  ) {
    self.sampleRate = sampleRate
    self.lines = lines.map { ($0, request($0)) }
  }
}

/// The settings that every natural voice has, as numbers for the worker.
struct NeuralDelivery: Hashable, Sendable {
  /// The tempos at which the models lose no words.
  static let rates = 0.5...2.0

  /// The tempo for the model: 2 is twice as fast.
  var speed: Double
  /// The factor for each sample.
  var gain: Double

  /// Clamps the tempo, and converts the gain from decibels.
  init(_ options: VoiceOptions, rate: Double = 1) {
    speed = min(max(options.rate * rate, Self.rates.lowerBound), Self.rates.upperBound)
    gain = pow(10, options.gain / 20)
  }
}

/// The voices of a kind in folders, and the meaning of voice ids.
/// A voice id is the voice's name. If the voice has several speakers, `/` and a speaker's name or
/// number follow.
struct FolderCatalog: Sendable {
  /// A parsed voice id.
  struct Resolved: Sendable {
    var voice: InstalledVoice
    /// The speaker's number, or nil for a voice with only one speaker.
    var speaker: Int?
  }

  /// The usable voices, sorted by name.
  var voices: [InstalledVoice] = []
  /// The reasons why other voices are unusable, by name or path.
  var problems: [String: String] = [:]
  /// The speakers that the names of voices alone mean, if they are not the first speakers.
  var usualSpeakers: [String: Int] = [:]

  /// Returns the voice for an id.
  /// A voice's name alone means its usual speaker, or else its first speaker.
  /// Throws `voiceNotFound` with the nearest ids. If the voice is installed but cannot speak,
  /// throws `notSupported` with the reason.
  func resolve(_ voiceId: String) throws(VoiceProviderError) -> Resolved {
    let parts = voiceId.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let voice = voices.first(where: { $0.id == name }) else {
      if let problem = problems[name] { throw .notSupported(problem) }
      let suffix = parts.count == 2 ? "/\(parts[1])" : ""
      let withSpeakers = Set(voices.lazy.filter { !$0.speakers.isEmpty }.map(\.id))
      let near = Spelling.nearest(to: name, among: voices.map(\.id))
      throw .voiceNotFound(nearest: near.map { withSpeakers.contains($0) ? $0 + suffix : $0 })
    }
    guard parts.count == 2 else {
      return Resolved(
        voice: voice, speaker: usualSpeakers[name] ?? voice.speakers.first?.number)
    }
    let wanted = String(parts[1])
    if let speaker = voice.speakers.first(where: { $0.name == wanted })
      ?? voice.speakers.first(where: { String($0.number) == wanted })
    {
      return Resolved(voice: voice, speaker: speaker.number)
    }
    if voice.speakers.isEmpty { throw .voiceNotFound(nearest: [name]) }
    let near = Spelling.nearest(to: wanted, among: voice.speakers.map(\.name))
    throw .voiceNotFound(nearest: near.map { "\(name)/\($0)" })
  }

  /// The sample rate of all voices, or nil if their rates differ or there are no voices.
  var commonSampleRate: Int? {
    let rates = Set(voices.map(\.sampleRate))
    return rates.count == 1 ? rates.first ?? nil : nil
  }
}

/// The cached catalog of voices in folders, and what was read from the voices' files.
final class FolderVoices<Content: Sendable>: Sendable {
  private struct State {
    var catalog: FolderCatalog?
    var contents: [InstalledVoice: Content] = [:]
  }

  private let find: @Sendable () -> FolderCatalog
  private let read: @Sendable (InstalledVoice) throws(VoiceProviderError) -> Content
  private let digests = FileDigests()
  private let state = Mutex(State())

  init(
    find: @escaping @Sendable () -> FolderCatalog,
    read: @escaping @Sendable (InstalledVoice) throws(VoiceProviderError) -> Content
  ) {
    (self.find, self.read) = (find, read)
  }

  /// Returns the catalog.
  /// If `refreshing` is true, reads the folders again.
  func catalog(refreshing: Bool = false) -> FolderCatalog {
    if !refreshing, let known = state.withLock({ $0.catalog }) { return known }
    let catalog = find()
    state.withLock { $0.catalog = catalog }
    return catalog
  }

  /// Returns the content of a voice's files, which are read only once.
  func content(of voice: InstalledVoice) throws(VoiceProviderError) -> Content {
    if let known = state.withLock({ $0.contents[voice] }) { return known }
    let content = try read(voice)
    state.withLock { $0.contents[voice] = content }
    return content
  }

  /// Returns the beginning of the digest of a voice's model, and of another file of the voice.
  func fileVersion(
    of voiceId: String, and file: (InstalledVoice) -> String?
  ) throws -> String {
    let voice = try catalog().resolve(voiceId).voice
    let model = voice.modelSHA256 ?? digests.digest(of: voice.modelPath) ?? ""
    let other = file(voice).flatMap(digests.digest) ?? ""
    return "\(model.prefix(16)) \(other.prefix(16))"
  }

  /// Throws if there is no voice or ONNX Runtime is missing.
  func check(
    _ engine: NeuralEngine, missing: (FolderCatalog) -> VoiceProviderError
  ) async throws {
    let catalog = catalog(refreshing: true)
    if catalog.voices.isEmpty { throw missing(catalog) }
    _ = try await engine.version()
  }
}
