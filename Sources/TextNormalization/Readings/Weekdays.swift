import Basics

/// Reads abbreviated weekdays: "Mon.–Fri.", "lun.-vie.", "Mo., 3. Mai", "lun. 7 oct."
struct WeekdayRanges: ReadingRule {
  let speech: Speech
  private var calendar: CalendarWords { speech.vocabulary.calendar }

  func reading(at start: Int, in line: Line) -> Reading? {
    guard let first = day(at: start, in: line), line.kind(start - 1) != .word,
      line.symbol(start - 1)?.isApostrophe != true
    else { return nil }
    if let (dash, next) = Quantities(speech: speech).dash(at: first.end, in: line),
      let last = day(at: next, in: line), isCapitalLike(start, next, in: line)
    {
      var words = SpokenWords(first.name, from: line.range(start..<first.end))
      words.add(speech.symbols.to, from: line.range(dash))
      let end = stop(last, in: line)
      words.add(last.name, from: line.range(next..<last.end))
      return Reading(end: end, words: words)
    }
    return alone(first, at: start, in: line)
  }

  /// Returns a weekday's name and the index after its abbreviation, including the full stop; or nil.
  private func day(at index: Int, in line: Line) -> (name: String, end: Int)? {
    guard let key = line.key(index), let name = calendar.weekdays[key] else { return nil }
    return (name, line.symbol(index + 1) == "." ? index + 2 : index + 1)
  }

  private func isCapitalLike(_ first: Int, _ last: Int, in line: Line) -> Bool {
    speech.language.isSpanish || speech.language.isFrench
      || line.isUpper(first) && line.isUpper(last)
  }

  /// Reads a single weekday with a full stop: before a date, or anywhere if no word has the same spelling.
  private func alone(_ day: (name: String, end: Int), at start: Int, in line: Line) -> Reading? {
    guard line.symbol(start + 1) == "." else { return dated(day, at: start, in: line) }
    let comma = line.symbol(day.end) == "," ? day.end + 1 : day.end
    let next = line.skippingSpace(comma)
    let isDated = line.kind(next) == .digits || isMonth(next, in: line)
    let isSure =
      isDated || !speech.language.isGerman && !line.isEnd(day.end) && isUnlikeWords(start, in: line)
    guard isSure, line.isUpper(start) || !speech.language.isEnglish else { return nil }
    return Reading(
      end: day.end, words: SpokenWords(day.name, from: line.range(start..<day.end)))
  }

  /// Reads "Mon 5 Jan", "Tue, Jan 6".
  private func dated(_ day: (name: String, end: Int), at start: Int, in line: Line) -> Reading? {
    let comma = line.symbol(day.end) == "," ? day.end + 1 : day.end
    let next = line.skippingSpace(comma)
    let isDay =
      line.kind(next) == .digits
      && (isMonth(line.skippingSpace(next + 1), in: line) || isTime(next, start, in: line))
    guard next > comma, isDay || isMonth(next, in: line) && line.kind(next + 2) == .digits,
      line.isUpper(start) || !speech.language.isEnglish
    else { return nil }
    return Reading(end: day.end, words: SpokenWords(day.name, from: line.range(start..<day.end)))
  }

  private func isMonth(_ index: Int, in line: Line) -> Bool {
    line.key(index).flatMap { calendar.monthKeys[$0] } != nil
      && (line.isUpper(index) || !speech.language.isEnglish)
  }

  /// Whether an abbreviation is spelled like no ordinary word.
  /// "mer." may end a sentence about the sea, and "Sun." a sentence about the sun.
  private func isUnlikeWords(_ index: Int, in line: Line) -> Bool {
    guard let key = line.key(index) else { return false }
    return !["mer", "mar", "dim", "sam", "sun", "sat", "sab", "dom", "mie"].contains(key)
  }

  private func stop(_ day: (name: String, end: Int), in line: Line) -> Int {
    line.symbol(day.end - 1) == "." && line.isEnd(day.end) ? day.end - 1 : day.end
  }
}

extension WeekdayRanges {
  /// Whether a time or a day is behind a German weekday: "Mo 03:30", "Mi 14.5."
  func isTime(_ next: Int, _ start: Int, in line: Line) -> Bool {
    speech.isSecond && speech.language.isGerman && line.isUpper(start) && line.length(start) == 2
      && line.kind(next + 2) == .digits
      && (line.symbol(next + 1) == ":" && line.length(next + 2) == 2
        || line.symbol(next + 1) == "." && line.symbol(next + 3) == ".")
      && (line.key(start) != "so" || !line.startsSentence(start))
  }
}
