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

/// Stores the items of a list in order, several in one transaction.
/// The stored items are always the first items of the list, without a gap. With `.continue`, a
/// failed item counts as stored but has no record.
struct ListLedger {
  /// The records of the stored items, in order; items with the same text for the same element share
  /// a record.
  private(set) var records: [TypedDataStorage] = []

  private let list: SpeakableItemList
  private let store: GenerationStore
  private let clips: ListClips
  private let interval: Int
  private let isRenewing: Bool
  private var batch: [GeneratedItem] = []
  /// The records stored by this run.
  private var stored: [NewRecord.Identity: TypedDataStorage] = [:]

  init(
    list: SpeakableItemList, store: GenerationStore, clips: ListClips, interval: Int,
    isRenewing: Bool
  ) {
    (self.list, self.store, self.clips) = (list, store, clips)
    (self.interval, self.isRenewing) = (max(1, interval), isRenewing)
  }

  /// Stores the items of a stream as they are finished, and returns the failures with the indexes of
  /// their items.
  /// Throws only the errors of the store.
  mutating func take(
    all stream: SpeechStream<GeneratedItem>, _ rule: GenerationErrorRule
  ) async throws -> [(index: Int, error: any Error)] {
    var failures: [(index: Int, error: any Error)] = []
    var count = 0
    while let outcome = await stream.next() {
      switch outcome {
      case .success(let item): batch.append(item)
      case .failure(let error): failures.append((count, error))
      }
      if !failures.isEmpty, rule == .stop { break }
      count += 1
      if batch.count >= interval { try await flush(upTo: count) }
    }
    try await flush(upTo: count)
    return failures
  }

  private mutating func flush(upTo count: Int) async throws {
    var new: [NewRecord] = []
    var identities: Set<NewRecord.Identity> = []
    for case .new(let made) in batch where stored[made.identity] == nil {
      if identities.insert(made.identity).inserted { new.append(made) }
    }
    if !new.isEmpty {
      let saved = try await store.add(new, evenIfStored: isRenewing)
      clips.note(new.compactMap(\.clip))
      for (made, record) in zip(new, saved) { stored[made.identity] = record }
    }
    for item in batch {
      switch item {
      case .silent: break
      case .existing(let record): records.append(record)
      case .new(let made): records += [stored[made.identity]].compactMap(\.self)
      }
    }
    batch = []
    await list.committed(upTo: count)
  }
}

extension GenerationStore {
  /// Writes new records and returns the stored records, in the same order.
  /// Another list may have stored the same speech for the same element in the meantime; unless
  /// `evenIfStored` is true, its record is returned.
  fileprivate func add(
    _ new: [NewRecord], evenIfStored: Bool
  ) throws -> [TypedDataStorage] {
    var known: [String: TypedDataStorage] = [:]
    if !evenIfStored {
      for made in new {
        known[made.record.id] = try select(
          "WHERE r.item = ? AND r.element IS ? AND r.document IS ?",
          [
            .text(made.identity.speech), .text(made.record.owningElement),
            .text(made.record.owningDocument),
          ]
        ).first { $0.metadata == made.record.metadata && isWhole($0) }
      }
    }
    let unknown = new.filter { known[$0.record.id] == nil }
    for (made, record) in zip(unknown, try save(unknown.map { ($0.record, $0.audio) })) {
      known[made.record.id] = record
    }
    return new.compactMap { known[$0.record.id] }
  }
}
