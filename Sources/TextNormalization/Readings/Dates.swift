import Basics

/// Reads dates in digits only: 2025-10-27, 5/3/2025, 27.10.2025.
struct NumericDates: ReadingRule {
  let speech: Speech
  private var spoken: SpokenDates { SpokenDates(speech: speech) }

  /// Words after which "5/3" is a date.
  private static let beforeDay: Set<String> = [
    "on", "by", "until", "till", "since", "before", "after", "due", "dated", "el", "del", "le",
    "du", "am",
    "vom", "zum", "bis", "ab", "seit", "den", "dem", "der",
  ]

  func reading(at start: Int, in line: Line) -> Reading? {
    if speech.isSecond,
      let date = compact(at: start, in: line)
        ?? TimeStamps(speech: speech).reading(at: start, in: line)
        ?? month(at: start, in: line)
    {
      return date
    }
    guard let first = line.value(start, most: 4), line.kind(start - 1) != .digits,
      let symbol = line.symbol(start + 1),
      symbol == "/" || symbol == "." || symbol == "-" || symbol == "‑"
        || symbol == "_" && speech.isSecond,
      !isInside(start, symbol, in: line), !isPartOfBook(start, symbol, in: line)
    else { return nil }
    let second = symbol == "." ? line.skippingSpace(start + 2) : start + 2
    guard let middle = line.value(second, most: 2) else { return nil }
    if let date = whole(first, middle, symbol, start, second, in: line) { return date }
    return day(first, middle, symbol, start, second, in: line)
  }

  /// Reads "20261127".
  private func compact(at start: Int, in line: Line) -> Reading? {
    guard line.length(start) == 8, let value = line.value(start),
      (1900...2099).contains(value / 10000),
      line.isClosed(start + 1),
      line.isOpen(before: start) || line.symbol(start - 1)?.opensPart == true,
      !(line.symbol(start + 1)?.opensPart == true && line.kind(start + 2) == .digits)
    else { return nil }
    let parts = [value % 100, value / 100 % 100, value / 10000].map {
      WrittenDate.Part(value: $0, tokens: start..<start + 1)
    }
    guard let date = dated(day: parts[0], month: parts[1], year: parts[2], true) else {
      return nil
    }
    return Reading(end: start + 1, words: spoken.words(date, at: start, in: line))
  }

  private func isInside(_ start: Int, _ symbol: Unicode.Scalar, in line: Line) -> Bool {
    line.symbol(start - 1) == symbol && line.kind(start - 2) == .digits
  }

  // Whether the numbers are those of a chapter or a version: "1.1. Was ist", "Abschnitt 3.1.10.", "GIMP-2.10.14".
  private func isPartOfBook(_ start: Int, _ symbol: Unicode.Scalar, in line: Line) -> Bool {
    guard symbol == ".", !isGermanDay(start, in: line) else { return false }
    if line.symbol(start - 1) == "-" || line.symbol(start - 1) == "_" { return true }
    let versions = Versions(speech: speech)
    if versions.isNamed(start, in: line) { return true }
    guard let parts = versions.parts(at: start, in: line), let last = parts.last,
      line.length(last) < 4
    else { return false }
    // "1.3.x"
    if line.symbol(last + 1) == ".", line.kind(last + 2) == .word { return true }
    return versions.opensHeading(start, parts, in: line)
  }

  /// Whether German digits are a date and no version: "v. 18.6.2009", "01.01.-31.12.2020".
  private func isGermanDay(_ start: Int, in line: Line) -> Bool {
    guard speech.isSecond, speech.language.isGerman else { return false }
    let isYear =
      line.symbol(start + 3) == "." && line.length(start + 4) == 4 && line.isClosed(start + 5)
    return isYear || line.symbol(start - 1)?.isDash == true && line.symbol(start - 2) == "."
  }

