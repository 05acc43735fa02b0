import Basics
public import FoundationEssentials
import Guion
public import Hablare
import Narration
import Synchronization

/// Speaks the stored lines of a document, several at a time, and stores their audio.
///
/// The status of each line changes from `textGenerated` to `audioQueued`. While a voice speaks the line, its status is
/// `audioGenerating`. After that, its status is `audioComplete` or `audioFailed`. The status is in the store, and
/// `changes()` returns each change. A line that already has audio with this voice and these settings becomes complete
/// at once, without a request.
///
/// ```swift
/// let script = try await CastDocument(casting: document, providers: [EspeakNGVoiceProvider()])
/// let lines = SpeakableItemGenerationTask(
///   document: document, store: store, processor: script.processor)
/// let audio = LineGenerationTask(script, store: store)
/// BackgroundTaskManager.shared.enqueue(lines)
/// BackgroundTaskManager.shared.enqueue(audio)
/// for await change in audio.changes() { print(change.lineID, change.status) }
/// ```
public final class LineGenerationTask: ScreenplayTask {
  /// The progress of the work.
  ///
  /// The steps are the lines to speak.
  public let backgroundTask: BackgroundTask

  /// The id of the document.
  public var documentID: String? { script.document.id }

  private let script: CastDocument
  private let store: GenerationStore
  private let service: GenerationService
  private let wanted: Set<SpeakableLine.ID>?
  private let maxConcurrent: Int
  private let onError: GenerationErrorRule
  private let regenerate: Bool
  private let observers = ChangeBroadcaster<LineStatusChange>()
  private let work = CancellableWork()

  /// Creates a task for the incomplete lines of a document.
  ///
  /// If `lines` is not nil, only the lines with these ids are spoken. At most `maxConcurrent` lines are spoken at once.
  /// With `regenerate`, complete lines are spoken again, and their former audio becomes an earlier version.
  ///
  /// If `onError` is `.stop`, no line begins after the first failure, and the task ends when the lines in progress have
  /// ended. If it is `.continue`, the other lines are spoken, and a `LineGenerationError` lists all failures.
  ///
  /// If a line is cancelled, its audio may already be paid for. This audio is kept if the service outlives the task or
  /// has a clip cache.
  public init(
    _ script: CastDocument, store: GenerationStore,
    service: GenerationService = GenerationService(), lines: Set<SpeakableLine.ID>? = nil,
    maxConcurrent: Int = ProcessInfo.processInfo.activeProcessorCount,
    onError: GenerationErrorRule = .stop, regenerate: Bool = false
  ) {
    self.script = script
    self.store = store
    self.service = service
    wanted = lines
    self.maxConcurrent = max(1, maxConcurrent)
    self.onError = onError
    self.regenerate = regenerate
    backgroundTask = BackgroundTask(name: script.document.filename ?? "Untitled")
  }

  /// Returns the changes of lines from now on, in order.
  ///
  /// The stream ends when the task ends.
  public func changes() -> AsyncStream<LineStatusChange> { observers.changes() }

  /// Ends the task.
  ///
  /// No further line begins, and lines in progress are abandoned. All unfinished lines get their former status back.
  /// Finished lines stay complete.
  public func cancel() { work.cancel() }

  /// Speaks the lines and stores their audio.
  ///
  /// Call this function only once.
  ///
  /// Throws `CancellationError` after a cancellation. If lines fail, `onError` selects the error: `.stop` selects the
  /// error of the failed line that is first in the document, and `.continue` selects a `LineGenerationError`. Also
  /// throws the errors of the store.
  public func execute() async throws {
    defer { observers.finish() }
    try await work.run { try await self.speakLines() }
  }

  // MARK: All lines

  private func speakLines() async throws {
    var run = Run()
    do {
      run.lines = try await wantedLines()
      await backgroundTask.start(totalSteps: run.lines.count)
      try Task.checkCancellation()
      try await set(.audioQueued, run.lines)
      try await speak(&run)
      try await restore(run)
      if run.ended.count < run.lines.count { try Task.checkCancellation() }
      try check(run.failures)
      await backgroundTask.complete(message: "Spoke \(run.lines.count) lines")
    } catch is CancellationError {
      await backgroundTask.cancel(message: "Cancelled after speaking \(run.progress)")
      throw CancellationError()
    } catch {
      await backgroundTask.fail(
        error, message: "Failed after speaking \(run.progress): \(error)")
      throw error
    }
  }

