import Guion
import HablareTesting
import Narration
import Testing
import TestSupport

@Suite struct SectionHeadingSpeakableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var level: Int
    var heading: String
    var announced: String
    var language = "en-US"
    var cleaning = Cleaning.rules(.fountain)
    var testDescription: String { "\(level) \(heading)" }
  }

  static let levels: [Row] = [
    Row(level: 1, heading: "The Arrival", announced: "Title: The Arrival"),
    Row(level: 2, heading: "The Arrival", announced: "Act: The Arrival"),
    Row(level: 3, heading: "The Arrival", announced: "Sequence: The Arrival"),
    Row(level: 4, heading: "The Arrival", announced: "Scene group: The Arrival"),
    Row(level: 5, heading: "The Arrival", announced: "Sub-scene: The Arrival"),
    Row(level: 6, heading: "The Arrival", announced: "Beat: The Arrival"),
    Row(level: 7, heading: "The Arrival", announced: "Section: The Arrival"),
    Row(level: 99, heading: "The Arrival", announced: "Section: The Arrival"),
    Row(level: 2, heading: "La llegada", announced: "Acto: La llegada", language: "es-MX"),
    Row(level: 3, heading: "L'arrivée", announced: "Séquence: L'arrivée", language: "fr"),
    Row(level: 8, heading: "Die Ankunft", announced: "Abschnitt: Die Ankunft", language: "de"),
  ]

  static let doubled: [Row] = [
    Row(level: 2, heading: "Act One", announced: "Act One"),
    Row(level: 2, heading: "ACT ONE", announced: "Act one"),
    Row(level: 2, heading: "Act", announced: "Act"),
    Row(level: 2, heading: "*Act* II", announced: "Act two"),
    Row(level: 2, heading: "Act: The hole", announced: "Act: The hole"),
    Row(level: 4, heading: "Scene group 3", announced: "Scene group three"),
    Row(level: 4, heading: "Scene 3", announced: "Scene group: Scene three"),
    Row(level: 9, heading: "Section 9", announced: "Section nine"),
    Row(level: 3, heading: "Act One", announced: "Sequence: Act One"),
    Row(level: 2, heading: "Actors", announced: "Act: Actors"),
    Row(level: 6, heading: "Beaten", announced: "Beat: Beaten"),
    Row(level: 2, heading: "Acto uno", announced: "Acto uno", language: "es"),
    Row(level: 2, heading: "Actos", announced: "Acto: Actos", language: "es"),
  ]

  static let uncleaned: [Row] = [
    Row(level: 2, heading: "THE *hole* --", announced: "Act: THE *hole* --", cleaning: .none),
    Row(level: 2, heading: "ACT ONE", announced: "ACT ONE", cleaning: .none),
  ]

  private func item(_ row: Row, announceLevel: Bool?) -> SectionHeadingSpeakable {
    let heading = GuionElement(
      elementType: .sectionHeading(level: row.level), elementText: row.heading)
    guard let announceLevel else {
      return SectionHeadingSpeakable(
        heading: heading, voiceProvider: ToneVoiceProvider(), voiceId: "alto",
        languageCode: row.language, cleaning: row.cleaning)
    }
    return SectionHeadingSpeakable(
      heading: heading, voiceProvider: ToneVoiceProvider(), voiceId: "alto",
      announceLevel: announceLevel, languageCode: row.language, cleaning: row.cleaning)
  }

  @Test(arguments: levels) func theLevelIsSpokenBeforeTheHeading(_ row: Row) {
    #expect(item(row, announceLevel: true).textToSpeak == row.announced)
    #expect(item(row, announceLevel: false).textToSpeak == row.heading)
    #expect(item(row, announceLevel: nil).textToSpeak == row.heading)
  }

  @Test(arguments: doubled) func noWordIsRepeated(_ row: Row) {
    #expect(item(row, announceLevel: true).textToSpeak == row.announced)
  }

  @Test(arguments: uncleaned) func withoutCleaningTheLevelIsStillSpoken(_ row: Row) {
    #expect(item(row, announceLevel: true).textToSpeak == row.announced)
    #expect(item(row, announceLevel: false).textToSpeak == row.heading)
  }

  @Test(arguments: ["", "***", "—"]) func aHeadingWithoutTextHasNoLevelEither(_ heading: String) {
    for cleaning in [Cleaning.rules(.fountain), .rules(.markdown), .none] {
      let row = Row(level: 2, heading: heading, announced: "", cleaning: cleaning)
      #expect(item(row, announceLevel: true).textToSpeak == "")
      #expect(item(row, announceLevel: false).textToSpeak == "")
    }
  }

  @Test func struckThroughTextOfAHeadingIsNotSpoken() {
    let heading = GuionElement(
      elementType: .sectionHeading(level: 2), elementText: "Old New",
      inlines: [InlineSpan(.strikethrough, 0..<4)])
    let item = SectionHeadingSpeakable(
      heading: heading, voiceProvider: ToneVoiceProvider(), voiceId: "alto", announceLevel: true,
      languageCode: "en", cleaning: .rules(.markdown))
    #expect(item.textToSpeak == "Act: New")
  }
}
