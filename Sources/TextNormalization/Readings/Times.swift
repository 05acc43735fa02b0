import Basics

/// Reads times of day and durations in digits: 7:30 p.m., 18 h 30, 18.45 Uhr, 0600 hours, 2:41:07.
struct Times: ReadingRule {
  let speech: Speech
  private let meridiems: Meridiems

  init(speech: Speech) {
    self.speech = speech
    meridiems = Meridiems(speech: speech)
  }

  private var speller: NumberSpeller { speech.speller }

  private struct Clock {
    var hour: Int
    var minute: Int
    var second: Int?
    var hasLeadingZero: Bool
    var tokens: Range<Int>
  }

  func reading(at start: Int, in line: Line) -> Reading? {
    guard isOpen(start, in: line) else { return nil }
    if let clock = clock(at: start, in: line) {
      var reading = reading(clock, in: line)
      // "2025-10-27T10:30:00Z"
      if speech.isSecond, line.word(reading.end) == "Z", line.isClosed(reading.end + 1) {
        reading.words.add("UTC", from: line.range(reading.end))
        reading.end += 1
      }
      return reading
    }
    switch speech.language {
    case .english: return military(at: start, in: line) ?? plainHour(at: start, in: line)
    case .french: return french(at: start, in: line)
    case .german: return german(at: start, in: line)
    case .spanish: return plainHour(at: start, in: line)
    case .other: return nil
    }
  }

  private func isOpen(_ start: Int, in line: Line) -> Bool {
    switch line.symbol(start - 1) {
    // `main.rs:12:30`
    case ":"
    where speech.isSecond && line.kind(start - 2) == .word && line.symbol(start - 3) == ".":
      false
    case ":", ".", ",", "$", "#": line.kind(start - 2) != .digits
    default:
      line.kind(start - 1) != .word
        || speech.isSecond && line.word(start - 1) == "T" && line.kind(start - 2) == .digits
    }
  }

  // MARK: With a colon

  private func clock(at start: Int, in line: Line) -> Clock? {
    guard let hour = line.value(start, most: 2), hour <= 24 else { return nil }
    let symbol = line.symbol(start + 1)
    // "7.15 Uhr"
    let isStop =
      symbol == "." && !speech.language.isEnglish
      && (isBeforeHourWord(start + 3, in: line) || opensSpan(start, in: line))
    guard symbol == ":" || isStop || isBeforeMeridiem(start, in: line),
      line.length(start + 2) == 2, let minute = line.value(start + 2),
      minute < 60
    else { return nil }
    var clock = Clock(
      hour: hour, minute: minute, hasLeadingZero: line.length(start) == 2 && hour < 10,
      tokens: start..<start + 3)
    if line.symbol(start + 3) == ":", line.length(start + 4) == 2,
      let second = line.value(start + 4),
      second < 60
    {
      clock.second = second
      clock.tokens = start..<start + 5
    }
    let end = clock.tokens.upperBound
    let next = line.symbol(end)
    let hasFraction = speech.isSecond && clock.second != nil && next == "."
    let continues =
      (next == ":" || next == "," || next == ".") && line.kind(end + 1) == .digits && !hasFraction
    return continues || isGame(clock, in: line) ? nil : clock
  }

  // "4.00 a.m." and "9.30 pm", but not the length "1.54 pm"
  private func isBeforeMeridiem(_ start: Int, in line: Line) -> Bool {
    guard speech.isSecond, speech.language.isEnglish, line.symbol(start + 1) == ".",
      let half = meridiems.meridiem(at: start + 3, in: line)
    else { return false }
    return half.tokens.count > 1 || line.value(start + 2).map { $0 % 15 == 0 } == true
  }

  // Whether the numbers are a score: "Sie gewannen 12:10."
  private func isGame(_ clock: Clock, in line: Line) -> Bool {
    // "Stand: 11:00"
    clock.second == nil && !(speech.isSecond && clock.minute < 10)
      && (NearbyWords(speech: speech).isGame(around: clock.tokens, in: line)
        || speech.isSecond && isRatio(clock, in: line))
      && speech.language.isGerman
  }

