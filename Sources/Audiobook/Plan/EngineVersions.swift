public import Hablare

/// The versions of engines, and of voices whose version differs from their engine's.
///
/// The sound of a voice depends on the voice's version as well as on the request.
public struct EngineVersions: Sendable, Equatable {
  private var providers: [String: String] = [:]
  private var voices: [VoiceURI: String] = [:]

  /// Creates a table from the versions of providers, by id.
  public init(_ providers: [String: String] = [:]) { self.providers = providers }

  /// Adds the entries of another table.
  ///
  /// For a key in both tables, the entry of this table stays.
  mutating func merge(_ other: EngineVersions) {
    providers.merge(other.providers) { own, _ in own }
    voices.merge(other.voices) { own, _ in own }
  }

  /// The version of a provider.
  public subscript(providerId: String) -> String? {
    get { providers[providerId] }
    set { providers[providerId] = newValue }
  }

  /// The version of a voice if it is set, else its provider's version; empty if neither is known.
  public subscript(voice: VoiceURI) -> String {
    get { voices[voice.plain] ?? providers[voice.providerId] ?? "" }
    set { voices[voice.plain] = newValue == providers[voice.providerId] ? nil : newValue }
  }
}
