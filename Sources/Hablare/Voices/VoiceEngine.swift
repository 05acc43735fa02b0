public import FoundationEssentials

/// The engine boundary: synthesis alone, without keys, caching or storage.
///
/// A provider may be built on an engine of this protocol, and need not be. In this module one is:
/// `EspeakNGVoiceProvider` on `EspeakNGVoiceEngine`. The engines of the other providers are internal types
/// that follow their service or program. Everything that speaks is reached through `VoiceProvider`, so an app
/// that adds a source of voices conforms to that protocol; this one is for an engine that several providers
/// share, or that is used without a provider.
public protocol VoiceEngine: Sendable {
  /// What the engine must be told to work: a key, a host, a path.
  associatedtype Configuration: Sendable

  /// The engine's stable name.
  var engineId: String { get }

  /// Whether `configuration` is complete enough to speak with.
  func canGenerate(with configuration: Configuration) -> Bool

  /// The voices for a language: `en` matches every `en-*`, `en-GB` its exact matches, else all
  /// of `en`; a language without a voice gives none.
  func fetchVoices(languageCode: String, configuration: Configuration) async throws -> [Voice]

  /// Speaks one utterance.
  func generateAudio(
    request: VoiceEngineRequest, configuration: Configuration
  ) async throws -> VoiceEngineOutput

  /// A guess, in seconds, of how long the utterance will be; costs nothing.
  func estimateDuration(request: VoiceEngineRequest, configuration: Configuration) -> TimeInterval

  /// Whether the engine has a voice of this name.
  func isVoiceAvailable(voiceId: String, configuration: Configuration) async -> Bool

  /// The version of the engine, on which the sound of its voices may depend.
  func version() async throws -> String
}
