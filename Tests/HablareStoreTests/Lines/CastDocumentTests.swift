import Guion
import Hablare
import HablareStore
import HablareTesting
import Narration
import Testing
import TestSupport

@Suite struct CastDocumentTests {
  private static let source = """
    Title: The Well

    INT. HALL - DAY

    JOHN (V.O.)
    (quickly)
    It is raining.
    (beat)
    Still.

    MARA
    A gif. [[not this]]

    > CUT TO:

    EXT. YARD - NIGHT

    JOHN
    ~La la
    """

  private static let castFile = """
    {"narrator": "tone://bass", "default": "tone://tenor",
     "characters": {"JOHN": {"voice": "tone://alto", "rate": 1.1}},
     "pronunciations": [{"text": "gif", "say": "jif"}]}
    """

  private let document = GuionDocumentModel(
    filename: "well.fountain", string: source, format: .fountain)

  private func cast(_ json: String = castFile) throws -> Cast {
    let reader = CastReader(bytes: Array(json.utf8))
    try #require(reader.diagnostics.isEmpty, "\(reader.diagnostics)")
    return reader.cast
  }

  /// Returns voice, settings and text of a span.
  private func line(_ span: SpokenSpan) -> String {
    "\(span.performance.voice) \(span.performance.options.rate) \(span.text)"
  }

  /// Returns the speech of a build, span by span.
  private func built(_ document: GuionDocumentModel, _ cast: Cast) async throws -> [String] {
    let elements = document.parsed.elements
    let director = CastingDirector(
      cast: cast, language: "en-US", directory: VoiceDirectory([ToneVoiceProvider()]))
    let casting = try #require(await director.casting(of: elements, sources: ["s"]).casting)
    let reader = TableReader(casting: casting, cast: cast, format: document.format)
    let whole = DocumentOutline.Part(elements: elements.indices, heading: nil)
    let chapters = document.parsed.outline.chapters(of: elements) ?? [whole]
    return chapters.flatMap { part in
      let opening = part.heading.map { [TableReader.Opening.titles([elements[$0]])] } ?? []
      return reader.read(elements[part.elements], opening: opening).passages
        .flatMap { $0.items.flatMap(\.spans) }.map(line)
    }
  }

