public import FoundationEssentials

/// The engine boundary: synthesis alone, without keys, caching or storage.
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
