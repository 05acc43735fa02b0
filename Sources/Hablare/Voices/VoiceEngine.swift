public import FoundationEssentials

/// An engine that turns text into audio, without keys, caching or storage.
///
/// A provider can use such an engine, but does not need one. In this module, only
/// `EspeakNGVoiceProvider` uses such an engine: `EspeakNGVoiceEngine`. The engines of the other
/// providers are internal types, each designed for its service or program. A test replaces the engine
/// of any provider with `VoiceProvider.replacingEngine(by:configuration:)`.
///
/// Conform to this protocol if several providers share an engine, or if an engine is used without a
/// provider. A new source of voices for an app needs only a `VoiceProvider`.
public protocol VoiceEngine: Sendable {
  /// The settings that the engine needs to work, such as a key, a host or a path.
  associatedtype Configuration: Sendable

  /// The engine's stable name.
  var engineId: String { get }

  /// Returns whether `configuration` is complete enough to speak with.
  func canGenerate(with configuration: Configuration) -> Bool

  /// Returns the voices for a language.
  ///
  /// `en` matches `en` and every `en-*`. `en-GB` matches voices with exactly this tag. If no voice
  /// has this tag, `en-GB` matches the same voices as `en`. The list is empty if no voice matches.
  func fetchVoices(languageCode: String, configuration: Configuration) async throws -> [Voice]

  /// Speaks one utterance.
  func generateAudio(
    request: VoiceEngineRequest, configuration: Configuration
  ) async throws -> VoiceEngineOutput

  /// Returns an estimate of the utterance's length in seconds; costs nothing.
  func estimateDuration(request: VoiceEngineRequest, configuration: Configuration) -> TimeInterval

  /// Returns whether the engine has a voice with this id.
  func isVoiceAvailable(voiceId: String, configuration: Configuration) async -> Bool

  /// Returns the version of the engine.
  ///
  /// The audio of the engine's voices can depend on the version.
  func version() async throws -> String
}

extension VoiceProvider {
  /// Returns this provider with another engine, for example one that a test controls.
  ///
  /// The engine lists the voices and speaks. Everything else is this provider's: its id and name, the
  /// abilities and rules of its settings, and what it charges.
  public func replacingEngine<Engine: VoiceEngine>(
    by engine: Engine, configuration: Engine.Configuration
  ) -> some VoiceProvider {
    ReplacedEngine(provider: self, engine: engine, configuration: configuration)
  }
}

private struct ReplacedEngine<Provider: VoiceProvider, Engine: VoiceEngine>: VoiceProvider {
  let provider: Provider
  let engine: Engine
  let configuration: Engine.Configuration

  var providerId: String { provider.providerId }
  var displayName: String { provider.displayName }
  var requiresAPIKey: Bool { provider.requiresAPIKey }
  var mimeType: String { provider.mimeType }
  var defaultVoiceId: String? { provider.defaultVoiceId }
  var isNatural: Bool { provider.isNatural }
  var nativeSampleRate: Int? { provider.nativeSampleRate }
  var clipsAreWorthCaching: Bool { provider.clipsAreWorthCaching }
  var listsVoicesRemotely: Bool { provider.listsVoicesRemotely }
  func isPriced() async -> Bool { await provider.isPriced() }
  func abilities(model: String?) -> VoiceAbilities { provider.abilities(model: model) }
  func problem(with options: VoiceOptions) -> String? { provider.problem(with: options) }
  func quota() async throws -> VoiceQuota? { try await provider.quota() }
  func timbre(of voiceId: String) -> VoiceTimbre? { provider.timbre(of: voiceId) }
  func shutdown() async { await provider.shutdown() }

  func billedCharacters(for request: VoiceEngineRequest) async -> Int {
    await provider.billedCharacters(for: request)
  }

  func whisperVoice(for voiceId: String) async -> String? {
    await provider.whisperVoice(for: voiceId)
  }

  func isConfigured() async -> Bool { engine.canGenerate(with: configuration) }
  func version() async throws -> String { try await engine.version() }