  private func wantedLines() async throws -> [SpeakableLine] {
    try await store.speakableLines(of: script.document).filter { line in
      guard wanted?.contains(line.id) ?? true else { return false }
      return regenerate || line.status != .audioComplete || line.audioVersions.isEmpty
    }
  }

  private func check(_ failures: [LineGenerationError.Failure]) throws {
    let sorted = failures.sorted { $0.line.orderIndex < $1.line.orderIndex }
    guard let first = sorted.first else { return }
    throw onError == .stop ? first.error : LineGenerationError(failures: sorted)
  }

  /// The progress of the task.
  private struct Run {
    var lines: [SpeakableLine] = []
    /// The lines that are complete or have failed.
    var ended: Set<SpeakableLine.ID> = []
    var completeCount = 0
    var failures: [LineGenerationError.Failure] = []

    var progress: String { "\(completeCount) of \(lines.count) lines" }
  }

  /// The result of speaking a line.
  private struct Attempt: Sendable {
    var line: SpeakableLine
    /// The reason why the line was not completed; nil if it is complete.
    var error: (any Error)?
  }

  private func speak(_ run: inout Run) async throws {
    try await withThrowingTaskGroup(of: Attempt.self) { group in
      var waiting = run.lines[...]
      var begun = 0
      for _ in 0..<maxConcurrent { try await begin(&waiting, &begun, run, in: &group) }
      while let attempt = try await group.next() {
        if let error = attempt.error {
          if Task.isCancelled { continue }
          run.failures.append(.init(line: attempt.line, error: error))
        } else {
          run.completeCount += 1
        }
        run.ended.insert(attempt.line.id)
        if !run.failures.isEmpty, onError == .stop { waiting = [] }
        try await begin(&waiting, &begun, run, in: &group)
      }
    }
  }

  private func begin(
    _ waiting: inout ArraySlice<SpeakableLine>, _ begun: inout Int, _ run: Run,
    in group: inout ThrowingTaskGroup<Attempt, any Error>
  ) async throws {
    guard !Task.isCancelled, let line = waiting.popFirst() else { return }
    begun += 1
    await backgroundTask.advance(
      to: begun, message: "Speaking line \(begun) of \(run.lines.count)")
    group.addTask { try await self.attempt(line) }
  }

  /// Restores the former status of the lines that have neither completed nor failed.
  private func restore(_ run: Run) async throws {
    let left = run.lines.filter { !run.ended.contains($0.id) }
    for (status, lines) in Dictionary(grouping: left, by: \.statusAtRest) {
      try await set(status, lines)
    }
  }

  // MARK: One line

  /// Speaks a line and returns the result.
  /// Throws only the errors of the store.
  private func attempt(_ line: SpeakableLine) async throws -> Attempt {
    do {
      try Task.checkCancellation()
      try await set(.audioGenerating, [line])
      try await finish(try await item(of: line).decided())
      try await set(.audioComplete, [line])
      return Attempt(line: line)
    } catch {
      if error is StoreError { throw error }
      if !Task.isCancelled { try await set(.audioFailed, [line], because: error) }
      return Attempt(line: line, error: error)
    }
  }

  private func item(of line: SpeakableLine) throws -> LineSpeakable {
    guard let item = script.item(for: line) else {
      throw VoiceProviderError.invalidRequest(
        "the document has no such line, or the line has changed; store the lines again with a "
          + "SpeakableItemGenerationTask that has the processor of this CastDocument")
    }
    return item
  }

  /// Speaks a line and stores its audio, unless the store already has this audio.
  private func finish(_ item: LineSpeakable) async throws {
    let manner = item.manner
    if !regenerate, try await hasRecord(of: item, manner) { return }
    let result = try await service.generate(line: item, regenerate: regenerate)
    var record = result.toTypedDataStorage()
    record.metadata[Self.mannerKey] = manner
    record.owningDocument = script.document.id
    try await store.save(record, audio: result.audioData)
  }

