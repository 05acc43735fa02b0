public import FoundationEssentials
import Synchronization

extension GenerationService {
  /// Speaks the items of a list and stores them in order; returns the records of all stored items.
  ///
  /// Items can be generated ahead of their turn, but the stored items, and the list's progress, always
  /// cover the first items without a gap. With `maxConcurrent` 1 items are generated strictly in
  /// sequence. `saveInterval` items share a transaction. Each record belongs to its item's
  /// `owningElement`.
  ///
  /// Some items need no engine:
  ///
  /// - An item with audio in the store is not generated again unless `regenerate` is true.
  /// - An item without words is skipped, without a record.
  /// - If only another element has audio of the same words, the item gets a record with the same audio.
  ///
  /// Cancelling the list or the task keeps and returns the finished items. A failure keeps the items
  /// before it, sets the list's flags, and is thrown. With `.continue` the other items are generated
  /// first, and then a `GenerationListError` names all failures.
  ///
  /// Finished items after a gap are cached as clips, if the provider's clips are worth caching. They
  /// are in the service's `clips`, or else beside the store until they are stored. They are not
  /// requested again when the list is generated again.
  public func generateList(
    _ list: SpeakableItemList, to store: GenerationStore, saveInterval: Int = 1,
    maxConcurrent: Int = ProcessInfo.processInfo.activeProcessorCount,
    onError: GenerationErrorRule = .stop, regenerate: Bool = false
  ) async throws -> [TypedDataStorage] {
    let stopper = Stopper()
    guard await list.begin(stop: { stopper.stop() }) else {
      throw VoiceProviderError.invalidRequest("the list is already being generated")
    }
    let clips = await ListClips(given: callerClips, store: store)
    let generation = ListGeneration(
      items: list.items, saveInterval: max(1, saveInterval),
      maxConcurrent: max(1, maxConcurrent), onError: onError,
      generate: { item in
        try await self.generated(item, in: store, clips.cache, regenerate: regenerate)
      },
      commit: { records in
        let stored = try await store.save(records.map { ($0.record, $0.audio) })
        clips.note(records.compactMap(\.clip))
        return stored
      },
      onCommitted: { await list.committed(upTo: $0) })
    let work = Task {
      let result: Result<ListGeneration.Outcome, any Error>
      do {
        result = .success(try await generation.run())
      } catch {
        result = .failure(error)
      }
      await clips.end()
      return try result.get()
    }
    stopper.attach(work)
    do {
      let outcome = try await withTaskCancellationHandler {
        try await work.value
      } onCancel: {
        work.cancel()
      }
      return try await finish(list, outcome, onError)
    } catch {
      await list.finish(.failed(error))
      throw error
    }
  }

  /// Speaks the items of a group and stores them in order, as `generateList` does.
  ///
  /// Items that have audio are not generated again unless `regenerate` is true;
  /// `GenerationStore.audioStatus(of:)` lists them.
  nonisolated(nonsending) public func generateGroup(
    _ group: any SpeakableGroup, to store: GenerationStore, saveInterval: Int = 1,
    maxConcurrent: Int = ProcessInfo.processInfo.activeProcessorCount,
    onError: GenerationErrorRule = .stop, regenerate: Bool = false
  ) async throws -> [TypedDataStorage] {
    let list = await SpeakableItemList(name: group.groupName, items: group.getGroupedElements())
    return try await generateList(
      list, to: store, saveInterval: saveInterval, maxConcurrent: maxConcurrent, onError: onError,
      regenerate: regenerate)
  }

  private func generated(
    _ item: any SpeakableItem, in store: GenerationStore, _ clips: ClipCache, regenerate: Bool
  ) async throws -> GeneratedItem {
    guard item.hasWords else { return .silent }
    if !regenerate, let record = try await store.existingAudio(for: item) {
      if record.serves(item) { return .existing(record) }
      if let copy = await Self.copy(of: record, for: item) { return .new(copy) }
    }
    let (result, clip) = try await self.result(
      of: VoiceEngineRequest(item), by: item.voiceProvider, in: clips, renewing: regenerate)
    var record = result.toTypedDataStorage()
    record.owningElement = item.owningElement
    return .new(NewRecord(record: record, audio: result.audioData, clip: clip))
  }

  /// Returns a record of the same audio for an item of another element; nil if the audio cannot be
  /// read.
  private static func copy(
    of record: TypedDataStorage, for item: any SpeakableItem
  ) async -> NewRecord? {
    guard let element = item.owningElement else { return nil }
    let audio = await BlockingWork.run { try? record.getBinary() }
    return audio.map { NewRecord(record: record.copy(for: element), audio: $0) }
  }

  private func finish(
    _ list: SpeakableItemList, _ outcome: ListGeneration.Outcome, _ rule: GenerationErrorRule
  ) async throws -> [TypedDataStorage] {
    if outcome.isCancelled {
      await list.finish(.cancelled)
      return outcome.records
    }
    guard let first = outcome.failures.first else {
      await list.finish(.success)
      return outcome.records
    }
    throw rule == .stop ? first.error : GenerationListError(failures: outcome.failures)
  }
}

/// The clips that belong to one generation of a list.
private final class ListClips: Sendable {
  /// The cache that holds them.
  let cache: ClipCache
  /// The store's cache for clips whose records are not yet stored; nil if the caller provides a cache.
  private let pending: PendingClips?
  /// The clips whose records are stored.
  private let stored = Mutex<Set<ClipKey>>([])

  init(given: ClipCache?, store: GenerationStore) async {
    if let given {
      (cache, pending) = (given, nil)
    } else {
      (cache, pending) = (await store.pending.begin(), store.pending)
    }
  }

  /// Notes that the records of these clips are stored.
  func note(_ clips: [ClipKey]) { stored.withLock { $0.formUnion(clips) } }

  /// Ends the use of the clips when the generation has ended.
  func end() async {
    let keys = stored.withLock { $0 }
    await cache.endRenewals(of: keys)
    await pending?.end(stored: keys)
  }
}

/// Passes a request to stop to work that may not have started.
private final class Stopper: Sendable {
  private let state = Mutex<(isStopped: Bool, task: Task<ListGeneration.Outcome, any Error>?)>(
    (false, nil))

  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.task?.cancel()
    }
  }

  func attach(_ task: Task<ListGeneration.Outcome, any Error>) {
    state.withLock { state in
      state.task = task
      if state.isStopped { task.cancel() }
    }
  }
}
