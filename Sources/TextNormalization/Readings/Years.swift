import Basics

/// Reads four digits that are a year: 1984, 1939–1945, 1914-18.
struct Years: ReadingRule {
  let speech: Speech
  private let quantities: Quantities
  private var context: ContextWords { speech.context }
  private var speller: NumberSpeller { speech.speller }

  init(speech: Speech) {
    self.speech = speech
    quantities = Quantities(speech: speech)
  }

  func reading(at start: Int, in line: Line) -> Reading? {
    // In other languages, a year is an ordinary number.
    guard speech.language.isEnglish || speech.language.isGerman,
      let year = year(at: start, in: line), isOpen(start, in: line)
    else { return nil }
    if let range = range(year, at: start, in: line) { return range }
    guard isYear(year, start, in: line) else { return nil }
    return Reading(start..<start + 1, speller.year(year), in: line)
  }

  private func isOpen(_ start: Int, in line: Line) -> Bool {
    guard let before = line.symbol(start - 1) else { return line.kind(start - 1) != .word }
    if before == "-" || before == "–" {
      return line.kind(start - 2) != .digits || line.length(start - 2) == 4
    }
    return before != "." && before != "," || line.kind(start - 2) != .digits
  }

  private func year(at index: Int, in line: Line) -> Int? {
    guard line.length(index) == 4, let value = line.value(index), (1000...2999).contains(value),
      line.isClosed(index + 1)
    else { return nil }
    switch line.symbol(index + 1) {
    case "%", "°", "$", "€", "£": return nil
    case ".", ",", ":": return line.kind(index + 2) == .digits ? nil : value
    default: return value
    }
  }

  // MARK: Ranges

  private func range(_ first: Int, at start: Int, in line: Line) -> Reading? {
    guard let (dash, next) = quantities.dash(at: start + 1, in: line),
      let last = line.value(next, most: 4),
      line.isClosed(next + 1), !isCounted(after: next + 1, in: line)
    else { return nil }
    let isFull = line.length(next) == 4 && last > first && last < 2200 && first >= 1000
    let isShort = line.length(next) == 2 && last > first % 100 && first >= 1100 && first < 2100
    guard isFull || isShort else { return nil }
    var words = SpokenWords(speller.year(first), from: line.range(start))
    words.add(speech.symbols.to, from: line.range(dash))
    words.add(
      isFull ? speller.year(last) : speller.cardinal(last), from: line.range(next))
    return Reading(end: next + 1, words: words)
  }

  // MARK: Single years

  private func isYear(_ year: Int, _ start: Int, in line: Line) -> Bool {
    let before = line.keyBefore(start) ?? ""
    let isDated = context.beforeYear.contains(before)
    let isEra = ["bc", "bce", "ad", "ce"].contains(line.keyAfter(start + 1) ?? "")
    if context.beforeCount.contains(before), !isEra { return false }
    if isCounted(after: start + 1, in: line) { return false }
    switch year {
    case 1100...2099: return true
    default: return isDated || isEra
    }
  }

  /// Whether the words after an index are counted: "1850 copies", German "1200 Seiten".
  private func isCounted(after index: Int, in line: Line) -> Bool {
    if line.symbol(index) == "-", let next = line.key(index + 1) {
      // "a 1500-page book"
      return !line.isUpper(index + 1) && next != "era" && next != "style"
    }
    guard line.isSpace(index) else { return false }
    if let symbol = line.symbol(index + 1) {
      return symbol == "%" || symbol == "€" || symbol == "$" || symbol == "°"
    }
    guard let word = line.word(index + 1), let next = line.key(index + 1) else { return false }
    if speech.vocabulary.units.nouns[word] != nil, next != "in", next != "a" { return true }
    if speech.vocabulary.money.currencies[word] != nil { return true }
    if speech.language.isGerman {
      return line.isUpper(index + 1) && !context.starters.contains(next)
    }
    return quantities.nearby.isPlural(next) && !line.isUpper(index + 1)
  }
}
