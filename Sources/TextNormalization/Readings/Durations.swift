import Basics

/// Reads durations in several units: "1m 26.4s", "8h 45min", "1h30m".
/// Beside hours or seconds, "m" means minutes.
struct Durations: ReadingRule {
  let speech: Speech
  private let amounts: Amounts

  init(speech: Speech) {
    self.speech = speech
    amounts = Amounts(speech: speech)
  }

  /// The units from milliseconds up, by their spellings.
  private static let ranks: [String: Int] = [
    "d": 4, "h": 3, "hr": 3, "hrs": 3, "Std": 3, "hs": 3, "m": 2, "min": 2, "mins": 2, "Min": 2,
    "mn": 2, "s": 1, "sec": 1, "secs": 1, "seg": 1, "sek": 1, "Sek": 1, "ms": 0,
  ]

  private struct Part {
    var amount: Amount
    var rank: Int
    /// The index after the unit and the full stop that belongs to it.
    var end: Int
    var unit: Range<Int>
  }

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.kind(start - 1) != .word,
      line.kind(start - 1) != .symbol || line.isOpen(before: start)
    else { return nil }
    if let alone = seconds(at: start, in: line) ?? timed(at: start, in: line) { return alone }
    var parts: [Part] = []
    var place = start
    while let part = part(at: place, below: parts.last?.rank ?? 5, in: line) {
      parts.append(part)
      if part.amount.value == nil { break }
      place = line.skippingSpace(part.end)
    }
    if parts.count == 1, let short = short(parts[0], in: line) { return short }
    guard parts.count > 1, let last = parts.last, line.isClosed(last.unit.upperBound) else {
      return nil
    }
    var words = SpokenWords()
    for part in parts {
      let noun = noun(part.rank)
      words.add(amounts.words(part.amount, .before(noun.gender), in: line))
      words.add(noun.word(isOne: part.amount.isOne), from: line.range(part.unit))
    }
    return Reading(end: last.end, words: words)
  }

  /// Reads "2h30", in which the unit of the minutes is missing.
  private func short(_ part: Part, in line: Line) -> Reading? {
    let place = part.unit.upperBound
    guard part.rank == 3, line.length(place) == 2, let minutes = line.value(place), minutes < 60,
      line.isClosed(place + 1), part.unit.lowerBound == part.amount.tokens.upperBound
    else { return nil }
    let noun = noun(part.rank)
    var words = amounts.words(part.amount, .before(noun.gender), in: line)
    words.add(noun.word(isOne: part.amount.isOne), from: line.range(part.unit))
    // "21h00"
    if minutes > 0 { words.add(speech.speller.cardinal(minutes), from: line.range(place)) }
    return Reading(end: place + 1, words: words)
  }

  private func part(at start: Int, below rank: Int, in line: Line) -> Part? {
    guard line.kind(start) == .digits, let amount = amounts.amount(at: start, in: line),
      amount.fraction == nil
    else { return nil }
    let end = amount.tokens.upperBound
    let place = line.skippingSpace(end)
    guard let word = line.word(place), let own = Self.ranks[word], own < rank else { return nil }
    // "100 m 10 s" can be a distance and a time.
    if place > end, own == 4 || word == "m" { return nil }
    if rank < 5, own == 1 || own == 2, let value = amount.value, value > 59 { return nil }
    return Part(
      amount: amount, rank: own, end: stopEnd(place + 1, in: line), unit: place..<place + 1)
  }

  /// Returns the index after the full stop of a unit, unless the full stop ends the sentence.
  private func stopEnd(_ index: Int, in line: Line) -> Int {
    guard line.symbol(index) == ".", line.isSpace(index + 1), !line.capitalFollows(index + 1),
      !line.isEnd(index + 1)
    else { return index }
    return index + 1
  }

  private func noun(_ rank: Int) -> Noun {
    let key = ["ms", "s", "min", "h"]
    guard rank < 4, let noun = speech.vocabulary.units.nouns[key[rank]] else { return day }
    return noun
  }

  private var day: Noun {
    switch speech.language {
    case .spanish: Noun("día", "días")
    case .french: Noun("jour", "jours")
    case .german: Noun("Tag", "Tage")
    default: Noun("day", "days")
    }
  }

  // MARK: Minutes and days alone

  /// Reads "5m" and "1d" near another time such as "1h", and "every 5m".
  private func timed(at start: Int, in line: Line) -> Reading? {
    guard let value = line.value(start, most: 3), line.isClosed(start + 2),
      line.symbol(start + 2) != "-", let unit = line.word(start + 1), unit == "m" || unit == "d"
    else { return nil }
    let near = max(0, start - 24)..<min(line.count, start + 24)
    let times = unit == "m" ? ["h", "d", "min", "ms"] : ["h", "m", "min"]
    let isTimed = near.contains { index in
      index != start && line.kind(index) == .digits
        && line.word(index + 1).map(times.contains) == true
        && line.isClosed(index + 2) && line.kind(index - 1) != .word
    }
    let before = line.keyBefore(start) ?? ""
    let isRepeated = unit == "m" && (before == "every" || Self.settings.contains(before))
    guard isTimed || isRepeated else { return nil }
    let isAdjective =
      speech.language.isEnglish && line.isSpace(start + 2)
      && line.key(start + 3).map(Self.behindTime.contains) == true
    let noun = noun(unit == "m" ? 2 : 4)
    var words = SpokenWords(
      speech.speller.cardinal(value, .before(noun.gender)), from: line.range(start))
    words.add(noun.word(isOne: value == 1 || isAdjective), from: line.range(start + 1))
    return Reading(end: start + 2, words: words)
  }

  // MARK: Seconds alone

  /// Words after which "5s" is a time and not several fives.
  private static let beforeTime: Set<String> = [
    "after", "every", "for", "in", "last", "lasted", "lasts", "take", "takes", "taking", "took",
    "wait", "waited", "waits", "within",
  ]

  /// Options and commands with a time: `--timeout 5s`, `sleep 10m`.
  private static let settings: Set<String> = ["duration", "interval", "sleep", "timeout", "ttl"]

  /// Words before which "5s" is a time.
  private static let behindTime: Set<String> = [
    "clip", "cooldown", "delay", "interval", "limit", "pause", "period", "timeout", "video", "wait",
    "window",
  ]

  /// The words among them before which "60s" is no decade.
  private static let surelyBehindTime: Set<String> = ["cooldown", "delay", "interval", "timeout"]

  /// Reads "It took 5s." in English, where "5s" can also be a plural.
  private func seconds(at start: Int, in line: Line) -> Reading? {
    guard speech.language.isEnglish, let value = line.value(start, most: 3),
      line.word(start + 1) == "s", line.isClosed(start + 2),
      line.symbol(start + 2)?.isApostrophe != true
    else { return nil }
    let before = line.keyBefore(start) ?? ""
    let next = line.isSpace(start + 2) ? line.key(start + 3) : nil
    // "a 5s delay"
    let nouns = before == "a" ? Self.behindTime : Self.surelyBehindTime
    let isAdjective = next.map(nouns.contains) == true
    let isTime =
      Self.beforeTime.contains(before) || line.symbol(start - 1) == "~" || next == "ago"
      || Self.settings.contains(before)
    // "Sprint: 2s (again)"
    let isLabelled =
      speech.isSecond && line.isSpace(start - 1) && line.symbol(start - 2) == ":" && value % 10 != 0
      && (line.isEnd(start + 2) || line.isSpace(start + 2) && line.symbol(start + 3) == "(")
    guard
      isAdjective || isLabelled
        || isTime
          && next.map(speech.context.function.contains) ?? (line.kind(start + 3) != .digits)
    else { return nil }
    var words = SpokenWords(speech.speller.cardinal(value), from: line.range(start))
    words.add(noun(1).word(isOne: value == 1 || isAdjective), from: line.range(start + 1))
    return Reading(end: start + 2, words: words)
  }
}

