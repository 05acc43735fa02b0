public import FoundationEssentials
public import Hablare
import Synchronization

extension GenerationService {
  /// Creates a service that uses the shared registry.
  ///
  /// Voice lists are cached in `store`.
  public init(
    store: GenerationStore, clips: ClipCache? = nil, policy: SpeechPolicy = SpeechPolicy()
  ) {
    self.init(registry: .shared, store: store, clips: clips, policy: policy)
  }

  /// Creates a service with the caller's registry.
  ///
  /// Voice lists are cached in `store`. Clips are cached in `clips`. `onWarning` receives problems
  /// that do not stop the work, on any thread.
  public init(
    registry: VoiceProviderRegistry, store: GenerationStore, clips: ClipCache? = nil,
    policy: SpeechPolicy = SpeechPolicy(),
    onWarning: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.init(
      registry: registry, voiceLists: store, clips: clips, policy: policy, onWarning: onWarning)
  }
}

extension GenerationService {
  /// Speaks the items of a list and stores them in order; returns the records of all stored items.
  ///
  /// Items can be generated ahead of their turn, but they are stored strictly in order. The stored
  /// items are always the first items of the list, except for items without words and failed items.
  /// The list's `currentIndex` counts stored items, its `progress` finished items. If
  /// `maxConcurrent` is 1, items are generated one after the other. `saveInterval` is the number of
  /// items that share a transaction. Each record belongs to its item's `owningElement`, in the
  /// document with the id `document`.
  ///
  /// Some items need no engine:
  ///
  /// - An item with audio in the store is generated again only if `regenerate` is true.
  /// - An item without words is skipped, without a record.
  /// - If only another element has audio of the same words, the item gets a record with the same audio.
  ///
  /// If the list or the task is cancelled, the finished items before the first unfinished item are
  /// stored and returned. If an item fails, the items before it are stored, the list's `hasFailed`
  /// and `error` are set, and the error is thrown. With `.continue`, all items after a failed item
  /// are also generated. The function then throws a `GenerationListError` with all failures.
  ///
  /// If a generation ends early, finished items that come after the first unfinished item have no
  /// record. If the provider's clips are worth caching, the audio of these items is cached: in the
  /// service's `clips`, or else beside the store. The next generation of the list uses this audio
  /// and does not request it again.
  public func generateList(
    _ list: SpeakableItemList, to store: GenerationStore, document: String? = nil,
    saveInterval: Int = 1,
    maxConcurrent: Int = ProcessInfo.processInfo.activeProcessorCount,
    onError: GenerationErrorRule = .stop, regenerate: Bool = false
  ) async throws -> [TypedDataStorage] {
    let clips = await ListClips(given: callerClips, store: store)
    let width = max(1, maxConcurrent)
    do {
      let records = try await speaking(
        list, limits: SpeechLimits(running: width, ahead: 4 * width), onError: onError,
        make: { _, item in
          try await self.generated(
            item, of: document, in: store, clips.cache, regenerate: regenerate)
        },
        body: { stream in
          var ledger = ListLedger(
            list: list, store: store, clips: clips, interval: saveInterval,
            isRenewing: regenerate)
          let failures = try await ledger.take(all: stream, onError)
          // Items after a failed item are finished, because they may be paid for.
          await stream.drain()
          if let first = failures.first {
            throw onError == .stop ? first.error : GenerationListError(failures: failures)
          }
          return ledger.records
        })
      await clips.end()
      return records
    } catch {
      await clips.end()
      throw error
    }
  }

