import Basics

/// Reads the number of a figure within a chapter: "Figure 1-2" is no range.
struct FigureNumbers: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    if let reading = standard(at: start, in: line) { return reading }
    guard let chapter = line.value(start, most: 2), line.symbol(start + 1) == "-",
      let number = line.value(start + 2, most: 2), line.isClosed(start + 3),
      line.symbol(start + 3) != "-", line.isSpace(start - 1), let noun = line.key(start - 2),
      Self.nouns.contains(noun) || speech.isSecond && isNewNoun(noun, start, in: line)
    else { return nil }
    var words = SpokenWords(speech.speller.cardinal(chapter), from: line.range(start))
    if speech.language.isEnglish { words.add("dash", from: line.range(start + 1)) }
    words.add(speech.speller.cardinal(number), from: line.range(start + 2))
    return Reading(end: start + 3, words: words)
  }

  /// Reads the numbers of standards: "ISO 8601", "ISO 28560-1", "BSI-Standard 200-2".
  private func standard(at start: Int, in line: Line) -> Reading? {
    guard line.isSpace(start - 1), let noun = line.key(start - 2),
      line.isAllCapitals(start - 2) && ["iso", "iec", "din", "iso-norm", "rfc"].contains(noun)
        || noun == "standard" && line.isUpper(start - 2),
      let value = line.value(start, most: 6)
    else { return nil }
    let isPaired =
      speech.language.isEnglish && (1000..<10000).contains(value) && value / 100 % 10 > 0
    var words = SpokenWords(
      isPaired ? speech.speller.pairs(value) : speech.speller.cardinal(value),
      from: line.range(start))
    guard line.symbol(start + 1) == "-", let part = line.digits(start + 2),
      part.utf8.count < 4, line.isClosed(start + 3)
    else {
      return isPaired && line.isClosed(start + 1) ? Reading(end: start + 1, words: words) : nil
    }
    if speech.language.isEnglish { words.add("dash", from: line.range(start + 1)) }
    words.add(speech.speller.cardinal(part), from: line.range(start + 2))
    return Reading(end: start + 3, words: words)
  }

  /// Whether a noun begins with a capital and no plural is behind the numbers: "Exercise 3-5", but not "exercise 20-30
  /// minutes a day".
  private func isNewNoun(_ noun: String, _ start: Int, in line: Line) -> Bool {
    Self.newNouns.contains(noun) && line.isUpper(start - 2)
      && line.keyAfter(start + 3).map { $0.count > 3 && $0.hasSuffix("s") } != true
  }

  private static let newNouns: Set<String> = [
    "definition", "equation", "exercise", "lemma", "problem", "proposition", "theorem",
  ]
  private static let nouns: Set<String> = [
    "figure", "table", "listing", "example", "exhibit", "abbildung", "tabelle", "tableau",
    "figura", "tabla",
  ]
}
