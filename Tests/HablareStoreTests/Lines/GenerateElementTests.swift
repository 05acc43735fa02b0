import Foundation
import Guion
import Hablare
import HablareStore
import HablareTesting
import Narration
import TestSupport
import Testing

/// Tests that a single element is spoken as in a build.
@Suite struct GenerateElementTests {
  private func document(_ text: String, _ name: String = "a.fountain") -> GuionDocumentModel {
    GuionDocumentModel(
      filename: name, string: text, format: name.hasSuffix(".md") ? .markdown : .fountain)
  }

  private func element(
    _ words: String, in document: GuionDocumentModel
  ) throws -> GuionElementModel {
    try #require(document.elements.first { $0.elementText == words })
  }

  private static let script = """
    INT. HALL - DAY

    It is *dark*.

    ANN
    (whispering)
    Come in.
    (quickly)
    Run!
    """

  // MARK: As in a build

  @Test func `an element is spoken by its format's rules and gets the record`() async throws {
    let tone = ToneVoiceProvider()
    let service = GenerationService(voiceProvider: tone)
    let action = document(Self.script).elements[1]
    let result = try await service.generate(
      forElement: action, providerId: "tone", voiceId: "alto", voiceName: "Alto")
    #expect(tone.requests.map(\.text) == ["It is dark."])
    #expect(tone.requests.map(\.languageCode) == ["en-US"])
    #expect(result.voiceName == "Alto")
    let store = try GenerationStore.inMemory()
    let record = try await store.save(result.toTypedDataStorage(), audio: result.audioData)
    #expect(record.owningElement == action.id)
    #expect(try await action.generatedContent(in: store).map(\.id) == [result.requestId])
  }

  @Test func `the directions of a speech apply`() async throws {
    let tone = ToneVoiceProvider()
    let service = GenerationService(voiceProvider: tone)
    let document = document(Self.script)
    for words in ["Come in.", "Run!"] {
      _ = try await service.generate(
        forElement: try element(words, in: document), voiceId: "alto",
        options: VoiceOptions(rate: 1.5, pitch: 2, gain: -3, style: "tired"))
    }
    #expect(tone.requests.map(\.voiceId) == ["alto+whisper", "alto"])
    #expect(tone.requests.map(\.options.rate) == [1.5, 1.5 * 1.2])
    #expect(tone.requests.allSatisfy { $0.options.pitch == 2 && $0.options.gain == -3 })
    #expect(tone.requests.allSatisfy { $0.options.style == "tired" })
  }

  @Test func `the front matter applies, or a cast instead of it`() async throws {
    let tone = ToneVoiceProvider()
    let service = GenerationService(voiceProvider: tone)
    let document = document(
      """
      ---
      guion2audio:
        language: de
        pronunciations: [{ text: gif, say: jif }]
      ---

      A gif.
      """, "a.md")
    let prose = try element("A gif.", in: document)
    _ = try await service.generate(forElement: prose, voiceId: "alto")
    var cast = Cast()
    cast.pronunciations = [Pronunciation(text: "gif", say: "ghif")]
    _ = try await service.generate(
      forElement: prose, voiceId: "alto", languageCode: "en-GB", cast: cast)
    #expect(tone.requests.map(\.text) == ["A jif.", "A ghif."])
    #expect(tone.requests.map(\.languageCode) == ["de", "en-GB"])
  }

  @Test func `a voice that supports phonemes gets them`() async throws {
    let provider = OtherTone(abilities: VoiceAbilities(supportsPhonemes: true))
    let service = GenerationService(voiceProvider: provider)
    var cast = Cast()
    cast.pronunciations = [
      Pronunciation(text: "gif", phonemes: "dZIf"),
      Pronunciation(text: "dance", say: "dahnce", character: "ANN"),
    ]
    let document = document("ANN\nI dance a gif.\n\nBEN\nI dance.")
    for element in document.elements where element.elementType == .dialogue {
      let result = try await service.generate(forElement: element, voiceId: "alto", cast: cast)
      #expect(!result.originalText.contains("["))
    }
    #expect(provider.tone.requests.map(\.text) == ["I dahnce a [[dZIf]].", "I dance."])
    #expect(provider.tone.requests.map(\.isPhonemes) == [true, false])
  }

