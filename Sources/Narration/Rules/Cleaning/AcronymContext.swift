import Basics

/// English words that are acronyms only next to certain words: "the IT team", but "it".
enum AcronymContext {
  private struct Evidence: Sendable {
    /// Words that, directly before the word, make it an acronym.
    var before: Set<String>
    /// Words that, directly before the word, make it an acronym only if it is not in a run of capitals.
    var beforeAlone: Set<String>
    var after: Set<String>
    /// Whether the word is an acronym if it is not in a run of capitals.
    var isAcronymAlone: Bool

    init(
      _ before: Set<String> = [], beforeAlone: Set<String> = [], after: String = "",
      alone: Bool = false
    ) {
      (self.before, self.beforeAlone) = (before, beforeAlone)
      self.after = Set(after.split(separator: " ").map(String.init))
      isAcronymAlone = alone
    }

    func joined(by more: String) -> Evidence {
      var evidence = self
      evidence.after.formUnion(more.split(separator: " ").map(String.init))
      return evidence
    }
  }

  /// Whether a word is an acronym in its context; nil for words that do not depend on the context.
  /// `isName` means that a role has this name. In this case, only the adjacent words can make the word an acronym.
  static func isAcronym(
    _ index: Int, _ base: String, in line: CapitalsLine, isName: Bool, edition: ReadingEdition
  ) -> Bool? {
    if base == "US" { return !isPronounUS(index, in: line, edition) }
    // "RE: your letter"
    if edition == .second, base == "RE", line.isBefore(":", index) { return false }
    // "Who are you? IRA?"
    if edition == .second, base == "IRA", !isName, line.isBefore("?", index),
      !line.tokens[index].isInRun
    {
      return true
    }
    // "AM/FM"
    if edition == .second, base == "AM",
      [index - 1, index + 1].contains(where: {
        line.tokens.indices.contains($0) && line.word($0) == "FM"
      })
    {
      return true
    }
    guard let evidence = edition == .first ? words[base] : newWords[base] ?? words[base] else {
      return nil
    }
    let isAlone = !line.tokens[index].isInRun || line.tokens.count == 1
    if isAlone, isJoinedToAcronym(index, in: line) { return true }
    if let before = line.before(index) {
      if evidence.before.contains(before) { return true }
      if isAlone, evidence.beforeAlone.contains(before) { return true }
    }
    if let after = line.after(index), evidence.after.contains(after) { return true }
    // "LAX - DAY"
    if edition == .second, base == "LAX", line.tokens.count > 1, line.before(index) == nil,
      line.after(index) == nil
    {
      return !isName
    }
    return evidence.isAcronymAlone && isAlone && !isName
  }

  /// Whether a word is joined to an acronym, as in "HR and IT".
  /// If "and" or "or" joins a word to an acronym, the word is an acronym too.
  private static func isJoinedToAcronym(_ index: Int, in line: CapitalsLine) -> Bool {
    let acronyms = AcronymList.of("en")
    return [(-2, line.before(index)), (2, line.after(index))].contains { step, joint in
      guard joint == "and" || joint == "or", line.tokens.indices.contains(index + step),
        line.word(index + step / 2) == joint, line.tokens[index + step].isCapitals
      else { return false }
      return acronyms.isSpelled(line.base(index + step))
    }
  }

  /// Whether "US" is the pronoun: before a verb, or after a preposition if no noun follows.
  private static func isPronounUS(
    _ index: Int, in line: CapitalsLine, _ edition: ReadingEdition
  ) -> Bool {
    let before = line.before(index)
    if let before, articles.contains(before) { return false }
    if Acronyms.isPronounUS(index, in: line) { return true }
    if edition == .second, line.tokens[index].isInRun, before.map(verbsBeforeUs.contains) == true {
      return true
    }
    guard line.after(index) == nil, let before else { return false }
    // "ABOUT TO RAM US!", but "MADE IN US!"
    if edition == .second, line.tokens[index].isInRun, before != "in", line.isBefore("!", index) {
      return true
    }
    return Acronyms.wordsBeforeUs.contains(before)
      || edition == .second && placesBeforeUs.contains(before)
  }

  /// "ROARS OVER US", but "OVER US AIRSPACE".
  private static let placesBeforeUs: Set<String> = [
    "below", "over", "under", "through", "into", "near",
  ]
  private static let verbsBeforeUs: Set<String> = [
    "meet", "meets", "follow", "follows", "hear", "watch", "show", "shows", "bring", "brings",
    "takes", "sees", "leaves", "chase", "chasing", "catch", "trust", "past",
    "toward", "towards", "beside", "above", "whitewashes", "shooting", "killing", "among",
  ]
  private static let articles: Set<String> = ["the", "an", "a"]

  private static let determiners = articles.union([
    "this", "that", "these", "those", "my", "your", "his", "her", "our", "their", "its", "no",
    "any", "every", "each", "some", "another", "two", "three", "four", "five",
  ])

  /// The number words from one to fifty-nine.
  private static let minutes: Set<String> = {
    let small = "one two three four five six seven eight nine".split(separator: " ").map(
      String.init)
    let teens = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
      .split(
        separator: " ")
    let tens = ["twenty", "thirty", "forty", "fifty"]
    return Set(
      small + teens.map(String.init) + tens + tens.flatMap { ten in small.map { ten + "-" + $0 } })
  }()