  @Test func elementsAreSpokenAsInABuild() async throws {
    let script = try await CastDocument(
      casting: document, cast: try cast(), providers: [ToneVoiceProvider()])
    let said = document.elements.map { script.items(for: $0) }
    #expect(said.joined().map { line($0.span) } == (try await built(document, try cast())))
    #expect(
      zip(document.elements, said).allSatisfy { element, items in
        items.allSatisfy { $0.owningElement == element.id }
      })
    #expect(said.joined().contains { line($0.span) == "tone://tenor 1.0 A jif." })
  }

  /// Without simultaneous speeches, the elements together are spoken in the order of the build.
  @Test(arguments: 0..<30) func theElementsOfAnyScriptAreSpokenAsInABuild(seed: UInt64) async throws
  {
    let source = MarkedScript(seed: seed).source.replacing(" ^", with: "")
    for format in DocumentFormat.plainTexts {
      let document = GuionDocumentModel(string: source, format: format)
      let script = try await CastDocument(
        casting: document, cast: Cast(), providers: [ToneVoiceProvider()])
      let said = document.elements.flatMap { script.items(for: $0) }
      #expect(said.map { line($0.span) } == (try await built(document, Cast())))
    }
  }

  @Test func aLineIsSpokenAsInABuild() async throws {
    let script = try await CastDocument(
      casting: document, cast: try cast(), providers: [ToneVoiceProvider()])
    let lines = script.processor.lines(of: document)
    let items = try lines.map { try #require(script.item(for: $0)) }
    #expect(items.map(\.textToSpeak) == lines.map(\.speakableText))
    #expect(items.map(\.owningElement) == lines.map(\.id))
    #expect(
      items.flatMap(\.pieces).map { line($0.span) } == (try await built(document, try cast())))
    let speech = try #require(items.first { $0.line.characterName == "JOHN" })
    // A manner goes on behind a beat.
    #expect(speech.pieces.map(\.voiceOptions.rate) == [1.1 * 1.2, 1.1 * 1.2])
    #expect(speech.pieces.map(\.span.pauseBefore) == [0, 700])
    #expect(speech.voiceId == "alto" && speech.voiceOptions.rate == 1.1 * 1.2)
  }

  @Test func aLineWithOtherTextIsNotALineOfTheDocument() async throws {
    let script = try await CastDocument(
      casting: document, cast: try cast(), providers: [ToneVoiceProvider()])
    var line = try #require(script.processor.lines(of: document).last)
    line.speakableText += "!"
    #expect(script.item(for: line) == nil)
    // Lines that were read with another cast have other text.
    let others = ScreenplayToSpeechProcessor(cast: Cast()).lines(of: document)
    #expect(others.filter { script.item(for: $0) == nil }.map(\.speakableText) == ["A gif."])
    let edited = GuionDocumentModel(
      filename: "well.fountain", string: Self.source + "\n\nMore.", format: .fountain)
    #expect(script.items(for: edited.elements[0]).isEmpty)
  }

  @Test func phonemesAreNotPartOfALinesText() async throws {
    var cast = try cast()
    cast.pronunciations = [
      Pronunciation(text: "gif", say: "jif", phonemes: "dZIf"),
      Pronunciation(text: "raining", phonemes: "reInIN"),
    ]
    let voice = OtherTone(abilities: VoiceAbilities(supportsPhonemes: true))
    let script = try await CastDocument(casting: document, cast: cast, providers: [voice])
    let lines = script.processor.lines(of: document)
    #expect(lines.contains { $0.speakableText == "A jif." })
    let items = try lines.map { try #require(script.item(for: $0)) }
    let spans = items.flatMap(\.pieces).filter(\.span.hasPhonemes)
    #expect(spans.map(\.span.text) == ["It is [[reInIN]].", "A [[dZIf]]."])
    #expect(spans.map(\.textToSpeak) == ["It is raining.", "A gif."])
    #expect(items.allSatisfy { !$0.textToSpeak.contains("[") })
  }

  @Test func aMappingAndRulesChooseVoicesToo() async throws {
    let mapped = CastDocument(
      document,
      voiceMapping: { $0.elementType == .dialogue ? .tone("soprano") : .tone("bass") },
      providers: [ToneVoiceProvider()])
    let speech = document.elements[3]
    #expect(speech.elementText == "It is raining.")
    #expect(mapped.items(for: speech).map(\.voiceId) == ["soprano"])
    let hooked = CastDocument(document, rules: HookedRules(), providers: [ToneVoiceProvider()])
    #expect(hooked.items(for: speech).map(\.textToSpeak) == ["IT IS RAINING.!"])
    #expect(hooked.processor.lines(of: document).allSatisfy { hooked.item(for: $0) != nil })
    #expect(hooked.items(for: document.elements[2]).map(\.textToSpeak) == ["QUICKLY!"])
  }

  @Test func anUnknownVoiceIsAnErrorWithItsPosition() async throws {
    let cast = try cast(#"{"characters": {"JOHN": "tone://gong"}}"#)
    let error = await #expect(throws: CastingError.self) {
      try await CastDocument(casting: document, cast: cast, providers: [ToneVoiceProvider()])
    }
    #expect(error?.diagnostics.map(\.code) == ["unknown-voice"])
    #expect(error?.description.contains("gong") == true)
  }

  @Test func aLineCanHaveAnyVoiceThatTheCallerChooses() async throws {
    let line = try #require(ScreenplayToSpeechProcessor().lines(of: document).first)
    let tone = ToneVoiceProvider()
    let item = LineSpeakable(
      line, voiceProvider: tone, voiceId: "tenor", languageCode: "en-GB",
      voiceOptions: VoiceOptions(rate: 1.3))
    let result = try await GenerationService().generate(line: item)
    #expect(result.owningElement == line.id && result.originalText == line.speakableText)
    #expect(tone.requests.map(\.voiceId) == ["tenor"])
    #expect(tone.requests.map(\.languageCode) == ["en-GB"])
    #expect(tone.requests.map(\.options.rate) == [1.3])
    #expect(item.pieces.count == 1)
  }
}
