public import FoundationEssentials

/// The Piper voices in the user's folders, spoken by the program `piper` of piper-tts.
///
/// Voice ids are the names of the model files. If a model has several speakers, `/` and a speaker's
/// name follow: `en_US-lessac-medium`, `en_US-libritts-high/p3922`. Each voice and tempo has its
/// own process, which is reused for many lines. Tempo sets Piper's length scale. A change of pitch
/// also shifts the formants. Gain is applied to the samples. If the request's `isPhonemes` is true,
/// `[[…]]` is spoken as phonemes.
public struct PiperVoiceProvider: VoiceProvider {
  /// The provider's id, which is the scheme of its voices' URIs.
  public let providerId: String
  /// The name shown to users.
  public let displayName: String
  /// The program and the folders of its voices.
  public let configuration: PiperConfiguration

  private let engine: PiperEngine
  /// The account that pays for lines, or nil if lines are free.
  private let spending: SpendingAccount?

  /// Creates a provider.
  ///
  /// Copies of the provider share its processes. The processes end with the last copy.
  ///
  /// `spending` is the account that pays for each line by the number of its characters; nil if
  /// lines are free.
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

  /// False: the voices are local and may change at any time.
  public var listsVoicesRemotely: Bool { false }

  /// Always false.
  public var requiresAPIKey: Bool { false }
  /// Whether the user has set a price.
  public func isPriced() async -> Bool { spending != nil }
  /// The number of characters of the text if the user has set a price, otherwise 0.
  public func billedCharacters(for request: VoiceEngineRequest) async -> Int {
    spending == nil ? 0 : request.text.unicodeScalars.count
  }
  /// `audio/wav`.
  public var mimeType: String { VoiceEngineAudioFormat.wav.mimeType }
  /// The first voice by name, or nil if there is no voice.
  public var defaultVoiceId: String? { engine.catalog().voices(providerId: providerId).first?.id }
  /// The sample rate of all voices, or nil if their rates differ.
  public var nativeSampleRate: Int? { engine.catalog().commonSampleRate }

  /// Whether the program is Piper and a voice exists.
  public func isConfigured() async -> Bool { await engine.isUsable() }

  /// Returns an error if no voice exists, the program is missing, or the program is not Piper;
  /// otherwise nil.
  public func configurationError() async -> (any Error)? { await engine.fault() }

  /// Returns the voices for a language, sorted by the model's name.
  ///
  /// Each call searches the folders again.
  public func fetchVoices(languageCode: String) async throws -> [Voice] {
    engine.catalog(refreshing: true).voices(providerId: providerId).speaking(languageCode)
  }

  /// Speaks `text` and returns a WAV file.
  ///
  /// The voice determines the language.
  public func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    let request = VoiceEngineRequest(
      text: text, voiceId: voiceId, languageCode: languageCode, options: options)
    return try ProgramSound.wav(try await generate(request: request))
  }

  /// Speaks one utterance and returns `pcm16`.
  ///
  /// If the text has no letter and no digit, the audio has no samples.
  public func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    guard let spending else { return try await engine.speak(request) }
    return try await spending.paying(for: request.text.unicodeScalars.count) {
      try await engine.speak(request)
    }
  }

  /// Estimates the duration from the length of the text, in seconds.
  public func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    SpokenText.estimatedSeconds(text)
  }

  /// Returns whether the voice is in the folders.
  public func isVoiceAvailable(voiceId: String) async -> Bool {
    (try? engine.catalog().resolve(voiceId)) != nil
  }

  /// Returns a digest of the program, its packages' versions, the settings and all voices' files.
  ///
  /// The digest changes when a voice is added or removed. `version(voiceId:)` covers only one
  /// voice.
  public func version() async throws -> String { try engine.version(models: nil) }

  /// Returns a digest of everything that the audio of one voice depends on.
  ///
  /// Unlike the digest of `version()`, this digest does not cover the files of other voices.
  public func version(voiceId: String) async throws -> String {
    try engine.version(models: [try engine.catalog().resolve(voiceId).model.name])
  }

  /// Ends the processes.
  ///
  /// A later request starts new processes.
  public func shutdown() async { await engine.shutdown() }
}