  /// Speaks the items of a group and stores them in order, as `generateList` does.
  ///
  /// Items that have audio are generated again only if `regenerate` is true.
  /// `GenerationStore.audioStatus(of:)` returns which items have audio. `onStart` gets the list, which
  /// shows the progress and cancels the work.
  ///
  /// The group is asked for its items once before the work, and once after it. If they differ, the
  /// audio of the former items is stored, and `StoreError.groupChanged` is thrown.
  nonisolated(nonsending) public func generateGroup(
    _ group: any SpeakableGroup, to store: GenerationStore, document: String? = nil,
    saveInterval: Int = 1,
    maxConcurrent: Int = ProcessInfo.processInfo.activeProcessorCount,
    onError: GenerationErrorRule = .stop, regenerate: Bool = false,
    onStart: @MainActor @Sendable (SpeakableItemList) -> Void = { _ in }
  ) async throws -> [TypedDataStorage] {
    let list = await SpeakableItemList(name: group.groupName, items: group.getGroupedElements())
    await onStart(list)
    let records = try await generateList(
      list, to: store, document: document, saveInterval: saveInterval,
      maxConcurrent: maxConcurrent, onError: onError, regenerate: regenerate)
    let now = group.getGroupedElements()
    guard now.elementsEqual(list.items, by: Self.isSame) else {
      throw StoreError.groupChanged(name: group.groupName)
    }
    return records
  }

  private static func isSame(_ one: any SpeakableItem, _ other: any SpeakableItem) -> Bool {
    one.owningElement == other.owningElement
      && RecordRow.itemKey(of: one) == RecordRow.itemKey(of: other)
  }

  private func generated(
    _ item: any SpeakableItem, of document: String?, in store: GenerationStore,
    _ clips: ClipCache, regenerate: Bool
  ) async throws -> GeneratedItem {
    guard item.hasWords else { return .silent }
    let item = await item.asSpoken
    if !regenerate, let record = try await store.existingAudio(for: item) {
      if record.serves(item, in: document) { return .existing(record) }
      if var copy = await Self.copy(of: record, for: item) {
        copy.record.owningDocument = document
        return .new(copy)
      }
    }
    let (result, clip) = try await result(of: item, in: clips, renewing: regenerate)
    var record = result.toTypedDataStorage()
    record.owningDocument = document
    let request = item.engineRequest
    if request.isPhonemes { record.metadata[TypedDataStorage.phonemesKey] = .string(request.text) }
    return .new(NewRecord(record: record, audio: result.audioData, clip: clip))
  }

  /// Returns a copy of a record and its audio for an item of another element; nil if the item has
  /// no element or if the audio cannot be read.
  private static func copy(
    of record: TypedDataStorage, for item: any SpeakableItem
  ) async -> NewRecord? {
    guard let element = item.owningElement else { return nil }
    let audio = await BlockingWork.run { try? record.getBinary() }
    return audio.map { NewRecord(record: record.copy(for: element), audio: $0) }
  }
}

/// The clips that belong to one generation of a list.
final class ListClips: Sendable {
  let cache: ClipCache
  /// The store's cache for clips whose records are not yet stored; nil if the caller provides a cache.
  private let pending: PendingClips?
  private let stored = Mutex<Set<ClipKey>>([])

  init(given: ClipCache?, store: GenerationStore) async {
    if let given {
      (cache, pending) = (given, nil)
    } else {
      (cache, pending) = (await store.pending.begin(), store.pending)
    }
  }

  /// Remembers these clips as clips whose records are stored.
  func note(_ clips: [ClipKey]) { stored.withLock { $0.formUnion(clips) } }

  /// Ends the generation's use of the clips; the store's cache can then remove the stored clips.
  func end() async {
    let keys = stored.withLock { $0 }
    await cache.endRenewals(of: keys)
    await pending?.end(stored: keys)
  }
}

/// Caches the clips of lists that are being generated, until the records of the clips are stored.
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
  private var stored: Set<ClipKey> = []

  init(folder: String?, onNotice: @escaping @Sendable (StoreNotice) -> Void) {
    (self.folder, self.onNotice) = (folder, onNotice)
  }

  /// Returns the cache for a list.
  /// Call this when the list's generation begins, and `end(stored:)` when it ends.
  func begin() -> ClipCache {
    lists += 1
    if let cache { return cache }
    let made = folder.map { ClipCache(folder: $0, onNotice: onNotice) } ?? .forOneRun()
    cache = made
    return made
  }

  /// Ends the generation of a list.
  /// `keys` contains the clips whose records are stored.
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

extension TypedDataStorage {
  /// The key in a record's metadata for the phonemes that were spoken instead of the words.
  static let phonemesKey = "phonemes"
}