  private func whole(
    _ first: Int, _ middle: Int, _ symbol: Unicode.Scalar, _ start: Int, _ second: Int,
    in line: Line
  ) -> Reading? {
    guard line.symbol(second + 1) == symbol else { return nil }
    let third = symbol == "." && second > start + 2 ? line.skippingSpace(second + 2) : second + 2
    guard let last = line.value(third, most: 4), hasEnd(third + 1, symbol, in: line) else {
      return nil
    }
    let parts = [(first, start), (middle, second), (last, third)].map {
      WrittenDate.Part(value: $0.0, tokens: $0.1..<$0.1 + 1)
    }
    guard !isSection(parts, symbol, at: start, in: line), let date = date(parts, symbol, in: line)
    else { return nil }
    var end = third + 1
    // "2025-10-27T10:30"
    if line.word(end) == "T", line.kind(end + 1) == .digits { end += 1 }
    // "2025-10-27-notes.md": a hyphen would join the name to the year.
    if speech.isSecond, line.symbol(end) == "-", line.kind(end + 1) == .word { end += 1 }
    return reading(date, start, end, in: line)
  }

  /// Whether numbers with full stops are a section such as "3.1.10.", and not a date such as "am 3.1.10" or "03.01.10".
  private func isSection(
    _ parts: [WrittenDate.Part], _ symbol: Unicode.Scalar, at start: Int, in line: Line
  ) -> Bool {
    guard speech.isSecond, symbol == ".", line.length(parts[2].tokens.lowerBound) < 4,
      parts[1].tokens.lowerBound == start + 2
    else { return false }
    let hasTwoDigits = line.length(start) == 2 && line.length(start + 2) == 2
    return !hasTwoDigits && line.keyBefore(start).map(Self.beforeDay.contains) != true
      && !(speech.language.isGerman && isDated(start, in: line))
  }

  /// Whether a weekday or a word such as "Stand:" is before German digits.
  private func isDated(_ start: Int, in line: Line) -> Bool {
    let mark = line.skippingSpaceBack(start - 1)
    guard let symbol = line.symbol(mark), let key = line.key(mark - 1) else { return false }
    let weekdays = speech.vocabulary.calendar.weekdays
    return symbol == "," && (weekdays[key] != nil || key.hasSuffix("tag") || key == "mittwoch")
      || symbol == ":" && ["stand", "datum"].contains(key)
  }

  private func hasEnd(_ index: Int, _ symbol: Unicode.Scalar, in line: Line) -> Bool {
    if line.word(index) == "T", line.kind(index + 1) == .digits { return true }
    return line.isClosed(index)
      && !(line.symbol(index) == symbol && line.kind(index + 1) == .digits)
  }

  private func date(
    _ parts: [WrittenDate.Part], _ symbol: Unicode.Scalar, in line: Line
  ) -> WrittenDate? {
    let lengths = parts.map { line.length($0.tokens.lowerBound) }
    if lengths[0] == 4 {
      return dated(day: parts[2], month: parts[1], year: parts[0], lengths[2] <= 2)
    }
    guard lengths[0] <= 2 else { return nil }
    var year = parts[2]
    if lengths[2] == 2 {
      // "1.2.25" in English is a version, and "5-3-25" is ambiguous.
      guard symbol == "/" || symbol == "." && !speech.language.isEnglish else { return nil }
      year.value += year.value < 50 ? 2000 : 1900
    } else if lengths[2] != 4 {
      return nil
    }
    let american = speech.language == .english(isBritish: false)
    let (first, second) = american && symbol != "." ? (parts[1], parts[0]) : (parts[0], parts[1])
    return dated(day: first, month: second, year: year, true)
      ?? dated(day: second, month: first, year: year, true)
  }

  func dated(
    day: WrittenDate.Part, month: WrittenDate.Part, year: WrittenDate.Part, _ isRight: Bool
  ) -> WrittenDate? {
    guard isRight, (1...31).contains(day.value), (1...12).contains(month.value),
      (1000...2999).contains(year.value)
    else { return nil }
    return WrittenDate(day: day, month: month, year: year)
  }

