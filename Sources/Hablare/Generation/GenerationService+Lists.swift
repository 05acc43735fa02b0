public import FoundationEssentials
import Synchronization

extension GenerationService {
  /// Speaks the items of a list and stores them in order; gives the records of all that is stored.
  ///
  /// Items may be made ahead, but what is stored, and the list's progress, are always the first so many;
  /// with `maxConcurrent` 1 they are made strictly one after the other. `saveInterval` items share a
  /// transaction. An item whose audio is in the store is not made again unless `regenerate`; one without
  /// words is passed over without a record.
  ///
  /// Cancelling, by the list or by the task, keeps what is finished and gives it back. A failure keeps
  /// what stands before it, sets the list's flags, and is thrown; finished work behind it waits in the
  /// clip cache. With `.continue` the rest is made, and then a `GenerationListError` names all failures.
  public func generateList(
    _ list: SpeakableItemList, to store: GenerationStore, saveInterval: Int = 1,
    maxConcurrent: Int = ProcessInfo.processInfo.activeProcessorCount,
    onError: GenerationErrorRule = .stop, regenerate: Bool = false
  ) async throws -> [TypedDataStorage] {
    let stopper = Stopper()
    guard await list.begin(stop: { stopper.stop() }) else {
      throw VoiceProviderError.invalidRequest("the list is being generated already")
    }
    let generation = ListGeneration(
      items: list.items, saveInterval: max(1, saveInterval),
      maxConcurrent: max(1, maxConcurrent), onError: onError,
      generate: { item in
        try await self.generated(item, in: store, regenerate: regenerate)
      },
      commit: { results in
        try await store.save(results.map { ($0.toTypedDataStorage(), $0.audioData) })
      },
      onCommitted: { await list.committed(upTo: $0) })
    let work = Task { try await generation.run() }
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
    _ item: any SpeakableItem, in store: GenerationStore, regenerate: Bool
  ) async throws -> GeneratedItem {
    guard item.hasWords else { return .silent }
    if !regenerate, let record = try await store.existingAudio(for: item) {
      return .existing(record)
    }
    let request = VoiceEngineRequest(
      text: item.textToSpeak, voiceId: item.voiceId, languageCode: item.languageCode,
      options: item.voiceOptions)
    return .made(try await result(of: request, voiceName: nil, by: item.voiceProvider))
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
