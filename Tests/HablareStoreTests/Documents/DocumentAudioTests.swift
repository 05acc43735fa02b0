import Foundation
import Guion
import Hablare
import HablareStore
import HablareTesting
import Narration
import TestSupport
import Testing

/// Tests of audio that belongs to the elements of a document.
@Suite struct DocumentAudioTests {
  private static let script = """
    INT. KITCHEN - DAY

    The kettle whistles.

    [[A note.]]

    ANN
    Tea?

    BEN
    Yes, please.
    """

  private let tone = ToneVoiceProvider()

  private func document(_ name: String, _ text: String = script) -> GuionDocumentModel {
    GuionDocumentModel(filename: name, string: text, format: .fountain)
  }

  private func chapter(_ document: GuionDocumentModel) -> ChapterSpeakable {
    ChapterSpeakable(
      chapterHeading: nil, elements: document.parsed.elements, voiceMapping: { _ in "alto" },
      voiceProvider: tone, languageCode: "en")
  }

  @Test func `a group's audio is found by the elements of its document, without stored lines`()
    async throws
  {
    let store = try GenerationStore.inMemory()
    let document = self.document("a.fountain")
    let silent = try await store.elements(of: document, withAudio: false)
    #expect(try await store.elements(of: document, withAudio: true).isEmpty)
    _ = try await GenerationService().generateGroup(
      chapter(document), to: store, document: document.id)
    let spoken = try await store.elements(of: document, withAudio: true)
    #expect(!spoken.isEmpty)
    let rest = try await store.elements(of: document, withAudio: false)
    #expect(Set(spoken).union(rest) == Set(silent))
    #expect(Set(spoken).isDisjoint(with: rest))
    // A note has nothing to speak.
    let note = try #require(document.elements.first { $0.elementType == .comment })
    #expect(!silent.contains(note.id))
  }

  @Test(arguments: [true, false]) func `a document is removed with all its records`(
    knowsDocument: Bool
  ) async throws {
    let store = try GenerationStore.inMemory()
    let document = self.document("a.fountain")
    _ = try await GenerationService().generateGroup(
      chapter(document), to: store, document: knowsDocument ? document.id : nil)
    #expect(try await store.records(mimePrefix: "").count >= 4)
    try await store.deleteDocument(document)
    #expect(try await store.records(mimePrefix: "").isEmpty)
  }

  @Test func `two documents with the same elements have their own records`() async throws {
    let store = try GenerationStore.inMemory()
    let (first, second) = (self.document("a.fountain"), self.document("b.fountain"))
    #expect(first.id != second.id && first.elements.map(\.id) == second.elements.map(\.id))
    let service = GenerationService()
    _ = try await service.generateGroup(chapter(first), to: store, document: first.id)
    #expect(try await store.elements(of: second, withAudio: true).isEmpty)
    let requests = tone.requests.count
    let records = try await service.generateGroup(chapter(second), to: store, document: second.id)
    #expect(records.allSatisfy { $0.owningDocument == second.id })
    #expect(tone.requests.count == requests)
    try await store.deleteDocument(first)
    let left = try await store.records(mimePrefix: "")
    #expect(Set(left.map(\.id)) == Set(records.map(\.id)))
    #expect(try records.allSatisfy { try !$0.getBinary().isEmpty })
  }