  /// Reads "on 5/3", "am 3.5.".
  private func day(
    _ first: Int, _ middle: Int, _ symbol: Unicode.Scalar, _ start: Int, _ second: Int,
    in line: Line
  ) -> Reading? {
    // In German, a full stop is not a decimal separator.
    let isSure =
      speech.language.isGerman && symbol == "." && line.symbol(second + 1) == "."
      && (!line.isEnd(second + 2) || isPadded(start, second, in: line))
      && !Versions(speech: speech).isNamed(start, in: line)
      && !(speech.isSecond && isBehindAcronym(start, in: line))
    let isAnnounced =
      line.keyBefore(start).map {
        Self.beforeDay.contains($0)
          || speech.isSecond && speech.language.isGerman
            && speech.vocabulary.calendar.weekdays[$0] != nil && line.symbol(second + 1) == "."
      } == true
    // Cells of a table: "6. 6. 165.698"
    if speech.isSecond, second > start + 2, line.symbol(second + 1) == ".",
      line.kind(line.skippingSpace(second + 2)) == .digits
    {
      return nil
    }
    // "4.2.0."
    if speech.isSecond, symbol == ".", line.symbol(second + 1) == ".",
      line.kind(second + 2) == .digits
    {
      return nil
    }
    guard line.length(start) <= 2, line.isClosed(second + 1), isSure || isAnnounced,
      line.symbol(second + 1) != symbol || symbol == "."
    else { return nil }
    var end = second + 1
    switch symbol {
    case "/": break
    case "." where speech.language.isGerman && line.symbol(second + 1) == ".":
      if !line.isEnd(second + 2) { end += 1 }
    default: return nil
    }
    let american = speech.language == .english(isBritish: false)
    let (day, month) = american ? (middle, first) : (first, middle)
    let (dayToken, monthToken) = american ? (second, start) : (start, second)
    guard (1...31).contains(day), (1...12).contains(month) else { return nil }
    // "after 1/2 of the way"
    if symbol == "/", first < middle, let next = line.keyAfter(second + 1), next == "of" {
      return nil
    }
    let date = WrittenDate(
      day: .init(value: day, tokens: dayToken..<dayToken + 1),
      month: .init(value: month, tokens: monthToken..<monthToken + 1))
    return reading(date, start, end, in: line)
  }

  /// Returns the reading of a date, with "bis" for a dash before another German date: "01.01.-31.12.2020".
  private func reading(_ date: WrittenDate, _ start: Int, _ end: Int, in line: Line) -> Reading {
    var words = spoken.words(date, at: start, in: line)
    guard speech.isSecond, speech.language.isGerman,
      let (dash, next) = Quantities(speech: speech).dash(at: end, in: line),
      line.symbol(next + 1) == ".", line.kind(next + 2) == .digits
    else { return Reading(end: end, words: words) }
    words.add(speech.symbols.to, from: line.range(dash))
    return Reading(end: next, words: words)
  }
}

extension NumericDates {
  /// Whether a day and a month have two digits, one of which is a leading zero or behind a dash: "08.01. – 31.12."
  private func isPadded(_ start: Int, _ second: Int, in line: Line) -> Bool {
    guard speech.isSecond, line.length(start) == 2, line.length(second) == 2 else { return false }
    let hasZero = [start, second].contains { line.digits($0)?.first == "0" }
    return hasZero || line.symbol(line.skippingSpaceBack(start - 1))?.isDash == true
  }

  // "SPARQL 1.1. Query"
  private func isBehindAcronym(_ start: Int, in line: Line) -> Bool {
    line.wordBefore(start).map { line.length($0) > 1 && line.isAllCapitals($0) } == true
  }
}

extension Unicode.Scalar {
  /// Whether the symbol joins parts of a name: "log_20261127", "backup-20261127.zip".
  fileprivate var opensPart: Bool { self == "-" || self == "_" || self == "." || self == "/" }
}

/// Reads dates with the name of a month, such as "January 5, 2025" and "5 May".
struct NamedDates: ReadingRule {
  let speech: Speech
  private var spoken: SpokenDates { SpokenDates(speech: speech) }
  private var calendar: CalendarWords { speech.vocabulary.calendar }

