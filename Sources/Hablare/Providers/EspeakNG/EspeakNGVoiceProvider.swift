public import FoundationEssentials

/// The voices of espeak-ng: always there, free, and the same on every machine.
public struct EspeakNGVoiceProvider: VoiceProvider {
  /// The engine that speaks.
  public let engine: EspeakNGVoiceEngine

  /// Makes a provider with an engine of its own; `EspeakNGVoiceEngine` explains the parameters.
  public init(
    workerPath: String? = nil, slots: Int = ProcessInfo.processInfo.activeProcessorCount
  ) {
    engine = EspeakNGVoiceEngine(workerPath: workerPath, slots: slots)
  }

  /// Makes a provider of an engine.
  public init(engine: EspeakNGVoiceEngine) { self.engine = engine }

  /// `espeak`.
  public var providerId: String { EspeakNGVoiceEngine.id }
  /// The name shown to people.
  public var displayName: String { "eSpeak NG" }
  /// Always false.
  public var requiresAPIKey: Bool { false }
  /// `audio/wav`.
  public var mimeType: String { VoiceEngineAudioFormat.wav.mimeType }
  /// `en-us`, the language a screenplay most likely has.
  public var defaultVoiceId: String? { "en-us" }
  /// 22,050 Hz (libespeak-ng 1.51, measured).
  public var nativeSampleRate: Int? { 22_050 }

  /// False: they are here, and may change at any time.
  public var listsVoicesRemotely: Bool { false }

  /// Any tempo and pitch, and phonemes in its own notation.
  public func abilities(model: String?) -> VoiceAbilities { VoiceAbilities(takesPhonemes: true) }

  /// False: a line is spoken faster than it is looked up (about 700 times real time, measured).
  public var clipsAreWorthKeeping: Bool { false }

  /// Always true.
  public func isConfigured() async -> Bool { true }

  /// The voices of a language and, after them, the variants of its main voice.
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

  /// Speaks one utterance, as `pcm16` with the places of its words.
  public func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    try await engine.generateAudio(request: request)
  }

  /// A guess from the length of the text, in seconds.
  public func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    engine.estimateDuration(
      request: VoiceEngineRequest(text: text, voiceId: voiceId, languageCode: ""))
  }

  /// Whether espeak has the voice and the variant.
  public func isVoiceAvailable(voiceId: String) async -> Bool {
    await engine.isVoiceAvailable(voiceId: voiceId)
  }

  /// Pleasant, distinct voices of a language, women's and men's in turn, in a fixed order.
  public func castingVoices(languageCode: String) async throws -> [Voice] {
    try await engine.castingVoices(languageCode: languageCode)
  }

  /// The voice that speaks a language best, without a variant.
  public func defaultVoice(languageCode: String) async throws -> Voice? {
    try await engine.defaultVoice(languageCode: languageCode)
  }

  /// The whispering form of a voice, which keeps its language and gender but not its variant.
  public func whisperVoice(for voiceId: String) async -> String? {
    await engine.whisperVoice(for: voiceId)
  }

  /// The version of libespeak-ng, such as `1.51`.
  public func version() async throws -> String { try await engine.version() }

  /// Ends the worker; a later request starts another.
  public func shutdown() async { await engine.shutdown() }
}
