import Guion
import Hablare
import HablareStore
import HablareTesting
import Narration
import TestSupport
import Testing

/// Tests of tasks that a store keeps after the end of the process.
@MainActor @Suite struct SavedTaskTests {
  private let folder: TemporaryFolder
  private let document = GuionDocumentModel(
    filename: "a.fountain", string: "INT. A - DAY\n\nANN\nTea?\n\nBEN\nYes.\n", format: .fountain)

  init() throws { folder = try TemporaryFolder() }

  private func store() throws -> GenerationStore {
    try GenerationStore(at: URL(filePath: folder.path(of: "store.sqlite")))
  }

  private func script(_ tone: ToneVoiceProvider) async throws -> CastDocument {
    var cast = Cast()
    cast.narrator = VoiceURI("tone://alto")
    return try await CastDocument(casting: document, cast: cast, providers: [tone])
  }

  @Test func `tasks are saved with their states`() async throws {
    let (tone, store) = (ToneVoiceProvider(failing: ["Yes."]), try store())
    let script = try await script(tone)
    let tasks = BackgroundTaskManager(savingTo: store)
    try await tasks.enqueue(
      SpeakableItemGenerationTask(document: document, store: store, processor: script.processor)
    ).value
    await #expect(throws: (any Error).self) {
      try await tasks.enqueue(LineGenerationTask(script, store: store)).value
    }
    let saved = try await store.savedTasks()
    #expect(saved.map(\.kind) == ["SpeakableItemGenerationTask", "LineGenerationTask"])
    #expect(saved.map(\.state) == [.completed, .failed])
    #expect(saved.allSatisfy { $0.document == document.id && $0.name == "a.fountain" })
    #expect(saved.last?.message.hasPrefix("Failed after speaking") == true)
    // A second store is what the next process opens.
    #expect(try await self.store().savedTasks() == saved)
    tasks.removeFinished()
    try await tasks.enqueue(
      SpeakableItemGenerationTask(document: document, store: store, processor: script.processor)
    ).value
    #expect(try await store.savedTasks().count == 1)
  }

  @Test func `unfinished tasks are resumed once, in their order`() async throws {
    let gate = ToneGate()
    let script = try await script(ToneVoiceProvider(gate: gate))
    let first = try store()
    let tasks = BackgroundTaskManager(savingTo: first)
    try await tasks.enqueue(
      SpeakableItemGenerationTask(document: document, store: first, processor: script.processor)
    ).value
    let running = tasks.enqueue(LineGenerationTask(script, store: first, maxConcurrent: 1))
    let waiting = tasks.enqueue(
      SpeakableItemGenerationTask(document: document, store: first, processor: script.processor))
    while try await first.savedTasks().map(\.state) != [.completed, .running, .queued] {
      await Task.yield()
    }

    // The next process has another store and another queue.
    let (second, tone) = (try store(), ToneVoiceProvider())
    let next = BackgroundTaskManager(savingTo: second)
    let again = try await self.script(tone)
    var kinds: [String] = []
    for _ in 0..<2 {
      let resumed = try await next.resume { saved in
        kinds.append(saved.kind)
        return saved.kind == "LineGenerationTask"
          ? LineGenerationTask(again, store: second)
          : SpeakableItemGenerationTask(
            document: document, store: second, processor: again.processor)
      }
      for task in resumed { try await task.value }
    }
    #expect(kinds == ["LineGenerationTask", "SpeakableItemGenerationTask"])
    #expect(try await second.savedTasks().map(\.state) == [.completed, .completed, .completed])
    #expect(try await second.speakableLines(of: document, status: .audioComplete).count >= 2)
    gate.openAll()
    _ = try? await (running.value, waiting.value)
  }

  @Test func `a queue without a store saves nothing`() async throws {
    let (store, script) = (try store(), try await script(ToneVoiceProvider()))
    let tasks = BackgroundTaskManager()
    try await tasks.enqueue(
      SpeakableItemGenerationTask(document: document, store: store, processor: script.processor)
    ).value
    #expect(try await store.savedTasks().isEmpty)
    #expect(try await tasks.resume { _ in nil }.isEmpty)
  }
}