  @Test func `an element includes its list number, but no announcement of its quotation`()
    async throws
  {
    let tone = ToneVoiceProvider()
    let service = GenerationService(voiceProvider: tone)
    let document = document("1. Mix\n   1. Fold\n\n> Quiet.\n\nEnd.", "a.md")
    var cast = Cast()
    cast.speech.quotes = .announce
    for element in document.elements {
      _ = try await service.generate(forElement: element, voiceId: "alto", cast: cast)
    }
    #expect(tone.requests.map(\.text) == ["One: Mix", "One point one: Fold", "Quiet.", "End."])
  }

  // MARK: Elements that a build leaves out

  struct Unread: Sendable, CustomTestStringConvertible {
    var type: ElementType
    var text: String
    /// The text that is spoken on request, or nil if there is no text to speak.
    var words: String?
    var testDescription: String { "\(type): \(text)" }
  }

  static let unread: [Unread] = [
    Unread(type: .comment, text: "A note.", words: "A note."),
    Unread(type: .synopsis, text: "What happens.", words: "What happens."),
    Unread(type: .transition, text: "CUT TO:", words: "Cut to:"),
    Unread(type: .parenthetical, text: "low", words: "low"),
    Unread(type: .pageBreak, text: "", words: nil),
    Unread(type: .action, text: "…", words: nil),
  ]

  private static let quiet = """
    [[A note.]]

    = What happens.

    CUT TO:

    ANN
    (low)
    Hi.

    …

    ANN
    Ho.

    ===
    """

