import Foundation
import Guion
import Hablare
import Narration
import TestSupport
import Testing

@testable import HablareStore

@Suite struct StoredLinesTests {
  private let document = GuionDocumentModel(
    filename: "a.fountain",
    string: "# One\n\nINT. HALL - DAY\n\nJOHN (V.O.)\nHello.\n\n# Two\n\nHello.", format: .fountain)

  private func record(_ text: String, of owner: String, at seconds: Double) -> TypedDataStorage {
    TypedDataStorage(
      providerId: "tone", audioFormat: .pcm16, prompt: text, durationSeconds: 1, sampleRate: 8_000,
      voiceID: "alto", languageCode: "en", createdAt: Date(timeIntervalSinceReferenceDate: seconds),
      owningElement: owner)
  }

  private func filled() async throws -> GenerationStore {
    let store = try GenerationStore.inMemory()
    try await SpeakableItemGenerationTask(document: document, store: store).execute()
    return store
  }

  @Test func aLineIsReadBackWithItsAudioNewestFirst() async throws {
    let store = try await filled()
    let line = try #require(
      try await store.speakableLines(of: document).first { $0.characterName == "JOHN" })
    #expect(line.audioVersions.isEmpty)
    var expected: [TypedDataStorage] = []
    for seconds in [1.0, 3, 2] {
      let record = record("Hello.", of: line.id, at: seconds)
      expected.append(try await store.save(record, audio: Data([1, 0])))
    }
    let lines = try await store.speakableLines(of: document)
    #expect(
      lines.first { $0.id == line.id }?.audioVersions == [expected[1], expected[2], expected[0]])
    #expect(lines.filter { !$0.audioVersions.isEmpty }.count == 1)
  }

  @Test func anElementHasItsOwnAudioAndThatOfItsLines() async throws {
    let store = try await filled()
    let elements = document.elements
    let speech = try #require(elements.first { $0.elementType == .dialogue })
    let line = try #require(
      try await store.speakableLines(of: document).first { $0.sourceElementID == speech.id })
    let own = try await store.save(record("Hello.", of: speech.id, at: 1), audio: Data([1, 0]))
    let lines = try await store.save(record("Hello.", of: line.id, at: 2), audio: Data([2, 0]))
    #expect(try await speech.generatedContent(in: store) == [lines, own])
    #expect(try await speech.generatedContent(in: store).first?.getBinary() == Data([2, 0]))
    for element in elements where element != speech {
      #expect(try await element.generatedContent(in: store).isEmpty)
    }
  }

  @Test func aReopenedStoreHasTheSameLines() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "store.sqlite")
    let lines = ScreenplayToSpeechProcessor().lines(of: document)
    try await SpeakableItemGenerationTask(
      document: document, store: GenerationStore(at: url), saveInterval: 2
    ).execute()
    #expect(try await GenerationStore(at: url).speakableLines(of: document) == lines)
    #expect(lines.first?.sourceElementType == .sectionHeading(level: 1))
  }

  @Test func unknownValuesOfALaterVersionAreReadAsDefaults() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "store.db")
    let store = try GenerationStore(at: URL(filePath: path))
    do {
      let database = try Database(path: path, creating: false)
      try database.run(
        "INSERT INTO lines (document, id, position, element, type, text, status, rules, announces, "
          + "tone) VALUES (?, '1', 0, '2', 'hologram', 'Hello.', 'audioPondered', '9', 0, 'sung')",
        [.text(document.id)])
    }
    let line = try #require(try await store.speakableLines(of: document).first)
    #expect(line.sourceElementType == .action && line.status == .textGenerated)
    #expect(line.toneHint == .narrative && line.ruleVersion == "9")
  }
}