  func reading(at start: Int, in line: Line) -> Reading? {
    switch line.kind(start) {
    case .word where speech.language.isEnglish: monthFirst(at: start, in: line)
    case .digits: dayFirst(at: start, in: line)
    default: nil
    }
  }

  // MARK: January 5, 2025

  private func monthFirst(at start: Int, in line: Line) -> Reading? {
    guard let (month, afterMonth) = month(at: start, in: line), line.isSpace(afterMonth) else {
      return nil
    }
    let place = afterMonth + 1
    let isSure = line.isUpper(start) && line.key(start) != "may" && line.key(start) != "march"
    if let year = year(at: place, in: line) {
      guard line.isUpper(start) || isSure else { return nil }
      var words = SpokenWords(calendar.months[month.value - 1], from: line.range(month.tokens))
      words.add(speech.speller.year(year.value), from: line.range(year.tokens))
      return Reading(end: year.tokens.upperBound, words: words)
    }
    guard let day = day(at: place, in: line) else { return shortYear(month, at: place, in: line) }
    var date = WrittenDate(day: day, month: month)
    var end = day.tokens.upperBound
    if let (_, next) = Quantities(speech: speech).dash(at: end, in: line),
      let last = self.day(at: next, in: line), last.value > day.value
    {
      date.lastDay = last
      end = last.tokens.upperBound
    }
    if let year = yearBehind(end, in: line) {
      date.year = year
      end = year.tokens.upperBound
    } else if !isSure, !isLikely(start, end, in: line) {
      return nil
    }
    return Reading(end: end, words: spoken.words(date, at: start, in: line))
  }

  /// Reads "Aug 81", whose number is no day.
  private func shortYear(
    _ month: WrittenDate.Part, at place: Int, in line: Line
  ) -> Reading? {
    guard speech.isSecond, line.length(month.tokens.lowerBound) < 5,
      let year = line.value(place, most: 2), year > 31, line.isClosed(place + 1),
      line.kind(line.skippingSpace(place + 1)) != .word
    else { return nil }
    var words = SpokenWords(calendar.months[month.value - 1], from: line.range(month.tokens))
    words.add(speech.speller.cardinal(String(year)), from: line.range(place))
    return Reading(end: place + 1, words: words)
  }

  /// Whether a month and a number are a date: "May 5", but not "may 5 people" or "March 5 miles".
  private func isLikely(_ start: Int, _ end: Int, in line: Line) -> Bool {
    guard line.isUpper(start) else { return false }
    guard line.isSpace(end), let next = line.key(end + 1) else { return true }
    let nearby = NearbyWords(speech: speech)
    return !nearby.isPlural(next) && speech.vocabulary.units.nouns[next] == nil
  }

  /// Returns the month that is named at an index, and the index after its name or its abbreviation with a full stop; or
  /// nil.
  private func month(at index: Int, in line: Line) -> (part: WrittenDate.Part, end: Int)? {
    guard let key = line.key(index), let value = calendar.monthKeys[key],
      line.isUpper(index) || key.utf8.count > 3 || !speech.language.isEnglish
    else { return nil }
    let isWhole = calendar.months[value - 1].lowercased() == key
    let hasStop = !isWhole && line.symbol(index + 1) == "."
    let end = hasStop ? index + 2 : index + 1
    return (WrittenDate.Part(value: value, tokens: index..<end), end)
  }

  private func day(at index: Int, in line: Line) -> WrittenDate.Part? {
    guard let value = line.value(index, most: 2), (1...31).contains(value) else { return nil }
    var end = index + 1
    if let suffix = line.key(end), ["st", "nd", "rd", "th"].contains(suffix) { end += 1 }
    guard line.isClosed(end) else { return nil }
    switch line.symbol(end) {
    case ":", "%", "/", "°", "$": return nil
    case ".", ",": if line.kind(end + 1) == .digits { return nil }
    default: break
    }
    return WrittenDate.Part(value: value, tokens: index..<end)
  }

