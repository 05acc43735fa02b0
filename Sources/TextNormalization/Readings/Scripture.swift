import Basics

/// Reads places in the Bible: "1 Cor. 13:4-8" is "First Corinthians thirteen four to eight", German "Joh 3,16" is
/// "Johannes drei sechzehn".
struct Scripture: ReadingRule {
  let speech: Speech
  private let books: [String: String]

  init(speech: Speech) {
    self.speech = speech
    books = ScriptureWords.of(speech.language)
  }

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.isOpen(before: start) else { return nil }
    guard line.kind(start) == .digits else { return place(after: SpokenWords(), start, in: line) }
    guard let value = line.value(start, most: 1), (1...4).contains(value) else { return nil }
    let hasStop = speech.language.isGerman && line.symbol(start + 1) == "."
    let space = hasStop ? start + 2 : start + 1
    guard line.isSpace(space) else { return nil }
    let isLetter = line.key(space + 1).flatMap { books[$0] }.map(Self.letters.contains) == true
    let form: OrdinalForm = speech.language.isGerman ? .r : isLetter ? .feminine : .plain
    let number = speech.speller.ordinal(value, form)
    return place(after: SpokenWords(number, from: line.range(start..<space)), space + 1, in: line)
  }

  /// Returns the words of a book, its chapter and its verses.
  private func place(after number: SpokenWords, _ book: Int, in line: Line) -> Reading? {
    guard line.isUpper(book), let key = line.key(book), let name = books[key] else { return nil }
    let isFull = name.lowercased() == key
    let space = !isFull && line.symbol(book + 1) == "." ? book + 2 : book + 1
    guard line.isSpace(space), let chapter = line.value(space + 1, most: 3),
      let mark = line.symbol(space + 2), isMark(mark),
      let verse = line.value(space + 3, most: 3), line.isClosed(space + 4)
    else { return nil }
    guard !number.isEmpty || space > book + 1 || !Self.otherWords.contains(key) else { return nil }
    // "12:30:15" is a time.
    if line.symbol(space + 4) == mark, line.kind(space + 5) == .digits { return nil }
    var words = number
    words.add(name, from: line.range(book..<space))
    words.add(speech.speller.cardinal(chapter), from: line.range(space + 1))
    words.add(speech.speller.cardinal(verse), from: line.range(space + 3))
    var end = space + 4
    if let (dash, next) = Quantities(speech: speech).dash(at: end, in: line),
      let last = line.value(next, most: 3), last > verse, line.isClosed(next + 1)
    {
      words.add(speech.symbols.to, from: line.range(dash))
      words.add(speech.speller.cardinal(last), from: line.range(next))
      end = next + 1
    }
    return Reading(end: end, words: words)
  }

  /// The letters among the numbered books, which are feminine in Spanish and French.
  private static let letters: Set<String> = [
    "Corintios", "Tesalonicenses", "Timoteo", "Pedro", "Juan", "Corinthiens", "Thessaloniciens",
    "Timothée", "Jean",
  ]

  /// Abbreviations that are also words or first names.
  /// They mean a book after a number or before a full stop.
  private static let otherWords: Set<String> = [
    "ac", "ap", "co", "col", "cor", "th", "tm", "dan", "ex", "ez", "gal", "gen", "hab", "is", "lam",
    "mal", "mic", "num",
    "pet", "phil", "pr", "pred", "r", "rev", "s", "sal", "sam", "tim", "tit",
  ]

  /// Whether a symbol is between chapter and verse: a colon, and a comma where decimals are not written with a point.
  private func isMark(_ symbol: Unicode.Scalar) -> Bool {
    symbol == ":" || symbol == "," && !speech.language.isEnglish
  }
}
