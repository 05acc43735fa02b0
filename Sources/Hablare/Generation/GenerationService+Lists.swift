public import FoundationEssentials
import Synchronization

extension GenerationService {
  /// Speaks the items of a list and stores them in order; gives the records of all that is stored.
  ///
  /// Items may be made ahead, but what is stored, and the list's progress, are always the first so many;
  /// with `maxConcurrent` 1 they are made strictly one after the other. `saveInterval` items share a
  /// transaction. An item whose audio is in the store is not made again unless `regenerate`; one without
  /// words is passed over without a record. Each record belongs to its item's `owningElement`. If only
  /// another element has audio of the same words, the item gets a record with the same audio, and no
  /// engine is asked.
  ///
  /// Cancelling, by the list or by the task, keeps what is finished and gives it back. A failure keeps
  /// what stands before it, sets the list's flags, and is thrown. Finished work behind the stored items
  /// waits as clips, where a provider's clips are worth keeping, and is not asked for again when the list
  /// is generated again: in the service's `clips`, else beside the store until it is stored. With
  /// `.continue` the rest is made, and then a `GenerationListError` names all failures.
  public func generateList(
    _ list: SpeakableItemList, to store: GenerationStore, saveInterval: Int = 1,
    maxConcurrent: Int = ProcessInfo.processInfo.activeProcessorCount,
    onError: GenerationErrorRule = .stop, regenerate: Bool = false
  ) async throws -> [TypedDataStorage] {
    let stopper = Stopper()
    guard await list.begin(stop: { stopper.stop() }) else {
      throw VoiceProviderError.invalidRequest("the list is being generated already")
    }
    let clips = await ListClips(given: givenClips, store: store)
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
  /// Items that have audio are not made again unless `regenerate`; `GenerationStore.audioStatus(of:)` says
  /// which they are.
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

  /// A record of the same audio for an item of another element; nil if the audio cannot be read.
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

/// The clips of one generation of a list.
private final class ListClips: Sendable {
  /// Where they are kept.
  let cache: ClipCache
  /// The store that keeps them until their records are stored; nil if the caller has a cache for them.
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

  /// The records of these clips are stored.
  func note(_ clips: [ClipKey]) { stored.withLock { $0.formUnion(clips) } }

  /// The generation has ended.
  func end() async {
    let keys = stored.withLock { $0 }
    await cache.endRenewals(of: keys)
    await pending?.end(stored: keys)
  }
}

/// Carries a wish to stop to work that may not have begun.
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
