public import FoundationEssentials

/// An engine that turns text into audio, without keys, caching or storage.
///
/// A provider can use such an engine, but does not need one. In this module, only
/// `EspeakNGVoiceProvider` uses such an engine: `EspeakNGVoiceEngine`. The engines of the other
/// providers are internal types, each designed for its service or program.
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
