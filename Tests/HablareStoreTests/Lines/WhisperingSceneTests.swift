import Guion
import Hablare
import HablareStore
import HablareTesting
import Narration
import Testing

/// Tests that an app's own scenes whisper like the scenes of a cast document.
@Suite struct WhisperingSceneTests {
  private static let script = """
    # One

    INT. KITCHEN - NIGHT

    ANN
    (whispering)
    Come here.

    BEN
    Why?
    """

  private let tone = ToneVoiceProvider()
  private let document = GuionDocumentModel(
    filename: "a.fountain", string: script, format: .fountain)

  private func voices(
    of group: any SpeakableGroup, in store: GenerationStore
  ) async throws -> [String: String] {
    let records = try await GenerationService().generateGroup(group, to: store)
    return Dictionary(records.map { ($0.prompt, $0.voiceID) }) { first, _ in first }
  }

  private var chapter: ChapterSpeakable {
    ChapterSpeakable(
      chapterHeading: nil, elements: document.parsed.elements, voiceMapping: { _ in "alto" },
      voiceProvider: tone, languageCode: "en")
  }

  private var scene: SceneSpeakable? {
    document.parsed.elements.firstIndex { $0.elementType == .sceneHeading }.map { heading in
      SceneSpeakable(
        sceneHeading: document.parsed.elements[heading],
        elements: Array(document.parsed.elements[(heading + 1)...]),
        voiceMapping: { _ in "alto" }, voiceProvider: tone, languageCode: "en")
    }
  }

  @Test func `scenes and chapters of an app whisper`() async throws {
    let scene = try #require(scene)
    for group: any SpeakableGroup in [scene, chapter, try #require(chapter.scenes.first)] {
      let voices = try await voices(of: group, in: try GenerationStore.inMemory())
      #expect(voices["Come here."] == "alto+whisper")
      #expect(voices["Why?"] == "alto")
    }
  }

  @Test func `whispered audio is found again, and shared with a cast document`() async throws {
    let (store, service) = (try GenerationStore.inMemory(), GenerationService())
    let scene = try #require(scene)
    _ = try await service.generateGroup(scene, to: store)
    #expect(try await store.audioStatus(of: scene).isComplete)
    let requests = tone.requests.count
    _ = try await service.generateGroup(scene, to: store)
    #expect(tone.requests.count == requests)

    var cast = Cast()
    cast.narrator = VoiceURI("tone://alto")
    cast.characters = [.init(name: "ANN", voice: VoiceURI("tone://alto"))]
    let script = try await CastDocument(
      casting: document, cast: cast, language: "en", providers: [tone])
    let line = try #require(document.elements.first { $0.elementText == "Come here." })
    let item = try #require(script.items(for: line).first)
    #expect(item.voiceId == "alto+whisper")
    #expect(try await store.existingAudio(for: item)?.voiceID == "alto+whisper")
  }

  @Test func `a document with the app's voices whispers`() async throws {
    let script = CastDocument(
      document, voiceMapping: { _ in VoiceURI(providerId: "tone", voiceId: "alto") },
      providers: [tone], language: "en")
    let (store, service) = (try GenerationStore.inMemory(), GenerationService())
    let line = try #require(document.elements.first { $0.elementText == "Come here." })
    let result = try await service.generate(forElement: line, in: script)
    #expect(result.voiceId == "alto+whisper")
    try await SpeakableItemGenerationTask(
      document: document, store: store, processor: script.processor
    ).execute()
    try await LineGenerationTask(script, store: store, service: service).execute()
    let lines = try await store.speakableLines(of: document, status: .audioComplete)
    let whispered = try #require(lines.first { $0.speakableText == "Come here." })
    #expect(whispered.audioVersions.map(\.voiceID) == ["alto+whisper"])
  }

  @Test func `a voice without a whispering form speaks`() async throws {
    let bass = ToneVoiceProvider(voiceIds: ["alto"])
    let chapter = ChapterSpeakable(
      chapterHeading: nil, elements: document.parsed.elements, voiceMapping: { _ in "alto" },
      voiceProvider: bass, languageCode: "en")
    let voices = try await voices(of: chapter, in: try GenerationStore.inMemory())
    #expect(voices["Come here."] == "alto")
  }

  @Test func `items that are spoken without a service whisper`() async throws {
    _ = try await chapter.speakAll()
    #expect(tone.requests.first { $0.text == "Come here." }?.voiceId == "alto+whisper")
  }
}
