public import FoundationEssentials

/// A voice as its provider listed it, cached for a day to avoid another request.
///
/// A voice that the provider no longer lists stays as unavailable, so that an app can still show its
/// name.
public struct VoiceCacheModel: Hashable, Sendable, Identifiable {
  /// The complete voice.
  public var voice: Voice
  /// The requested language of the list, which can differ from the voice's own.
  public var cacheLanguageCode: String
  /// Whether the voice is in the provider's last list.
  public var isAvailable: Bool
  /// When the voice was first listed.
  public var cachedAt: Date
  /// When the provider last listed it.
  public var lastValidatedAt: Date

  /// Creates the model of a voice that was listed at a time.
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

  /// `providerId:languageCode:voiceId`.
  public var id: String { "\(providerId):\(cacheLanguageCode):\(voiceId)" }
  /// The provider that has the voice.
  public var providerId: String { voice.providerId }
  /// The provider's name for the voice.
  public var voiceId: String { voice.id }
  /// The name shown to people.
  public var voiceName: String { voice.name }
  /// The voice's own language.
  public var language: String? { voice.language }
  /// The region or accent.
  public var locality: String? { voice.locality }
  /// `female`, `male` or `neutral`, if the provider states it.
  public var gender: String? { voice.gender }

  /// How long a voice list is valid: a day, in seconds.
  public static let defaultMaxAge: TimeInterval = 86_400

  /// Returns whether the voice was last listed more than `maxAge` seconds ago (a day by default), or in
  /// the future.
  public func isStale(
    maxAge: TimeInterval = VoiceCacheModel.defaultMaxAge, now: Date = Date()
  ) -> Bool {
    Self.isStale(lastValidatedAt, maxAge: maxAge, now: now)
  }

  static func isStale(_ date: Date, maxAge: TimeInterval, now: Date) -> Bool {
    let age = now.timeIntervalSince(date)
    // A clock that was set back must not keep a list valid for years.
    return age < 0 || age > maxAge
  }
}
