import Guion
import Hablare
import HablareTesting
import Narration
import Testing
import TestSupport

/// Tests that an app's own rules read the layout of documents in the same way as rule set 1.0.
@Suite struct ForeignRulesTests {
  /// Rules that read all text unchanged in one voice, and record who has spoken in a scene.
  private struct PlainRules: SpeechLogicRules {
    static let version = "plain 1"
    var layoutSettings = LayoutSettings.standard

    private func said(_ text: String, _ element: GuionElement) -> [NarrationStep] {
      guard element.isSpeakable, !text.isEmpty else { return [] }
      let performance = Performance(
        voice: .tone("bass"), languageCode: "en", options: VoiceOptions(), gain: 0, effect: nil)
      return [
        .item(
          SpokenItem(
            kind: .element(element.elementType), role: nil,
            line: element.sourceRange?.start.line ?? 0,
            spans: [SpokenSpan(text: text, performance: performance)]))
      ]
    }

    func processSceneHeading(
      _ element: GuionElement, context: inout SceneContext
    ) -> [NarrationStep] {
      context = SceneContext(sceneID: element.elementText)
      return said(element.elementText, element)
    }

    func processDialogueBlock(
      startIndex: Int, elements: ArraySlice<GuionElement>, context: inout SceneContext
    ) -> (steps: [NarrationStep], consumed: Int) {
      let cue = elements[startIndex]
      let lines = elements[(startIndex + 1)...].prefix { $0.elementType == .dialogue }
      let name = context.hasSpoken(cue.elementText) ? "" : "\(cue.elementText): "
      context.note(cue.elementText)
      let text = name + lines.map(\.elementText).joined(separator: " ")
      return (lines.first.map { said(text, $0) } ?? [], lines.count + 1)
    }

    func processSingleElement(
      _ element: GuionElement, context: inout SceneContext
    ) -> [NarrationStep] { said(element.elementText, element) }
  }

  /// The newest rules, wrapped so that only the required members are used.
  private struct WrappedRules: SpeechLogicRules {
    static let version = "wrapped 1"
    let rules: SpeechLogicRulesV1_2
    var layoutSettings: LayoutSettings { rules.layoutSettings }

    func processSceneHeading(
      _ element: GuionElement, context: inout SceneContext
    ) -> [NarrationStep] { rules.processSceneHeading(element, context: &context) }

    func processDialogueBlock(
      startIndex: Int, elements: ArraySlice<GuionElement>, context: inout SceneContext
    ) -> (steps: [NarrationStep], consumed: Int) {
      rules.processDialogueBlock(startIndex: startIndex, elements: elements, context: &context)
    }

    func processSingleElement(
      _ element: GuionElement, context: inout SceneContext
    ) -> [NarrationStep] { rules.processSingleElement(element, context: &context) }
  }

  private static let document = """
    # Tea[^t]

    Boil `x` water.[^a] Pour ~~oil~~ it.

    > Quiet.[^b]

    1. One
       - Two[^a]
    2. [x] Three

    MARA: Hot[^c]!

    | Leaf | Time |
    |------|------|
    | Oolong[^d] | 3 |

    ```swift
    let tea = 1
    print(tea)
    ```

    > End.

    [^t]: T.
    [^a]: A.
    [^b]: B.
    [^c]: C.
    [^d]: D.
    """

  private func elements(
    _ source: String, _ cast: Cast = Cast(), _ format: DocumentFormat = .markdown
  ) -> [GuionElement] {
    let parsed = GuionParsedElementCollection(string: source, format: format)
    return SpeakerLabels(cast: cast).apply(to: Manuscript(parsed, path: "test"))
  }

  private func lines(_ read: TableRead) -> [String] {
    read.passages.map { passage in
      passage.items.map { "\($0.kind.identifier): \($0.text)" }.joined(separator: " && ")
    }
  }

  private func settings(_ change: (inout SpeechSettings) -> Void) -> LayoutSettings {
    var settings = SpeechSettings()
    change(&settings)
    return LayoutSettings(settings: settings)
  }

  // MARK: Plain rules

  @Test(arguments: SpeechSettings.Footnotes.allCases)
  func `footnotes are read at the place in the settings`(_ place: SpeechSettings.Footnotes) {
    let rules = PlainRules(layoutSettings: settings { $0.footnotes = place })
    let read = TableReader(rules: rules).read(elements("One[^a]. Two.\n\n[^a]: Note.")[...])
    let expected =
      switch place {
      case .skip: ["action: One. Two."]
      // There is a space on each side of the note. Rules that clean their text would remove one.
      case .inline: ["action: One. Footnote 1: Note.  Two."]
      case .end: ["action: One. Two.", "action: Footnote 1: Note."]
      }
    #expect(lines(read) == expected)
  }

