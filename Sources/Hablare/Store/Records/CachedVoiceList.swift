public import FoundationEssentials

/// The voices that a provider listed for a language.
///
/// The list is cached for a day to save requests.
///
/// An empty list means that the provider has no voice for the language.
public struct CachedVoiceList: Hashable, Sendable {
  /// The provider of the list.
  public var providerId: String
  /// The requested language.
  public var languageCode: String
  /// The time at which the provider returned the list.
  public var fetchedAt: Date
  /// The voices of the list in the provider's order, and then voices of earlier lists that are no
  /// longer available.
  public var models: [VoiceCacheModel]

  /// Creates a list.
  public init(
    providerId: String, languageCode: String, fetchedAt: Date, models: [VoiceCacheModel] = []
  ) {
    self.providerId = providerId
    self.languageCode = languageCode
    self.fetchedAt = fetchedAt
    self.models = models
  }

  /// The voices that are available, in the provider's order.
  public var voices: [Voice] { models.filter(\.isAvailable).map(\.voice) }

  /// Returns whether the list is older than `maxAge` seconds (by default a day), or its date is in
  /// the future.
  public func isStale(
    maxAge: TimeInterval = VoiceCacheModel.defaultMaxAge, now: Date = Date()
  ) -> Bool {
    VoiceCacheModel.isStale(fetchedAt, maxAge: maxAge, now: now)
  }
}