  /// The words that end a time of day: "ten thirty PM EST"
  private static let hours = minutes.union([
    CapitalsLine.number, "am", "pm", "a.m", "p.m", "o'clock", "o’clock", "noon", "midnight",
  ])

  /// The evidence that rule set 1.2 adds to or replaces in `words`.
  private static let newWords: [String: Evidence] = [
    "LAX": Evidence(
      [
        "at", "to", "from", "in", "into", "near", "for", "leave", "leaving", "outside", "the",
        "interior", "exterior",
      ],
      after: "airport terminal terminals runway tower parking departures arrivals", alone: true),
    "MIA": Evidence([
      "is", "was", "are", "were", "be", "been", "go", "goes", "going", "gone", "went", "listed",
      "declared", "reported", "still", "currently", "he's", "she's", "they're", "i'm", "you're",
      "we're", "it's",
    ]),
    "AM": words["AM"]?.joined(by: "band bands dial frequency station stations") ?? Evidence(),
    "MOS": Evidence(alone: true),
    "IRA": Evidence(
      articles.union(["roth", "your", "my"]),
      beforeAlone: [
        "not", "all", "you", "is", "are", "was", "were", "i'm", "you're", "he's", "she's",
        "they're", "ex", "former", "provisional", "real",
      ],
      after: """
        isn't wasn't ain't type types man men soldier soldiers member members gunman gunmen guy guys bomb \
        bombs bomber bombers bombing terrorist terrorists cell prisoner prisoners leader leaders commander \
        ceasefire operative operatives sympathizer sympathizers volunteer volunteers account accounts
        """),
    "EST": Evidence(hours), "PST": Evidence(hours),
    // Active Directory
    "AD": Evidence(
      [CapitalsLine.number],
      after: CapitalsLine.number + """
         ds gui fs lds cs domain domains user users group groups object objects server servers forest schema \
        environment sync
        """, alone: true),
    // A system of networks: "an AS", "the AS 64500"
    "AS": Evidence(beforeAlone: [
      "an", "another", "each", "every", "external", "local", "neighboring", "peer", "remote",
      "same", "single",
      "stub", "the", "transit",
    ]),
    "EVA": Evidence(
      ["an", "during", "unauthorized", "scheduled"], after: "suit space spacesuit hatch airlock"),
    "ER": Evidence(
      determiners,
      after: """
        doctor doctors nurse nurses room visit visits staff team entrance doors hallway corridor lobby
        bay
        """, alone: true),
    "IT": words["IT"]?.joined(by: "directors managers leaders executives governance") ?? Evidence(),
    "PA": Evidence(
      determiners,
      after: "system announcement announcements announcer booth speaker speakers voice", alone: true
    ),
  ]

  private static let words: [String: Evidence] = [
    "IT": Evidence(
      ["the", "an", "our", "their", "your", "corporate"], beforeAlone: ["in"],
      after: """
        team teams department dept guy guys staff support manager director professional professionals \
        specialist infrastructure security company industry services service room people consultant \
        systems admin administrator budget project projects desk operations policy skills worker workers
        """),
    "OR": Evidence(articles, after: "nurse nurses"),
    "ER": Evidence(
      determiners, after: "doctor doctors nurse nurses room visit visits staff team", alone: true),
    "WHO": Evidence(articles, after: "guidelines report officials"),
    // AM follows hours and minutes, in digits or in words. Cleaning repeats its pass over a line, and digits can become
    // words before the last pass.
    "AM": Evidence(minutes.union([CapitalsLine.number]), after: "radio"),
    "AD": Evidence([CapitalsLine.number], after: CapitalsLine.number, alone: true),
    "LED": Evidence(
      determiners.union(["blue", "red", "green"]),
      after: """
        light lights display displays strip strips screen screens lamp lamps bulb bulbs sign signs \
        panel panels lighting
        """),
    "SAT": Evidence(articles, after: "score scores exam exams test tests prep"),
    "POW": Evidence(determiners.union(["as", "former"]), after: "camp camps"),
    "DA": Evidence(determiners.union(["assistant", "deputy"]), alone: true),
    "PA": Evidence(determiners, after: "system announcement speaker speakers", alone: true),
    "PE": Evidence(determiners, after: "teacher class kit lesson", alone: true),
    "AC": Evidence(determiners, after: "unit power current", alone: true),
    "MIA": Evidence([
      "is", "was", "are", "were", "be", "been", "go", "goes", "going", "gone", "went", "listed",
      "declared", "reported", "still", "currently",
    ]),
    "IRA": Evidence(articles.union(["roth", "your", "my", "an"])),
    "SEC": Evidence(["the"], after: "filing filings"),
    "COO": Evidence(determiners.union(["and", "as"])),
    "LA": Evidence(
      [
        "in", "to", "from", "of", "around", "near", "leave", "leaving", "left", "across",
        "downtown", "outside", "south", "east", "west", "north",
      ], alone: true),
  ]
}
