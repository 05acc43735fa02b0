import Guion
import Hablare
import HablareTesting
import Narration
import Testing
import TestSupport

/// Tests of a single element.
///
/// An element that is not spoken has no text. Every other element has text, whatever its type.
@Suite struct GuionElementSpeakableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var element: GuionElement
    var words: String
    var cleaning = Cleaning.rules(.fountain)
    var language = "en-US"
    var testDescription: String { "\(element.elementType): \(element.elementText)" }

    init(
      _ type: ElementType, _ text: String, _ words: String, mark: Mark? = nil,
      inlines: [InlineSpan] = [], quoteDepth: Int = 0, _ cleaning: Cleaning = .rules(.fountain),
      language: String = "en-US"
    ) {
      element = GuionElement(
        elementType: type, elementText: text, mark: mark, inlines: inlines, quoteDepth: quoteDepth)
      (self.words, self.cleaning, self.language) = (words, cleaning, language)
    }

    var item: GuionElementSpeakable {
      GuionElementSpeakable(
        element: element, voiceProvider: ToneVoiceProvider(), voiceId: "alto",
        languageCode: language, cleaning: cleaning)
    }
  }

  static let types: [Row] = [
    Row(.sceneHeading, "INT. COFFEE SHOP - DAY", "Interior. Coffee shop. Day."),
    Row(.action, "He SLAMS the *door*.", "He slams the door."),
    Row(.character, "DR. SMITH", "Doctor Smith"),
    Row(.character, "JOHN (V.O.) (CONT'D)", "John"),
    Row(.character, "ALICE AND BOB", "Alice and Bob"),
    Row(.dialogue, "Well -- no!!!\nNever.", "Well, no! Never."),
    Row(.parenthetical, "under his breath", "under his breath"),
    Row(.transition, "CUT TO:", "Cut to:"),
    Row(.sectionHeading(level: 2), "Act One", "Act One"),
    Row(.lyrics, "La la\n_la_", "La la la"),
    Row(.sceneHeading, "INT. CASA - DÍA", "Interior. Casa. Día.", language: "es-419"),
    Row(.dialogue, "¡SÍ & NO!", "¡Sí y no!", language: "es"),
  ]

  static let silent: [Row] = [
    Row(.comment, "A note.", ""), Row(.boneyard, "Gone.", ""), Row(.pageBreak, "", ""),
    Row(.pageBreak, "Page 3", ""), Row(.synopsis, "What happens.", ""), Row(.action, "", ""),
    Row(.action, "...", ""), Row(.dialogue, "—", ""), Row(.lyrics, "♪ ♫", ""),
    Row(.character, "@", ""), Row(.sectionHeading(level: 1), "***", ""),
    Row(.sceneHeading, ". - .", ""), Row(.transition, ":", ""), Row(.parenthetical, "?", ""),
    Row(.comment, "A note.", "", .none), Row(.synopsis, "What happens.", "", .none),
    Row(.action, "...", "", .none), Row(.dialogue, "—", "", .rules(.markdown)),
  ]

  static let raw: [Row] = [
    Row(.sceneHeading, "INT. BAR - DAY", "INT. BAR - DAY", .none),
    Row(.action, "He SLAMS\nthe *door* --", "He SLAMS\nthe *door* --", .none),
    Row(.character, "JOHN (V.O.)", "JOHN (V.O.)", .none),
    Row(
      .action, "It costs ten nine.", "It costs ten nine.",
      inlines: [InlineSpan(.strikethrough, 9..<13)], .none),
    Row(
      .action, "let a = 1", "let a = 1", mark: .code(language: "swift"), .none),
  ]

  private static func prose(
    _ text: String, _ words: String, mark: Mark? = nil, inlines: [InlineSpan] = [],
    quoteDepth: Int = 0
  ) -> Row {
    Row(
      .action, text, words, mark: mark, inlines: inlines, quoteDepth: quoteDepth, .rules(.markdown))
  }

  static let documents: [Row] = [
    prose("A *star* & a <tag>.", "A star and a tag."),
    prose(
      "It costs ten nine.", "It costs nine.", inlines: [InlineSpan(.strikethrough, 9..<13)]),
    prose(
      "Ada, 36", "Name: Ada. Age: thirty-six.",
      mark: .row(cells: [
        TableCell(header: "Name", text: "Ada"), TableCell(header: "Age", text: "36"),
      ])),
    prose("Ada", "Ada.", mark: .row(cells: [TableCell(header: "", text: "Ada")])),
    prose("...", "", mark: .row(cells: [TableCell(header: "Name", text: "...")])),
    prose("five", "Five: five", mark: .list(ordered: true, number: 5, depth: 1, task: nil)),
    prose("five", "Five: five", mark: .list(ordered: true, number: 5, depth: 3, task: nil)),
    prose("more", "more", mark: .list(ordered: true, number: nil, depth: 1, task: nil)),
    prose("dash", "dash", mark: .list(ordered: false, number: nil, depth: 2, task: nil)),
    prose("eat", "done: eat", mark: .list(ordered: false, number: nil, depth: 1, task: true)),
    prose("sleep", "to do: sleep", mark: .list(ordered: false, number: nil, depth: 1, task: false)),
    prose("a = 1\nb = 2", "Code example, Swift, two lines.", mark: .code(language: "swift")),
    prose("a = 1", "Code example, one line.", mark: .code(language: nil)),
    prose("x_1", "x one", mark: .code(language: "math")),
    prose("A saying.", "A saying.", mark: .quote, quoteDepth: 1),
    prose("A deeper one.", "A deeper one.", mark: .quote, quoteDepth: 9),
    prose("What the note says.", "What the note says.", mark: .footnote(number: 3)),
    Row(.sectionHeading(level: 1), "The *Arrival*", "The Arrival", .rules(.markdown)),
    Row(
      .sectionHeading(level: 3), "In a list", "In a list",
      mark: .list(ordered: true, number: 1, depth: 1, task: nil), .rules(.markdown)),
  ]

  @Test(arguments: types) func everyTypeHasItsText(_ row: Row) {
    #expect(row.item.textToSpeak == row.words)
  }

  @Test(arguments: silent) func elementsThatAreNotSpokenHaveNoText(_ row: Row) {
    #expect(row.item.textToSpeak == row.words)
    #expect(!row.item.hasWords)
  }

  @Test(arguments: raw) func withoutCleaningTheTextIsUnchanged(_ row: Row) {
    #expect(row.item.textToSpeak == row.words)
  }

  @Test(arguments: documents) func markedElementsOfDocuments(_ row: Row) {
    #expect(row.item.textToSpeak == row.words)
  }

  @Test func anElementIsSpokenByTheGivenVoice() async throws {
    let provider = ToneVoiceProvider()
    let item = GuionElementSpeakable(
      element: GuionElement(elementType: .action, elementText: "IT IS OVER"),
      voiceProvider: provider, voiceId: "tenor", languageCode: "en-GB")
    _ = try await item.speak()
    #expect(
      provider.requests.map { "\($0.voiceId) \($0.languageCode) \($0.text)" } == [
        "tenor en-GB It is over"
      ])
  }

  @Test func theDefaultLanguageIsTheSystems() {
    let item = GuionElementSpeakable(
      element: GuionElement(elementType: .action, elementText: "Hi."),
      voiceProvider: ToneVoiceProvider(), voiceId: "alto")
    #expect(item.languageCode == LanguageCodeResolver.systemLanguageCode)
  }

  @Test func anElementWithoutTextIsSkippedInAList() async throws {
    let provider = ToneVoiceProvider()
    let items = ["One.", "...", "Two."].map { text in
      GuionElementSpeakable(
        element: GuionElement(elementType: .action, elementText: text), voiceProvider: provider,
        voiceId: "alto", languageCode: "en")
    }
    let sounds = try await items.speakAll()
    #expect(sounds.map(\.isEmpty) == [false, true, false])
    #expect(provider.requests.map(\.text) == ["One.", "Two."])
  }
}
