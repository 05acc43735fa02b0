import Guion
import Hablare
import HablareTesting
import Narration
import Testing

/// Tests of voice mappings.
///
/// A mapping is called for cues and for the elements of their speeches. It can have voices for cues, for
/// speeches, or for both.
@Suite struct DialogueVoiceTests {
  private static let speeches = """
    She waits.

    ANN
    (sharply)
    One.
    ~Two

    BEN
    Three.
    (slowly)
    Four.
    """

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var known: [String: String]
    var voices: [String]
    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(
      name: "cues alone", known: ["ANN": "alto", "BEN": "tenor"],
      voices: ["alto One.", "alto Two", "tenor Three.", "tenor Four."]),
    Row(
      name: "lines alone",
      known: ["One.": "alto", "Two": "alto", "Three.": "tenor", "Four.": "tenor"],
      voices: ["alto One.", "alto Two", "tenor Three.", "tenor Four."]),
    Row(
      name: "both: the line's answer counts",
      known: ["ANN": "alto", "BEN": "tenor", "One.": "soprano", "Four.": "alto"],
      voices: ["soprano One.", "alto Two", "tenor Three.", "alto Four."]),
    Row(
      name: "a line in the narrator's voice has that of its cue",
      known: ["ANN": "alto", "One.": "bass", "Three.": "bass"],
      voices: ["alto One.", "alto Two", "bass Three.", "bass Four."]),
    Row(
      name: "neither", known: [:],
      voices: ["bass One.", "bass Two", "bass Three.", "bass Four."]),
  ]

  private func scene(
    _ source: String = speeches, cast: Cast = silent,
    _ mapping: @escaping @Sendable (GuionElement) -> String
  ) -> ChapterSpeakable {
    ChapterSpeakable(
      chapterHeading: nil, elements: script(source), voiceMapping: mapping,
      voiceProvider: ToneVoiceProvider(), languageCode: "en-US", cast: cast)
  }

  /// A cast without announcements.
  private static var silent: Cast {
    var cast = Cast()
    cast.speech.announce = .never
    return cast
  }

  @Test(arguments: rows) func aMappingMayKnowCuesOrLines(_ row: Row) {
    let items = scene { row.known[$0.elementText] ?? "bass" }.getGroupedElements()
    #expect(
      items.map { "\($0.voiceId) \($0.textToSpeak)" } == ["bass She waits."] + row.voices)
  }

  @Test func aMappingByTypeReadsAllDialogueInOneVoice() {
    let group = scene { $0.elementType == .dialogue ? "alto" : "bass" }
    #expect(
      group.getGroupedElements().map(\.voiceId) == ["bass", "alto", "bass", "alto", "alto"])
  }

  @Test func aSpeechHasTheRoleOfItsFirstLine() throws {
    let group = scene { ["One.": "soprano", "ANN": "alto"][$0.elementText] ?? "bass" }
    let speech = try #require(group.tableRead.passages.dropFirst().first?.items.first)
    #expect(speech.role?.name == "ANN")
    #expect(speech.role?.voice == .tone("soprano"))
    #expect(speech.spans.map(\.performance.voice) == [.tone("soprano"), .tone("alto")])
    #expect(speech.spans.map(\.line) == [5, 6])
  }

  @Test func theDirectionOfASpeechAppliesToALineWithItsOwnVoice() {
    let items = scene { ["Four.": "soprano"][$0.elementText] ?? "bass" }.getGroupedElements()
    let rates = items.map { ($0.voiceOptions.rate * 100).rounded() / 100 }
    #expect(rates == [1, 1.06, 0.91, 1, 0.84])
    #expect(items.last?.voiceId == "soprano")
  }

  @Test func theMappingIsCalledForASpokenDirection() {
    var cast = Self.silent
    cast.speech.parentheticals = .speak
    let voices = { @Sendable (element: GuionElement) -> String in
      switch element.elementType {
      case .parenthetical: "soprano"
      case .character: "alto"
      default: "bass"
      }
    }
    let items = scene("ANN\n(sharply)\nOne.", cast: cast, voices).getGroupedElements()
    #expect(
      items.map { "\($0.voiceId) \($0.textToSpeak)" } == ["soprano sharply", "alto One."])
  }

  @Test func textThatIsSpokenDifferentlyKeepsItsElement() {
    let document = GuionDocumentModel(
      string: "ANN: Press `x`.\n\nProse.", format: .markdown)
    let cast = CastReader(bytes: Array(#"{"characters": {"ANN": "tone://alto"}}"#.utf8)).cast
    let elements = SpeakerLabels(cast: cast).apply(to: Manuscript(document.parsed, path: "a.md"))
    let id = document.elements[0].id
    let group = ChapterSpeakable(
      chapterHeading: nil, elements: elements,
      voiceMapping: { element -> String in
        element.elementID == id && element.elementType == .dialogue ? "alto" : "bass"
      }, voiceProvider: ToneVoiceProvider(), languageCode: "en-US", format: .markdown, cast: cast)
    #expect(group.voiced == ["tone://alto Press x.", "tone://bass Prose."])
  }
}