  /// Whether the store has the audio of a line.
  /// If another line has audio of the same text with the same settings, a copy is stored for this line.
  private func hasRecord(of item: LineSpeakable, _ manner: JSONValue) async throws -> Bool {
    let line = item.line
    let versions = line.audioVersions.filter { $0.metadata[Self.mannerKey] == manner }
    if versions.contains(where: { (try? $0.getBinary()) != nil }) { return true }
    guard item.pieces.count == 1, !item.pieces[0].span.hasPhonemes,
      var record = try await store.existingAudio(for: item),
      record.metadata[Self.mannerKey] ?? manner == manner
    else { return false }
    if record.owningElement == line.id { return true }
    let audio = try record.getBinary()
    (record.id, record.owningElement) = (UUID().uuidString, line.id)
    record.owningDocument = script.document.id
    (record.createdAt, record.characterCount) = (Date(), 0)
    record.metadata[Self.mannerKey] = manner
    try await store.save(record, audio: audio)
    return true
  }

  /// The key in a record's metadata for `LineSpeakable.manner`.
  static let mannerKey = "lineManner"

  private func set(
    _ status: SpeakableItemStatus, _ lines: [SpeakableLine], because error: (any Error)? = nil
  ) async throws {
    guard !lines.isEmpty else { return }
    try await store.setStatus(status, ofLines: lines.map(\.id), in: script.document)
    observers.send(
      lines.map { LineStatusChange(lineID: $0.id, status: status, error: error) })
  }

  /// Work that other tasks can cancel, even before it begins.
  final class CancellableWork: Sendable {
    private struct State {
      var isCancelled = false
      var task: Task<Void, any Error>?
    }

    private let state = Mutex(State())

    /// Does the work in a separate task.
    /// If the surrounding task is cancelled, the work is cancelled too.
    func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
      let task = Task {
        if state.withLock(\.isCancelled) { withUnsafeCurrentTask { $0?.cancel() } }
        try await work()
      }
      let isCancelled = state.withLock { state in
        state.task = task
        return state.isCancelled
      }
      if isCancelled { task.cancel() }
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }

    /// Cancels the work.
    /// If the work has not begun, it is cancelled as soon as it begins.
    func cancel() {
      let task = state.withLock { state in
        state.isCancelled = true
        return state.task
      }
      task?.cancel()
    }
  }
}

extension SpeakableLine {
  /// The status of the line when no task speaks it.
  /// If an earlier task was interrupted, the line may still be marked as queued or generating. In this case, the result
  /// is `textGenerated`.
  fileprivate var statusAtRest: SpeakableItemStatus {
    switch status {
    case .audioQueued, .audioGenerating: .textGenerated
    case .textGenerated, .audioComplete, .audioFailed: status
    }
  }
}

extension LineSpeakable {
  /// A digest of everything that determines the line's audio, except the version of the engine.
  fileprivate var manner: JSONValue {
    // The pause before the first piece is not part of the line's audio.
    let pauses = [0] + pieces.dropFirst().map(\.span.pauseBefore)
    let parts = zip(pieces.map(\.span), pauses).map { span, pause in
      "\(span.performance.key)\n\(pause) \(span.hasPhonemes)\n"
        + "\(span.text.utf8.count)\n\(span.text)"
    }
    return .string(SHA256.hash("line manner 1\n" + parts.joined(separator: "\n")).hex)
  }
}

/// A change in the status of a line.
public struct LineStatusChange: Sendable {
  /// The line's id.
  public var lineID: SpeakableLine.ID
  /// The new status.
  public var status: SpeakableItemStatus
  /// The reason why the line could not be spoken; nil for every status except `audioFailed`.
  public var error: (any Error)?
}

/// The lines that failed in a task that continues after failures.
public struct LineGenerationError: LocalizedError, CustomStringConvertible {
  /// A line and the reason why it failed.
  public struct Failure: Sendable {
    /// The line.
    public var line: SpeakableLine
    /// The reason.
    public var error: any Error
  }

  /// All failures, in the order of the document.
  public var failures: [Failure]

  /// The number of failed lines, and the reasons for the first failures.
  public var description: String {
    let shown = failures.prefix(5).map { "line \($0.line.orderIndex + 1): \($0.error)" }
    let rest = failures.count - shown.count
    return "\(failures.count) line\(failures.count == 1 ? "" : "s") could not be spoken: "
      + shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
  }

  /// The message for the user.
  public var errorDescription: String? { description }

  /// The advice for the user.
  public var recoverySuggestion: String? {
    "Run the task again: it speaks only the lines that are not complete."
  }
}
