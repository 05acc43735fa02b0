/// The clips of a store's lists until their records are stored: a list that is cut short is generated again
/// without paying for its finished items twice.
///
/// They are in a folder beside the database, or in a temporary one if the store is in memory.
actor PendingClips {
  /// Nil for a store in memory.
  private let folder: String?
  private let onNotice: @Sendable (StoreNotice) -> Void
  private var cache: ClipCache?
  /// The number of lists that are being generated.
  private var lists = 0
  /// The clips whose records are stored.
  private var stored: Set<ClipKey> = []

  init(folder: String?, onNotice: @escaping @Sendable (StoreNotice) -> Void) {
    (self.folder, self.onNotice) = (folder, onNotice)
  }

  /// The cache for a list whose generation begins; `end(stored:)` must follow.
  func begin() -> ClipCache {
    lists += 1
    if let cache { return cache }
    let made = folder.map { ClipCache(folder: $0, onNotice: onNotice) } ?? .forOneRun()
    cache = made
    return made
  }

  /// A list has ended, and these clips are in stored records.
  ///
  /// They are removed when no list is being generated: another list may have found no record of a line
  /// a moment before there was one, and now looks for its clip.
  func end(stored keys: Set<ClipKey>) async {
    lists -= 1
    stored.formUnion(keys)
    guard lists == 0, let cache else { return }
    let done = stored
    stored = []
    for key in done { await cache.forget(key) }
  }
}
