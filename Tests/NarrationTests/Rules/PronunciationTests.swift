import Narration
import Testing

@Suite struct PronunciationTests {
  private func say(_ text: String, _ entries: [Pronunciation], speaker: String = "") -> String {
    TextCleaner(languageCode: "en-US", pronunciations: entries).clean(text, speaker: speaker).text
  }

  @Test func wholeWordsOnlyAndLongestFirst() {
    let entries = [
      Pronunciation(text: "gif", say: "jif"), Pronunciation(text: "gif maker", say: "jif smith"),
    ]
    #expect(
      say("The gif maker likes a GIF, gifts and gif.", entries)
        == "The jif smith likes a jif, gifts and jif.")
  }

  @Test func anEntryWithACapitalIsCaseSensitive() {
    let entries = [Pronunciation(text: "Polish", say: "Pole-ish")]
    #expect(say("Polish the Polish polish.", entries) == "Pole-ish the Pole-ish polish.")
  }

  @Test func wordsInPronunciationsAreNotLowered() {
    let entries = [Pronunciation(text: "SCUMM", say: "skum")]
    #expect(say("THE SCUMM ENGINE", entries) == "The skum engine")
  }

  @Test func anEntryAlsoMatchesCapitals() {
    let entries = [Pronunciation(text: "Culzeigh", say: "cully")]
    #expect(say("At CULZEIGH, Culzeigh, culzeigh.", entries) == "At cully, cully, culzeigh.")
  }

  @Test func limitedToALanguageOrACharacter() {
    let entries = [
      Pronunciation(text: "chat", say: "sha", language: "fr"),
      Pronunciation(text: "dance", say: "dahnce", character: "ALICE"),
    ]
    #expect(say("We chat and dance.", entries) == "We chat and dance.")
    #expect(say("We chat and dance.", entries, speaker: "ALICE") == "We chat and dahnce.")
  }

  @Test func onlyEnginesThatSupportPhonemesGetThem() {
    let entry = Pronunciation(text: "Hablaré", say: "ah blah RAY", phonemes: "abla*'e")
    let takes = TextCleaner(languageCode: "en", pronunciations: [entry], notation: .espeak)
    let result = takes.clean("Hablaré speaks")
    #expect(result.text == "[[abla*'e]] speaks")
    #expect(result.hasPhonemes)
    #expect(result.written == "Hablaré speaks")
    let plain = TextCleaner(languageCode: "en", pronunciations: [entry], notation: .none)
    #expect(plain.clean("Hablaré speaks").text == "ah blah RAY speaks")
    #expect(!plain.clean("Hablaré speaks").hasPhonemes)
    #expect(plain.clean("Hablaré speaks").written == nil)
  }

  @Test func readersSeeTheSpokenFormExceptPhonemes() {
    let entries = [
      Pronunciation(text: "Hablaré", phonemes: "abla*'e"),
      Pronunciation(text: "SQL", say: "sequel"),
    ]
    let cleaner = TextCleaner(languageCode: "en", pronunciations: entries)
    #expect(cleaner.clean("SQL, Hablaré.").text == "sequel, [[abla*'e]].")
    #expect(cleaner.clean("SQL, Hablaré.").written == "sequel, Hablaré.")
    #expect(cleaner.clean("SQL.").written == nil)
  }
}
