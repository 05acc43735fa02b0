import Basics

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
    guard let suffix = line.key(place), ["er", "ern", "ers"].contains(suffix),
      let value = line.value(start, most: 4)
    else { return nil }
    let isYear = line.length(start) == 4 && (1100...1999).contains(value)
    let number = isYear ? speller.year(value) : speller.cardinal(value)
    return Reading(start..<place + 1, number + suffix, in: line)
  }
}