  func fetchVoices(languageCode: String) async throws -> [Voice] {
    try await engine.fetchVoices(languageCode: languageCode, configuration: configuration)
  }

  func isVoiceAvailable(voiceId: String) async -> Bool {
    await engine.isVoiceAvailable(voiceId: voiceId, configuration: configuration)
  }

  func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    let request = VoiceEngineRequest(text: text, voiceId: voiceId, languageCode: "")
    return engine.estimateDuration(request: request, configuration: configuration)
  }

  func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    try await generate(
      request: VoiceEngineRequest(
        text: text, voiceId: voiceId, languageCode: languageCode, options: options)
    ).audioData
  }

  func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    guard request.text.contains(where: { !$0.isWhitespace }) else {
      throw VoiceProviderError.invalidRequest("the text is blank")
    }
    if let problem = problem(with: request.options) {
      throw VoiceProviderError.invalidRequest(problem)
    }
    return try await engine.generateAudio(request: request, configuration: configuration)
  }
}

/// The audio of one utterance.
public struct VoiceEngineOutput: Sendable {
  /// The audio, in `audioFormat`.
  ///
  /// Samples in `pcm16` are little-endian signed 16-bit integers.
  public var audioData: Data
  /// The format of `audioData`.
  public var audioFormat: VoiceEngineAudioFormat
  /// The file extension for `audioData`, without the dot.
  public var fileExtension: String
  /// The MIME type of `audioData`.
  public var mimeType: String
  /// Frames per second; nil if the rate is unknown until the audio is decoded.
  public var sampleRate: Int?
  /// The number of channels; nil if the number is unknown until the audio is decoded.
  public var channels: Int?
  /// The places of the words in the text and in the audio, in order; empty if the engine reports no
  /// places.
  public var wordTimings: [WordTiming]
  /// Other data from the engine, such as a request id.
  public var metadata: [String: String]

  /// Creates an output.
  ///
  /// By default, the extension and the MIME type are those of the format.
  public init(
    audioData: Data, audioFormat: VoiceEngineAudioFormat, fileExtension: String? = nil,
    mimeType: String? = nil, sampleRate: Int? = nil, channels: Int? = nil,
    wordTimings: [WordTiming] = [], metadata: [String: String] = [:]
  ) {
    self.audioData = audioData
    self.audioFormat = audioFormat
    self.fileExtension = fileExtension ?? audioFormat.fileExtension
    self.mimeType = mimeType ?? audioFormat.mimeType
    self.sampleRate = sampleRate
    self.channels = channels
    self.wordTimings = wordTimings
    self.metadata = metadata
  }
}

/// A word of the text, and the place in the audio where the word begins.
public struct WordTiming: Codable, Hashable, Sendable {
  /// The offset of the word in the text, in Unicode scalars from 0.
  public var location: Int
  /// The length of the word, in Unicode scalars.
  public var length: Int
  /// The frame at which the word begins, counted from 0 at the output's sample rate.
  public var sample: Int

  /// Creates the timing of one word.
  public init(location: Int, length: Int, sample: Int) {
    self.location = location
    self.length = length
    self.sample = sample
  }
}

/// The audio format in which an engine delivers its output.
public enum VoiceEngineAudioFormat: String, Codable, CaseIterable, Sendable {
  /// RIFF WAVE with PCM or floating-point samples.
  case wav
  /// Little-endian signed 16-bit samples without a header.
  case pcm16
  /// MPEG audio layer III.
  case mp3
  /// Free Lossless Audio Codec.
  case flac
  /// Vorbis in Ogg.
  case ogg
  /// Opus in Ogg.
  case opus
  /// Apple's AIFF.
  case aiff
  /// AAC in MPEG-4.
  case m4a

  /// The usual file extension, without the dot.
  public var fileExtension: String {
    switch self {
    case .pcm16: "pcm"
    case .wav, .mp3, .flac, .ogg, .opus, .aiff, .m4a: rawValue
    }
  }

