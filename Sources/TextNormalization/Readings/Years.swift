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
    let opens = opensSpan(start, in: line)
    guard opens || isYear(year, start, in: line) else { return nil }
    let link = opens ? " " + speech.symbols.to + " " : ""
    return Reading(start..<(opens ? start + 2 : start + 1), speller.year(year) + link, in: line)
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
    // "1914/18", but "2019/20" has two years
    let slash =
      isPairOfYears(start, in: line) ? (tokens: start + 1..<start + 2, next: start + 2) : nil
    guard let (dash, next) = quantities.dash(at: start + 1, in: line) ?? slash,
      let last = line.value(next, most: 4),
      line.isClosed(next + 1), !isCounted(after: next + 1, in: line)
    else { return nil }
    let isFull =
      line.length(next) == 4 && last < 2200 && first >= 1000
      && (last > first || speech.isSecond && quantities.isBeforeChrist(next + 1, in: line))
    let isShort = line.length(next) == 2 && last > first % 100 && first >= 1100 && first < 2100
    guard isFull || isShort else { return nil }
    var words = SpokenWords(speller.year(first), from: line.range(start))
    if slash == nil { words.add(quantities.to(dash, in: line), from: line.range(dash)) }
    words.add(
      isFull ? speller.year(last) : speller.cardinal(last), from: line.range(next))
    return Reading(end: next + 1, words: words)
  }

  func isPairOfYears(_ start: Int, in line: Line) -> Bool {
    guard speech.isSecond, speech.language.isGerman, line.length(start) == 4,
      let first = line.value(start), (1100..<2000).contains(first), line.symbol(start + 1) == "/",
      let last = line.value(start + 2, most: 4), line.isClosed(start + 3)
    else { return false }
    // "1789/1923"
    if line.length(start + 2) == 4 { return last > first && last < 2100 }
    return line.length(start + 2) == 2 && last > first % 100
  }

  // MARK: Single years

  private func isYear(_ year: Int, _ start: Int, in line: Line) -> Bool {
    let before = line.keyBefore(start) ?? ""
    let isDated = context.beforeYear.contains(before)
    let isEra = ["bc", "bce", "ad", "ce"].contains(line.keyAfter(start + 1) ?? "")
    let isPair = speech.isSecond && isPair(year, start, in: line)
    // "from about 1935"
    let isNear =
      speech.isSecond && before == "about" && (1500...2099).contains(year) && year % 100 != 0
      && ["from", "in", "since", "until"].contains(
        line.keyBefore(line.skippingSpaceBack(start - 1)))
    if context.beforeCount.contains(before), !isEra, !isPair, !isNear { return false }
    let isGerman = speech.isSecond && speech.language.isGerman
    // "ab 1934 Zwangsarbeit", "wurde 1951 Professor"
    let isSure = isGerman && year % 50 != 0 && (isDated || Self.verbs.contains(before))
    if isCounted(after: start + 1, isSure: isSure, in: line) { return false }
    switch year {
    case 1100...2099: return !quantities.isValue(year, at: start, in: line)
    default: return isDated || isEra || speech.isSecond && closesEvent(start, in: line)
    }
  }

  private static let verbs: Set<String> = [
    "war", "waren", "wird", "wurde", "wurden", "erhielt", "erschien", "folgte", "gründete",
  ]

  /// Whether another year follows: "about 1869 or 1870".
  private func isPair(_ year: Int, _ start: Int, in line: Line) -> Bool {
    guard (1500...2099).contains(year), line.isSpace(start + 1), let joint = line.key(start + 2),
      joint == speech.symbols.or || joint == speech.symbols.and, line.isSpace(start + 3),
      let next = self.year(at: start + 4, in: line)
    else { return false }
    return next > year && next - year < 100
  }

  /// Whether a year ends a sentence after a name: "The Battle of Hastings, 1066."
  private func closesEvent(_ start: Int, in line: Line) -> Bool {
    let comma = line.skippingSpaceBack(start - 1)
    return line.symbol(comma) == "," && line.isUpper(comma - 1)
      && (line.isEnd(start + 1) || line.symbol(start + 1) == "." || line.symbol(start + 1) == ",")
  }

  /// Whether the words after an index are counted: "1850 copies", German "1200 Seiten".
  private func isCounted(after index: Int, isSure: Bool = false, in line: Line) -> Bool {
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
      return !isSure && line.isUpper(index + 1) && !context.starters.contains(next)
    }
    return quantities.nearby.isPlural(next) && !line.isUpper(index + 1)
      && !isYearly(next, index - 1, in: line)
  }

  /// Whether a noun is one of things of a year, behind an article or an owner: "my 2022 photos", "the 2019 floods".
  private func isYearly(_ noun: String, _ start: Int, in line: Line) -> Bool {
    guard speech.isSecond, let year = line.value(start), (1900..<2040).contains(year),
      year % 50 != 0, Self.yearly.contains(noun), let owner = line.keyBefore(start)
    else { return false }
    return Self.owners.contains(owner)
  }

  private static let owners: Set<String> = [
    "the", "my", "your", "his", "her", "its", "our", "their", "s",
  ]
  private static let yearly = WordTable.words(
    """
    accords accounts albums amendments attacks awards bombings budgets bushfires calendars celebrations \
    championships changes collections conferences cuts earnings editions elections estimates festivals finals \
    findings fires floods forecasts games goals guidelines hearings highlights holidays images layoffs memories \
    midterms models negotiations numbers nominations olympics photographs photos pictures plans playoffs \
    predictions primaries priorities projections protests reforms regulations releases reports resolutions \
    results riots rules sales sanctions seasons sessions standards statistics statements strikes surveys talks \
    taxes terms tours travels trends trials trips updates uprisings vacations versions videos wallpapers \
    wildfires
    """)
}

