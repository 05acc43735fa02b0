public import Guion
public import Hablare
import Synchronization

/// Makes the lines of a document and stores them, in batches.
///
/// The lines are those of `ScreenplayToSpeechProcessor`. A batch is stored whole or not at all; when the
/// task is cancelled or fails, the batches before stay stored. With its first batch the lines go that were
/// stored of the document before; a line that was there already keeps its status.
public final class SpeakableItemGenerationTask: ScreenplayTask {
  /// What a view shows of the work: its steps are the elements of the document.
  public let backgroundTask: BackgroundTask

  private let document: GuionDocumentModel
  private let store: GenerationStore
  private let processor: ScreenplayToSpeechProcessor
  private let saveInterval: Int
  private let isCancelled = Atomic(false)

  /// Makes a task; without `rules` the document is read by rule set 1.0.
  ///
  /// `saveInterval` is how many elements share one transaction, at least 1. A speech is never divided, so
  /// a batch may have a few more.
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
      run.former = try await formerStatuses()
      while run.done < run.total { try await step(&run) }
      if !run.unsaved.isEmpty || !run.hasSaved { try await save(&run) }
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
    var hasSaved = false
    /// By line, how far its sound was when it was stored before.
    var former: [FormerLine: String] = [:]

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
    if run.elementsSinceSave >= saveInterval { try await save(&run) }
  }

  private func begin(_ run: inout Run) async throws {
    if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
    try Task.checkCancellation()
    let step = run.done + 1
    await backgroundTask.advance(
      to: step, message: "Processing element \(step) of \(run.total)")
  }

  private func save(_ run: inout Run) async throws {
    let lines = run.unsaved.map { line in
      var stored = line.stored
      stored.status = run.former[FormerLine(stored)] ?? stored.status
      return stored
    }
    try await store.saveLines(lines, of: document.id, replacing: !run.hasSaved)
    (run.unsaved, run.elementsSinceSave, run.hasSaved) = ([], 0, true)
  }

  private func formerStatuses() async throws -> [FormerLine: String] {
    let lines = try await store.lines(of: document.id)
    return Dictionary(lines.map { (FormerLine($0), $0.status) }) { first, _ in first }
  }
}

/// What makes two lines the same for whoever has spoken one of them.
private struct FormerLine: Hashable {
  var id: String
  var text: String

  init(_ line: StoredLine) { (id, text) = (line.id, line.text) }
}
