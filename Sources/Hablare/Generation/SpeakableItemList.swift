public import FoundationEssentials
public import Observation

/// Items to be generated in order, with the progress that a view can show.
///
/// A `GenerationService` generates the items. An item is finished when its audio exists, and committed
/// when its audio is stored. If the generation continues after failures, a failed item counts as
/// finished and committed too. The finished items are always the first items of the list, without a
/// gap, and so are the committed items.
@MainActor @Observable public final class SpeakableItemList {
  /// The name shown to people.
  nonisolated public let name: String
  /// The items, in order.
  nonisolated public let items: [any SpeakableItem]
  /// The number of committed items, which is also the index of the first uncommitted item.
  public private(set) var currentIndex = 0
  /// The number of finished items, including the committed ones.
  public private(set) var finishedCount = 0
  /// The current status, in a few words.
  public private(set) var statusMessage = "Waiting"
  /// Whether the items are being generated.
  public private(set) var isProcessing = false
  /// Whether every item is committed.
  public private(set) var isComplete = false
  /// Whether the generation was cancelled; committed items are kept.
  public private(set) var isCancelled = false
  /// Whether the generation ended because of `error`; committed items are kept.
  public private(set) var hasFailed = false
  /// Why the generation failed; nil if `hasFailed` is false.
  public private(set) var error: (any Error)?

  /// Stops the running generation.
  @ObservationIgnored private var stop: (@Sendable () -> Void)?
  /// Whether cancelling was requested but the generation has not ended yet.
  @ObservationIgnored private var isCancelling = false
  /// Whether the list was cancelled before its generation began.
  @ObservationIgnored private var isCancelledInAdvance = false

  /// Creates a list of items that are not generated yet.
  public init(name: String, items: [any SpeakableItem]) {
    self.name = name
    self.items = items
  }

  /// Creates a list of the items of a group.
  public convenience init(_ group: any SpeakableGroup) {
    self.init(name: group.groupName, items: group.getGroupedElements())
  }

  /// The number of items.
  public var totalCount: Int { items.count }

  /// The fraction of finished items, from 0 to 1; 1 for an empty list that is complete.
  public var progress: Double {
    items.isEmpty ? (isComplete ? 1 : 0) : Double(finishedCount) / Double(items.count)
  }

  /// Cancels the generation.
  ///
  /// No further item is started, and committed items are kept.
  ///
  /// The flags change when the generation has ended. If no generation has begun yet, `isCancelled`
  /// becomes true at once, and the list's next generation ends as soon as it begins. After a
  /// generation has ended, this does nothing.
  public func cancel() {
    if let stop {
      isCancelling = true
      statusMessage = "Cancelling"
      return stop()
    }
    guard !isProcessing, !isComplete, !hasFailed, !isCancelled else { return }
    isCancelledInAdvance = true
    isCancelled = true
    statusMessage = "Cancelled"
  }
}

// Functions for the generation service.
extension SpeakableItemList {
  /// How a generation ends.
  package enum Outcome {
    /// Every item is committed.
    case success
    case cancelled
    /// The generation cannot continue.
    case failed(any Error)
  }

  /// Begins a generation.
  /// The list calls `stop` to cancel the generation, possibly more than once, and possibly before
  /// this function returns.
  /// Returns false, and changes nothing, if another generation of the list is running.
  package func begin(stop: @escaping @Sendable () -> Void) -> Bool {
    guard !isProcessing else { return false }
    (currentIndex, finishedCount) = (0, 0)
    (isProcessing, isComplete, isCancelled, hasFailed) = (true, false, false, false)
    (error, isCancelling) = (nil, false)
    self.stop = stop
    updateStatus()
    if isCancelledInAdvance {
      isCancelledInAdvance = false
      cancel()
    }
    return true
  }

  /// Sets the number of finished items; ignores a number that is not larger than before.
  package func finished(upTo count: Int) {
    guard isProcessing, count > finishedCount else { return }
    finishedCount = min(count, items.count)
    updateStatus()
  }

  /// Sets the number of committed items; ignores a number that is not larger than before.
  package func committed(upTo count: Int) {
    guard isProcessing, count > currentIndex else { return }
    currentIndex = min(count, items.count)
    finished(upTo: count)
  }

  /// Ends the generation; does nothing if no generation is running.
  package func finish(_ outcome: Outcome) {
    guard isProcessing else { return }
    isProcessing = false
    stop = nil
    let count = "\(currentIndex) of \(items.count)"
    switch outcome {
    case .success:
      (currentIndex, finishedCount) = (items.count, items.count)
      isComplete = true
      statusMessage = "Completed \(items.count) of \(items.count)"
    case .cancelled:
      isCancelled = true
      statusMessage = "Cancelled after \(count)"
    case .failed(let reason):
      hasFailed = true
      error = reason
      statusMessage = "Failed after \(count): \(reason)"
    }
  }

  private func updateStatus() {
    guard finishedCount < items.count, !isCancelling else { return }
    statusMessage = "Generating \(finishedCount + 1) of \(items.count)"
  }
}

/// The effect of a failed item on its list.
public enum GenerationErrorRule: Sendable, Equatable {
  /// No further item is started. The items before the failed item are stored.
  case stop
  /// The other items are generated. At the end, one error reports all failures.
  case `continue`
}

/// The failures in a list that was generated with `.continue`.
public struct GenerationListError: LocalizedError, CustomStringConvertible {
  /// The failures in the order of the list, each with its item's index, counted from 0.
  public var failures: [(index: Int, error: any Error)]

  package init(failures: [(index: Int, error: any Error)]) { self.failures = failures }

  /// The number of failures, and the reasons for the first few.
  public var description: String {
    let shown = failures.prefix(5).map { "item \($0.index + 1): \($0.error)" }
    let rest = failures.count - shown.count
    return "\(failures.count) item\(failures.count == 1 ? "" : "s") failed: "
      + shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
  }

  /// The message for people.
  public var errorDescription: String? { description }

  /// What to do about the failures.
  public var recoverySuggestion: String? {
    "Generate the list again: only the failed items are generated."
  }
}