  // "im Verhältnis 1:10", "eine 1:15 Mischung"
  private func isRatio(_ clock: Clock, in line: Line) -> Bool {
    guard clock.hour == 1, line.length(clock.tokens.lowerBound) == 1,
      !isBeforeHourWord(clock.tokens.upperBound, in: line)
    else { return false }
    let before = line.keyBefore(clock.tokens.lowerBound) ?? ""
    return !["um", "ab", "bis", "gegen", "seit", "kurz", "vor", "nach", "circa"].contains(before)
  }

  // "20.30-22.00 Uhr"
  private func opensSpan(_ start: Int, in line: Line) -> Bool {
    guard speech.isSecond, speech.language.isGerman,
      let (_, next) = Quantities(speech: speech).dash(at: start + 3, in: line),
      line.value(next, most: 2).map({ $0 < 25 }) == true, line.symbol(next + 1) == ".",
      line.length(next + 2) == 2
    else { return false }
    return isBeforeHourWord(next + 3, in: line)
  }

  private func isHour(_ index: Int, in line: Line) -> Bool {
    line.key(index) == "h" || speech.isSecond && ["hs", "hrs"].contains(line.key(index))
  }

  private func isBeforeHourWord(_ index: Int, in line: Line) -> Bool {
    guard let key = line.keyAfter(index) else { return false }
    return key == "uhr" || key == "h" || key == "hs" || key == "horas" || key == "hrs"
  }

  private func reading(_ clock: Clock, in line: Line) -> Reading {
    if clock.second != nil { return span(clock, in: line) }
    var end = clock.tokens.upperBound
    var words: SpokenWords
    if let (dash, next) = Quantities(speech: speech).dash(at: end, in: line),
      let last = self.clock(at: next, in: line), last.second == nil
    {
      words = self.words(clock, isExact: false, in: line)
      words.add(speech.symbols.to, from: line.range(dash))
      let part = half(last, after: last.tokens.upperBound, in: line)
      words.add(part.words)
      end = part.end
    } else {
      let part = half(clock, after: end, in: line)
      (words, end) = (part.words, part.end)
    }
    return Reading(end: end, words: words)
  }

  /// Returns the words of a time with "a.m.", "p.m." or a unit such as "Uhr" after it, and the index
  /// after the time.
  private func half(
    _ clock: Clock, after index: Int, in line: Line
  ) -> (words: SpokenWords, end: Int) {
    if let meridiem = meridiems.meridiem(at: index, in: line) {
      var words = words(clock, isExact: false, in: line)
      words.add(meridiem.text, from: line.range(meridiem.tokens))
      return (words, meridiem.tokens.upperBound)
    }
    let place = line.skippingSpace(index)
    switch speech.language {
    case .german where line.key(place) == "uhr":
      return (words(clock, isExact: true, in: line), place + 1)
    case .french where line.key(place) == "h", .spanish where isHour(place, in: line):
      let end = line.symbol(place + 1) == "." && !line.isEnd(place + 2) ? place + 2 : place + 1
      return (words(clock, isExact: true, in: line), end)
    default: return (words(clock, isExact: true, in: line), index)
    }
  }

  // MARK: Words

  /// Returns the words of hours and minutes.
  /// `isExact` adds "o'clock" to a full hour.
  private func words(_ clock: Clock, isExact: Bool, in line: Line) -> SpokenWords {
    let start = clock.tokens.lowerBound
    var words = SpokenWords(hour(clock, isExact), from: line.range(start))
    let minutes = minutes(clock, isExact)
    if !minutes.isEmpty { words.add(minutes, from: line.range(clock.tokens.dropFirst(2))) }
    return words
  }

  private func hour(_ clock: Clock, _ isExact: Bool) -> String {
    let hour = clock.hour
    switch speech.language {
    case .english:
      return hour == 0 && clock.minute > 0 ? "zero" : speller.cardinal(hour)
    case .spanish: return speller.cardinal(hour, .before(.feminine))
    case .french:
      return speller.cardinal(hour, .before(.feminine)) + (hour < 2 ? " heure" : " heures")
    case .german: return speller.cardinal(hour, .before(.masculine)) + " Uhr"
    case .other: return speller.cardinal(hour)
    }
  }

