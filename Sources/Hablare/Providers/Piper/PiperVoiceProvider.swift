public import FoundationEssentials

/// The voices of Piper that are in the user's folders, spoken by the program `piper` of piper-tts.
///
/// Voice ids are the names of the models' files, with `/` and a speaker's name where a model has
/// several: `en_US-lessac-medium`, `en_US-libritts-high/p3922`. One process for each voice and tempo
/// is kept for many lines. Tempo is Piper's length scale; pitch moves the formants along; gain is
/// applied to the samples. `[[…]]` is spoken as phonemes where the request says so.
public struct PiperVoiceProvider: VoiceProvider {
  /// The provider's id, the scheme of its voices' URIs.
  public let providerId: String
  /// The name shown to people.
  public let displayName: String
  /// What is run and where the voices are.
  public let configuration: PiperConfiguration

  private let engine: PiperEngine
  /// The account that lines are paid on; nil if they cost nothing.
  private let spending: SpendingAccount?

  /// Makes a provider; copies share its processes, which end with the last one.
  ///
  /// `spending` is the account that each line is paid on, by its characters; nil if lines cost nothing.
  public init(
    id: String = "piper", name: String? = nil, configuration: PiperConfiguration,
    spending: SpendingAccount? = nil
  ) {
    providerId = id
    displayName = name ?? (id == "piper" ? "Piper" : id)
    self.configuration = configuration
    self.spending = spending
    engine = PiperEngine(configuration: configuration)
  }

  /// False: they are here, and may change at any time.
  public var listsVoicesRemotely: Bool { false }

  /// Always false.
  public var requiresAPIKey: Bool { false }
  /// Whether the user has set a price.
  public func isPriced() async -> Bool { spending != nil }
  /// The characters of the text if the user has set a price, else 0.
  public func billedCharacters(for request: VoiceEngineRequest) async -> Int {
    spending == nil ? 0 : request.text.unicodeScalars.count
  }
  /// `audio/wav`.
  public var mimeType: String { VoiceEngineAudioFormat.wav.mimeType }
  /// The first voice by name; nil if there is none.
  public var defaultVoiceId: String? { engine.catalog().voices(providerId: providerId).first?.id }
  /// The rate that all voices found have; nil if they differ.
  public var nativeSampleRate: Int? { engine.catalog().commonSampleRate }

  /// Whether the program is Piper and there is a voice.
  public func isConfigured() async -> Bool { await engine.isUsable() }

  /// That there is no voice, or that the program is not there or not Piper.
  public func configurationError() async -> (any Error)? { await engine.fault() }

  /// The voices for a language, by name; the folders are looked at again.
  public func fetchVoices(languageCode: String) async throws -> [Voice] {
    engine.catalog(refreshing: true).voices(providerId: providerId).speaking(languageCode)
  }

  /// Speaks `text` and returns a WAV file; the voice decides the language.
  public func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    let request = VoiceEngineRequest(
      text: text, voiceId: voiceId, languageCode: languageCode, options: options)
    return try ProgramSound.wav(try await generate(request: request))
  }

  /// Speaks one utterance, as `pcm16`; text without a letter or digit has no samples.
  public func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    guard let spending else { return try await engine.speak(request) }
    return try await spending.paying(for: request.text.unicodeScalars.count) {
      try await engine.speak(request)
    }
  }

  /// A guess from the length of the text, in seconds.
  public func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    SpokenText.estimatedSeconds(text)
  }

  /// Whether the voice is in the folders.
  public func isVoiceAvailable(voiceId: String) async -> Bool {
    (try? engine.catalog().resolve(voiceId)) != nil
  }

  /// A digest of the program, its packages' versions, the settings and all voices' files.
  ///
  /// A voice that comes or goes changes it; `version(voiceId:)` is of one voice.
  public func version() async throws -> String { try engine.version(models: nil) }

  /// What the sound of one voice depends on: like `version()`, with no other voice's files.
  public func version(voiceId: String) async throws -> String {
    try engine.version(models: [try engine.catalog().resolve(voiceId).model.name])
  }

  /// Ends the processes; a later request starts others.
  public func shutdown() async { await engine.shutdown() }
}