  @Test func `the audio of a line that the script no longer has is removed`() async throws {
    let store = try GenerationStore.inMemory()
    func stored(_ text: String) async throws -> GuionDocumentModel {
      let document = self.document("a.fountain", text)
      try await SpeakableItemGenerationTask(document: document, store: store).execute()
      let script = CastDocument(
        document, voiceMapping: { _ in VoiceURI(providerId: "tone", voiceId: "alto") },
        providers: [tone])
      try await LineGenerationTask(script, store: store).execute()
      return document
    }
    let document = try await stored(Self.script)
    let line = try #require(
      try await store.speakableLines(of: document).first { $0.speakableText == "Tea?" })
    #expect(line.audioVersions.count == 1)
    _ = try await stored(Self.script.replacing("ANN\nTea?\n\n", with: ""))
    #expect(try await store.records(of: line.id).isEmpty)
    #expect(try await store.records(mimePrefix: "").contains { $0.prompt == "Yes, please." })
  }

  // MARK: What providers declare

  /// A provider that declares one type and sends another.
  private struct Liar: VoiceProvider {
    let mimeType: String
    let sound: Data
    var providerId: String { "liar" }
    var displayName: String { "Liar" }
    var requiresAPIKey: Bool { false }
    func isConfigured() async -> Bool { true }
    func isVoiceAvailable(voiceId: String) async -> Bool { true }
    func fetchVoices(languageCode: String) async throws -> [Voice] { [] }
    func estimateDuration(text: String, voiceId: String) async -> TimeInterval { 1 }
    func generateAudio(
      text: String, voiceId: String, languageCode: String, options: VoiceOptions
    ) async throws -> Data { sound }
  }

  @Test(arguments: [("audio/mpeg", true), ("audio/aiff", false), ("audio/x-aiff", false)])
  func `audio is stored as what its bytes are`(declared: String, isWrong: Bool) async throws {
    let folder = try TemporaryFolder()
    _ = try Program.run(
      "sox",
      ["-n", "-r", "8000", "-c", "1", folder.path(of: "a.aiff"), "synth", "0.5", "sine", "440"])
    let sound = try Data(contentsOf: URL(filePath: folder.path(of: "a.aiff")))
    let liar = Liar(mimeType: declared, sound: sound)
    let result = try await GenerationService(voiceProvider: liar).generate(
      text: "Hello.", providerId: "liar", voiceId: "v")
    #expect(result.audioFormat == .aiff && result.mimeType == "audio/x-aiff")
    #expect(abs(result.duration - 0.5) < 0.001)
    #expect((result.metadata["declaredFormat"] == "mp3") == isWrong)
    let record = result.toTypedDataStorage()
    #expect(record.audioFormat == .aiff && record.durationSeconds == result.duration)
  }

  // MARK: Progress

  @Test func `progress counts finished items before they are stored`() async throws {
    let gate = ToneGate()
    let tone = ToneVoiceProvider(gate: gate)
    let list = await SpeakableItemList(
      name: "Lines",
      items: (1...10).map {
        SpeakableText("Line \($0).", voiceProvider: tone, voiceId: "alto", languageCode: "en")
      })
    let store = try GenerationStore.inMemory()
    let task = Task {
      try await GenerationService().generateList(
        list, to: store, saveInterval: 10, maxConcurrent: 1)
    }
    for number in 1...9 { gate.open("Line \(number).") }
    await gate.waits(for: "Line 10.")
    while await list.finishedCount < 9 { await Task.yield() }
    await MainActor.run {
      #expect(list.progress == 0.9 && list.currentIndex == 0)
      #expect(list.statusMessage == "Generating 10 of 10")
    }
    gate.openAll()
    #expect(try await task.value.count == 10)
    #expect(await list.currentIndex == 10)
  }

  @Test func `two lists with the same item share one call and one record`() async throws {
    let gate = ToneGate()
    let tone = ToneVoiceProvider(gate: gate)
    let store = try GenerationStore.inMemory()
    let service = GenerationService()
    let item = SpeakableText(
      "Yes.", voiceProvider: tone, voiceId: "alto", languageCode: "en", owningElement: "e")
    async let first = service.generateList(
      SpeakableItemList(name: "A", items: [item]), to: store)
    async let second = service.generateList(
      SpeakableItemList(name: "B", items: [item]), to: store)
    await gate.waits(for: "Yes.")
    gate.openAll()
    let records = try await [first, second].map(\.first?.id)
    #expect(records[0] != nil && records[0] == records[1])
    #expect(tone.requests.count == 1)
    #expect(try await store.records(of: "e").count == 1)
  }

  @MainActor @Test func `a group gives its list, which shows progress and cancels`() async throws {
    struct Words: SpeakableGroup {
      let tone: ToneVoiceProvider
      var groupName: String { "Words" }
      func getGroupedElements() -> [any SpeakableItem] {
        ["One.", "Two."].map {
          SpeakableText($0, voiceProvider: tone, voiceId: "alto", languageCode: "en")
        }
      }
    }
    var shown: SpeakableItemList?
    let store = try GenerationStore.inMemory()
    let records = try await GenerationService().generateGroup(
      Words(tone: tone), to: store, onStart: { shown = $0 })
    #expect(records.count == 2)
    #expect(shown?.name == "Words" && shown?.isComplete == true)
    let stopped = try await GenerationService().generateGroup(
      Words(tone: tone), to: try GenerationStore.inMemory(), onStart: { $0.cancel() })
    #expect(stopped.isEmpty)
  }
}