/// Reads decades and other plurals of numbers: 1960s, '80s, 40-50's, 100s, 80er, 49ers.
struct Decades: ReadingRule {
  let speech: Speech
  private var speller: NumberSpeller { speech.speller }

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.kind(start - 1) != .word else { return nil }
    if let symbol = line.symbol(start) {
      guard symbol.isApostrophe || symbol == "‘",
        line.isOpen(before: start) || line.symbol(start - 1)?.isDash == true
      else { return nil }
      return shortYear(at: start, in: line)
    }
    switch speech.language {
    case .english: return range(at: start, in: line) ?? plural(at: start, in: line)
    case .german: return german(at: start, in: line)
    default: return nil
    }
  }

  // MARK: English

  /// Reads "'68" as "sixty-eight", "'09" as "oh nine", "'80s" as "eighties".
  private func shortYear(at start: Int, in line: Line) -> Reading? {
    guard line.length(start + 1) == 2, let value = line.value(start + 1),
      speech.language.isEnglish || speech.language.isGerman
    else { return nil }
    if speech.language.isEnglish,
      let reading = range(at: start + 1, in: line) ?? plural(at: start + 1, in: line)
    {
      return reading
    }
    guard line.isClosed(start + 2), !(line.symbol(start + 2)?.isApostrophe == true) else {
      return nil
    }
    let text = value < 10 ? speech.digits(line.digits(start + 1) ?? "") : speller.cardinal(value)
    return Reading(start..<start + 2, text, in: line)
  }

  /// Returns the index after the "s" of "1960s" and "1920's", or nil.
  private func pluralEnd(_ index: Int, in line: Line) -> Int? {
    let hasMark = line.symbol(index)?.isApostrophe == true
    let place = hasMark ? index + 1 : index
    // "1984's best film" is not a plural.
    guard line.key(place) == "s",
      !hasMark || line.length(index - 1) < 4 || line.digits(index - 1)?.last == "0"
    else { return nil }
    return place + 1
  }

  private func plural(at start: Int, in line: Line) -> Reading? {
    if let reading = agent(at: start, in: line) { return reading }
    guard let end = pluralEnd(start + 1, in: line), let text = decade(start, in: line) else {
      return nil
    }
    return Reading(start..<end, text, in: line)
  }

  /// Reads "49ers" as "forty-niners".
  private func agent(at start: Int, in line: Line) -> Reading? {
    guard let suffix = line.key(start + 1), suffix == "er" || suffix == "ers",
      let value = line.value(start, most: 4)
    else { return nil }
    let words = speller.cardinal(value)
    let stem = words.hasSuffix("e") || words.hasSuffix("y") ? String(words.dropLast()) : words
    let vowel = words.hasSuffix("y") ? "i" : ""
    return Reading(start..<start + 2, stem + vowel + suffix, in: line)
  }

  /// Reads "40-50's", "1950s-60s", "20s–30s".
  private func range(at start: Int, in line: Line) -> Reading? {
    let first = pluralEnd(start + 1, in: line) ?? start + 1
    guard let (dash, next) = Quantities(speech: speech).dash(at: first, in: line) else {
      return nil
    }
    let second = line.symbol(next)?.isApostrophe == true ? next + 1 : next
    guard let last = pluralEnd(second + 1, in: line),
      line.value(start, most: 4).map({ $0 % 10 }) == 0,
      let firstText = decade(start, in: line), let lastText = decade(second, in: line)
    else { return nil }
    var words = SpokenWords(firstText, from: line.range(start..<first))
    words.add(speech.symbols.to, from: line.range(dash))
    words.add(lastText, from: line.range(next..<last))
    return Reading(end: last, words: words)
  }

  /// Returns "nineteen sixties", "forties", "hundreds", "sevens".
  private func decade(_ index: Int, in line: Line) -> String? {
    guard let value = line.value(index, most: 6), line.length(index) != 2 || value > 0 else {
      return nil
    }
    guard line.length(index) == 4, (1100...2999).contains(value) else {
      return pluralized(value >= 100 && value % 100 == 0 ? bare(value) : speller.pairs(value))
    }
    let (century, decade) = (value / 100, value % 100)
    if decade == 0 {
      let isThousand = value % 1000 == 0
      return isThousand
        ? pluralized(speller.cardinal(value)) : pluralized(speller.cardinal(century) + " hundred")
    }
    return pluralized(
      speller.cardinal(century) + (decade < 10 ? " oh " : " ") + speller.cardinal(decade))
  }

  /// Returns "hundred" for 100, and "two hundred" for 200.
  private func bare(_ value: Int) -> String {
    let words = speller.cardinal(value)
    return words.hasPrefix("one ") ? String(words.dropFirst(4)) : words
  }

  private func pluralized(_ words: String) -> String {
    if words.hasSuffix("y") { return words.dropLast() + "ies" }
    return words + (words.hasSuffix("x") ? "es" : "s")
  }

  // MARK: German

  /// Reads "80er", "1920er", "50ern", "90'er".
  private func german(at start: Int, in line: Line) -> Reading? {
    var place = start + 1
    if line.symbol(place)?.isApostrophe == true || line.symbol(place)?.isDash == true { place += 1 }
    guard var suffix = line.key(place), let value = line.value(start, most: 4) else { return nil }
    // "90iger"
    if speech.isSecond, ["iger", "igern"].contains(suffix), value > 19 { suffix.removeFirst(2) }
    guard ["er", "ern", "ers"].contains(suffix) else { return nil }
    let isYear = line.length(start) == 4 && (1100...1999).contains(value)
    let number = isYear ? speller.year(value) : speller.cardinal(value)
    return Reading(start..<place + 1, number + suffix, in: line)
  }
}