/// Reads units without an amount ("in km/h", "per m²").
/// Also spells letters before a power ("mc²").
struct BareUnits: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    if speech.isSecond, let reading = bytes(at: start, in: line) { return reading }
    let next = line.symbol(start + 1)
    guard next == "/" || Powers.isRaised(next), line.length(start) <= 4,
      let word = line.word(start),
      line.isOpen(before: start)
    else { return nil }
    let units = WrittenUnits(speech: speech)
    let isMetre =
      speech.isSecond && word == "m" && Powers.isRaised(next) && !isTerm(start, in: line)
    if speech.vocabulary.units.nouns[word] != nil, word.utf8.count > 1 || isMetre,
      let unit = units.unit(at: start, in: line), unit.per != nil || Powers.isRaised(next)
    {
      return reading(unit, in: line)
    }
    guard Powers.isRaised(next), (2...3).contains(word.utf8.count), word == word.lowercased(),
      !word.contains(where: { "aeiouy".contains($0) })
    else { return nil }
    return Reading(start..<start + 1, word.uppercased(), in: line)
  }

  /// Reads "GiB of memory", "per used TiB".
  private func bytes(at start: Int, in line: Line) -> Reading? {
    if let unit = lengths(at: start, in: line) { return unit }
    guard 3...4 ~= line.length(start), let word = line.word(start),
      word.hasSuffix("iB") || word.hasSuffix("iBh"),
      line.kind(start - 1) != .digits, line.symbol(start - 1) != "_",
      line.symbol(start + 1) != "_", line.symbol(start + 1) != "/",
      let noun = speech.vocabulary.units.nouns[word]
        ?? UnitWords.newest(speech.language)[word]
    else { return nil }
    let isOne =
      line.symbol(start + 1) == "-"
      || (max(0, start - 4)..<start).contains { index in
        line.key(index).map { $0 == speech.symbols.per || Self.each.contains($0) } == true
      }
    return Reading(start..<start + 1, noun.word(isOne: isOne), in: line)
  }

  /// Reads "in km per hour", and German "in kB".
  private func lengths(at start: Int, in line: Line) -> Reading? {
    guard speech.language.isEnglish || speech.language.isGerman, line.length(start) < 4,
      line.isSpace(start - 1), line.key(start - 2) == "in",
      let word = line.word(start), UnitWords.bare.contains(word),
      let noun = speech.vocabulary.units.nouns[word], line.isClosed(start + 1),
      line.symbol(start + 1).map({ "-/²³^*_=".unicodeScalars.contains($0) }) != true
    else { return nil }
    return Reading(start..<start + 1, noun.many, in: line)
  }

  /// Whether an operator is beside "m²", so that the letter is a variable.
  private func isTerm(_ start: Int, in line: Line) -> Bool {
    [line.skippingSpaceBack(start - 1), line.skippingSpace(start + 2)].contains { index in
      line.symbol(index).map { $0.isComparison || "+-−*/^·×".unicodeScalars.contains($0) } == true
    }
  }

  private static let each: Set<String> = ["a", "each", "au", "le", "par", "je", "pro", "por", "el"]

  private func reading(_ unit: WrittenUnit, in line: Line) -> Reading {
    let before = line.keyBefore(unit.tokens.lowerBound)
    let isOne =
      before == speech.symbols.per
      || speech.isSecond && before.map(Self.each.contains) == true
    var words = SpokenWords(unit.noun.word(isOne: isOne), from: line.range(unit.tokens))
    if let per = unit.per {
      words.add(speech.symbols.per + " " + per.noun.one, from: line.range(per.tokens))
    }
    return Reading(end: unit.end, words: words)
  }
}

