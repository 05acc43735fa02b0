import Synchronization

/// The limits on what a stream of speech requests before it is needed.
public struct SpeechLimits: Sendable {
  /// The maximum number of items that are spoken at once.
  public var running: Int
  /// The maximum number of items that are spoken at once or wait to be taken.
  public var ahead: Int
  /// The amount of text in these items, in bytes, above which no further item is requested.
  public var text: Int

  /// Creates limits; at least one item is always requested.
  public init(running: Int = .max, ahead: Int = .max, text: Int = .max) {
    (self.running, self.ahead, self.text) = (max(1, running), max(1, ahead), text)
  }

  /// The limits of a chapter: enough to keep every core busy, few enough to limit memory.
  ///
  /// 2,000 bytes are about 150 seconds of speech, or 7 MB of samples at 24,000 Hz, which may be in memory twice.
  public static let chapter = SpeechLimits(text: 2000)
}

/// The outcomes of a list's items, in order, requested ahead within limits.
/// One task takes them.
package final class SpeechStream<Sound: Sendable>: Sendable {
  private struct State {
    var tasks: [Int: Task<Sound, any Error>] = [:]
    /// The number of items that were requested.
    var requested = 0
    /// The number of items that were taken.
    var taken = 0
    var running = 0
    var textAhead = 0
    /// The number of items after which none is requested.
    var end: Int
    var isStopped = false
  }

  private let list: SpeakableItemList
  private let limits: SpeechLimits
  private let rule: GenerationErrorRule
  private let make: @Sendable (Int, any SpeakableItem) async throws -> Sound
  private let state: Mutex<State>

  init(
    _ list: SpeakableItemList, _ limits: SpeechLimits, onError rule: GenerationErrorRule,
    make: @escaping @Sendable (Int, any SpeakableItem) async throws -> Sound
  ) {
    (self.list, self.limits, self.rule, self.make) = (list, limits, rule, make)
    state = Mutex(State(end: list.items.count))
  }

  deinit { stop() }

  /// Waits for the next item's outcome.
  /// Returns nil after the last item. After the stream was stopped, or the caller's task was
  /// cancelled, returns the outcomes that are complete, up to the first that is not, and then nil.
  package func next() async -> Result<Sound, any Error>? {
    // A cancelled caller must not request, and perhaps pay for, one more item.
    if Task.isCancelled { stop() }
    request()
    guard let task = state.withLock({ $0.tasks[$0.taken] }) else { return nil }
    let outcome = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      stop()
    }
    if case .failure(let error) = outcome, error is CancellationError, isStopped { return nil }
    let taken = state.withLock { state in
      state.tasks[state.taken] = nil
      state.textAhead -= Self.size(list.items[state.taken])
      state.taken += 1
      if case .failure = outcome, rule == .stop { state.end = min(state.end, state.taken) }
      return state.taken
    }
    request()
    if case .failure = outcome, rule == .stop { return outcome }
    await list.finished(upTo: taken)
    return outcome
  }

  /// Whether the stream was stopped before its last item was taken.
  var isStopped: Bool {
    state.withLock { $0.isStopped && $0.taken < list.items.count }
  }

  /// Requests no further item, and cancels the items that are being spoken.
  package func stop() {
    let tasks = state.withLock { state in
      state.isStopped = true
      return state.tasks.values
    }
    for task in tasks { task.cancel() }
  }

  /// Waits until no item is being spoken, and requests no further item.
  package func drain() async {
    let tasks = state.withLock { state in
      state.end = state.requested
      return state.tasks.values
    }
    for task in tasks { _ = await task.result }
  }

  /// Requests the items that fit into the limits, and always the item that is taken next.
  private func request() {
    state.withLock { state in
      while state.requested < state.end, !state.isStopped, state.running < limits.running,
        state.requested == state.taken
          || state.requested - state.taken < limits.ahead && state.textAhead < limits.text
      {
        let item = list.items[state.requested]
        state.textAhead += Self.size(item)
        state.running += 1
        let index = state.requested
        state.tasks[index] = Task { [make, weak self] in
          let outcome: Result<Sound, any Error>
          do {
            try Task.checkCancellation()
            outcome = .success(try await make(index, item))
          } catch {
            outcome = .failure(error)
          }
          self?.ended(outcome, at: index)
          return try outcome.get()
        }
        state.requested += 1
      }
    }
  }

  private func ended(_ outcome: Result<Sound, any Error>, at index: Int) {
    state.withLock { state in
      state.running -= 1
      if case .failure = outcome, rule == .stop { state.end = min(state.end, index + 1) }
    }
    request()
  }

  private static func size(_ item: any SpeakableItem) -> Int { item.textToSpeak.utf8.count }
}
