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
