import Basics

/// Reads the numbers of laws: French "L.311-5", "n° 2018-12" and "le 2° de l'article", Spanish "Decreto 117/2016".
struct LawNumbers: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    speech.language.isFrench
      ? article(at: start, in: line) ?? number(at: start, in: line) ?? item(at: start, in: line)
        ?? part(at: start, in: line) ?? paragraph(at: start, in: line)
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

  /// Reads "2°" before the rest of a list, or behind an article, as "deuxièmement".
  private func item(at start: Int, in line: Line) -> Reading? {
    guard let value = line.value(start, most: 2), (1...30).contains(value),
      let sign = line.symbol(start + 1), sign == "°" || sign == "º"
    else { return nil }
    let next = line.keyAfter(start + 2) ?? ""
    guard !["c", "f", "celsius", "fahrenheit"].contains(next), line.isClosed(start + 2) else {
      return nil
    }
    // "1°)"
    let opens =
      start == 0 && value < 13 && (line.isSpace(start + 2) || line.symbol(start + 2) == ")")
    guard opens || isItem(start, in: line) else { return nil }
    let ordinal = speech.speller.ordinal(value, value == 1 ? .feminine : .plain)
    return Self.things.contains(next)
      ? Reading(start..<start + 2, speech.speller.ordinal(value), in: line)
      : Reading(
        start..<(opens && line.symbol(start + 2) == ")" ? start + 3 : start + 2), ordinal + "ment",
        in: line)
  }

  /// Whether an article, a contraction or another item is before an item: "du 2°", "les 1° et 2°", "article 5, 2°".
  private func isItem(_ start: Int, in line: Line) -> Bool {
    if let key = line.keyBefore(start), ["le", "du", "au", "les", "des", "aux"].contains(key) {
      return line.symbol(line.skippingSpaceBack(start - 1)) != "."
    }
    var before = line.skippingSpaceBack(start - 1)
    guard line.symbol(before) == "," || ["et", "ou", "à"].contains(line.key(before) ?? "") else {
      return false
    }
    before = line.skippingSpaceBack(before - 1)
    if let sign = line.symbol(before), sign == "°" || sign == "º" {
      return item(at: before - 1, in: line) != nil
    }
    return line.kind(before) == .digits && isBehindArticle(before, in: line)
  }

  /// Reads the numeral of a paragraph: "au II de l'article 24", "les I et II du présent article".
  private func paragraph(at start: Int, in line: Line) -> Reading? {
    guard line.isAllCapitals(start), line.isSpace(start - 1), line.isSpace(start + 1),
      let value = line.word(start).flatMap({ RomanNumeral.value(of: $0.unicodeScalars) }),
      value < 40, let before = line.key(start - 2),
      Self.joints.contains(before) || ["le", "du", "au", "les", "des", "aux"].contains(before)
    else { return nil }
    var next = start + 2
    // "I et II de l'article"
    if let key = line.key(next), ["et", "ou", "à"].contains(key) {
      guard line.isAllCapitals(next + 2) else { return nil }
      next += 4
    }
    guard line.key(next) == "de" || line.key(next) == "du",
      let text = line.stem(next + 2),
      text == "présent" || ["article", "ordonnance"].contains(text)
        || line.key(next + 2) == "la" && line.key(next + 4) == "loi"
    else { return nil }
    return Reading(start..<start + 1, speech.speller.cardinal(value), in: line)
  }

  /// Reads "1792-5" behind "article" as "mille sept cent quatre-vingt-douze tiret cinq".
  private func part(at start: Int, in line: Line) -> Reading? {
    guard let parts = parts(at: start, in: line), parts.count > 1, isBehindArticle(start, in: line)
    else { return nil }
    // "articles 5-10"
    if line.keyBefore(start) == "articles", parts.count == 2, let first = line.value(parts[0]),
      let last = line.value(parts[1]), first < last
    {
      return nil
    }
    return reading("", start, parts, in: line)
  }

  /// Whether only numbers and conjunctions are between a number and the word "article".
  private func isBehindArticle(_ start: Int, in line: Line) -> Bool {
    var place = start - 1
    while place >= 0, start - place < 60 {
      if let key = line.stem(place) {
        if ["article", "articles", "art", "arts"].contains(key) { return true }
        guard Self.joints.contains(key) else { return false }
      } else if let symbol = line.symbol(place), !",-.°".unicodeScalars.contains(symbol) {
        return false
      }
      place -= 1
    }
    return false
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
  private static let joints: Set<String> = ["et", "ou", "à", "l", "r", "d", "bis", "ter", "quater"]
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
    var words = SpokenWords()
    if !name.isEmpty { words.add(name, from: line.range(start..<parts[0])) }
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

/// Reads both forms of words for men and women: French "étudiant·e·s" and "lecteurs/trices", Spanish "alumnos/as" and
/// "amig@s".
struct PairedForms: ReadingRule {
  let speech: Speech

  /// The words that a slash joins as alternatives.
  static let articles: Set<Set<String>> = [
    ["le", "la"], ["un", "une"], ["ce", "cette"], ["son", "sa"], ["chacun", "chacune"],
    ["tous", "toutes"], ["celui", "celle"], ["ceux", "celles"],
    ["el", "la"], ["los", "las"], ["un", "una"], ["unos", "unas"], ["uno", "una"],
    ["este", "esta"], ["todos", "todas"], ["ellos", "ellas"],
    ["der", "die"], ["den", "die"], ["dem", "der"], ["des", "der"], ["dessen", "deren"],
    ["dieser", "diese"], ["diesen", "diese"], ["diesem", "dieser"], ["jeden", "jede"],
  ]

  func reading(at start: Int, in line: Line) -> Reading? {
    guard let word = line.word(start), line.symbol(start - 1) != "_", line.symbol(start - 1) != "/"
    else { return nil }
    return speech.language.isFrench
      ? french(word, at: start, in: line) : spanish(word, at: start, in: line)
  }

  private static let points: Set<Unicode.Scalar> = ["·", "⋅", "•", "‧", "∙"]

  /// Returns the endings behind a word, without a final "s" for the plural, and the index after them.
  private func endings(
    _ mark: Unicode.Scalar, at start: Int, in line: Line
  ) -> (ending: String, isPlural: Bool, end: Int)? {
    guard let first = line.word(start + 2) else { return nil }
    var (isPlural, end) = (false, start + 3)
    if mark == "(" {
      guard line.symbol(end) == ")" else { return nil }
      end += 1
      if line.word(end) == "s" { (isPlural, end) = (true, end + 1) }
    } else if line.word(end + 1) == "s",
      line.symbol(end) == mark
        || Self.points.contains(mark) && line.symbol(end).map(Self.points.contains) == true
    {
      (isPlural, end) = (true, end + 2)
    }
    // "président-e- ;"
    if mark == "-", line.symbol(end) == "-", line.isClosed(end + 1) { end += 1 }
    // "index.e.html"
    guard line.isClosed(end), line.symbol(end) != "_", line.symbol(end) != "(",
      !(line.symbol(end).map { ".-/@:".unicodeScalars.contains($0) } == true
        && !line.isClosed(end + 1))
    else { return nil }
    if !isPlural, first.utf8.count > 1, first.hasSuffix("s") {
      return (String(first.dropLast()), true, end)
    }
    return (first, isPlural, end)
  }

  private func reading(
    _ masculine: String, _ feminine: String, isPlural: Bool, _ tokens: Range<Int>, in line: Line
  ) -> Reading {
    let (and, or) = (speech.symbols.and, speech.symbols.or)
    let key = feminine.lowercased()
    let joint: String =
      if !speech.language.isSpanish {
        isPlural ? and : or
      } else if isPlural {
        key.hasPrefix("i") || key.hasPrefix("hi") ? "e" : and
      } else {
        key.hasPrefix("o") || key.hasPrefix("ho") ? "u" : or
      }
    return Reading(tokens, "\(masculine) \(joint) \(key)", in: line)
  }

  // MARK: French

  private func french(_ word: String, at start: Int, in line: Line) -> Reading? {
    guard let mark = line.symbol(start + 1),
      Self.points.contains(mark) || ".(/-".unicodeScalars.contains(mark),
      let (ending, isPlural, end) = endings(mark, at: start, in: line)
    else { return nil }
    let key = line.stem(start) ?? ""
    let isPoint = Self.points.contains(mark)
    guard key.utf8.count > 1, mark != "-" || ["e", "trice", "euse"].contains(ending) else {
      return nil
    }
    if !isPoint {
      guard isPerson(key), isPlural || !["ne", "le", "te", "se", "ve"].contains(ending) else {
        return nil
      }
    }
    for other in [ending, ending + "s"] where Self.articles.contains([key, other]) {
      return reading(word, other, isPlural: isPlural, start..<end, in: line)
    }
    let hasPlural = isPlural && key.utf8.count > 3 && key.hasSuffix("s") && key != "tous"
    let stem = hasPlural ? String(word.dropLast()) : word
    guard let feminine = feminine(stem, ending) else {
      return isPoint && ending.hasPrefix("e") ? Reading(start..<end, word + ending, in: line) : nil
    }
    let many = isPlural ? "s" : ""
    if isHeardOnce(key, ending) { return Reading(start..<end, feminine + many, in: line) }
    let masculine = stem.hasSuffix("s") || stem.hasSuffix("x") ? stem : stem + many
    return reading(masculine, feminine + many, isPlural: isPlural, start..<end, in: line)
  }

  private func feminine(_ stem: String, _ ending: String) -> String? {
    func replacing(_ last: String, _ new: String) -> String? {
      stem.hasSuffix(last) ? stem.dropLast(last.count) + new : nil
    }
    switch ending {
    case "e": return replacing("ier", "ière") ?? stem + ending
    case "te": return replacing("tous", "toute") ?? stem + ending
    case "ne", "le", "sse", "he": return stem + ending
    case "ve": return replacing("f", ending)
    case "se": return replacing("x", ending) ?? replacing("r", ending)
    case "euse": return replacing("eur", ending) ?? replacing("eux", ending)
    case "ice", "rice", "trice": return replacing("teur", "trice")
    case "ère": return replacing("er", ending)
    case "ière": return replacing("ier", ending)
    default: return nil
    }
  }

  /// Whether both forms of a word sound the same, as "invité" and "invitée".
  private func isHeardOnce(_ key: String, _ ending: String) -> Bool {
    switch ending {
    case "e": key.last.map { "éiulr".contains($0) } == true && !key.hasSuffix("er")
    case "le": key.hasSuffix("el")
    default: false
    }
  }

  private static let personal = [
    "ant", "ent", "eur", "ien", "éen", "yen", "ais", "ois", "ain", "if", "el", "é", "i", "al",
    "ert",
    "and", "ard", "eux", "er", "un", "oint", "ous", "ct", "idat", "cat", "isé",
  ]

  /// Whether a word has the ending of a word for people, singular or plural.
  private func isPerson(_ key: String) -> Bool {
    let single = key.hasSuffix("s") && !key.hasSuffix("ous") ? String(key.dropLast()) : key
    return key == "un"
      || key.utf8.count > 2
        && (Self.personal.contains(where: single.hasSuffix)
          || Self.personal.contains(where: key.hasSuffix))
  }

  // MARK: Spanish

  private func spanish(_ word: String, at start: Int, in line: Line) -> Reading? {
    if word.hasSuffix("xs"), word.utf8.count > 2, line.isClosed(start + 1),
      let before = word.dropLast(2).last, before.isLetter, !"aeiouáéíóú".contains(before)
    {
      let stem = String(word.dropLast(2))
      return reading(stem + "os", stem + "as", isPlural: true, start..<start + 1, in: line)
    }
    guard let mark = line.symbol(start + 1) else { return nil }
    if mark == "@" { return at(word, start, in: line) }
    guard mark == "/" || mark == "(",
      let (ending, isPlural, end) = endings(mark, at: start, in: line)
    else { return nil }
    let key = line.key(start) ?? ""
    if Self.articles.contains([key, ending]) {
      return reading(word, ending, isPlural: isPlural, start..<end, in: line)
    }
    guard ending == "a" || ending == "o", let (one, other) = pair(word, key, ending, isPlural)
    else {
      return nil
    }
    return reading(one, other, isPlural: isPlural, start..<end, in: line)
  }

  /// Reads "l@s niñ@s".
  private func at(_ word: String, _ start: Int, in line: Line) -> Reading? {
    let isPlural = line.word(start + 2) == "s"
    let end = isPlural ? start + 3 : start + 2
    guard line.isClosed(end), isPlural || word.utf8.count > 3,
      !(line.symbol(end).map { ".-/@:".unicodeScalars.contains($0) } == true
        && !line.isClosed(end + 1))
    else { return nil }
    guard isPlural else {
      return reading(word + "o", word + "a", isPlural: false, start..<end, in: line)
    }
    let isLong = ["or", "ol", "és"].contains { word.hasSuffix($0) }
    return reading(
      word + (isLong ? "es" : "os"), word + "as", isPlural: true, start..<end, in: line)
  }

  /// Returns the written form and the other form of a word such as "alumnos/as" or "profesor/a".
  private func pair(
    _ word: String, _ key: String, _ ending: String, _ isPlural: Bool
  ) -> (one: String, other: String)? {
    let many = isPlural ? "s" : ""
    let isWritten = isPlural && key.hasSuffix("s")
    let single = isWritten ? String(word.dropLast()) : word
    let vowel = ending == "a" ? "o" : "a"
    if single.hasSuffix(vowel), single.utf8.count > 1 || isWritten {
      return (single + many, single.dropLast() + ending + many)
    }
    guard ending == "a", key.utf8.count > 2 || key == "un" else { return nil }
    if key == "un" { return (word, "una") }
    // "profesores/as", "jefe/a"
    if single.hasSuffix("e"), isWritten || key.utf8.count > 3 {
      return (single + many, single.dropLast() + ending + many)
    }
    for (last, new) in [
      ("or", "ora"), ("ón", "ona"), ("án", "ana"), ("ín", "ina"), ("és", "esa"), ("ol", "ola"),
    ]
    where !isWritten && word.hasSuffix(last) {
      let one = last.hasPrefix("o") ? word : String(word.dropLast(2)) + last
      return (isPlural ? one + "es" : one, word.dropLast(2) + new + many)
    }
    return nil
  }
}
