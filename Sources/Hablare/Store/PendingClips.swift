/// Caches the clips of a store's lists until the records with the clips are stored.
///
/// An interrupted list can be generated again without paying for its finished items twice. The
/// clips are in a folder beside the database, or in a temporary folder if the store is in memory.
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

  /// Returns the cache for a list whose generation begins; `end(stored:)` must follow.
  func begin() -> ClipCache {
    lists += 1
    if let cache { return cache }
    let made = folder.map { ClipCache(folder: $0, onNotice: onNotice) } ?? .forOneRun()
    cache = made
    return made
  }

  /// Ends the generation of a list whose records now contain these clips.
  ///
  /// The clips are removed when no list is in progress: another list may have looked for the record of
  /// a line just before it was stored, and now looks for its clip.
  func end(stored keys: Set<ClipKey>) async {
    lists -= 1
    stored.formUnion(keys)
    guard lists == 0, let cache else { return }
    let done = stored
    stored = []
    for key in done { await cache.forget(key) }
  }
}
