/// Caches the clips of lists that are being generated, until the records of the clips are stored.
///
/// If a list is interrupted, it can be generated again without paying twice for its finished items.
/// The clips are in a folder beside the database, or in a temporary folder if the store is in
/// memory.
actor PendingClips {
  /// The folder of the clips; nil for a store in memory.
  private let folder: String?
  private let onNotice: @Sendable (StoreNotice) -> Void
  private var cache: ClipCache?
  /// The number of lists in progress.
  private var lists = 0
  /// The clips whose records are stored.
  private var stored: Set<ClipKey> = []

  init(folder: String?, onNotice: @escaping @Sendable (StoreNotice) -> Void) {
    (self.folder, self.onNotice) = (folder, onNotice)
  }

  /// Returns the cache for a list.
  ///
  /// Call this when the list's generation begins, and `end(stored:)` when it ends.
  func begin() -> ClipCache {
    lists += 1
    if let cache { return cache }
    let made = folder.map { ClipCache(folder: $0, onNotice: onNotice) } ?? .forOneRun()
    cache = made
    return made
  }

  /// Ends the generation of a list.
  ///
  /// `keys` contains the clips whose records are stored.
  ///
  /// The clips are removed only when no list is in progress. Otherwise another list that found no
  /// record of a line might look for the line's clip after the clip was removed.
  func end(stored keys: Set<ClipKey>) async {
    lists -= 1
    stored.formUnion(keys)
    guard lists == 0, let cache else { return }
    let done = stored
    stored = []
    for key in done { await cache.forget(key) }
  }
}
