public import FoundationEssentials

/// A voice as its provider listed it.
///
/// After a day, the provider is asked for its voices again. If the provider no longer lists a voice,
/// the voice stays in the cache as unavailable. An app can then still show the voice's name.
public struct VoiceCacheModel: Hashable, Sendable, Identifiable {
  /// The complete voice.
  public var voice: Voice
  /// The language for which the list was requested.
  ///
  /// It can differ from the voice's own language.
  public var cacheLanguageCode: String
  /// Whether the voice is in the provider's last list.
  public var isAvailable: Bool
  /// When the voice was first listed.
  public var cachedAt: Date
  /// When the provider last listed the voice.
  public var lastValidatedAt: Date

  /// Creates the model of a voice, with the time at which it was listed.
  public init(
    voice: Voice, cacheLanguageCode: String, isAvailable: Bool = true, cachedAt: Date,
    lastValidatedAt: Date? = nil
  ) {
    self.voice = voice
    self.cacheLanguageCode = cacheLanguageCode
    self.isAvailable = isAvailable
    self.cachedAt = cachedAt
    self.lastValidatedAt = lastValidatedAt ?? cachedAt
  }

  /// The id of the model: `providerId:languageCode:voiceId`.
  public var id: String { "\(providerId):\(cacheLanguageCode):\(voiceId)" }
  /// The id of the provider that has the voice.
  public var providerId: String { voice.providerId }
  /// The id that the provider uses for the voice.
  public var voiceId: String { voice.id }
  /// The voice's name, as shown to people.
  public var voiceName: String { voice.name }
  /// The voice's own language.
  public var language: String? { voice.language }
  /// The region or accent.
  public var locality: String? { voice.locality }
  /// `female`, `male` or `neutral`, if the provider states it.
  public var gender: String? { voice.gender }

  /// The time for which a voice list is valid: a day, in seconds.
  public static let defaultMaxAge: TimeInterval = 86_400

  /// Returns whether the voice was last listed more than `maxAge` seconds ago (by default a day),
  /// or at a time in the future.
  public func isStale(
    maxAge: TimeInterval = VoiceCacheModel.defaultMaxAge, now: Date = Date()
  ) -> Bool {
    VoiceList.isStale(lastValidatedAt, maxAge: maxAge, now: now)
  }
}
