public import FoundationEssentials

/// The voices of espeak-ng: always available, free, and the same on every machine.
public struct EspeakNGVoiceProvider: VoiceProvider {
  /// The engine that speaks.
  public let engine: EspeakNGVoiceEngine

  /// Creates a provider with its own engine.
  ///
  /// `EspeakNGVoiceEngine` explains the parameters.
  public init(
    workerPath: String? = nil, slots: Int = ProcessInfo.processInfo.activeProcessorCount
  ) {
    engine = EspeakNGVoiceEngine(workerPath: workerPath, slots: slots)
  }

  /// Creates a provider for an engine.
  public init(engine: EspeakNGVoiceEngine) { self.engine = engine }

  /// `espeak`.
  public var providerId: String { EspeakNGVoiceEngine.id }
  /// The name shown to users.
  public var displayName: String { "eSpeak NG" }
  /// Always false.
  public var requiresAPIKey: Bool { false }
  /// `audio/wav`.
  public var mimeType: String { VoiceEngineAudioFormat.wav.mimeType }
  /// `en-us`, the most likely language of a screenplay.
  public var defaultVoiceId: String? { "en-us" }
  /// 22,050 Hz (libespeak-ng 1.51, measured).
  public var nativeSampleRate: Int? { 22_050 }

  /// False: the voices are local and may change at any time.
  public var listsVoicesRemotely: Bool { false }

  /// Returns any tempo and pitch, and phonemes in espeak's own notation.
  public func abilities(model: String?) -> VoiceAbilities { VoiceAbilities(supportsPhonemes: true) }

  /// False: espeak renders at about 700 times real time (measured), so a line takes less time than
  /// a cache lookup.
  public var clipsAreWorthCaching: Bool { false }

  /// Always true.
  public func isConfigured() async -> Bool { true }

  /// Returns the voices of a language, followed by the variants of its main voice.
  public func fetchVoices(languageCode: String) async throws -> [Voice] {
    try await engine.fetchVoices(languageCode: languageCode)
  }

  /// Speaks `text` and returns a WAV file.
  public func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    let request = VoiceEngineRequest(
      text: text, voiceId: voiceId, languageCode: languageCode, options: options)
    return try await engine.generateWAV(request: request).audioData
  }

  /// Speaks one utterance and returns `pcm16` with the positions of its words.
  public func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    try await engine.generateAudio(request: request)
  }

  /// Estimates the duration from the length of the text, in seconds.
  public func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    engine.estimateDuration(
      request: VoiceEngineRequest(text: text, voiceId: voiceId, languageCode: ""))
  }

  /// Returns whether espeak has the voice, and the variant if the id names one.
  public func isVoiceAvailable(voiceId: String) async -> Bool {
    await engine.isVoiceAvailable(voiceId: voiceId)
  }

  /// Returns pleasant, distinct voices of a language, women and men in turn, in a fixed order.
  public func castingVoices(languageCode: String) async throws -> [Voice] {
    try await engine.castingVoices(languageCode: languageCode)
  }

  /// Returns the voices of `castingVoices`, and the variants of old speakers.
  public func roleVoices(languageCode: String) async throws -> [Voice] {
    try await engine.roleVoices(languageCode: languageCode)
  }

  /// Returns the timbre of a variant, measured with the voice en-us.
  public func timbre(of voiceId: String) -> VoiceTimbre? { EspeakTimbres.timbre(of: voiceId) }

  /// Returns the best voice for a language, without a variant.
  public func defaultVoice(languageCode: String) async throws -> Voice? {
    try await engine.defaultVoice(languageCode: languageCode)
  }

  /// Returns the whispering form of a voice.
  ///
  /// The whispering form keeps the language and the gender of the voice, but not its variant.
  public func whisperVoice(for voiceId: String) async -> String? {
    await engine.whisperVoice(for: voiceId)
  }

  /// Returns the version of libespeak-ng, such as `1.51`.
  public func version() async throws -> String { try await engine.version() }

  /// Ends the worker.
  ///
  /// A later request starts a new worker.
  public func shutdown() async { await engine.shutdown() }
}