struct SpokenDates: Sendable {
  let speech: Speech

  /// Returns the words of a date that begins at a token.
  func words(_ date: WrittenDate, at start: Int, in line: Line) -> SpokenWords {
    switch speech.language {
    case .english(let isBritish):
      isBritish ? british(date, at: start, in: line) : american(date, in: line)
    case .german: german(date, at: start, in: line)
    default: romance(date, in: line)
    }
  }

  private func add(
    _ part: WrittenDate.Part, _ text: String, to words: inout SpokenWords, in line: Line
  ) {
    words.add(text, from: line.range(part.tokens))
  }

  private func name(_ month: WrittenDate.Part) -> String {
    speech.vocabulary.calendar.months[month.value - 1]
  }

  /// Reads "January fifth, twenty twenty-five".
  private func american(_ date: WrittenDate, in line: Line) -> SpokenWords {
    var words = SpokenWords()
    add(date.month, name(date.month), to: &words, in: line)
    addDays(date, to: &words, in: line) { speech.speller.ordinal($0) }
    addYear(date, closing: ",", to: &words, in: line)
    return words
  }

  func dayFirst(_ date: WrittenDate, at start: Int, in line: Line) -> SpokenWords {
    british(date, at: start, in: line)
  }

  /// Returns "the fifth of January, twenty twenty-five", or "January the fifth" if the month is written first.
  private func british(_ date: WrittenDate, at start: Int, in line: Line) -> SpokenWords {
    var words = SpokenWords()
    let monthFirst =
      date.month.tokens.lowerBound < date.day.tokens.lowerBound
      && line.kind(date.month.tokens.lowerBound) == .word
    let hasArticle = line.keyBefore(start) == "the"
    if monthFirst { add(date.month, name(date.month), to: &words, in: line) }
    if monthFirst || !hasArticle { add(date.day, "the", to: &words, in: line) }
    addDays(date, to: &words, in: line) { speech.speller.ordinal($0) }
    if !monthFirst { add(date.month, "of " + name(date.month), to: &words, in: line) }
    addYear(date, closing: ",", to: &words, in: line)
    return words
  }

