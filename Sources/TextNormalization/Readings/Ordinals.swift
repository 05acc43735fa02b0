import Basics

/// Reads ordinals in digits: 21st, 3.ª, 1er, 2e, 3.
struct Ordinals: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.kind(start - 1) != .word || line.symbol(start - 1)?.isDash == true else {
      return nil
    }
    switch speech.language {
    case .english: return english(at: start, in: line)
    case .spanish: return spanish(at: start, in: line)
    case .french: return french(at: start, in: line)
    case .german: return german(at: start, in: line)
    case .other: return nil
    }
  }

  private func number(at start: Int, in line: Line) -> (value: Int, end: Int)? {
    guard let number = speech.format.number(at: start, in: line), let value = number.value,
      value < 1_000_000_000
    else { return nil }
    return (value, number.tokens.upperBound)
  }

  private func reading(
    _ value: Int, _ form: OrdinalForm, _ tokens: Range<Int>, in line: Line
  ) -> Reading {
    Reading(tokens, speech.speller.ordinal(value, form), in: line)
  }

  private func english(at start: Int, in line: Line) -> Reading? {
    guard let (value, end) = number(at: start, in: line), let key = line.key(end) else {
      return nil
    }
    if ["st", "nd", "rd", "th"].contains(key) {
      return reading(value, .plain, start..<end + 1, in: line)
    }
    // "two 5ths", "the 4th's"
    guard
      key.hasPrefix("th'") || key.hasPrefix("st'") || key.hasPrefix("nd'") || key.hasPrefix("rd'")
    else { return nil }
    return Reading(
      start..<end + 1, speech.speller.ordinal(value) + key.dropFirst(2), in: line)
  }

  /// Reads "3.ª planta", "1.er capítulo", "4º piso", "2da".
  private func spanish(at start: Int, in line: Line) -> Reading? {
    guard let value = line.value(start, most: 4) else { return nil }
    var place = start + 1
    if line.symbol(place) == "." { place += 1 }
    switch line.symbol(place) {
    case "ª": return reading(value, .feminine, start..<place + 1, in: line)
    case "º", "°":
      // "20 ºC" is a temperature, and "15°" is an angle.
      guard line.isClosed(place + 1), line.symbol(place) == "º" || value <= 12 else { return nil }
      let form: OrdinalForm = isBeforeNoun(place + 1, in: line) ? .adjective : .plain
      return reading(value, form, start..<place + 1, in: line)
    default: break
    }
    guard let suffix = line.key(place) else { return nil }
    switch suffix {
    case "er": return reading(value, .adjective, start..<place + 1, in: line)
    case "ro", "do", "to", "mo", "vo", "no":
      return reading(value, .plain, start..<place + 1, in: line)
    case "ra", "da", "ta", "ma", "va", "na":
      return reading(value, .feminine, start..<place + 1, in: line)
    default: return nil
    }
  }

  private func isBeforeNoun(_ index: Int, in line: Line) -> Bool {
    guard line.isSpace(index), let key = line.key(index + 1) else { return false }
    return !speech.context.function.contains(key)
  }

  private func french(at start: Int, in line: Line) -> Reading? {
    guard let (value, end) = number(at: start, in: line), let suffix = line.key(end) else {
      return nil
    }
    switch suffix {
    case "er", "e", "ème", "eme", "è", "ième", "nd":
      return reading(value, .plain, start..<end + 1, in: line)
    case "re", "ère", "ere":
      return reading(value, .feminine, start..<end + 1, in: line)
    case "nde": return Reading(start..<end + 1, "seconde", in: line)
    default: return nil
    }
  }

  // MARK: German

  // Reads "im 3. Stock". A full stop before a word that begins a sentence does not mark an ordinal.
  private func german(at start: Int, in line: Line) -> Reading? {
    guard let value = line.value(start, most: 4), line.symbol(start + 1) == ".",
      line.symbol(start - 1) != "," && line.symbol(start - 1) != "."
    else { return nil }
    if let reading = germanRange(value, at: start, in: line) { return reading }
    guard line.isSpace(start + 2), let next = line.key(start + 3) else { return nil }
    let before = line.keyBefore(start)
    let isAnnounced = before.map(GermanEndings.announces) == true
    let isNoun = line.isUpper(start + 3) && !speech.context.starters.contains(next)
    let isAdjective = !line.isUpper(start + 3) && !speech.context.function.contains(next)
    let opens = before == nil || line.startsSentence(start)
    guard isNoun && (isAnnounced || opens || isCentury(next)) || isAnnounced && isAdjective
    else { return nil }
    let noun = isNoun ? next : nounBehind(start + 3, in: line) ?? next
    let gender = NearbyWords(speech: speech).germanGender(of: noun)
    return reading(
      value, GermanEndings.of(gender, before: start, in: line), start..<start + 2, in: line)
  }

  private func isCentury(_ key: String) -> Bool { key.hasPrefix("jahrhundert") || key == "jh" }

  private func nounBehind(_ index: Int, in line: Line) -> String? {
    line.isSpace(index + 1) && line.isUpper(index + 2) ? line.key(index + 2) : nil
  }

  // Reads "vom 3. bis 5. Juni" and "die 3. und 4. Reihe": both ordinals have the same ending.
  private func germanRange(_ value: Int, at start: Int, in line: Line) -> Reading? {
    guard line.isSpace(start + 2), let joint = line.key(start + 3),
      joint == "bis" || joint == "und",
      line.isSpace(start + 4), line.value(start + 5, most: 4) != nil, line.symbol(start + 6) == "."
    else { return nil }
    let form = GermanEndings.ofDate(before: start, in: line)
    return reading(value, form, start..<start + 2, in: line)
  }
}
