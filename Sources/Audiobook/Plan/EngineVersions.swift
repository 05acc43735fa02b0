public import Hablare

/// What the sound of voices depends on beside request and voice: the engines' versions, and those of
/// voices that have files of their own.
public struct EngineVersions: Sendable, Equatable {
  private var providers: [String: String] = [:]
  private var voices: [VoiceURI: String] = [:]

  /// Makes a table of the versions of providers, by id.
  public init(_ providers: [String: String] = [:]) { self.providers = providers }

  /// Takes what another table has besides.
  mutating func merge(_ other: EngineVersions) {
    providers.merge(other.providers) { own, _ in own }
    voices.merge(other.voices) { own, _ in own }
  }

  /// The version of a provider.
  public subscript(providerId: String) -> String? {
    get { providers[providerId] }
    set { providers[providerId] = newValue }
  }

  /// The version of a voice, which is its provider's unless it was set; empty where neither is known.
  public subscript(voice: VoiceURI) -> String {
    get { voices[voice.plain] ?? providers[voice.providerId] ?? "" }
    set { voices[voice.plain] = newValue == providers[voice.providerId] ? nil : newValue }
  }
}