  /// The MIME type under which the format is stored and sent.
  public var mimeType: String {
    switch self {
    case .wav: "audio/wav"
    case .pcm16: "audio/L16"
    case .mp3: "audio/mpeg"
    case .flac: "audio/flac"
    case .ogg, .opus: "audio/ogg"
    case .aiff: "audio/x-aiff"
    case .m4a: "audio/mp4"
    }
  }

  /// Returns the format of a MIME type, also under its other common names, such as `audio/mp3`; nil
  /// if the type is unknown.
  ///
  /// Capitals and parameters such as `; rate=8000` do not matter.
  public init?(mimeType: String) {
    let name = mimeType.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    if let format = Self.allCases.first(where: { $0.mimeType.lowercased() == name }) {
      self = format
      return
    }
    switch name {
    case "audio/mp3", "audio/mpeg3", "audio/x-mp3", "audio/x-mpeg": self = .mp3
    case "audio/x-wav", "audio/wave", "audio/vnd.wave": self = .wav
    case "audio/aac", "audio/m4a", "audio/x-m4a", "audio/mp4a-latm": self = .m4a
    case "audio/aiff", "audio/x-aifc": self = .aiff
    case "audio/x-flac": self = .flac
    case "audio/opus": self = .opus
    case "audio/vorbis", "audio/x-ogg", "application/ogg": self = .ogg
    case "audio/pcm", "audio/x-l16": self = .pcm16
    default: return nil
    }
  }
}

/// One utterance for an engine: the text, the voice and the manner of speaking.
public struct VoiceEngineRequest: Hashable, Sendable {
  /// The text to speak, without markup.
  ///
  /// If `isPhonemes` is true, the text can contain phonemes.
  public var text: String
  /// The id that the provider uses for the voice.
  public var voiceId: String
  /// The BCP 47 tag of the text's language.
  public var languageCode: String
  /// Tempo, pitch, level and other differences from the voice's normal manner.
  public var options: VoiceOptions
  /// Whether `[[…]]` in `text` encloses phonemes, in IPA or in the engine's own notation (see
  /// `VoiceAbilities`).
  public var isPhonemes: Bool
  /// The text before `text`, for providers whose audio depends on the surrounding text
  /// (`VoiceAbilities.usesContext`).
  public var previousText: String?
  /// The text after `text`, for providers whose audio depends on the surrounding text
  /// (`VoiceAbilities.usesContext`).
  public var nextText: String?
  /// Whether the engine is asked to return word timings (`VoiceAbilities.supportsWordTimings`).
  ///
  /// Even if true, the answer can be a cached clip that has no word timings.
  public var wantsWordTimings = false
  /// The words to stress, in order (`VoiceAbilities.stress`).
  package var stresses: [VoiceStress] = []
  /// The number of the take if the author asked for another one, from 2; 0 for the first (`VoiceAbilities.varies`).
  package var take = 0

  /// Creates a request.
  ///
  /// By default, `text` is plain text without phonemes.
  public init(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions = VoiceOptions(),
    isPhonemes: Bool = false
  ) {
    self.text = text
    self.voiceId = voiceId
    self.languageCode = languageCode
    self.options = options
    self.isPhonemes = isPhonemes
  }
}

/// Words that are spoken with more force than the words around them.
package struct VoiceStress: Hashable, Sendable {
  /// The place of the words in the text, in Unicode scalars.
  package var range: Range<Int>
  /// Whether the words are a sentence that is called out; otherwise they are stressed within their sentence.
  package var isCalled: Bool

  package init(_ range: Range<Int>, isCalled: Bool = false) {
    (self.range, self.isCalled) = (range, isCalled)
  }

  /// The stress as text for keys and fingerprints.
  package var key: String { "\(isCalled ? "called" : "stressed") \(range)" }
}

extension VoiceEngineRequest {
  /// The places in the text that are stressed within their sentences.
  var stressedRanges: [Range<Int>] { stresses.filter { !$0.isCalled }.map(\.range) }
}