  private func minutes(_ clock: Clock, _ isExact: Bool) -> String {
    let minute = clock.minute
    switch speech.language {
    case .english where minute == 0 && clock.hour == 0 && speech.isSecond && !clock.hasLeadingZero:
      return ""
    case .english where minute == 0:
      return !isExact ? "" : clock.hour > 0 && clock.hour < 13 ? "o'clock" : "hundred"
    case .english where minute < 10: return "oh " + speller.cardinal(minute)
    case .spanish where minute == 30 && (1...12).contains(clock.hour): return "y media"
    case .spanish where minute == 15 && (1...12).contains(clock.hour): return "y cuarto"
    case .french where minute == 1: return speller.cardinal(1, .before(.feminine))
    case _ where minute == 0: return ""
    default: return speller.cardinal(minute)
    }
  }

  /// Reads "2:41:07" as "two forty-one oh seven".
  private func span(_ clock: Clock, in line: Line) -> Reading {
    var words = SpokenWords()
    for (offset, part) in [clock.hour, clock.minute, clock.second ?? 0].enumerated() {
      let token = clock.tokens.lowerBound + 2 * offset
      let isFirst = offset == 0 && !clock.hasLeadingZero
      let text =
        part < 10 && !isFirst
        ? speech.digits(line.digits(token) ?? "") : speller.cardinal(part)
      words.add(text, from: line.range(token))
    }
    // "10:30:45.5"
    let point = clock.tokens.upperBound
    if speech.isSecond, line.symbol(point) == ".", let fraction = line.digits(point + 1) {
      words.add(speech.symbols.decimal, from: line.range(point))
      words.add(speller.digits(fraction), from: line.range(point + 1))
      return Reading(end: point + 2, words: words)
    }
    return Reading(end: clock.tokens.upperBound, words: words)
  }

  // MARK: Without a colon

  // Reads "9am", "10 p.m."
  private func plainHour(at start: Int, in line: Line) -> Reading? {
    guard let hour = line.value(start, most: 2), (1...12).contains(hour) else { return nil }
    let form: NumberForm = speech.language.isSpanish ? .before(.feminine) : .alone
    var words = SpokenWords(speller.cardinal(hour, form), from: line.range(start))
    var end = start + 1
    if let (dash, next) = Quantities(speech: speech).dash(at: end, in: line),
      let last = line.value(next, most: 2), (1...12).contains(last)
    {
      words.add(speech.symbols.to, from: line.range(dash))
      words.add(speller.cardinal(last, form), from: line.range(next))
      end = next + 1
    }
    guard let meridiem = meridiems.meridiem(at: end, in: line) else { return nil }
    words.add(meridiem.text, from: line.range(meridiem.tokens))
    end = meridiem.tokens.upperBound
    // "9am-5pm"
    if let (dash, next) = Quantities(speech: speech).dash(at: end, in: line),
      let last = secondEnd(at: next, in: line)
    {
      words.add(speech.symbols.to, from: line.range(dash))
      words.add(last.words)
      end = last.end
    }
    return Reading(end: end, words: words)
  }

  private func secondEnd(at index: Int, in line: Line) -> Reading? {
    guard let clock = clock(at: index, in: line) else { return plainHour(at: index, in: line) }
    let part = half(clock, after: clock.tokens.upperBound, in: line)
    return Reading(end: part.end, words: part.words)
  }

  /// Reads "0600 hours", "at 1430 hours".
  private func military(at start: Int, in line: Line) -> Reading? {
    guard line.length(start) == 4, let value = line.value(start),
      value < (speech.isSecond ? 2401 : 2400), value % 100 < 60,
      line.keyAfter(start + 1).map({ $0 == "hours" || $0 == "hrs" }) == true
        || isBareClock(value, start, in: line),
      value < 1000 || line.keyBefore(start).map({ Self.beforeHour.contains($0) }) == true
        || speech.isSecond && isClock(value, start, in: line)
    else { return nil }
    let (hour, minute) = (value / 100, value % 100)
    let first = (hour < 10 ? "oh " : "") + (hour == 0 ? "oh" : speller.cardinal(hour))
    let second =
      minute == 0 ? "hundred" : (minute < 10 ? "oh " : "") + speller.cardinal(minute)
    return Reading(start..<start + 1, first + " " + second, in: line)
  }

