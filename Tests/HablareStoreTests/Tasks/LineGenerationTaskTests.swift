import Guion
import Hablare
import HablareStore
import HablareTesting
import Narration
import Testing

@Suite struct LineGenerationTaskTests {
  private func document(_ words: [String]) -> GuionDocumentModel {
    GuionDocumentModel(
      filename: "a.fountain", string: words.joined(separator: "\n\n"), format: .fountain)
  }

  /// A document with stored lines, and a provider's voice for them.
  private struct Stored {
    let document: GuionDocumentModel
    let store: GenerationStore
    let script: CastDocument

    init(
      _ document: GuionDocumentModel, _ provider: any VoiceProvider, cast: Cast = Cast()
    ) async throws {
      self.document = document
      store = try GenerationStore.inMemory()
      script = await CastDocument(
        document, voiceId: "alto", voiceProvider: provider, cast: cast)
      try await SpeakableItemGenerationTask(
        document: document, store: store, processor: script.processor
      ).execute()
    }

    var lines: [SpeakableLine] {
      get async throws { try await store.speakableLines(of: document) }
    }

    var statuses: [SpeakableItemStatus] { get async throws { try await lines.map(\.status) } }
  }

  @MainActor private func shown(_ task: BackgroundTask) -> String {
    "\(task.state) \(task.currentStep)/\(task.totalSteps): \(task.message)"
  }

  // MARK: From text to audio

  @Test func aLineHasAllStatusesInTurn() async throws {
    let tone = ToneVoiceProvider(failing: ["Fire!"])
    let stored = try await Stored(document(["One.", "Fire!", "Two."]), tone)
    let ids = try await stored.lines.map(\.id)
    #expect(
      try await stored.statuses == [.textGenerated, .textGenerated, .textGenerated])
    let task = LineGenerationTask(
      stored.script, store: stored.store, maxConcurrent: 1, onError: .continue)
    let (changes, others) = (task.changes(), task.changes())
    let error = await #expect(throws: LineGenerationError.self) { try await task.execute() }
    #expect(error?.failures.map(\.line.id) == [ids[1]])
    #expect(error?.description.hasPrefix("1 line could not be spoken: line 2: ") == true)

    var heard: [LineStatusChange] = []
    for await change in changes { heard.append(change) }
    #expect(heard.prefix(3).map(\.lineID) == ids)
    #expect(heard.prefix(3).allSatisfy { $0.status == .audioQueued })
    let way = { (id: String) in heard.filter { $0.lineID == id }.map(\.status) }
    #expect(way(ids[0]) == [.audioQueued, .audioGenerating, .audioComplete])
    #expect(way(ids[1]) == [.audioQueued, .audioGenerating, .audioFailed])
    #expect(way(ids[2]) == [.audioQueued, .audioGenerating, .audioComplete])
    #expect(heard.filter { $0.error != nil }.map(\.status) == [.audioFailed])
    var count = 0
    for await _ in others { count += 1 }
    #expect(count == heard.count)
    // There are no more changes.
    for await _ in task.changes() { Issue.record("a change after the end") }

