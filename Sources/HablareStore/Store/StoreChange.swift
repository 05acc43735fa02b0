import Synchronization

/// A change in a store: which records or lines a view must read again.
public struct StoreChange: Sendable, Hashable {
  /// The kinds of changes.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A record was written.
    case saved
    /// A record was removed.
    case removed
    /// Lines of the document were written or removed, or their status has changed.
    case lines
  }

  /// What has changed.
  public let kind: Kind
  /// The id of the document; nil if the record does not tell.
  public let document: String?
  /// The id of the element; nil for lines, and for a record without an element.
  ///
  /// For a record of a stored line, this is the element of the line.
  public let element: String?
}

extension GenerationStore {
  /// Returns the changes from now on, in order: all, or those of a document, or those of an element.
  ///
  /// Changes are sent when they are stored. A change whose document is unknown is sent to the
  /// observers of every document. `GenerationStore`s of other processes, and other values for the same
  /// file, do not send their changes here. The stream ends when the store is released.
  public nonisolated func changes(
    of document: String? = nil, element: String? = nil
  ) -> AsyncStream<StoreChange> {
    observers.changes { change in
      (document == nil || change.document == nil || change.document == document)
        && (element == nil || change.element == element)
    }
  }

  /// Sends a change to the observers.
  func send(_ kind: StoreChange.Kind, document: String?, owner: String? = nil) {
    guard observers.hasObservers else { return }
    observers.send([
      StoreChange(
        kind: kind, document: document,
        element: owner.map { owner in (try? element(ofLine: owner)) ?? owner })
    ])
  }

  private func element(ofLine id: String) throws(StoreError) -> String? {
    try perform { (database) throws(StoreError) in
      try database.rows("SELECT element FROM lines WHERE id = ? LIMIT 1", [.text(id)]) {
        (row: borrowing DatabaseRow) in row.text(0)
      }.first
    }
  }
}

/// Sends changes to any number of observers.
/// An observer gets all changes after it starts to listen.
final class ChangeBroadcaster<Change: Sendable>: Sendable {
  private struct Observer {
    var continuation: AsyncStream<Change>.Continuation
    var isWanted: @Sendable (Change) -> Bool
  }

  private struct State {
    var observers: [Int: Observer] = [:]
    var count = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  deinit { finish() }

  var hasObservers: Bool { state.withLock { !$0.observers.isEmpty } }

  /// Returns the wanted changes from now on, in order.
  /// The stream ends after the last change.
  func changes(
    where isWanted: @escaping @Sendable (Change) -> Bool = { _ in true }
  ) -> AsyncStream<Change> {
    let (stream, continuation) = AsyncStream<Change>.makeStream()
    let number = state.withLock { state -> Int? in
      if state.isFinished { return nil }
      state.count += 1
      state.observers[state.count] = Observer(continuation: continuation, isWanted: isWanted)
      return state.count
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.observers.removeValue(forKey: number) }
    }
    return stream
  }

  func send(_ changes: [Change]) {
    let observers = state.withLock { $0.observers.sorted { $0.key < $1.key }.map(\.value) }
    for observer in observers {
      for change in changes where observer.isWanted(change) { observer.continuation.yield(change) }
    }
  }

  /// Ends all streams.
  /// Call this function after the last change.
  func finish() {
    let observers = state.withLock { state in
      state.isFinished = true
      return Array(state.observers.values)
    }
    for observer in observers { observer.continuation.finish() }
  }
}
