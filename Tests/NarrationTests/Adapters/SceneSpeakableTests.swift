import Foundation
import Guion
import Hablare
import HablareTesting
import Narration
import Testing
import TestSupport

@Suite struct SceneSpeakableTests {
  private static let heading = GuionElement(
    elementType: .sceneHeading, elementText: "INT. HALL - DAY")
  private static let body = script(
    """
    ANN SLAMS the door.

    ANN (V.O.)
    (whispering)
    Who is there?

    BEN
    *Me.*

    CUT TO:

    ANN
    ...
    """)

  private func scene(
    _ asked: AskedVoices, elements: [GuionElement] = body, _ provider: ToneVoiceProvider = .init(),
    others: [any VoiceProvider] = [], cast: Cast = Cast()
  ) -> SceneSpeakable {
    SceneSpeakable(
      sceneHeading: Self.heading, elements: elements, voiceMapping: asked.voice,
      voiceProvider: provider, otherProviders: others, languageCode: "en-US", cast: cast)
  }

  @Test func aSceneIsSpokenAsInATableRead() {
    let group = scene(AskedVoices(["ANN": .tone("alto"), "BEN": .tone("tenor")]))
    #expect(
      group.voiced == [
        "tone://bass Interior. Hall. Day.", "tone://bass Ann slams the door.",
        "tone://bass Ann says:", "tone://alto Who is there?", "tone://bass Ben says:",
        "tone://tenor Me.",
      ])
    #expect(group.itemCount == 6)
    #expect(group.tableRead.passages.map(\.pauseBefore) == [250, 1000, 650, 150, 500, 150])
  }

  @Test func theMappingIsCalledForCuesAndLines() {
    let asked = AskedVoices([:])
    _ = scene(asked).getGroupedElements()
    #expect(asked.questions.contains("character ANN"))
    #expect(asked.questions.contains("character BEN"))
    #expect(asked.questions.contains("action ANN SLAMS the door."))
    #expect(asked.questions.contains("scene-heading INT. HALL - DAY"))
    #expect(asked.questions.contains("dialogue Who is there?"))
    #expect(!asked.questions.contains { $0.hasPrefix("parenth") })
  }

  @Test func aMappingCanGiveNarrationAVoiceByElement() {
    let group = SceneSpeakable(
      sceneHeading: Self.heading, elements: Self.body,
      voiceMapping: { $0.elementType == .sceneHeading ? "soprano" : "bass" },
      voiceProvider: ToneVoiceProvider(), languageCode: "en-US")
    #expect(
      group.getGroupedElements().map(\.voiceId) == ["soprano"] + Array(repeating: "bass", count: 5))
  }

  @Test func voicesByIdBelongToTheOneProvider() async throws {
    let provider = ToneVoiceProvider()
    let group = SceneSpeakable(
      sceneHeading: Self.heading, elements: Self.body,
      voiceMapping: { $0.elementType == .character ? "alto" : "tenor" }, voiceProvider: provider,
      languageCode: "en-US")
    #expect(Set(group.getGroupedElements().map(\.voiceProvider.providerId)) == ["tone"])
    let sounds = try await group.speakAll()
    #expect(sounds.count == 6)
    #expect(provider.requests.map(\.text) == group.texts)
    // The whispered line is spoken in the whispering form of the voice of its item.
    let voices = group.getGroupedElements().map(\.voiceId)
    #expect(voices == ["tenor", "tenor", "tenor", "alto", "tenor", "alto"])
    let spoken = provider.requests.map(\.voiceId)
    #expect(spoken == ["tenor", "tenor", "tenor", "alto+whisper", "tenor", "alto"])
    #expect(Set(provider.requests.map(\.languageCode)) == ["en-US"])
  }

  // MARK: Several providers

  @Test func aSceneMixesProviders() async throws {
    let (tone, flute) = (ToneVoiceProvider(), ToneVoiceProvider(providerId: "flute"))
    let asked = AskedVoices(["ANN": .tone("alto", of: "flute"), "BEN": .tone("tenor")])
    let group = scene(asked, tone, others: [flute])
    #expect(
      group.voiced.filter { !$0.contains("bass") } == [
        "flute://alto Who is there?", "tone://tenor Me.",
      ])
    _ = try await group.speakAll()
    #expect(flute.requests.map(\.text) == ["Who is there?"])
    #expect(tone.requests.count == 5)
  }

  @Test func theSettingsOfAVoiceAndADirectionReachTheProvider() async throws {
    let provider = ToneVoiceProvider()
    var voice = VoiceURI.tone("alto")
    (voice.rate, voice.pitch, voice.language) = (1.1, 2, "en-GB")
    let elements = script("ANN\n(quickly)\nRun!")
    _ = try await scene(AskedVoices(["ANN": voice]), elements: elements, provider).speakAll()
    let request = try #require(provider.requests.last)
    #expect(request.text == "Run!")
    #expect(request.languageCode == "en-GB")
    #expect(abs(request.options.rate - 1.32) < 1e-9)
    #expect(request.options.pitch == 2)
  }

  @Test func anUnknownProviderFailsWhenItIsToSpeak() async throws {
    let provider = ToneVoiceProvider()
    let group = scene(AskedVoices(["BEN": .tone("low", of: "gong")]), provider)
    let items = group.getGroupedElements()
    let unknown = try #require(items.first { $0.voiceProvider.providerId == "gong" })
    #expect(unknown.textToSpeak == "Me.")
    #expect(unknown.voiceId == "low")
    #expect(await !unknown.isVoiceAvailable())
    #expect(await unknown.estimateDuration() == 0)
    #expect(await !unknown.voiceProvider.isConfigured())
    #expect(unknown.voiceProvider.defaultVoiceId == nil)
    await #expect(throws: VoiceProviderError.unsupportedProvider) { try await unknown.speak() }
    await #expect(throws: VoiceProviderError.unsupportedProvider) { try await group.speakAll() }
    await #expect(throws: VoiceProviderError.unsupportedProvider) {
      try await unknown.voiceProvider.version()
    }
    // All other items are spoken.
    _ = try await items.filter { $0.voiceProvider.providerId == "tone" }.speakAll()
  }

  // MARK: Names, as a cast has them

  struct Named: Sendable, CustomTestStringConvertible {
    var name: String
    var source: String
    var cast = "{}"
    var texts: [String]
    var testDescription: String { name }
  }

  static let names: [Named] = [
    Named(
      name: "several are announced in the plural",
      source: "ANN & BEN\nYes.\n\nBOTH\nNo.\n\nTHE MEN\nGo.\n\nBOTH COOKS\nHi.",
      texts: [
        "Ann and Ben say:", "Yes.", "Both say:", "No.", "The Men say:", "Go.", "Both Cooks say:",
        "Hi.",
      ]),
    Named(
      name: "a short name is a name in capitals too", source: "DEV and the FBI run.\n\nDEV\nHi.",
      texts: ["Dev and the FBI run.", "Dev says:", "Hi."]),
    Named(
      name: "nobody is announced twice", source: "@Ann\nOne.\n\nANN (V.O.)\nTwo.",
      texts: ["Ann says:", "One.", "Two."]),
    Named(
      name: "the cast's settings hold", source: "ANN\nOne.\n\nCUT TO:",
      cast: #"{"speech": {"announce": "never", "transitions": true}}"#, texts: ["One.", "Cut to:"]),
    Named(
      name: "pronunciations for a role hold for its aliases",
      source: "YOUNG ANN\nI dance.\n\nBEN\nI dance.",
      cast: """
        {"speech": {"announce": "never"}, "characters": {"ANN": {"aliases": ["Young Ann"]}},
         "pronunciations": [{"text": "dance", "say": "dahnce", "character": "ANN"}]}
        """,
      texts: ["I dahnce.", "I dance."]),
  ]

  @Test(arguments: names) func namesAreSpokenAsTheCastSays(_ row: Named) throws {
    let reader = CastReader(bytes: Array(row.cast.utf8))
    try #require(reader.diagnostics.isEmpty)
    let group = scene(AskedVoices([:]), elements: script(row.source), cast: reader.cast)
    #expect(Array(group.texts.dropFirst()) == row.texts)
  }

  // MARK: Descriptions

  @Test(arguments: [
    ("ANN\nHi.\n\nBEN\nHo.\n\nThey wait.", "5 elements (2 dialogue lines)"),
    ("ANN\n(low)\nHi.", "3 elements (1 dialogue line)"), ("Quiet.", "1 element (0 dialogue lines)"),
    ("", "0 elements (0 dialogue lines)"),
  ]) func aSceneIsDescribedWithoutItsHeading(_ source: String, _ description: String) {
    let group = scene(AskedVoices([:]), elements: script(source))
    #expect(group.groupName == "INT. HALL - DAY")
    #expect(group.groupDescription == description)
  }
}
