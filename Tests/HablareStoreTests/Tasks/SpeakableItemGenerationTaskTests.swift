import Foundation
import Guion
import Hablare
import HablareStore
import Narration
import Synchronization
import Testing

@Suite struct SpeakableItemGenerationTaskTests {
  /// Returns a script with this many paragraphs, each of them one element.
  private func document(_ count: Int) -> GuionDocumentModel {
    let text = (0..<count).map { "Paragraph \($0 + 1) is here." }.joined(separator: "\n\n")
    return GuionDocumentModel(filename: "\(count).fountain", string: text, format: .fountain)
  }

  /// Returns everything that a view can see of a task, in one line.
  @MainActor private func shown(_ task: BackgroundTask) -> String {
    "\(task.state) \(task.currentStep)/\(task.totalSteps) \(task.progressPercentage)%: "
      + task.message
  }

  @Test(arguments: [
    (0, 50), (1, 50), (49, 50), (50, 50), (51, 50), (100, 1), (100, 7), (3, 0), (3, -1),
  ])
  func allLinesAreStored(elements: Int, saveInterval: Int) async throws {
    let document = document(elements)
    let store = try GenerationStore.inMemory()
    let task = SpeakableItemGenerationTask(
      document: document, store: store, saveInterval: saveInterval)
    #expect(await shown(task.backgroundTask) == "queued 0/0 0%: ")
    try await task.execute()
    #expect(
      await shown(task.backgroundTask)
        == "completed \(elements)/\(elements) 100%: Processed \(elements) elements")
    let lines = ScreenplayToSpeechProcessor().lines(of: document)
    #expect(lines.count == elements)
    #expect(try await store.speakableLines(of: document) == lines)
  }

  @Test func aScriptIsStoredAsTheProcessorReadsIt() async throws {
    let document = GuionDocumentModel(
      string: """
        # Act One

        INT. HALL - DAY

        JOHN
        (quietly)
        One.

        MARA ^
        Two.

        # Act Two

        ~La la.

        EXT. YARD - NIGHT

        JOHN (O.S.)
        Three.
        """, format: .fountain)
    let store = try GenerationStore.inMemory()
    try await SpeakableItemGenerationTask(document: document, store: store, saveInterval: 1)
      .execute()
    let stored = try await store.speakableLines(of: document)
    #expect(stored == ScreenplayToSpeechProcessor().lines(of: document))
    #expect(stored.count == 11)
    #expect(stored.first?.sourceElementType == .sectionHeading(level: 1))
  }

  @Test func aSecondRunStoresNothingTwice() async throws {
    let document = document(5)
    let store = try GenerationStore.inMemory()
    for _ in 0..<2 {
      try await SpeakableItemGenerationTask(document: document, store: store).execute()
    }
    #expect(try await store.speakableLines(of: document).count == 5)
  }

  @Test func noOldLineOfAnEditedDocumentIsLeft() async throws {
    let store = try GenerationStore.inMemory()
    let before = GuionDocumentModel(
      filename: "a.fountain", string: "One.\n\nTwo.\n\nThree.", format: .fountain)
    try await SpeakableItemGenerationTask(document: before, store: store).execute()
    let kept = try #require(try await store.lines(of: before.id).last)
    try await store.setStatus(.audioComplete, ofLines: [kept.id], in: before)
    let after = GuionDocumentModel(
      filename: "a.fountain", string: "Zero.\n\nTwo.\n\nThree.\n\nFour.", format: .fountain)
    let task = SpeakableItemGenerationTask(document: after, store: store, saveInterval: 1)
    try await task.execute()
    let lines = try await store.speakableLines(of: after)
    #expect(lines.map(\.speakableText) == ["Zero.", "Two.", "Three.", "Four."])
    // Lines that were spoken stay spoken.
    #expect(
      lines.map(\.status) == [.textGenerated, .textGenerated, .audioComplete, .textGenerated])
    let empty = GuionDocumentModel(filename: "a.fountain", string: "", format: .fountain)
    try await SpeakableItemGenerationTask(document: empty, store: store).execute()
    #expect(try await store.speakableLines(of: empty).isEmpty)
  }

  /// A handle by which rules can cancel the task that they were created for.
  private final class Handle: Sendable {
    private let task = Mutex<SpeakableItemGenerationTask?>(nil)
    func set(_ value: SpeakableItemGenerationTask) { task.withLock { $0 = value } }
    func cancel() { task.withLock { $0 }?.cancel() }
  }

  @Test(arguments: [
    // the element during which the task is cancelled, the save interval, and the number of lines that are
    // kept
    (5, 1, 5), (5, 2, 4), (5, 5, 5), (5, 6, 0), (5, 50, 0), (1, 1, 1), (99, 10, 90),
  ])
  func cancellingKeepsSavedLines(element: Int, saveInterval: Int, kept: Int) async throws {
    let document = document(100)
    let store = try GenerationStore.inMemory()
    let handle = Handle()
    let rules = HookedRules {
      if $0.elementText == "Paragraph \(element) is here." { handle.cancel() }
    }
    let task = SpeakableItemGenerationTask(
      document: document, store: store, rules: rules, saveInterval: saveInterval)
    handle.set(task)
    await #expect(throws: CancellationError.self) { try await task.execute() }
    #expect(
      await shown(task.backgroundTask) == "cancelled \(element)/100 \(element)%: "
        + "Cancelled after processing \(element) of 100 elements")
    let lines = ScreenplayToSpeechProcessor(rules: rules).lines(of: document)
    #expect(try await store.speakableLines(of: document) == Array(lines.prefix(kept)))
  }

  // MARK: A second run

  /// Returns two lines, of which only the first has audio.
  private func spoken(
    _ text: String = "One gif.\n\nTwo."
  ) async throws -> (GenerationStore, GuionDocumentModel) {
    let store = try GenerationStore.inMemory()
    let document = GuionDocumentModel(filename: "a.fountain", string: text, format: .fountain)
    try await SpeakableItemGenerationTask(document: document, store: store).execute()
    let line = try #require(try await store.speakableLines(of: document).first)
    let record = TypedDataStorage(
      providerId: "tone", audioFormat: .pcm16, prompt: line.speakableText, durationSeconds: 1,
      sampleRate: 8_000, voiceID: "alto", languageCode: "en", owningElement: line.id)
    try await store.save(record, audio: Data([1, 0]))
    try await store.setStatus(.audioComplete, ofLines: [line.id], in: document)
    return (store, document)
  }

  @Test(arguments: [1, 2, 50]) func aCancelledSecondRunKeepsTheFirst(saveInterval: Int) async throws
  {
    let (store, document) = try await spoken()
    let before = try await store.speakableLines(of: document)
    let edited = GuionDocumentModel(
      filename: "a.fountain", string: "Zero.\n\nOne gif.\n\nTwo.\n\nThree.", format: .fountain)
    let handle = Handle()
    let rules = HookedRules { if $0.elementText == "Two." { handle.cancel() } }
    let task = SpeakableItemGenerationTask(
      document: edited, store: store, rules: rules, saveInterval: saveInterval)
    handle.set(task)
    await #expect(throws: CancellationError.self) { try await task.execute() }
    #expect(try await store.speakableLines(of: document) == before)
    #expect(before.map(\.audioVersions.count) == [1, 0])
    // The next run that is not cancelled replaces all lines.
    try await SpeakableItemGenerationTask(
      document: edited, store: store, saveInterval: saveInterval
    ).execute()
    let after = try await store.speakableLines(of: edited)
    #expect(after.map(\.speakableText) == ["Zero.", "One gif.", "Two.", "Three."])
    #expect(after.map(\.status)[1] == .audioComplete)
    #expect(after.map(\.audioVersions.count) == [0, 1, 0, 0])
  }

  @Test func onlyALineWithChangedTextLosesItsAudio() async throws {
    let (store, document) = try await spoken()
    var cast = Cast()
    cast.pronunciations = [Pronunciation(text: "gif", say: "jif")]
    let processor = ScreenplayToSpeechProcessor(cast: cast)
    try await SpeakableItemGenerationTask(
      document: document, store: store, processor: processor
    ).execute()
    let changed = try await store.speakableLines(of: document)
    #expect(changed.map(\.speakableText) == ["One jif.", "Two."])
    #expect(changed.map(\.status) == [.textGenerated, .textGenerated])
    #expect(changed.map(\.audioVersions.count) == [0, 0])
    // The generated audio is not lost: with the former text, the line has it again.
    #expect(try await store.records(of: changed[0].id).count == 1)
    try await SpeakableItemGenerationTask(document: document, store: store).execute()
    #expect(try await store.speakableLines(of: document).map(\.audioVersions.count) == [1, 0])
  }

  @Test func cancellationIsCheckedWithinASpeechToo() async throws {
    let speech = (1...20).map { "(so \($0))\nWord \($0)." }.joined(separator: "\n")
    let document = GuionDocumentModel(string: "Before.\n\nJOHN\n\(speech)", format: .fountain)
    #expect(document.elements.count == 42)
    let store = try GenerationStore.inMemory()
    let task = SpeakableItemGenerationTask(document: document, store: store, saveInterval: 1)
    let watch = await TaskWatch(task.backgroundTask) { if $0.currentStep == 7 { task.cancel() } }
    await #expect(throws: CancellationError.self) { try await task.execute() }
    #expect(
      await shown(task.backgroundTask)
        == "cancelled 7/42 16%: Cancelled after processing 7 of 42 elements")
    #expect(await watch.messages.last == "Processing element 7 of 42")
    // A speech is read as a whole, and stored completely or not at all.
    #expect(try await store.speakableLines(of: document).map(\.speakableText) == ["Before."])
  }

  @Test func theSurroundingTaskCancelsItToo() async throws {
    let store = try GenerationStore.inMemory()
    let task = SpeakableItemGenerationTask(document: document(100), store: store)
    let running = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await task.execute()
    }
    await #expect(throws: CancellationError.self) { try await running.value }
    #expect(
      await shown(task.backgroundTask)
        == "cancelled 0/100 0%: Cancelled after processing 0 of 100 elements")
  }

  @Test func aTaskCancelledBeforeItsStartStoresNothing() async throws {
    let document = document(100)
    let store = try GenerationStore.inMemory()
    let task = SpeakableItemGenerationTask(document: document, store: store, saveInterval: 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.execute() }
    #expect(await task.backgroundTask.state == .cancelled)
    #expect(try await store.speakableLines(of: document).isEmpty)
  }

  @Test func everyElementIsShown() async throws {
    let task = SpeakableItemGenerationTask(
      document: document(100), store: try GenerationStore.inMemory())
    let watch = await TaskWatch(task.backgroundTask)
    try await task.execute()
    #expect(
      await watch.messages == [""] + (1...100).map { "Processing element \($0) of 100" })
  }
}