  /// Whether four digits before "hours" are a time although no preposition says so: "1609 hours", "through 2400
  /// hours", and "1400 hours." alone.
  private func isClock(_ value: Int, _ start: Int, in line: Line) -> Bool {
    value % 100 != 0 || line.keyBefore(start) == "through"
      || line.startsSentence(start)
        && (line.isEnd(start + 3)
          || line.symbol(start + 3).map { ".,!?".unicodeScalars.contains($0) } == true)
  }

  /// Whether four digits with a zero in front are a time without "hours": "at 0400", "by 0530".
  private func isBareClock(_ value: Int, _ start: Int, in line: Line) -> Bool {
    guard speech.isSecond, value < 1000, value > 99, line.isClosed(start + 1),
      let before = line.keyBefore(start)
    else { return false }
    return ["at", "by", "around", "before", "after", "until", "till", "since"].contains(before)
  }

  private static let beforeHour: Set<String> = [
    "at", "by", "around", "before", "after", "until", "till", "from", "to", "about", "since",
  ]

  /// Reads "18 h 30", "7h05", "2 h ½".
  private func french(at start: Int, in line: Line) -> Reading? {
    guard let hour = line.value(start, most: 3) else { return nil }
    let letter = line.skippingSpace(start + 1)
    guard line.word(letter) == "h", line.symbol(letter + 1) != "/" else { return nil }
    var end = letter + 1
    let next = line.skippingSpace(end)
    let noun = hour < 2 ? " heure" : " heures"
    var words = SpokenWords(
      speller.cardinal(hour, .before(.feminine)) + noun, from: line.range(start..<end))
    if line.symbol(next) == "½" {
      words.add("et demie", from: line.range(next))
      end = next + 1
    } else if line.length(next) == 2, let minute = line.value(next), minute < 60,
      line.isClosed(next + 1)
    {
      if minute > 0 {
        words.add(speller.cardinal(minute, .before(.feminine)), from: line.range(next))
      }
      end = next + 1
    }
    // "9h-12h"
    if speech.isSecond, line.symbol(end)?.isDash == true, let last = french(at: end + 1, in: line) {
      words.add(speech.symbols.to, from: line.range(end))
      words.add(last.words)
      end = last.end
    }
    return Reading(end: end, words: words)
  }

  /// Reads "1 Uhr" as "ein Uhr".
  /// Other hours have the words of ordinary numbers.
  private func german(at start: Int, in line: Line) -> Reading? {
    guard let hour = line.value(start, most: 2), hour <= 24, line.keyAfter(start + 1) == "uhr"
    else { return nil }
    return Reading(start..<start + 1, speller.cardinal(hour, .before(.masculine)), in: line)
  }

  /// Finds the half of the day after an hour: "p.m.", "AM", "p. m."
  struct Meridiems: Sendable {
    let speech: Speech

    /// Returns the half of the day that begins at an index, or after a space at the index.
    /// A full stop that ends the sentence is not part of the returned tokens.
    func meridiem(at index: Int, in line: Line) -> (text: String, tokens: Range<Int>)? {
      let start = line.skippingSpace(index)
      guard let key = line.key(start) else { return nil }
      if key == "am" || key == "pm" {
        // "10 am Rhein" is German.
        guard speech.language.isEnglish, line.isClosed(start + 1) else { return nil }
        return (key.uppercased(), start..<start + 1)
      }
      guard key == "a" || key == "p", line.symbol(start + 1) == "." else { return nil }
      let second = line.skippingSpace(start + 2)
      guard line.key(second) == "m", line.isClosed(second + 1) else { return nil }
      let hasStop = line.symbol(second + 1) == "." && !endsSentence(second + 2, in: line)
      return (key.uppercased() + "M", start..<(hasStop ? second + 2 : second + 1))
    }

    private func endsSentence(_ index: Int, in line: Line) -> Bool {
      if line.isEnd(index) || line.isSpace(index) && line.kind(index + 1) == .digits { return true }
      guard line.isSpace(index), let next = line.nextWord(index), line.isUpper(next) else {
        return false
      }
      // "10 a.m. EST"
      return !(line.isAllCapitals(next) && line.length(next) > 1)
    }
  }
}
