import FoundationEssentials
import Hablare

/// The result of generating one item of a list.
enum GeneratedItem: Sendable {
  /// The item has no words.
  case silent
  /// A record that already existed.
  case existing(TypedDataStorage)
  /// A record that is not stored yet.
  case new(NewRecord)
}

/// A record to be stored, with its audio.
struct NewRecord: Sendable {
  var record: TypedDataStorage
  var audio: Data
  /// The clip that caches the audio until the record is stored; nil if the audio is not cached.
  var clip: ClipKey?

  /// The speech and the element of a record.
  /// If several records have the same speech and the same element, only one of them is stored.
  struct Identity: Hashable, Sendable {
    var speech: String
    var element: String?
  }

  var identity: Identity {
    Identity(speech: RecordRow.itemKey(of: record), element: record.owningElement)
  }
}

/// Generates several items at a time and commits them in order.
/// The committed items are always the first items of the list, without a gap. With `.continue`, a
/// failed item counts as committed but has no record.
struct ListGeneration: Sendable {
  let items: [any SpeakableItem]
  /// How many items share a transaction.
  let saveInterval: Int
  /// The maximum number of items in progress.
  let maxConcurrent: Int
  let onError: GenerationErrorRule
  let generate: @Sendable (any SpeakableItem) async throws -> GeneratedItem
  let commit: @Sendable ([NewRecord]) async throws -> [TypedDataStorage]
  /// Receives the number of items committed so far.
  let onCommitted: @Sendable (Int) async -> Void

  /// The result of a generation.
  struct Outcome: Sendable {
    /// The records of the committed items, in order; items with the same text for the same element
    /// share a record.
    var records: [TypedDataStorage] = []
    /// The failures with their items' indexes, in order.
    var failures: [(index: Int, error: any Error)] = []
    /// Whether the generation was cancelled before the last item was committed.
    var isCancelled = false
  }

  /// Generates the items and commits them in order.
  /// Ends early if an item's failure stops the list or if the task is cancelled.
  /// Throws only errors of `commit`. Failures of items are in the outcome.
  func run() async throws -> Outcome {
    var ledger = Ledger()
    try await withThrowingTaskGroup(of: Attempt.self) { group in
      var (next, running) = (0, 0)
      var end = items.count
      func start() {
        // Finished items wait in memory for a slow item before them, so their number is limited.
        while running < maxConcurrent, next < end, next < ledger.prefix + 4 * maxConcurrent {
          let (index, item) = (next, items[next])
          (next, running) = (next + 1, running + 1)
          group.addTask { await attempt(item, at: index) }
        }
      }
      start()
      while let attempt = try await group.next() {
        running -= 1
        if case .failure = attempt.result, onError == .stop { end = min(end, attempt.index) }
        if Task.isCancelled { end = min(end, next) }
        ledger.ready[attempt.index] = attempt.result
        try await advance(&ledger)
        start()
      }
    }
    try await flush(&ledger)
    ledger.outcome.isCancelled = Task.isCancelled && ledger.prefix < items.count
    return ledger.outcome
  }

  /// The result of one attempt.
  /// This is not a tuple, because Swift 6.3.1 loses tuples in optimised builds: a task group copies
  /// them with the wrong layout.
  private struct Attempt: Sendable {
    var index: Int
    var result: Result<GeneratedItem, any Error>
  }

  /// The progress of a generation: finished items that are not yet committed, and the outcome so
  /// far.
  private struct Ledger {
    var ready: [Int: Result<GeneratedItem, any Error>] = [:]
    /// The number of finished items before the first unfinished item.
    var prefix = 0
    var batch: [GeneratedItem] = []
    /// The records stored by this generation.
    var stored: [NewRecord.Identity: TypedDataStorage] = [:]
    var outcome = Outcome()
  }

  private func attempt(_ item: any SpeakableItem, at index: Int) async -> Attempt {
    do {
      try Task.checkCancellation()
      return Attempt(index: index, result: .success(try await generate(item)))
    } catch {
      return Attempt(index: index, result: .failure(error))
    }
  }

  /// Adds finished items to the batch up to the first unfinished item, and commits each full batch.
  private func advance(_ ledger: inout Ledger) async throws {
    while let result = ledger.ready[ledger.prefix] {
      switch result {
      case .success(let item): ledger.batch.append(item)
      case .failure(let error):
        // An item that was cancelled has not failed.
        if error is CancellationError, Task.isCancelled { return }
        if ledger.outcome.failures.last?.index != ledger.prefix {
          ledger.outcome.failures.append((ledger.prefix, error))
        }
        if onError == .stop { return }
      }
      ledger.ready[ledger.prefix] = nil
      ledger.prefix += 1
      if ledger.batch.count >= saveInterval { try await flush(&ledger) }
    }
  }

  private func flush(_ ledger: inout Ledger) async throws {
    var new: [NewRecord] = []
    var identities: Set<NewRecord.Identity> = []
    for case .new(let made) in ledger.batch where ledger.stored[made.identity] == nil {
      if identities.insert(made.identity).inserted { new.append(made) }
    }
    let stored = new.isEmpty ? [] : try await commit(new)
    for (made, record) in zip(new, stored) { ledger.stored[made.identity] = record }
    for item in ledger.batch {
      switch item {
      case .silent: break
      case .existing(let record): ledger.outcome.records.append(record)
      case .new(let made):
        if let record = ledger.stored[made.identity] { ledger.outcome.records.append(record) }
      }
    }
    ledger.batch = []
    await onCommitted(ledger.prefix)
  }
}
