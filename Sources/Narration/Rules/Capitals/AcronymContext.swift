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
  }

  /// Whether a word is an acronym in its context; nil for words that do not depend on the context.
  /// `isName` means that a role has this name. In this case, only the adjacent words can make the word an acronym.
  static func isAcronym(
    _ index: Int, _ base: String, in line: CapitalsLine, isName: Bool
  ) -> Bool? {
    if base == "US" { return !isPronounUS(index, in: line) }
    guard let evidence = words[base] else { return nil }
    let isAlone = !line.tokens[index].isInRun || line.tokens.count == 1
    if isAlone, isJoinedToAcronym(index, in: line) { return true }
    if let before = line.before(index) {
      if evidence.before.contains(before) { return true }
      if isAlone, evidence.beforeAlone.contains(before) { return true }
    }
    if let after = line.after(index), evidence.after.contains(after) { return true }
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
  private static func isPronounUS(_ index: Int, in line: CapitalsLine) -> Bool {
    let before = line.before(index)
    if let before, articles.contains(before) { return false }
    if Acronyms.isPronounUS(index, in: line) { return true }
    return line.after(index) == nil && before.map(Acronyms.wordsBeforeUs.contains) ?? false
  }

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
