public import FoundationEssentials

/// The engine boundary: synthesis alone, without keys, caching or storage.
///
/// A provider can be built on an engine of this protocol, but need not be. In this module only
/// `EspeakNGVoiceProvider` is: it uses `EspeakNGVoiceEngine`. The engines of the other providers are
/// internal types that follow their service or program.
///
/// Every voice is reached through `VoiceProvider`, so an app that adds a source of voices conforms to
/// that protocol. Use this protocol for an engine that several providers share, or that is used without
/// a provider.
public protocol VoiceEngine: Sendable {
  /// The settings the engine needs to work: a key, a host, a path.
  associatedtype Configuration: Sendable

  /// The engine's stable name.
  var engineId: String { get }

  /// Returns whether `configuration` is complete enough to speak with.
  func canGenerate(with configuration: Configuration) -> Bool

  /// Returns the voices for a language.
  ///
  /// `en` matches every `en-*`. `en-GB` returns its exact matches, or every `en` voice if there are no
  /// exact matches. A language without a voice returns an empty list.
  func fetchVoices(languageCode: String, configuration: Configuration) async throws -> [Voice]

  /// Speaks one utterance.
  func generateAudio(
    request: VoiceEngineRequest, configuration: Configuration
  ) async throws -> VoiceEngineOutput

  /// Returns an estimate of the utterance's length in seconds; costs nothing.
  func estimateDuration(request: VoiceEngineRequest, configuration: Configuration) -> TimeInterval

  /// Returns whether the engine has a voice of this name.
  func isVoiceAvailable(voiceId: String, configuration: Configuration) async -> Bool

  /// Returns the version of the engine, on which the audio of its voices can depend.
  func version() async throws -> String
}
