/// The provider of a clip, and the price paid for the clip.
public struct ClipOrigin: Hashable, Sendable {
  /// The provider that rendered the clip.
  public var providerId: String
  /// The characters that the provider charged; 0 if the clip was free.
  public var characters: Int

  /// Creates an origin.
  public init(providerId: String, characters: Int) {
    (self.providerId, self.characters) = (providerId, characters)
  }
}

/// The clips of one provider in a cache.
public struct ClipHolding: Hashable, Sendable {
  /// The provider; nil for clips written by versions that did not record the provider.
  public var providerId: String?
  /// The number of clips.
  public var count = 0
  /// The total size of the clips, in bytes.
  public var bytes = 0
  /// The number of characters charged for the clips, as far as recorded.
  public var characters = 0

  mutating func add(bytes: Int, characters: Int) {
    count += 1
    self.bytes += bytes
    self.characters += characters
  }
}

/// The contents and size of a clip cache.
public struct ClipCacheInfo: Hashable, Sendable {
  /// The cache folder.
  public var folder: String
  /// The number of clips.
  public var count: Int
  /// The total size of the clips, in bytes.
  public var bytes: Int
  /// The clips by provider, sorted by the provider's id; clips without a known provider come last.
  public var holdings: [ClipHolding]
  /// The size in bytes above which the least recently used clips are removed.
  public var limit: Int
}
