public import Guion
public import Narration
import Synchronization

/// Creates the lines of a document and stores them.
///
/// The lines are those of `ScreenplayToSpeechProcessor`. If the document has no stored lines, the new lines are stored
/// in batches. Each batch is stored completely or not at all. If the task is cancelled or fails, the earlier batches
/// stay stored.
///
/// If the document has stored lines, they stay until all new lines exist. Then one transaction replaces them. If the
/// task is cancelled or fails, the former lines stay unchanged. A line with the same text as before keeps its status
/// and its audio. A line with another text has no audio.
public final class SpeakableItemGenerationTask: ScreenplayTask {
  /// The progress of the work.
  ///
  /// The steps are the elements of the document.
  public let backgroundTask: BackgroundTask

  /// The id of the document.
  public var documentID: String? { document.id }

  private let document: GuionDocumentModel
  private let store: GenerationStore
  private let processor: ScreenplayToSpeechProcessor
  private let saveInterval: Int
  private let isCancelled = Atomic(false)

  /// Creates a task.
  ///
  /// If `rules` is nil, the cast in the document's front matter selects the rule set. The default is `RuleSet.current`.
  ///
  /// `saveInterval` is the number of elements in one batch, at least 1. A batch can have a few more elements, because a
  /// speech is never divided.
  public convenience init(
    document: GuionDocumentModel, store: GenerationStore, rules: (any SpeechLogicRules)? = nil,
    saveInterval: Int = 50
  ) {
    self.init(
      document: document, store: store, processor: ScreenplayToSpeechProcessor(rules: rules),
      saveInterval: saveInterval)
  }

  /// Creates a task that stores the lines of a processor.
  ///
  /// The processor can have a cast.
  public init(
    document: GuionDocumentModel, store: GenerationStore, processor: ScreenplayToSpeechProcessor,
    saveInterval: Int = 50
  ) {
    self.document = document
    self.store = store
    self.processor = processor
    self.saveInterval = max(1, saveInterval)
    backgroundTask = BackgroundTask(name: document.filename ?? "Untitled")
  }

  /// Requests cancellation.
  ///
  /// The task checks for cancellation before every element.
  public func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Creates the lines and stores them.
  ///
  /// Throws `CancellationError` after a cancellation, and the errors of the store.
  public func execute() async throws {
    var run = Run(processor.reading(document))
    await backgroundTask.start(totalSteps: run.total)
    do {
      run.isReplacing = try await !store.lines(of: document.id).isEmpty
      while run.done < run.total { try await step(&run) }
      if run.isReplacing {
        try await store.replaceLines(run.unsaved, of: document)
      } else {
        try await save(&run)
      }
      await backgroundTask.complete(message: "Processed \(run.total) elements")
    } catch is CancellationError {
      await backgroundTask.cancel(
        message: "Cancelled after processing \(run.done) of \(run.total) elements")
      throw CancellationError()
    } catch {
      await backgroundTask.fail(
        error, message: "Failed after processing \(run.done) of \(run.total) elements: \(error)")
      throw error
    }
  }

  /// The progress of the task.
  private struct Run {
    var reading: LineWalk
    let total: Int
    var done = 0
    var unsaved: [SpeakableLine] = []
    var elementsSinceSave = 0
    /// Whether the document has stored lines.
    /// These lines stay until all new lines exist.
    var isReplacing = false

    init(_ reading: LineWalk) {
      self.reading = reading
      total = reading.elementCount
    }
  }

  /// Creates the lines of the next element and of the elements that are read together with it.
  private func step(_ run: inout Run) async throws {
    try await begin(&run)
    guard let unit = run.reading.next() else { return run.done = run.total }
    run.done += 1
    for _ in unit.elements.dropFirst() {
      try await begin(&run)
      run.done += 1
    }
    run.unsaved += unit.lines
    run.elementsSinceSave += unit.elements.count
    if !run.isReplacing, run.elementsSinceSave >= saveInterval { try await save(&run) }
  }

  private func begin(_ run: inout Run) async throws {
    if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
    try Task.checkCancellation()
    let step = run.done + 1
    await backgroundTask.advance(
      to: step, message: "Processing element \(step) of \(run.total)")
  }

  private func save(_ run: inout Run) async throws {
    try await store.saveLines(run.unsaved, of: document.id)
    (run.unsaved, run.elementsSinceSave) = ([], 0)
  }
}
