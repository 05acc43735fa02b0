import Basics

/// Reads the numbers of laws: French "L.311-5", "n° 2018-12" and "le 2° de l'article", Spanish "Decreto 117/2016".
struct LawNumbers: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    speech.language.isFrench
      ? article(at: start, in: line) ?? number(at: start, in: line) ?? item(at: start, in: line)
      : ofYear(at: start, in: line)
  }

  /// Reads "L.311-5" and "R. 123-4".
  private func article(at start: Int, in line: Line) -> Reading? {
    guard ["L", "R", "D", "A"].contains(line.word(start)), line.isOpen(before: start) else {
      return nil
    }
    let stop = line.symbol(start + 1) == "." ? start + 2 : start + 1
    guard let parts = parts(at: line.skippingSpace(stop), in: line), parts.count > 1 else {
      return nil
    }
    return reading(line.text(start..<start + 1), start, parts, in: line)
  }

  /// Reads "n°2018-12", and "N° RNA" without a number.
  private func number(at start: Int, in line: Line) -> Reading? {
    guard line.key(start) == "n", line.isOpen(before: start), let sign = line.symbol(start + 1),
      sign == "°" || sign == "º"
    else { return nil }
    let next = line.skippingSpace(start + 2)
    var words = SpokenWords(speech.symbols.number, from: line.range(start..<start + 2))
    if line.isUpper(start), line.startsSentence(start) { words.capitalize() }
    if line.kind(next) == .word { return Reading(end: start + 2, words: words) }
    guard let parts = parts(at: next, in: line), parts.count > 1 else { return nil }
    return reading(speech.symbols.number, start, parts, in: line)
  }

  /// Reads "2°" before the rest of a list as "deuxièmement".
  private func item(at start: Int, in line: Line) -> Reading? {
    guard let value = line.value(start, most: 2), (1...30).contains(value),
      let sign = line.symbol(start + 1), sign == "°" || sign == "º", line.isSpace(start + 2),
      let next = line.key(start + 3), !["c", "f", "celsius", "fahrenheit"].contains(next),
      start == 0 && value < 13
        || line.keyBefore(start).map({ ["le", "du", "au"].contains($0) }) == true
    else { return nil }
    let ending = Self.things.contains(next) ? "" : "ment"
    return Reading(start..<start + 2, speech.speller.ordinal(value) + ending, in: line)
  }

  /// Reads "Decreto 117/2016" as "ciento diecisiete de dos mil dieciséis".
  private func ofYear(at start: Int, in line: Line) -> Reading? {
    guard speech.language.isSpanish, let number = line.digits(start),
      line.symbol(start + 1) == "/", line.length(start + 2) == 4,
      let year = line.value(start + 2), (1800...2099).contains(year), line.isClosed(start + 3),
      line.symbol(start + 3) != "/", line.symbol(start - 1) != "/",
      (max(0, start - 5)..<start).contains(where: {
        line.key($0).map(Self.laws.contains) == true
      })
    else { return nil }
    var words = SpokenWords(speech.speller.cardinal(number), from: line.range(start))
    words.add(speech.symbols.ofWord, from: line.range(start + 1))
    words.add(speech.speller.cardinal(year), from: line.range(start + 2))
    return Reading(end: start + 3, words: words)
  }

  private static let things: Set<String> = [
    "alinéa", "article", "paragraphe", "étage", "arrondissement", "trimestre", "semestre", "point",
  ]
  private static let laws: Set<String> = [
    "acordada", "acuerdo", "circular", "decreto", "decretos", "directiva", "disposición", "ley",
    "leyes", "norma", "orden", "ordenanza", "reglamento", "resolución", "sentencia",
  ]

  /// Returns the tokens of numbers that hyphens join.
  private func parts(at start: Int, in line: Line) -> [Int]? {
    guard line.kind(start) == .digits else { return nil }
    var parts = [start]
    while let last = parts.last, parts.count < 6, line.symbol(last + 1) == "-",
      line.kind(last + 2) == .digits
    {
      parts.append(last + 2)
    }
    return parts.last.map { line.isClosed($0 + 1) } == true ? parts : nil
  }

  private func reading(
    _ name: String, _ start: Int, _ parts: [Int], in line: Line
  ) -> Reading {
    var words = SpokenWords(name, from: line.range(start..<parts[0]))
    for (offset, part) in parts.enumerated() {
      if offset > 0 { words.add(speech.symbols.hyphen, from: line.range(part - 1)) }
      words.add(speech.speller.cardinal(line.digits(part) ?? ""), from: line.range(part))
    }
    return Reading(end: (parts.last ?? start) + 1, words: words)
  }
}

/// Leaves out a number in parentheses behind its own word: "three (3) days", "un (1) mes".
struct DoubledNumbers: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.symbol(start) == "(", line.symbol(start + 2) == ")", line.isSpace(start - 1),
      let value = line.value(start + 1, most: 3), let key = line.keyBefore(start)
    else { return nil }
    let cardinal = speech.speller.cardinal(value)
    // "un (1)", "eine (1)"
    let isArticle =
      value == 1
      && ["un", "una", "une", "ein", "eine", "einen", "einem", "einer", "eines"].contains(key)
    guard isArticle && !speech.language.isEnglish || isLast(key, of: cardinal) else { return nil }
    return Reading(end: start + 3, words: SpokenWords())
  }

  /// Whether a word before the number ends its words: "twenty-five (25)", "cuarenta y cinco (45)".
  private func isLast(_ key: String, of cardinal: String) -> Bool {
    cardinal == key
      || cardinal.split { $0 == " " || $0 == "-" }.last.map { $0 == key } == true && key.count > 2
  }
}

/// Joins a word that a line break of another program left apart: "compo‐ nents", with a hyphen of its own (U+2010).
struct TornWords: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.symbol(start + 1) == "\u{2010}", line.isSpace(start + 2),
      line.kind(start + 3) == .word, !line.isUpper(start + 3), let head = line.word(start),
      let tail = line.word(start + 3)
    else { return nil }
    return Reading(start..<start + 4, head + tail, in: line)
  }
}