extension WrittenUnits {
  /// Whether the mark closes a quotation that a typeset mark opens: „im Jahr 0".
  func closesTypeset(_ index: Int, in line: Line) -> Bool {
    for place in (max(0, index - 400)..<index).reversed() {
      guard let symbol = line.symbol(place) else { continue }
      if symbol == "„" { return true }
      if symbol == "\"" || symbol == "”" || symbol == "“" { return false }
    }
    return false
  }

  /// Whether "m" is minutes behind a word for a duration: "les cours durent 30m", "dauert etwa 5 m".
  func isMinutes(_ place: Int, in line: Line) -> Bool {
    guard speech.isSecond, line.word(place) == "m", line.isClosed(place + 1),
      line.symbol(place + 1).map({ "²³^/".unicodeScalars.contains($0) }) != true
    else { return false }
    return (max(0, place - 7)..<place).compactMap { line.key($0) }.suffix(2)
      .contains(where: Self.durations.contains)
  }

  private static let durations = WordTable.words(
    """
    dure durent durée durées durera dureront durait duraient dauer dauert dauern dauerte dauerten dura duran duración \
    durará durarán
    """)
}

/// Reads "30d" as "thirty days", but not "3d", "22d" and pence such as "8d".
struct ShortDays: ReadingRule {
  let speech: Speech
  /// The numbers of days that people set as a term.
  private static let terms: Set = [14, 30, 60, 90, 120, 180, 365]

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.word(start + 1) == "d", let value = line.value(start, most: 4),
      Self.terms.contains(value), line.isOpen(before: start),
      line.symbol(start - 1) == nil || line.symbol(start - 1) == "(", line.isClosed(start + 2),
      line.symbol(start + 2) != ".", line.symbol(start + 2) != "-"
    else { return nil }
    let unit = line.keyBefore(start) == "a" ? " day" : " days"
    return Reading(start..<start + 2, speech.speller.cardinal(value) + unit, in: line)
  }
}