  @Test func `quotations are announced`() {
    let rules = PlainRules(layoutSettings: settings { $0.quotes = .announce })
    let read = TableReader(rules: rules).read(elements("Before\n\n> Within\n\nBehind")[...])
    #expect(
      lines(read) == [
        "action: Before", "announcement: Quote.", "action: Within", "announcement: End quote.",
        "action: Behind",
      ])
  }

  @Test func `quotations have pauses before and after`() {
    var pauses = Pauses()
    pauses.quote = 900
    let rules = PlainRules(layoutSettings: LayoutSettings(pauses: pauses))
    let read = TableReader(rules: rules).read(elements("a\n\nb\n\n> c\n\nd")[...])
    #expect(
      read.passages.map(\.pauseBefore) == [pauses.chapterStart, pauses.paragraph, 900, 900])
  }

  private static let dual = "ANNA\nYes.\n\nBOB ^\nNo.\n\nANNA\nOh."

  @Test func `simultaneous speeches overlap`() {
    let read = TableReader(rules: PlainRules()).read(elements(Self.dual, Cast(), .fountain)[...])
    #expect(lines(read) == ["dialogue: ANNA: Yes. && dialogue: BOB: No.", "dialogue: Oh."])
    let inTurn = PlainRules(layoutSettings: settings { $0.dualDialogue = .inTurn })
    let other = TableReader(rules: inTurn).read(elements(Self.dual, Cast(), .fountain)[...])
    #expect(other.passages.count == 3)
  }

  @Test func `the narrator's words are in the language of the text`() {
    var settings = SpeechSettings()
    settings.footnotes = .end
    let rules = PlainRules(layoutSettings: LayoutSettings(settings: settings, language: "de-AT"))
    let reader = TableReader(rules: rules)
    #expect(
      lines(reader.read(elements("Eins[^a].\n\n[^a]: Zwei.")[...]))
        == ["action: Eins.", "action: Fußnote 1: Zwei."])
    #expect(
      reader.introduction(of: "") == "Erzählstimme" && reader.introduction(of: "MARA") == "MARA")
  }

  @Test func `a chapter opens with its title and credits`() {
    let heading = elements("# A `b`[^a]\n\n[^a]: Note.")
    let reader = TableReader(rules: PlainRules())
    #expect(reader.title(of: heading[0]) == "A b")
    let opening: [TableReader.Opening] = [
      .credits(title: "Tea", credit: nil, authors: ["A", "B"]), .titles([heading[0]]),
    ]
    #expect(
      lines(reader.read([], opening: opening))
        == ["credits: Tea. Written by A and B.", "section-heading: A b"])
  }

  // MARK: Rule set 1.0 behind other rules

  static let casts: [String] = [
    "", #""footnotes": "end", "quotes": "announce""#, #""footnotes": "inline""#,
    #""code": "speak", "tables": "announce", "footnotes": "end""#,
    #""lists": "skip", "quotes": "skip", "code": "skip", "footnotes": "end""#,
    #""dualDialogue": "in-turn", "lists": "speak", "tasks": "speak", "announce": "always""#,
  ]

  @Test(arguments: casts) func `wrapped rules give the same result as the wrapped ones`(
    _ speech: String
  )
    async throws
  {
    let json = #"{"characters": {"MARA": "tone://alto"}, "speech": {\#(speech)}}"#
    let reader = CastReader(bytes: Array(json.utf8))
    try #require(reader.diagnostics.isEmpty, "\(reader.diagnostics)")
    for (source, format) in [(Self.document, DocumentFormat.markdown), (Self.dual, .fountain)] {
      let elements = elements(source, reader.cast, format)
      let director = CastingDirector(
        cast: reader.cast, language: "en-US", directory: VoiceDirectory([ToneVoiceProvider()]))
      let casting = try #require(await director.casting(of: elements, sources: ["test"]).casting)
      let rules = SpeechLogicRulesV1_2(casting: casting, cast: reader.cast, format: format)
      let expected = TableReader(rules: rules).read(elements[...])
      let read = TableReader(rules: WrappedRules(rules: rules)).read(elements[...])
      #expect(lines(read) == lines(expected))
      #expect(read == expected)
      let usual = TableReader(casting: casting, cast: reader.cast, format: format)
      #expect(usual.read(elements[...]) == expected)
    }
  }
}