  /// Returns a year after a space, or after a comma and a space.
  private func yearBehind(_ index: Int, in line: Line) -> WrittenDate.Part? {
    let place = line.symbol(index) == "," ? index + 1 : index
    guard line.isSpace(place) else { return nil }
    return year(at: place + 1, in: line)
  }

  private func year(at index: Int, in line: Line) -> WrittenDate.Part? {
    guard line.length(index) == 4, let value = line.value(index), (1000...2999).contains(value),
      line.isClosed(index + 1), line.symbol(index + 1) != ":"
    else { return nil }
    if line.symbol(index + 1) == "." || line.symbol(index + 1) == ",",
      line.kind(index + 2) == .digits
    {
      return nil
    }
    return WrittenDate.Part(value: value, tokens: index..<index + 1)
  }

  // MARK: 5 January 2025

  private func dayFirst(at start: Int, in line: Line) -> Reading? {
    switch speech.language {
    case .english: english(at: start, in: line)
    case .german: german(at: start, in: line)
    case .french: french(at: start, in: line)
    case .spanish(isAmerican: true): american(at: start, in: line)
    default: nil
    }
  }

  private func english(at start: Int, in line: Line) -> Reading? {
    guard let day = day(at: start, in: line) else { return nil }
    var date = WrittenDate(day: day, month: day)
    var end = day.tokens.upperBound
    if let (_, next) = Quantities(speech: speech).dash(at: end, in: line),
      let last = self.day(at: next, in: line), last.value > day.value
    {
      date.lastDay = last
      end = last.tokens.upperBound
    }
    guard line.isSpace(end), line.isUpper(end + 1),
      let (month, afterMonth) = month(at: end + 1, in: line)
    else { return nil }
    date.month = month
    end = afterMonth
    if let year = yearBehind(end, in: line) {
      date.year = year
      end = year.tokens.upperBound
    }
    let wasBritish = SpokenDates(speech: speech).dayFirst(date, at: start, in: line)
    return Reading(end: end, words: wasBritish)
  }

  private func german(at start: Int, in line: Line) -> Reading? {
    guard let day = line.value(start, most: 2), (1...31).contains(day),
      line.symbol(start + 1) == "."
    else { return nil }
    var date = WrittenDate(
      day: .init(value: day, tokens: start..<start + 2),
      month: .init(value: 1, tokens: start..<start))
    var place = start + 2
    // "3.–5. Mai", "22./24. Juni"
    let slash = speech.isSecond && line.symbol(place) == "/" ? place + 1 : nil
    if let next = Quantities(speech: speech).dash(at: place, in: line)?.next ?? slash,
      let last = line.value(next, most: 2), (1...31).contains(last), line.symbol(next + 1) == "."
    {
      date.lastDay = .init(value: last, tokens: next..<next + 2)
      place = next + 2
    }
    place = line.skippingSpace(place)
    guard line.isUpper(place), let (month, afterMonth) = month(at: place, in: line) else {
      return nil
    }
    date.month = month
    var end = afterMonth
    if let year = yearBehind(end, in: line), line.symbol(end) != "," {
      date.year = year
      end = year.tokens.upperBound
    }
    return Reading(end: end, words: spoken.words(date, at: start, in: line))
  }

  /// Reads the first day of a month.
  /// In French, only that day is an ordinal.
  private func french(at start: Int, in line: Line) -> Reading? {
    guard line.value(start) == 1, line.isSpace(start + 1), month(at: start + 2, in: line) != nil
    else { return nil }
    return Reading(start..<start + 1, speech.speller.ordinal(1), in: line)
  }

  private func american(at start: Int, in line: Line) -> Reading? {
    guard line.value(start) == 1, line.isSpace(start + 1), line.key(start + 2) == "de",
      month(at: start + 4, in: line) != nil
    else { return nil }
    return Reading(start..<start + 1, speech.speller.ordinal(1), in: line)
  }
}

/// A date with the tokens of its parts.
struct WrittenDate: Sendable {
  struct Part: Sendable {
    var value: Int
    var tokens: Range<Int>
  }

  var day: Part
  /// The last day of "May 5–7", or nil.
  var lastDay: Part?
  var month: Part
  var year: Part?
}
