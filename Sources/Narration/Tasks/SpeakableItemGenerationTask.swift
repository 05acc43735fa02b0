public import Guion
public import Hablare
import Synchronization

/// Makes the lines of a document and stores them.
///
/// The lines are those of `ScreenplayToSpeechProcessor`. A document without lines gets them in batches. A
/// batch is stored whole or not at all; if the task is cancelled or fails, the batches before stay stored.
///
/// A document that has lines keeps them until all new ones are made. Then one transaction replaces them: if
/// the task is cancelled or fails, the former lines stay as they were. A line that was there with the same
/// words keeps its status and its audio. A line whose words have changed starts again without audio.
public final class SpeakableItemGenerationTask: ScreenplayTask {
  /// What a view shows of the work: its steps are the elements of the document.
  public let backgroundTask: BackgroundTask

  private let document: GuionDocumentModel
  private let store: GenerationStore
  private let processor: ScreenplayToSpeechProcessor
  private let saveInterval: Int
  private let isCancelled = Atomic(false)

  /// Makes a task; without `rules` the document is read by `RuleSet.current`.
  ///
  /// `saveInterval` is how many elements share one transaction, at least 1, where the document has no lines
  /// yet. A speech is never divided, so a batch may have a few more.
  public convenience init(
    document: GuionDocumentModel, store: GenerationStore, rules: (any SpeechLogicRules)? = nil,
    saveInterval: Int = 50
  ) {
    self.init(
      document: document, store: store, processor: ScreenplayToSpeechProcessor(rules: rules),
      saveInterval: saveInterval)
  }

  /// Makes a task that stores the lines of a processor, which may know a cast.
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

  /// Cancellation is looked at before every element.
  public func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Makes the lines and stores them.
  ///
  /// Throws `CancellationError` where it was cancelled, and what the store throws.
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

  /// How far the task is.
  private struct Run {
    var reading: LineWalk
    let total: Int
    var done = 0
    var unsaved: [SpeakableLine] = []
    var elementsSinceSave = 0
    /// Whether the document has lines that stay until all new ones are made.
    var isReplacing = false

    init(_ reading: LineWalk) {
      self.reading = reading
      total = reading.elementCount
    }
  }

  /// An element, and with it those that are read as one with it.
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
    try await store.saveLines(run.unsaved.map(\.stored), of: document.id)
    (run.unsaved, run.elementsSinceSave) = ([], 0)
  }
}
