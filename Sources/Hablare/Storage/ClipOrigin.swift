/// Where a clip comes from, and what was paid for it.
public struct ClipOrigin: Hashable, Sendable {
  /// The provider that made it.
  public var providerId: String
  /// The characters that the provider charged; 0 if the clip was free.
  public var characters: Int

  /// Makes an origin.
  public init(providerId: String, characters: Int) {
    (self.providerId, self.characters) = (providerId, characters)
  }
}

/// The clips of one provider in a cache.
public struct ClipHolding: Hashable, Sendable {
  /// The provider; nil for clips of versions that did not note it.
  public var providerId: String?
  /// The number of clips.
  public var count = 0
  /// Their size together, in bytes.
  public var bytes = 0
  /// The characters that were charged for them, as far as it was noted.
  public var characters = 0

  mutating func add(bytes: Int, characters: Int) {
    count += 1
    self.bytes += bytes
    self.characters += characters
  }
}

/// How full a clip cache is.
public struct ClipCacheInfo: Hashable, Sendable {
  /// The folder.
  public var folder: String
  /// The number of clips.
  public var count: Int
  /// Their size together, in bytes.
  public var bytes: Int
  /// The clips by provider, sorted by its id; those of which no provider is known come last.
  public var holdings: [ClipHolding]
  /// The size above which the clips used least recently go, in bytes.
  public var limit: Int
}
