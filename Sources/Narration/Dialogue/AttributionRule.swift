/// A rule that tells for or against a speaker.
///
/// The weights are natural logarithms of odds, in quarter steps. They were fitted to 14 novels with known speakers, and
/// read here as constants. Each row has its reason.
package enum AttributionRule: Int, CaseIterable, Sendable {
  case answered
  case nameAfterStrong, nameAfterWeak, nameBeforeStrong, nameBeforeWeak, sharedName
  case meTag, notMe, toldOfMe
  case pronounFits, pronounOpen, pronounWrong
  case latestSubject, latestMention
  case nounFits, nounOpen, nounWrong, nounAge, nounInName, kinTitle
  case beatAfterName, beatAfterFits, beatAfterOpen, beatAfterWrong, beatBeforeName, beatBeforeWrong,
    beatSubject
  case onlyNamed, namedBeside
  case addressed, addressedBefore, addressedAfter, addressedNear, titleFits, titleWrong
  case namedInside, spokenOf, ownName
  case addresseeBefore, addresseeHere, addresseeAfter
  case lastSubject, nextActs
  case taggedJustBefore, taggedSoon, actsBeside
  case lastNamed, namedBefore, othersNamed, namedNow, neverNamed
  case mentions
  case nobodySmall, nobodyInside, nobodyOpen, nobodyTagged, nobodyGroup, nobodyLetter, signs
  case sameBare, sameQuestion, sameNarrated, sameAcross, sameFar, sameParagraph, sameNamed
  case backBare, backFar, backNamed

  /// The weight of each rule, and its reason.
  package static let table: [(rule: AttributionRule, weight: Double, reason: String)] = [
    (.answered, 40, "the author says so"),
    (.nameAfterStrong, 7, "“…,” said NAME"),
    (.nameAfterWeak, 3, "“…,” NAME broke in"),
    (.nameBeforeStrong, 2.25, "NAME turned and said: “…”"),
    (.nameBeforeWeak, 1.75, "NAME, who …, was heard: “…”"),
    (.sharedName, -1.5, "several people have the name in the tag"),
    (.meTag, -0.5, "“…,” I said"),
    (.notMe, -4.25, "“…,” I said, and it is another person"),
    (.toldOfMe, -1.5, "a tag in the third person is not the narrator"),
    (.pronounFits, 2.75, "“she said”, and the gender fits"),
    (.pronounOpen, 1.25, "“she said”, and the gender is unknown"),
    (.pronounWrong, -1, "“she said”, and the gender does not fit"),
    (.latestSubject, 1, "the pronoun means the latest subject"),
    (.latestMention, 0.25, "the pronoun means the latest name"),
    (.nounFits, 0.25, "“said the old man”, and the gender fits"),
    (.nounOpen, -0.25, "“said the old man”, and the gender is unknown"),
    (.nounWrong, -5, "“said the old man”, and the gender does not fit"),
    (.nounAge, 4, "“said the boy”, and only this person has the age"),
    (.nounInName, 2, "“said the count”, and the noun is in the name"),
    (.kinTitle, 1, "“said her mother”, and the person has a title"),
    (.beatAfterName, 1, "“….” NAME smiled."),
    (.beatAfterFits, 2.25, "“….” She smiled, and the gender fits"),
    (.beatAfterOpen, 0.75, "“….” She smiled, and the gender is unknown"),
    (.beatAfterWrong, -2, "“….” He smiled, and the gender does not fit"),
    (.beatBeforeName, 2.25, "NAME smiled. “…”"),
    (.beatBeforeWrong, -1.5, "He smiled. “…”, and the gender does not fit"),
    (.beatSubject, 0.75, "the person who acts is the latest subject"),
    (.onlyNamed, 1, "the only person who is named beside the words"),
    (.namedBeside, 1, "one of the persons who are named beside the words"),
    (.addressed, -3.5, "nobody calls himself by name"),
    (.addressedBefore, 1.75, "the words before address the person"),
    (.addressedAfter, 0.75, "the next words address the person"),
    (.addressedNear, 0.5, "addressed within six turns"),
    (.titleFits, 1, "the words before or after say “sir” or “madam”, and the gender fits"),
    (
      .titleWrong, -0.5,
      "the words before or after say “sir” or “madam”, and the gender does not fit"
    ),
    (.namedInside, -2, "the words speak of the person"),
    (.spokenOf, -0.5, "the next words speak of the person"),
    (.ownName, 3.5, "the words before ask for the name, and the words begin with it"),
    (.addresseeBefore, 0.75, "the words before were said to the person"),
    (.addresseeHere, -2.5, "these words are said to the person"),
    (.addresseeAfter, -1.25, "the next words are said to the person by somebody else"),
    (.lastSubject, 0.25, "the subject of the sentence before"),
    (.nextActs, -2, "the next paragraph begins with the person"),
    (.taggedJustBefore, -1, "has just had a tag of his own"),
    (.taggedSoon, 0.25, "one of the two who have the next tags"),
    (.actsBeside, -0.75, "acts beside the words before or after"),
    (.lastNamed, 0.5, "named last before the words"),
    (.namedBefore, 0.25, "named last but one"),
    (.othersNamed, -0.5, "four others are named later"),
    (.namedNow, 0.5, "named in this or the last paragraph"),
    (.neverNamed, -0.25, "not named in this scene"),
    (.mentions, 0.15, "per doubling of the mentions nearby"),
    (.nobodySmall, 2.75, "a small first letter and no tag"),
    (.nobodyInside, 4.5, "in the middle of a sentence"),
    (.nobodyOpen, 4, "short, and without an end of a sentence"),
    (.nobodyTagged, -1.75, "the tag names somebody"),
    (.nobodyGroup, 4.25, "several people say it"),
    (.nobodyLetter, 9, "a letter: a greeting begins it, or a name signs it"),
    (.signs, 3, "signs the letter"),
    (.sameBare, -2.75, "two neighbours by the same speaker"),
    (.sameQuestion, -2.25, "nobody answers his own question"),
    (.sameNarrated, -0.75, "neighbours with narration by the same speaker"),
    (.sameAcross, 1.75, "goes on after a paragraph of narration"),
    (.sameFar, 1, "goes on after more narration"),
    (.sameParagraph, 2, "both in one paragraph"),
    (.sameNamed, -1.25, "the next speaker is named, so it is another one"),
    (.backBare, 2.75, "turns alternate"),
    (.backFar, 1, "turns alternate, with narration between them"),
    (.backNamed, 0.75, "turns alternate, although the speaker is named"),
  ]

  /// The weights by the numbers of the rules.
  static let weights: [Double] = {
    var weights = [Double](repeating: 0, count: allCases.count)
    for row in table { weights[row.rule.rawValue] = row.weight }
    return weights
  }()

  /// The words that a rule reads.
  enum Source { case tag, beatAfter, beatBefore, other }

  var source: Source {
    switch self {
    case .nameAfterStrong, .nameAfterWeak, .nameBeforeStrong, .nameBeforeWeak, .sharedName, .meTag,
      .notMe, .pronounFits, .pronounOpen, .pronounWrong, .nounFits, .nounOpen, .nounWrong,
      .nounAge, .nounInName, .kinTitle:
      .tag
    case .beatAfterName, .beatAfterFits, .beatAfterOpen, .beatAfterWrong: .beatAfter
    case .beatBeforeName, .beatBeforeWrong: .beatBefore
    default: .other
    }
  }

  /// Returns the reason as evidence shows it, with the words of the book in place of the example.
  package func reason(_ words: String?) -> String {
    let reason = Self.table.first { $0.rule == self }?.reason ?? ""
    guard let words, source != .other, self != .sharedName else { return reason }
    let rest = reason.firstRange(of: ", and ").map { reason[$0.lowerBound...] } ?? ""
    switch self {
    case .nameAfterStrong, .nameAfterWeak, .meTag, .notMe: return "“…,” \(words)\(rest)"
    case .nameBeforeStrong, .nameBeforeWeak: return "\(words): “…”\(rest)"
    case .beatAfterName, .beatAfterFits, .beatAfterOpen, .beatAfterWrong:
      return "“….” \(words)\(rest)"
    case .beatBeforeName, .beatBeforeWrong: return "\(words). “…”\(rest)"
    default: return "“\(words)”\(rest)"
    }
  }
}