  @Test(arguments: unread) func `elements that a build leaves out are spoken on request`(
    _ row: Unread
  )
    async throws
  {
    let tone = ToneVoiceProvider()
    let service = GenerationService(voiceProvider: tone)
    let element = try #require(
      document(Self.quiet).elements.first {
        $0.elementType == row.type && (row.text.isEmpty || $0.elementText == row.text)
      })
    let error = await #expect(throws: VoiceProviderError.self) {
      try await service.generate(forElement: element, voiceId: "alto")
    }
    #expect(error?.description.contains("includingUnread") == (row.words != nil))
    if let words = row.words {
      let result = try await service.generate(
        forElement: element, voiceId: "alto", includingUnread: true)
      #expect(result.owningElement == element.id)
      #expect(tone.requests.map(\.text) == [words])
    } else {
      await #expect(throws: VoiceProviderError.self) {
        try await service.generate(forElement: element, voiceId: "alto", includingUnread: true)
      }
      #expect(tone.requests.isEmpty)
    }
  }

  @Test func `a cue is spoken as its announcement, or as its name`() async throws {
    let tone = ToneVoiceProvider()
    let service = GenerationService(voiceProvider: tone)
    let cues = document(Self.quiet).elements.filter { $0.elementType == .character }
    _ = try await service.generate(forElement: cues[0], voiceId: "alto")
    await #expect(throws: VoiceProviderError.self) {
      try await service.generate(forElement: cues[1], voiceId: "alto")
    }
    _ = try await service.generate(forElement: cues[1], voiceId: "alto", includingUnread: true)
    #expect(tone.requests.map(\.text) == ["Ann says:", "Ann"])
  }

  // MARK: Several pieces

  private static let long = "ANN\nOne.\n  \nTwo."

  @Test func `the pieces of an element become one sound with their pauses`() async throws {
    let provider = OtherTone(mimeType: "audio/L16")
    let service = GenerationService(voiceProvider: provider)
    let speech = document(Self.long).elements[1]
    let result = try await service.generate(forElement: speech, voiceId: "alto")
    #expect(provider.tone.requests.map(\.text) == ["One.", "Two."])
    #expect(result.originalText == "One. Two.")
    #expect(result.audioFormat == .pcm16)
    // Each piece has 400 frames of silence at both ends and 4 × 80 of sound. An empty line is 650 ms.
    let frames = 2 * 1_120 + 5_200
    #expect(result.audioData.count == 2 * frames)
    #expect(result.duration == Double(frames) / 8_000)
    #expect(result.audioData[2 * 1_120..<2 * (1_120 + 5_200)].allSatisfy { $0 == 0 })

    let files = GenerationService(voiceProvider: OtherTone(mimeType: "audio/wav"))
    let file = try await files.generate(forElement: speech, voiceId: "alto")
    #expect(file.audioFormat == .wav)
    #expect(file.audioData.count == 44 + 2 * frames)
    #expect(file.audioData.dropFirst(44) == result.audioData)
    #expect(file.duration == result.duration)
  }

  @Test func `pieces of MP3 are joined`() async throws {
    let sound = Data(FakeSpeechServer.mp3(frames: 5))
    let service = GenerationService(
      voiceProvider: OtherTone(mimeType: "audio/mpeg", form: .mp3, sound: sound))
    let one = try await service.generate(
      forElement: document("ANN\nOne.").elements[1], voiceId: "alto")
    let two = try await service.generate(
      forElement: document(Self.long).elements[1], voiceId: "alto")
    #expect(one.duration > 0 && two.duration == 2 * one.duration)
    #expect(two.audioFormat == .mp3 && two.audioData == sound + sound)
  }

  @Test func `audio that cannot be joined is an error that names it`() async throws {
    let service = GenerationService(
      voiceProvider: OtherTone(mimeType: "audio/ogg", form: .ogg))
    let speech = document(Self.long).elements[1]
    let error = await #expect(throws: VoiceProviderError.self) {
      try await service.generate(forElement: speech, voiceId: "alto")
    }
    #expect(error?.description.contains("2 pieces") == true)
    #expect(error?.description.contains("ogg") == true)
    let alone = document("ANN\nOne.").elements[1]
    #expect(
      try await service.generate(forElement: alone, voiceId: "alto").audioFormat == .ogg)
  }

  // MARK: Providers and casts

  @Test func `a service with one provider does not need its name`() async throws {
    let registry = VoiceProviderRegistry(descriptors: [
      .init(ToneVoiceProvider()), .init(ToneVoiceProvider(providerId: "flute")),
    ])
    let service = GenerationService(registry: registry)
    let action = document(Self.script).elements[1]
    let error = await #expect(throws: VoiceProviderError.self) {
      try await service.generate(forElement: action, voiceId: "alto")
    }
    #expect(error?.description.contains("2 providers") == true)
    let flute = try await service.generate(
      forElement: action, providerId: "flute", voiceId: "alto")
    #expect(flute.providerId == "flute")
    await #expect(throws: VoiceProviderError.unsupportedProvider) {
      try await service.generate(forElement: action, providerId: "gong", voiceId: "alto")
    }
  }

  @Test func `an element has the voices of its cast`() async throws {
    let tone = ToneVoiceProvider()
    let cast = CastReader(
      bytes: Array(#"{"narrator": "tone://bass", "characters": {"ANN": "tone://alto"}}"#.utf8))
    let document = document(Self.script)
    let script = try await CastDocument(
      casting: document, cast: cast.cast, providers: [tone])
    let service = GenerationService()
    for element in document.elements where element.elementType != .parenthetical {
      let result = try await service.generate(forElement: element, in: script)
      #expect(result.owningElement == element.id)
    }
    #expect(
      tone.requests.map { "\($0.voiceId) \($0.text)" } == [
        "bass Interior. Hall. Day.", "bass It is dark.", "bass Ann says:",
        "alto+whisper Come in.", "alto Run!",
      ])
    let other = self.document(Self.script + "\n\nEdited.").elements[0]
    await #expect(throws: VoiceProviderError.self) {
      try await service.generate(forElement: other, in: script)
    }
  }

  @Test func `a paragraph of two speakers has both voices`() async throws {
    let tone = ToneVoiceProvider()
    let cast = CastReader(
      bytes: Array(
        """
        {"narrator": "tone://bass",
         "characters": {"ANN": "tone://alto", "BEN": "tone://tenor"}}
        """.utf8))
    let document = document("ANN: Hi.\nBEN: Ho.", "a.md")
    let script = try await CastDocument(
      casting: document, cast: cast.cast, providers: [tone])
    let result = try await GenerationService().generate(
      forElement: document.elements[0], in: script)
    #expect(tone.requests.map { "\($0.voiceId) \($0.text)" } == ["alto Hi.", "tenor Ho."])
    #expect(result.originalText == "Hi. Ho.")
  }
}
