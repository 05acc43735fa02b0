import TestSupport
import Testing

@testable import Narration

/// Tests that "No." is the abbreviation of "number" only before a number.
@Suite("No is no number") struct NoIsNoNumberTests {
  private func said(_ text: String, _ language: String = "en-US", _ rules: RuleSet = .v1_2)
    -> String
  {
    TextCleaner(languageCode: language, markup: .none, rules: rules).clean(text).text
  }

  @Test(arguments: NoSentences.all, ["en-US", "en-GB"])
  func aSentenceThatEndsWithNoKeepsItsWords(_ sentence: String, _ language: String) {
    let words = said(sentence, language).lowercased()
    #expect(!words.contains("number"))
    #expect(!words.contains(" one ") || sentence.contains("one word"))
    #expect(words.split { !$0.isLetter }.contains("no"))
  }

  @Test(arguments: [
    ("No. 5 is alive.", "Number five is alive."), ("No. IV is hers.", "Number four is hers."),
    ("no. 7", "Number seven"), ("Room No. 12", "Room number twelve"),
    ("Nos. 5 and 6", "Numbers five and six"), ("Symphony No. V", "Symphony number five"),
    ("Symphony No. 5", "Symphony number five"),
    ("Psalm No. CXIX", "Psalm number one hundred nineteen"),
    ("Art. I, section 2", "Art. I, section two"),
    ("See Art. I, section 2", "See article I, section two"),
    ("Vol. I of the work", "Volume one of the work"), ("Chap. I.", "Chapter one."),
    ("Vol. IV", "Volume four"), ("pp. xi–xii", "Pages eleven to twelve"),
  ])
  func numeralsStayNumbers(_ text: String, _ spoken: String) {
    #expect(said(text) == spoken)
  }

  @Test(arguments: [
    ("The Medical Corps. I was on duty.", "en-US"), ("That is my part. I know it.", "en-US"),
    ("Modern art. I love it.", "en-US"), ("Give me a sec. I need it.", "en-US"),
    ("Das war das letzte Kapitel. X kam.", "de"), ("Dije que no. V es la letra.", "es"),
    ("Il a dit non. Le vol. M. Dupont est parti.", "fr"),
  ])
  func aFullStopCanEndTheSentenceBeforeALetter(_ text: String, _ language: String) {
    let letters = ["I", "X", "V", "M", "Monsieur"]
    let words = said(text, language)
    #expect(!words.contains(/one|zehn|cinco|mille/), "\(words)")
    #expect(words.split { !$0.isLetter }.contains { letters.contains(String($0)) }, "\(words)")
  }

  @Test(arguments: [
    ("He said no. 3 men came.", "He said no. Three men came."),
    ("Hell no. 12 soldiers is enough.", "Hell no. Twelve soldiers is enough."),
    ("See no. 3 on the list.", "See number three on the list."),
    ("He lives at no. 10 Downing Street.", "He lives at number ten Downing Street."),
    ("Bus no. 5 arrives.", "Bus number five arrives."),
    ("The winner is no. 7.", "The winner is number seven."),
  ])
  func anAnswerIsNoNumber(_ text: String, _ spoken: String) {
    #expect(said(text) == spoken)
  }

  @Test(arguments: [
    ("No. I don't know.", "Number I don't know."),
    ("the Medical Corps. I was on duty", "the Medical Corps. One was on duty"),
  ])
  func ruleSet1_1KeepsItsWords(_ text: String, _ spoken: String) {
    #expect(said(text, "en-US", .v1_1) == spoken)
  }
}
