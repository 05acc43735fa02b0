public import Observation

/// Items to be generated in order, with what a view shows of it while that happens.
///
/// A `GenerationService` does the work. The list counts only what has been committed, which is
/// always the first so many items.
@MainActor @Observable public final class SpeakableItemList {
  /// The name shown to people.
  public let name: String
  /// What is said, in order.
  public let items: [any SpeakableItem]
  /// How many items are committed, and so the index of the first one that is not.
  public private(set) var currentIndex = 0
  /// What is happening, in a few words.
  public private(set) var statusMessage = "Waiting"
  /// Whether the items are being generated now.
  public private(set) var isProcessing = false
  /// Whether every item is committed.
  public private(set) var isComplete = false
  /// Whether it ended because somebody cancelled it; what was committed is kept.
  public private(set) var isCancelled = false
  /// Whether it ended because of `error`; what was committed is kept.
  public private(set) var hasFailed = false
  /// Why it failed; nil unless `hasFailed`.
  public private(set) var error: (any Error)?

  /// Stops the generation that is under way.
  @ObservationIgnored private var stop: (@Sendable () -> Void)?
  /// Whether an end was asked for that has not come yet.
  @ObservationIgnored private var isCancelling = false
  /// Whether it was cancelled before it was begun.
  @ObservationIgnored private var isCancelledInAdvance = false

  /// Makes a list of items, of which none is generated yet.
  public init(name: String, items: [any SpeakableItem]) {
    self.name = name
    self.items = items
  }

  /// How many items there are.
  public var totalCount: Int { items.count }

  /// The share of items that are committed, from 0 to 1; an empty list has it all when complete.
  public var progress: Double {
    items.isEmpty ? (isComplete ? 1 : 0) : Double(currentIndex) / Double(items.count)
  }

  /// Asks for an end: no further item is begun, and what is finished is kept.
  ///
  /// The flags change when the generation has ended. A list that is cancelled before its generation
  /// has begun ends as soon as that begins. After the end nothing happens.
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

// What a generation service says of its work.
extension SpeakableItemList {
  /// How a generation ends.
  package enum Outcome {
    /// Every item is committed.
    case success
    /// It was asked to stop.
    case cancelled
    /// It cannot go on.
    case failed(any Error)
  }

  /// A generation begins; `stop` ends it and may be called more than once, also before this returns.
  ///
  /// Gives false, and changes nothing, where another generation of the list is under way.
  package func begin(stop: @escaping @Sendable () -> Void) -> Bool {
    guard !isProcessing else { return false }
    currentIndex = 0
    (isProcessing, isComplete, isCancelled, hasFailed) = (true, false, false, false)
    (error, isCancelling) = (nil, false)
    self.stop = stop
    say()
    if isCancelledInAdvance {
      isCancelledInAdvance = false
      cancel()
    }
    return true
  }

  /// The first `count` items are committed; a smaller number than before is not taken.
  package func committed(upTo count: Int) {
    guard isProcessing, count > currentIndex else { return }
    currentIndex = min(count, items.count)
    say()
  }

  /// The generation has ended; without one nothing happens.
  package func finish(_ outcome: Outcome) {
    guard isProcessing else { return }
    isProcessing = false
    stop = nil
    let count = "\(currentIndex) of \(items.count)"
    switch outcome {
    case .success:
      currentIndex = items.count
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

  private func say() {
    guard currentIndex < items.count, !isCancelling else { return }
    statusMessage = "Generating \(currentIndex + 1) of \(items.count)"
  }
}
