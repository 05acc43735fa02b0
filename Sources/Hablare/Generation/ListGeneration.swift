public import FoundationEssentials

/// What came of one item of a list.
enum GeneratedItem: Sendable {
  /// Nothing to say.
  case silent
  /// A record that was there already.
  case existing(TypedDataStorage)
  /// A record that is in no store yet.
  case new(NewRecord)
}

/// A record on its way to a store, with its audio.
struct NewRecord: Sendable {
  var record: TypedDataStorage
  var audio: Data
  /// The clip that keeps the audio until the record is stored; nil if none does.
  var clip: ClipKey?

  /// What two records have in common of which one is enough.
  struct Identity: Hashable, Sendable {
    var speech: String
    var element: String?
  }

  var identity: Identity {
    Identity(speech: RecordRow.itemKey(of: record), element: record.owningElement)
  }
}

/// Generates items several at a time, and commits them in order: what is stored is at every moment the
/// first so many.
struct ListGeneration: Sendable {
  let items: [any SpeakableItem]
  /// How many items share a transaction.
  let saveInterval: Int
  /// How many items are in the making at most.
  let maxConcurrent: Int
  let onError: GenerationErrorRule
  let generate: @Sendable (any SpeakableItem) async throws -> GeneratedItem
  let commit: @Sendable ([NewRecord]) async throws -> [TypedDataStorage]
  /// Told how many items from the first on are committed.
  let onCommitted: @Sendable (Int) async -> Void

  /// What a generation came to.
  struct Outcome: Sendable {
    /// The records of the committed items, in order; items that say the same for the same element have
    /// the same record.
    var records: [TypedDataStorage] = []
    /// What failed, in order, by index.
    var failures: [(index: Int, error: any Error)] = []
    /// Whether it was cancelled before the last item was committed.
    var isCancelled = false
  }

  /// Generates until all are committed, one fails for good, or the task is cancelled; throws only what
  /// the commit throws.
  func run() async throws -> Outcome {
    var ledger = Ledger()
    try await withThrowingTaskGroup(of: Attempt.self) { group in
      var (next, running) = (0, 0)
      var end = items.count
      func start() {
        // Not too far ahead of one slow item: what is finished waits in memory.
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

  /// What came of one item.
  ///
  /// A struct of its own: as a tuple it is lost in optimised builds (Swift 6.3.1, a task group copies it
  /// with the wrong layout).
  private struct Attempt: Sendable {
    var index: Int
    var result: Result<GeneratedItem, any Error>
  }

  /// What is finished but not yet committed.
  private struct Ledger {
    var ready: [Int: Result<GeneratedItem, any Error>] = [:]
    /// How many items from the first on are finished.
    var prefix = 0
    var batch: [GeneratedItem] = []
    /// The records that this generation has stored.
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

  /// Takes what is finished without a gap, and commits it where it makes a batch.
  private func advance(_ ledger: inout Ledger) async throws {
    while let result = ledger.ready[ledger.prefix] {
      switch result {
      case .success(let item): ledger.batch.append(item)
      case .failure(let error):
        // A cancelled item has not failed: it was not made.
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

/// What a failed item does to its list.
public enum GenerationErrorRule: Sendable, Equatable {
  /// No further item is begun; what stands before the failed one is kept.
  case stop
  /// The others are generated, and all failures are thrown at the end.
  case `continue`
}

/// The items of a list that failed, where the others were to be generated all the same.
public struct GenerationListError: LocalizedError, CustomStringConvertible {
  /// Every failure, by the item's index from 0, in order.
  public var failures: [(index: Int, error: any Error)]

  /// How many failed, and why the first ones did.
  public var description: String {
    let shown = failures.prefix(5).map { "item \($0.index + 1): \($0.error)" }
    let rest = failures.count - shown.count
    return "\(failures.count) item\(failures.count == 1 ? "" : "s") failed: "
      + shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
  }

  /// The message for people.
  public var errorDescription: String? { description }

  /// What can be done about it.
  public var recoverySuggestion: String? {
    "Generate the list again: only the items that failed are made."
  }
}
