/// A rule that tells for or against a speaker.
///
/// The weights are natural logarithms of odds, in half steps. They were fitted to 14 novels with known speakers, and
/// read here as constants. Each row has its reason.
package enum AttributionRule: Int, CaseIterable, Sendable {
  case answered
  case nameAfterStrong, nameAfterWeak, nameBeforeStrong, nameBeforeWeak, sharedName
  case meTag, notMe, toldOfMe, untaggedMe
  case pronounFits, pronounOpen, pronounWrong
  case latestSubject, latestMention
  case nounFits, nounOpen, nounWrong, nounInName, kinTitle, kinPlain
  case beatAfterName, beatAfterFits, beatAfterWrong, beatBeforeName, beatBeforeFits
  case beatBeforeWrong
  case onlyNamed, namedBeside
  case addressed, addressedBefore, addressedAfter, namedInside
  case addresseeBefore, addresseeHere, addresseeAfter
  case lastSubject, nextActs
  case taggedJustBefore
  case namedNow, namedEarlier, namedLong, neverNamed
  case frequency, mentions
  case nobody, nobodySmall, nobodyInside, nobodyOpen, nobodyTagged, nobodyGroup
  case sameBare, sameQuestion, sameNarrated, sameAcross, sameFar, sameParagraph, sameNamed
  case backBare, backFar, backNamed

  /// The weight of each rule, and its reason.
  package static let table: [(rule: AttributionRule, weight: Double, reason: String)] = [
    (.answered, 40, "the author says so"),
    (.nameAfterStrong, 5.5, "“…,” said NAME"),
    (.nameAfterWeak, 4, "“…,” NAME broke in"),
    (.nameBeforeStrong, 3, "NAME turned and said: “…”"),
    (.nameBeforeWeak, 2.5, "NAME, who …, was heard: “…”"),
    (.sharedName, -1.5, "several people have the name in the tag"),
    (.meTag, -1, "“…,” I said"),
    (.notMe, -6, "“…,” I said, and it is somebody else"),
    (.toldOfMe, -2, "a tag in the third person is not the narrator"),
    (.untaggedMe, 0, "the narrator takes part without a tag"),
    (.pronounFits, 3, "“she said”, and it is a woman"),
    (.pronounOpen, 1.5, "“she said”, and the gender is unknown"),
    (.pronounWrong, -1, "“she said”, and it is a man"),
    (.latestSubject, 0.5, "the pronoun means the latest subject"),
    (.latestMention, 0.5, "the pronoun means the latest name"),
    (.nounFits, 2.5, "“said the old man”, and it is a man"),
    (.nounOpen, 1.5, "“said the old man”, and the gender is unknown"),
    (.nounWrong, -7, "“said the old man”, and it is a woman"),
    (.nounInName, 2, "“said the count”, and a count is in the name"),
    (.kinTitle, 0.5, "“said her mother”, and the person is Mrs."),
    (.kinPlain, -1, "“said her mother”, and the person has no title"),
    (.beatAfterName, 2.5, "“….” NAME smiled."),
    (.beatAfterFits, 1.5, "“….” She smiled."),
    (.beatAfterWrong, -2, "“….” He smiled, and it is a woman"),
    (.beatBeforeName, 2.5, "NAME smiled. “…”"),
    (.beatBeforeFits, 0, "She smiled. “…”"),
    (.beatBeforeWrong, -2, "He smiled. “…”, and it is a woman"),
    (.onlyNamed, 1, "the only person who is named beside the words"),
    (.namedBeside, 1.5, "one of the persons who are named beside the words"),
    (.addressed, -3, "nobody calls himself by name"),
    (.addressedBefore, 2, "the words before address the person"),
    (.addressedAfter, 1, "the next words address the person"),
    (.namedInside, -2.5, "the words speak of the person"),
    (.addresseeBefore, 0.5, "the words before were said to the person"),
    (.addresseeHere, -7, "these words are said to the person"),
    (.addresseeAfter, -3, "the next words are said to the person by somebody else"),
    (.lastSubject, 0.5, "the subject of the sentence before"),
    (.nextActs, -2.5, "the next paragraph begins with the person"),
    (.taggedJustBefore, -1, "has just had a tag of his own"),
    (.namedNow, 0.5, "named in this or the last paragraph"),
    (.namedEarlier, -0.5, "not named for eight paragraphs"),
    (.namedLong, -0.5, "not named for fifteen paragraphs"),
    (.neverNamed, -1, "not named in this scene"),
    (.frequency, 0.05, "per doubling of the mentions in the book"),
    (.mentions, 0.15, "per doubling of the mentions nearby"),
    (.nobody, 0.5, "nobody whom the text names"),
    (.nobodySmall, 4, "a small first letter and no tag"),
    (.nobodyInside, 3.5, "in the middle of a sentence"),
    (.nobodyOpen, 3, "short, and without an end of a sentence"),
    (.nobodyTagged, -4, "the tag names somebody"),
    (.nobodyGroup, 4.5, "several people say it"),
    (.sameBare, -1, "two neighbours by the same speaker"),
    (.sameQuestion, -2.5, "nobody answers his own question"),
    (.sameNarrated, -1, "neighbours with narration by the same speaker"),
    (.sameAcross, 2, "goes on after a paragraph of narration"),
    (.sameFar, 1.5, "goes on after more narration"),
    (.sameParagraph, 3, "both in one paragraph"),
    (.sameNamed, -1, "the next speaker is named, so it is another one"),
    (.backBare, 3, "turns alternate"),
    (.backFar, 1.5, "turns alternate, with narration between them"),
    (.backNamed, 1.5, "turns alternate, although the speaker is named"),
  ]

  /// The weights by the numbers of the rules.
  static let weights: [Double] = {
    var weights = [Double](repeating: 0, count: allCases.count)
    for row in table { weights[row.rule.rawValue] = row.weight }
    return weights
  }()

  /// The reason, as evidence shows it.
  package var reason: String { Self.table.first { $0.rule == self }?.reason ?? "" }
}
