import Hablare
import Testing

@testable import Narration

/// Tests of which words a voice stresses.
@Suite struct StressReaderTests {
  /// Returns the stressed words of a text, and the sentences that are called out in `!…!`.
  private func stressed(
    _ typed: String, isSpeech: Bool = true, isFountain: Bool = true,
    pronunciations: [Pronunciation] = []
  ) -> [String] {
    let cleaner = TextCleaner(
      languageCode: "en-US", markup: isFountain ? .fountain : .none,
      pronunciations: pronunciations, notation: .ipa)
    let (plain, ranges) = PassageMarks.unstressed(
      String(
        String.UnicodeScalarView(
          typed.unicodeScalars.map {
            $0 == "⟨" ? PassageMarks.stress : $0 == "⟩" ? PassageMarks.stressEnd : $0
          })))
    let text = cleaner.clean(plain).text
    let reader = StressReader(
      cleaner: cleaner, isFountain: isFountain, readsCapitals: isSpeech, calls: isSpeech)
    let letters = Array(text.unicodeScalars)
    return reader.stresses(in: [text], typed: plain, ranges: ranges, speaker: "")[0].map { stress in
      let words = letters[stress.range].text
      return stress.isCalled ? "!\(words)!" : words
    }
  }

  @Test(arguments: [
    ("I never said SHE stole it.", ["she"]), ("I never said *she* stole it.", ["she"]),
    ("I never said **she** stole _it_.", ["she", "it."]), ("SHE said so, not me.", ["She"]),
    ("She said: he, she, SHE did it.", ["she"]),
    ("I never said she stole it.", []), ("I work for the FBI now.", []),
    ("The *S.S. Great Britain* sails.", []), ("*I never said she stole it.*", []),
    ("He thought *about all of that* again.", []),
    ("Get out! I mean it.", ["!Get out!!"]),
    ("I CANNOT BELIEVE IT. Go home.", ["!I cannot believe it.!"]),
    ("NO! Not *now*.", ["!No!!", "now."]), ("Really *now*? Go.", ["now?"]),
    ("There are 42 reasons, and NONE is good.", ["none"]),
  ])
  func `words in capitals, italics and bold are stressed`(typed: String, expected: [String]) {
    #expect(stressed(typed) == expected)
  }

  @Test(arguments: [
    ("MARA finds a LOUD horn.", []), ("Mara finds *one* horn!", ["one"]),
  ])
  func `capitals and exclamation marks in action stress nothing`(
    typed: String, expected: [String]
  ) {
    #expect(stressed(typed, isSpeech: false) == expected)
  }

  @Test(arguments: [
    ("You ⟨must⟩ not do it.", ["must"]), ("You ⟨must ⟨not⟩⟩ do it.", ["must", "not"]),
    ("A ⟨broken mark", []), ("closing⟩ only", []),
  ])
  func `emphasis of documents comes with its marks`(typed: String, expected: [String]) {
    #expect(stressed(typed, isFountain: false) == expected)
  }

  @Test func `a stressed word after phonemes is found`() {
    let names = [Pronunciation(text: "Mara", ipa: "mɑː ɹə")]
    #expect(
      stressed("Mara told Mara that SHE did it.", pronunciations: names) == ["she"])
  }

  @Test func `a very long text takes linear time`() {
    let text = String(repeating: "one *two* THREE. ", count: 3000)
    #expect(stressed(text).count == 6000)
  }
}
