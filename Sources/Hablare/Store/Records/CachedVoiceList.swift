public import FoundationEssentials

/// The voices that a provider listed for a language, kept for a day so that it need not be asked again.
///
/// A list may be empty: the provider was asked, and has no voice for the language.
public struct CachedVoiceList: Hashable, Sendable {
  /// The provider that was asked.
  public var providerId: String
  /// The language that it was asked for.
  public var languageCode: String
  /// When the provider gave the list.
  public var fetchedAt: Date
  /// The voices of the list in the provider's order, then those of earlier lists that are no longer
  /// available.
  public var models: [VoiceCacheModel]

  /// Makes a list.
  public init(
    providerId: String, languageCode: String, fetchedAt: Date, models: [VoiceCacheModel] = []
  ) {
    self.providerId = providerId
    self.languageCode = languageCode
    self.fetchedAt = fetchedAt
    self.models = models
  }

  /// The voices that the provider has, in its order.
  public var voices: [Voice] { models.filter(\.isAvailable).map(\.voice) }

  /// Whether the list is older than `maxAge` seconds, a day unless given, or from the future.
  public func isStale(
    maxAge: TimeInterval = VoiceCacheModel.usualMaxAge, now: Date = Date()
  ) -> Bool {
    VoiceCacheModel.isStale(fetchedAt, maxAge: maxAge, now: now)
  }
}