    #expect(try await stored.statuses == [.audioComplete, .audioFailed, .audioComplete])
    #expect(
      try await stored.store.speakableLines(of: stored.document, status: .audioFailed).map(\.id)
        == [ids[1]])
    #expect(await shown(task.backgroundTask).hasPrefix("failed 3/3: Failed after speaking 2 of 3"))
  }

  @Test func severalLinesAreSpokenAtTheSameTime() async throws {
    let gate = ToneGate()
    let tone = ToneVoiceProvider(gate: gate)
    let stored = try await Stored(document(["One.", "Two.", "Three."]), tone)
    let task = LineGenerationTask(stored.script, store: stored.store, maxConcurrent: 2)
    let running = Task { try await task.execute() }
    await gate.waits(for: "One.")
    await gate.waits(for: "Two.")
    #expect(try await stored.statuses == [.audioGenerating, .audioGenerating, .audioQueued])
    #expect(await shown(task.backgroundTask) == "running 2/3: Speaking line 2 of 3")
    gate.openAll()
    try await running.value
    #expect(tone.maximumConcurrency == 2)
    #expect(try await stored.statuses.allSatisfy { $0 == .audioComplete })
    #expect(await shown(task.backgroundTask) == "completed 3/3: Spoke 3 lines")
  }

  @Test func theAudioOfALineBelongsToItAndItsElement() async throws {
    let tone = ToneVoiceProvider()
    let source = "ANN\n(quickly)\nOne.\n(whispering)\nTwo.\n(beat)\nThree."
    let stored = try await Stored(document([source]), tone)
    try await LineGenerationTask(stored.script, store: stored.store).execute()
    #expect(tone.requests.map(\.text).sorted() == ["Ann says:", "One.", "Three.", "Two."])
    let speech = try #require(try await stored.lines.last)
    let record = try #require(speech.audioVersions.first)
    #expect(record.prompt == "One. Two. Three." && record.owningElement == speech.id)
    // Three pieces with a pause of 400 ms, then a beat of 700 ms.
    let frames = (800 + 4 * 80) * 2 + (800 + 6 * 80) + 400 * 8 + 700 * 8
    #expect(try record.getBinary().count == 2 * frames)
    let element = try #require(stored.document.elements.first { $0.elementText == "One." })
    #expect(speech.sourceElementID == element.id)
    #expect(try await element.generatedContent(in: stored.store).map(\.id) == [record.id])
    #expect(
      try await stored.store.elements(of: stored.document.id, withAudio: true)
        == [stored.document.elements[0].id, element.id])
    try await stored.store.deleteElement(element.id)
    #expect(try await stored.store.record(id: record.id) == nil)
  }

  // MARK: Second runs

  @Test func aSecondRunSendsNoRequests() async throws {
    let tone = ToneVoiceProvider()
    let stored = try await Stored(document(["One.", "Two.", "One."]), tone)
    try await LineGenerationTask(stored.script, store: stored.store, maxConcurrent: 1).execute()
    // Text that another line has spoken in this voice is reused.
    #expect(tone.requests.count == 2)
    #expect(try await stored.lines.map(\.audioVersions.count) == [1, 1, 1])
    let again = LineGenerationTask(stored.script, store: stored.store)
    try await again.execute()
    #expect(await shown(again.backgroundTask) == "completed 0/0: Spoke 0 lines")
    // A status left by an interrupted run causes no requests either.
    let ids = try await stored.lines.map(\.id)
    try await stored.store.setStatus(.audioGenerating, ofLines: ids, in: stored.document)
    try await LineGenerationTask(stored.script, store: stored.store).execute()
    #expect(tone.requests.count == 2)
    #expect(try await stored.statuses.allSatisfy { $0 == .audioComplete })

    try await LineGenerationTask(
      stored.script, store: stored.store, lines: [ids[1]], regenerate: true
    ).execute()
    #expect(tone.requests.map(\.text).filter { $0 == "Two." }.count == 2)
    #expect(try await stored.lines.map(\.audioVersions.count) == [1, 2, 1])
  }

  @Test func anotherDeliveryNeedsOtherAudio() async throws {
    let tone = ToneVoiceProvider()
    let stored = try await Stored(document(["ANN\n(quickly)\nOne.\n(slowly)\nTwo."]), tone)
    try await LineGenerationTask(stored.script, store: stored.store).execute()
    let count = tone.requests.count
    var cast = Cast()
    cast.delivery["slowly"] = Delivery()
    let script = await CastDocument(
      stored.document, voiceId: "alto", voiceProvider: tone, cast: cast)
    let ids = try await stored.lines.map(\.id)
    try await stored.store.setStatus(.textGenerated, ofLines: ids, in: stored.document)
    try await LineGenerationTask(
      script, store: stored.store, service: GenerationService(voiceProvider: tone)
    ).execute()
    #expect(tone.requests.dropFirst(count).map(\.text) == ["One.", "Two."])
    #expect(try await stored.lines.map(\.audioVersions.count) == [1, 2])
  }

  @Test func aDamagedLineIsRequestedAgain() async throws {
    let tone = ToneVoiceProvider()
    let stored = try await Stored(document(["One."]), tone)
    try await LineGenerationTask(stored.script, store: stored.store).execute()
    let record = try #require(try await stored.lines.first?.audioVersions.first)
    try await stored.store.delete(record)
    #expect(try await stored.statuses == [.audioComplete])
    try await LineGenerationTask(
      stored.script, store: stored.store, service: GenerationService(voiceProvider: tone)
    ).execute()
    #expect(try await stored.lines.first?.audioVersions.count == 1)
    #expect(tone.requests.count == 2)
  }

  // MARK: Ends

  @Test func cancellingKeepsFinishedLinesAndEarlierStatuses() async throws {
    let gate = ToneGate()
    gate.open("One.")
    let tone = ToneVoiceProvider(gate: gate)
    let stored = try await Stored(document(["One.", "Two.", "Three."]), tone)
    let last = try #require(try await stored.lines.last)
    try await stored.store.setStatus(.audioFailed, ofLines: [last.id], in: stored.document)
    let task = LineGenerationTask(stored.script, store: stored.store, maxConcurrent: 1)
    let running = Task { try await task.execute() }
    await gate.waits(for: "Two.")
    task.cancel()
    await #expect(throws: CancellationError.self) { try await running.value }
    #expect(try await stored.statuses == [.audioComplete, .textGenerated, .audioFailed])
    #expect(
      await shown(task.backgroundTask)
        == "cancelled 2/3: Cancelled after speaking 1 of 3 lines")
    gate.openAll()
    try await LineGenerationTask(stored.script, store: stored.store, maxConcurrent: 1).execute()
    #expect(try await stored.statuses.allSatisfy { $0 == .audioComplete })
    #expect(tone.requests.map(\.text).filter { $0 == "One." }.count == 1)
  }

  @Test func aTaskCancelledBeforeItsStartChangesNothing() async throws {
    let tone = ToneVoiceProvider()
    let stored = try await Stored(document(["One."]), tone)
    let task = LineGenerationTask(stored.script, store: stored.store)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.execute() }
    #expect(try await stored.statuses == [.textGenerated])
    #expect(tone.requests.isEmpty)
    #expect(await task.backgroundTask.state == .cancelled)
  }

  @Test func theFirstFailureStopsTheOthers() async throws {
    let tone = ToneVoiceProvider(failing: ["Fire!"])
    let stored = try await Stored(document(["One.", "Fire!", "Two."]), tone)
    let task = LineGenerationTask(stored.script, store: stored.store, maxConcurrent: 1)
    await #expect(throws: VoiceProviderError.engineCrashed(reason: "on purpose")) {
      try await task.execute()
    }
    #expect(try await stored.statuses == [.audioComplete, .audioFailed, .textGenerated])
    #expect(tone.requests.map(\.text) == ["One.", "Fire!"])
    #expect(await task.backgroundTask.state == .failed)
  }

  @Test func aLineThatIsNotInTheDocumentFailsWithTheReason() async throws {
    let tone = ToneVoiceProvider()
    let stored = try await Stored(document(["ANN\nA gif."]), tone)
    var cast = Cast()
    cast.pronunciations = [Pronunciation(text: "gif", say: "jif")]
    let other = await CastDocument(
      stored.document, voiceId: "alto", voiceProvider: tone, cast: cast)
    let error = await #expect(throws: LineGenerationError.self) {
      try await LineGenerationTask(other, store: stored.store, onError: .continue).execute()
    }
    #expect(error?.failures.map(\.line.speakableText) == ["A gif."])
    #expect(error?.description.contains("processor of this CastDocument") == true)
    #expect(try await stored.statuses == [.audioComplete, .audioFailed])

    // After the document is stored with the same cast, the failed line has other text and no audio. The other
    // line keeps its audio.
    try await SpeakableItemGenerationTask(
      document: stored.document, store: stored.store, processor: other.processor
    ).execute()
    #expect(try await stored.statuses == [.audioComplete, .textGenerated])
    try await LineGenerationTask(other, store: stored.store).execute()
    #expect(try await stored.lines.map(\.speakableText) == ["Ann says:", "A jif."])
    #expect(try await stored.lines.map(\.audioVersions.count) == [1, 1])
    #expect(tone.requests.map(\.text) == ["Ann says:", "A jif."])
  }

  @Test func linesAreCreatedAndThenSpokenInAQueue() async throws {
    let tone = ToneVoiceProvider()
    let document = document(["One.", "Two."])
    let store = try GenerationStore.inMemory()
    let script = await CastDocument(document, voiceId: "alto", voiceProvider: tone)
    let manager = await BackgroundTaskManager()
    let lines = SpeakableItemGenerationTask(
      document: document, store: store, processor: script.processor)
    let audio = LineGenerationTask(script, store: store)
    _ = await manager.enqueue(lines)
    try await manager.enqueue(audio).value
    let states = await MainActor.run { manager.tasks.map(\.state) }
    #expect(states == [.completed, .completed])
    let stored = try await store.speakableLines(of: document)
    #expect(stored.map(\.status) == [.audioComplete, .audioComplete])
    #expect(stored.allSatisfy { $0.audioVersions.count == 1 })
  }
}