  private func addDays(
    _ date: WrittenDate, to words: inout SpokenWords, in line: Line, _ spelled: (Int) -> String
  ) {
    add(date.day, spelled(date.day.value), to: &words, in: line)
    if let last = date.lastDay {
      let joint = date.day.tokens.upperBound
      if line.symbol(joint) == "/" {
        words.close(with: ",")
      } else {
        words.add(speech.symbols.to, from: line.range(joint..<last.tokens.lowerBound))
      }
      add(last, spelled(last.value), to: &words, in: line)
    }
  }

  private func addYear(
    _ date: WrittenDate, closing: String, to words: inout SpokenWords, in line: Line
  ) {
    guard let year = date.year else { return }
    words.close(with: closing)
    add(year, speech.speller.year(year.value), to: &words, in: line)
  }

  /// Reads "cinco de marzo de dos mil veinticinco", "premier mai deux mille vingt-cinq".
  private func romance(_ date: WrittenDate, in line: Line) -> SpokenWords {
    var words = SpokenWords()
    let isSpanish = speech.language.isSpanish
    let link = isSpanish ? "de " : ""
    let saysFirst = !isSpanish || speech.language == .spanish(isAmerican: true)
    addDays(date, to: &words, in: line) {
      $0 == 1 && saysFirst ? speech.speller.ordinal(1) : speech.speller.cardinal($0)
    }
    add(date.month, link + name(date.month), to: &words, in: line)
    if let year = date.year {
      add(year, link + speech.speller.year(year.value), to: &words, in: line)
    }
    return words
  }

  /// Reads "dritter Mai zweitausendfünfundzwanzig", "am dritten Mai".
  private func german(_ date: WrittenDate, at start: Int, in line: Line) -> SpokenWords {
    var words = SpokenWords()
    let form = GermanEndings.ofDay(before: start, isSecond: speech.isSecond, in: line)
    addDays(date, to: &words, in: line) { speech.speller.ordinal($0, form) }
    add(date.month, name(date.month), to: &words, in: line)
    addYear(date, closing: "", to: &words, in: line)
    return words
  }
}

extension Years {
  /// Whether a dash leads from a year to the present: "1991–heute".
  func opensSpan(_ start: Int, in line: Line) -> Bool {
    speech.isSecond && line.symbol(start + 1)?.isDash == true
      && ["heute", "present", "today"].contains(line.key(start + 2))
  }
}
