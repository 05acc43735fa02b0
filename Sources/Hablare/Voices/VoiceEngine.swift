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
